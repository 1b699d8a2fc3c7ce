/// The hold button's place in a window, its labels and its picture.
struct HoldButton: Hashable, Sendable {
  let size: Size
  let labels: Labels
  /// Of the button's centre above the lower edge of the window, as a share of its height.
  let position: Double
  /// How far it may be moved and must still be inside the window, in pixels.
  var margin = 0.0

  /// Its text by prompt.
  struct Labels: Hashable, Sendable {
    var hold: String
    var again: String

    /// - Parameters:
    ///   - action: what it does, in the infinitive: `quit`.
    ///   - time: how long to hold.
    init(action: String, time: Duration) {
      hold = "Hold \(Labels.seconds(time)) s to \(action)"
      again = "Press Enter again to \(action)"
    }

    subscript(prompt: Hold.Prompt) -> String {
      switch prompt {
      case .hold: hold
      case .hint: "Keep holding, or press Enter twice"
      case .again: again
      case .done: "Done"
      }
    }

    /// With one decimal where there is one.
    private static func seconds(_ time: Duration) -> String {
      let tenths = Int((time / .milliseconds(100)).rounded())
      return tenths % 10 == 0 ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
    }
  }

  /// The lowest height that a finger finds, in pixels.
  static let leastHeight = 48.0
  /// How far beyond the plate a press still counts, in pixels.
  static let slop = 12.0
  /// Of the window's shorter side.
  private static let height = 0.075
  /// The text's digit height, the rim that is never filled, the mark's length and the margin around the plate, in plate
  /// heights.
  private static let share = (text: 0.31, rim: 0.05, mark: 0.2, moat: 0.1)

  init(size: Size, labels: Labels, position: Double = 0.12) {
    (self.size, self.labels, self.position) = (size, labels, position)
  }

  /// Its outline: a pill, wholly inside the window: as wide as the longest label needs.
  var plate: Rect {
    let (width, height) = (Double(size.width), Double(size.height))
    let tall = min(max(HoldButton.leastHeight, HoldButton.height * size.shortSide), height)
    let wide = min(
      width - 2 * margin, max(3 * tall, Line(string: "", template: widest).width * HoldButton.share.text * tall + tall))
    let edge = tall / 2 + margin
    let middle = min(height - edge, max(edge, height * (1 - position)))
    return Rect(centre: Point(x: width / 2, y: middle), width: wide, height: tall)
  }

  private var moat: Rect { plate.inset(by: -HoldButton.share.moat * plate.height) }

  /// What the fill rises in.
  var bowl: Rect { plate.inset(by: max(2, HoldButton.share.rim * plate.height)) }

  /// Whether a press there is one on the button.
  func contains(_ point: Point) -> Bool { plate.inset(by: -HoldButton.slop).contains(point) }

  /// - Parameters:
  ///   - steps: in how many steps it fills, with reduced motion; `nil` without.
  ///   - ink: reads on the wall.
  ///   - wall: the colour behind.
  func items(_ hold: Hold, at moment: Moment, steps: Int? = nil, ink: Ink, wall: Colour) -> [Item] {
    let opacity = UInt8(share: hold.opacity(at: moment))
    guard opacity > 0 else { return [] }
    let exact = hold.level(at: moment)
    let shown = steps.map { (exact * Double($0) + 0.001).rounded(.down) / Double($0) } ?? exact
    let level = Item.fill(Fill(risen(to: shown), wall.fillBetweenInks))
    let base = Item.fill(Fill(.box(plate, radius: plate.height / 2), ink.colour))
    // What it covers ends at a little distance from it, so that one sees which lies on top.
    let margin = Item.fill(Fill(.box(moat, radius: moat.height / 2), wall))
    let items =
      [margin, base, level] + marks(at: hold.rules.fraction, ink.opposite) + [
        text(hold.prompt(at: moment), ink.opposite)
      ]
    return opacity == 255 ? items : [.group(Group(bounds: moat.inset(by: -1), opacity: opacity, items: items))]
  }

  private var widest: String {
    Hold.Prompt.allCases.map { labels[$0] }.max {
      Line(string: "", template: $0).width < Line(string: "", template: $1).width
    } ?? ""
  }

  private func text(_ prompt: Hold.Prompt, _ ink: Ink) -> Item {
    let box = Rect(
      centre: plate.centre, width: max(1, plate.width - 0.8 * plate.height),
      height: HoldButton.share.text * plate.height)
    return .text(Text(string: labels[prompt], template: widest, box: box, ink: ink))
  }

  /// The lower part of the bowl, up to a level of 0…1.
  func risen(to level: Double) -> Shape {
    guard level > 0 else { return .band([]) }
    let rim = bowl.maxY - min(1, level) * bowl.height
    let rows = stride(from: 0, to: outline.count - 1, by: 2).map { (left: outline[$0], right: outline[$0 + 1]) }
    let below = rows.filter { $0.left.y > rim }.flatMap { [$0.left, $0.right] }
    let half = halfWidth(at: rim)
    return .band([Point(x: bowl.midX - half, y: rim), Point(x: bowl.midX + half, y: rim)] + below)
  }

  private var outline: [Point] { Shape.box(bowl, radius: bowl.height / 2).triangleStrip }

  /// Half of the bowl's width at a height.
  private func halfWidth(at y: Double) -> Double {
    let (radius, rise) = (bowl.height / 2, y - bowl.midY)
    return bowl.width / 2 - radius + max(0, radius * radius - rise * rise).squareRoot()
  }

  /// A short line at either side, where the hold begins to complete itself.
  private func marks(at fraction: Double, _ ink: Ink) -> [Item] {
    guard fraction < 1 else { return [] }
    let (long, thick) = (HoldButton.share.mark * plate.height, max(1.5, 0.025 * plate.height))
    let y = bowl.maxY - fraction * bowl.height
    let half = halfWidth(at: y)
    return [bowl.midX - half, bowl.midX + half - long].map { x in
      .fill(Fill(.box(Rect(x: x, y: y - thick / 2, width: long, height: thick), radius: thick / 2), ink.colour))
    }
  }
}

extension Colour {
  /// The fill of a hold button: a colour of the hue of this one, on which black and white text read equally well, 4.58:1
  /// at the least.
  ///
  /// Its chroma is one that the screen has in every hue at this lightness; greys stay grey, and the chroma of near-greys
  /// is at most tripled.
  var fillBetweenInks: Colour {
    let lab = OKLab(self)
    let chroma = (lab.a * lab.a + lab.b * lab.b).squareRoot()
    let factor = chroma > 0 ? min(3 * chroma, Colour.fillChroma) / chroma : 0
    let (a, b) = (lab.a * factor, lab.b * factor)
    var (low, high) = (0.3, 0.8)
    for _ in 0..<16 {
      let middle = (low + high) / 2
      let isDark = OKLab(lightness: middle, a: a, b: b).light.luminance < Colour.fillLuminance
      (low, high) = isDark ? (middle, high) : (low, middle)
    }
    return OKLab(lightness: (low + high) / 2, a: a, b: b).colour
  }

  private static let fillChroma = 0.09
  /// The luminance with the same contrast to black and to white: √(1.05 · 0.05) - 0.05.
  private static let fillLuminance = 0.1791
}

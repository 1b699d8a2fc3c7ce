/// The hold button's place in a window, its labels and its picture.
package struct HoldButton: Hashable, Sendable {
  package let size: Size
  package let labels: Labels
  /// Of the button's centre above the lower edge of the window, as a share of its height.
  package let position: Double
  /// How far it may be moved and must still be inside the window, in pixels.
  var margin = 0.0

  /// What it says.
  package struct Labels: Hashable, Sendable {
    package var hold: String
    package var hint = "Keep holding, or press Enter twice"
    package var again: String
    package var done = "Done"

    /// - Parameters:
    ///   - action: what it does, in the infinitive: `quit`.
    ///   - time: how long to hold.
    package init(action: String, time: Duration) {
      hold = "Hold \(Labels.seconds(time)) s to \(action)"
      again = "Press Enter again to \(action)"
    }

    package subscript(saying: Hold.Prompt) -> String {
      switch saying {
      case .hold: hold
      case .hint: hint
      case .again: again
      case .done: done
      }
    }

    /// With one decimal where there is one.
    private static func seconds(_ time: Duration) -> String {
      let tenths = Int((time / .milliseconds(100)).rounded())
      return tenths % 10 == 0 ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
    }
  }

  /// The lowest height that a finger finds, in pixels.
  package static let leastHeight = 48.0
  /// How far beyond the plate a press still counts, in pixels.
  package static let slop = 12.0
  /// Of the window's shorter side.
  private static let height = 0.075
  /// The text's digit height, the rim that is never filled, the mark's length and the margin around the plate, in plate
  /// heights.
  private static let share = (text: 0.31, rim: 0.05, mark: 0.2, moat: 0.1)

  package init(size: Size, labels: Labels, position: Double = 0.12) {
    (self.size, self.labels, self.position) = (size, labels, position)
  }

  /// A pill, wholly inside the window: as wide as the longest label needs.
  package var plate: Rect {
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
  package var bowl: Rect { plate.inset(by: max(2, HoldButton.share.rim * plate.height)) }

  /// Whether a press there is one on the button.
  package func contains(_ point: Point) -> Bool { plate.inset(by: -HoldButton.slop).contains(point) }

  /// - Parameters:
  ///   - steps: in how many steps it fills, for those who want no movement; `nil` without.
  ///   - ink: reads on the wall.
  ///   - wall: the colour behind.
  package func items(_ hold: Hold, at uptime: Duration, steps: Int? = nil, ink: Ink, wall: Colour) -> [Item] {
    let opacity = UInt8(share: hold.opacity(at: uptime))
    guard opacity > 0 else { return [] }
    let exact = hold.level(at: uptime)
    let shown = steps.map { (exact * Double($0) + 0.001).rounded(.down) / Double($0) } ?? exact
    let level = Item.fill(Fill(risen(to: shown), wall.fillBetweenInks))
    let base = Item.fill(Fill(.box(plate, radius: plate.height / 2), ink.colour))
    // What it covers ends at a little distance from it, so that one sees what lies on what.
    let margin = Item.fill(Fill(.box(moat, radius: moat.height / 2), wall))
    let items =
      [margin, base, level] + marks(at: hold.rules.fraction, ink.opposite) + [text(hold.says(at: uptime), ink.opposite)]
    return opacity == 255 ? items : [.group(Group(bounds: moat.inset(by: -1), opacity: opacity, items: items))]
  }

  private var widest: String {
    Hold.Prompt.allCases.map { labels[$0] }.max {
      Line(string: "", template: $0).width < Line(string: "", template: $1).width
    } ?? ""
  }

  private func text(_ saying: Hold.Prompt, _ ink: Ink) -> Item {
    let box = Rect(
      centre: plate.centre, width: max(1, plate.width - 0.8 * plate.height),
      height: HoldButton.share.text * plate.height)
    return .text(Text(string: labels[saying], template: widest, box: box, ink: ink))
  }

  /// The lower part of the bowl, up to a level of 0…1.
  package func risen(to level: Double) -> Shape {
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

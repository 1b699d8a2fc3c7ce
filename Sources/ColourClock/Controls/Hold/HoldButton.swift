/// The hold button: its place, its words, its picture.
package struct HoldButton: Hashable, Sendable {
  /// The outline, a pill.
  let plate: Rect
  let labels: Labels
  var colours: Colours?
  var runsLeft = false

  /// Fixed colours, in place of those that go with the wall.
  package struct Colours: Hashable, Sendable {
    let base: Colour
    let fill: Colour

    /// The seed: a red button with a green layer that grows on it, as UIKit names these colours.
    package static let seed = Colours(
      base: Colour(red: 255, green: 0, blue: 0), fill: Colour(red: 0, green: 255, blue: 0))
  }

  struct Contents: Hashable, Sendable {
    /// The centre, as a share of the shorter side: above the lower edge up to 0.5, beyond that below the upper edge.
    var position = 0.08
    /// The action, and the label of the user for it.
    var action = HoldAction.quit
    var label: String?
  }

  struct Labels: Hashable, Sendable {
    let hold: String
    let again: String
    let hint: String
    let done: String

    /// - Parameters:
    ///   - hold: the label of the button.
    ///   - again: the label after a key or a finger has asked for it.
    ///   - isHeldOnly: whether nothing but a hold acts.
    init(hold: String, again: String, isHeldOnly: Bool, _ words: Words) {
      (self.hold, self.again, done) = (hold, again, words["Done"])
      hint = isHeldOnly ? words["Keep holding"] : words["Keep holding, or Enter twice"]
    }

    subscript(prompt: Hold.Prompt) -> String {
      switch prompt {
      case .hold: hold
      case .hint: hint
      case .again: again
      case .done: done
      }
    }

    fileprivate var widest: String { Line.widest([hint, again]) }
  }

  /// In pixels; in a very small window a share of the height.
  private static let least = (height: 48.0, share: 0.22)
  /// The target reaches so far beyond the plate, in pixels.
  static let slop = 12.0
  /// A share of the shorter side.
  private static let height = 0.075
  /// In plate heights: greatest digit height, least digit height of the label and of the other prompts, margin of a
  /// text, unfilled rim, length and width of the mark.
  private static let share = (
    text: 0.31, hold: 0.235, other: 0.22, beside: 0.4, rim: 0.05, mark: 0.2, line: 0.04
  )
  /// The share of the width between the usual places of the mark.
  private static let clear = 0.6
  /// The least gap below the plate, in its heights.
  private static let foot = 0.15

  /// Inside the window, and no wider than its labels need: it shares the edge with the bar.
  static func plate(_ contents: Contents, _ words: Words = Words(), in window: Rect) -> Rect {
    let short = min(window.width, window.height)
    let tall = min(max(least.height, height * short), least.share * window.height)
    let labels = contents.action.labels(words, label: contents.label)
    let forHold = (Line.width(labels.hold) * share.hold + share.beside) / clear
    let forOthers = Line.width(labels.widest) * share.other + 2 * share.beside
    let wide = min(window.width, max(3, forHold, forOthers) * tall)
    let middle =
      contents.position > 0.5
      ? window.y + short * (1 - contents.position) : window.maxY - short * contents.position
    let edge = contents.position > 0.5 ? 0 : min(foot * tall, contents.position * short)
    let y = min(window.maxY - tall - edge, max(window.y, middle - tall / 2))
    return Rect(x: window.midX - wide / 2, y: y, width: wide, height: tall)
  }

  /// The area of the fill.
  var bowl: Rect { plate.inset(by: max(2, HoldButton.share.rim * plate.height)) }

  func contains(_ point: Point) -> Bool { plate.inset(by: -HoldButton.slop).contains(point) }

  /// - Parameters:
  ///   - steps: the number of steps of the fill with reduced motion.
  ///   - wall: the colour behind.
  func items(_ hold: Hold, at moment: Moment, steps: Int? = nil, ink: Ink, wall: Colour) -> [Item] {
    let opacity = UInt8(share: hold.opacity(at: moment))
    guard opacity > 0 else { return [] }
    let exact = hold.level(at: moment)
    let shown = steps.map { (exact * Double($0) + 0.001).rounded(.down) / Double($0) } ?? exact
    let level = Item.fill(Fill(filled(to: shown), colours?.fill ?? wall.fillBetweenInks))
    let base = Item.fill(Fill(.box(plate, radius: plate.height / 2), colours?.base ?? ink.colour))
    let inner = colours.map { Ink.best(on: $0.base, and: $0.fill) } ?? ink.opposite
    let (prompt, mark) = (hold.prompt(at: moment), hold.rules.fraction)
    // Other prompts need the room of the mark, and nothing is held meanwhile.
    let marks = prompt == .hold ? marks(at: mark, inner) : []
    let items = [base, level] + marks + [text(prompt, inner, besideMarkAt: marks.isEmpty ? nil : mark)]
    return opacity == 255 ? items : [.group(Group(bounds: plate.inset(by: -1), opacity: opacity, items: items))]
  }

  /// Clear of the mark: centred, or on its wider side where the mark is near the middle.
  private func text(_ prompt: Hold.Prompt, _ ink: Ink, besideMarkAt mark: Double?) -> Item {
    let words = labels[prompt]
    var (start, end) = (plate.x, plate.maxX)
    if let mark {
      let line = place(mark)
      let reach = abs(line - plate.midX)
      if reach > 0.2 * plate.width {
        (start, end) = (plate.midX - reach, plate.midX + reach)
      } else if line >= plate.midX {
        end = line
      } else {
        start = line
      }
    }
    let side = (mark == nil ? HoldButton.share.beside : HoldButton.share.beside / 2) * plate.height
    let box = Rect(
      centre: Point(x: (start + end) / 2, y: plate.midY), width: max(1, end - start - 2 * side),
      height: HoldButton.share.text * plate.height)
    return .text(Text(string: words, template: words, box: box, ink: ink))
  }

  /// The fill grows in the direction of reading.
  private func place(_ level: Double) -> Double {
    runsLeft ? bowl.maxX - level * bowl.width : bowl.x + level * bowl.width
  }

  func filled(to level: Double) -> Shape {
    guard level > 0 else { return .band([]) }
    let rim = bowl.x + min(1, level) * bowl.width
    let rows = Shape.box(bowl, radius: bowl.height / 2).triangleStrip.map(\.y)
    let ends = [bowl.midY - halfHeight(at: rim), bowl.midY + halfHeight(at: rim)]
    let strip = (rows + ends).sorted().flatMap { y -> [Point] in
      let half = halfWidth(at: y)
      guard bowl.midX - half <= rim + 1e-9 else { return [] }
      return [Point(x: bowl.midX - half, y: y), Point(x: min(bowl.midX + half, rim), y: y)]
    }
    return .band(runsLeft ? strip.map { Point(x: 2 * bowl.midX - $0.x, y: $0.y) } : strip)
  }

  private func halfWidth(at y: Double) -> Double {
    let (radius, rise) = (bowl.height / 2, y - bowl.midY)
    return bowl.width / 2 - radius + max(0, radius * radius - rise * rise).squareRoot()
  }

  private func halfHeight(at x: Double) -> Double {
    let radius = bowl.height / 2
    let way = max(0, abs(x - bowl.midX) - bowl.width / 2 + radius)
    return max(0, radius * radius - way * way).squareRoot()
  }

  /// The mark: short lines at the upper and lower edge.
  private func marks(at fraction: Double, _ ink: Ink) -> [Item] {
    guard fraction < 1 else { return [] }
    let (long, thick) = (HoldButton.share.mark * plate.height, max(2, HoldButton.share.line * plate.height))
    let x = place(fraction)
    let half = halfHeight(at: x)
    return [bowl.midY - half, bowl.midY + half - long].map { y in
      .fill(Fill(.box(Rect(x: x - thick / 2, y: y, width: thick, height: long), radius: thick / 2), ink.colour))
    }
  }
}

extension Colour {
  /// The fill of a hold button: of the hue of this colour, with at least 4.58:1 to both black and white text. The
  /// chroma is one that the screen has in every hue at this lightness. Greys stay grey: chroma is at most tripled.
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
  /// The luminance with equal contrast to black and to white: √(1.05 · 0.05) - 0.05.
  private static let fillLuminance = 0.1791
}

/// The present action of the hold button, and the key that asked for it.
struct HoldRequest: Hashable, Sendable {
  let action: HoldAction
  /// The key that confirms it.
  let key: Key

  init(_ action: HoldAction, by key: Key = .enter) { (self.action, self.key) = (action, key) }

  /// Whether it is the action of the button itself.
  var isOfButton: Bool { key == .enter || key == .character(" ") }
}

/// The hold button in its place: its words and its picture.
package struct HoldButton: Hashable, Sendable {
  /// Its outline, a pill.
  let plate: Rect
  let labels: Labels
  var colours: Colours?
  /// Whether its words are read from the right.
  var runsLeft = false

  /// Of its own, whatever the wall's.
  package struct Colours: Hashable, Sendable {
    let base: Colour
    let fill: Colour

    /// The seed's red button with the green layer that grows on it, as UIKit names them.
    package static let seed = Colours(
      base: Colour(red: 255, green: 0, blue: 0), fill: Colour(red: 0, green: 255, blue: 0))
  }

  /// What its place depends on.
  struct Contents: Hashable, Sendable {
    /// Of its centre, as a share of the window's shorter side: above the lower edge up to a half, beyond that as much
    /// below the upper edge as there is to the whole.
    var position = 0.08
    /// What it is set up for, and words of the user's for that.
    var action = HoldAction.quit
    var label: String?
  }

  /// Its text by prompt.
  struct Labels: Hashable, Sendable {
    let hold: String
    let again: String
    let hint: String
    let done: String

    /// - Parameters:
    ///   - hold: what to do, and for what.
    ///   - again: the same where a key or a finger asks for it.
    ///   - isHeldOnly: whether there is no other way.
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

    /// The longest of those for which the mark makes no room.
    fileprivate var widest: String { Line.widest([hint, again]) }
  }

  /// The lowest height that a finger finds, in pixels; in a very small window it has no more than a share of the height.
  private static let least = (height: 48.0, share: 0.22)
  /// How far beyond the plate a press still counts, in pixels.
  static let slop = 12.0
  /// Of the window's shorter side.
  private static let height = 0.075
  /// In plate heights: the greatest digit height of the text, those that what to do and the other prompts have at least, the
  /// room beside a text, the rim that is never filled, and the mark's length and width.
  private static let share = (
    text: 0.31, hold: 0.235, other: 0.22, beside: 0.4, rim: 0.05, mark: 0.2, line: 0.04
  )
  /// Of the width, what a text in the middle has for itself while the mark is where it usually is.
  private static let clear = 0.6
  /// Left below the plate where it would come too near the edge, in its heights.
  private static let foot = 0.15

  /// Wholly inside the window, and as wide as its labels need: no wider, for it shares the edge with the bar.
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

  /// What the fill runs along.
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
    let level = Item.fill(Fill(filled(to: shown), colours?.fill ?? wall.fillBetweenInks))
    let base = Item.fill(Fill(.box(plate, radius: plate.height / 2), colours?.base ?? ink.colour))
    let inner = colours.map { Ink.best(on: $0.base) } ?? ink.opposite
    let (prompt, mark) = (hold.prompt(at: moment), hold.rules.fraction)
    // What is said instead needs the room, and nothing is held meanwhile.
    let marks = prompt == .hold ? marks(at: mark, inner) : []
    let items = [base, level] + marks + [text(prompt, inner, besideMarkAt: marks.isEmpty ? nil : mark)]
    return opacity == 255 ? items : [.group(Group(bounds: plate.inset(by: -1), opacity: opacity, items: items))]
  }

  /// Clear of the mark: in the middle, or on its wider side where the mark is near the middle itself.
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

  /// How far along the bowl a level of 0…1 is: it fills as the words are read.
  private func place(_ level: Double) -> Double {
    runsLeft ? bowl.maxX - level * bowl.width : bowl.x + level * bowl.width
  }

  /// The part of the bowl up to a level of 0…1.
  func filled(to level: Double) -> Shape {
    guard level > 0 else { return .band([]) }
    let rim = bowl.x + min(1, level) * bowl.width
    let rows = Shape.box(bowl, radius: bowl.height / 2).triangleStrip.map(\.y)
    // Also where the rim meets the outline.
    let ends = [bowl.midY - halfHeight(at: rim), bowl.midY + halfHeight(at: rim)]
    let strip = (rows + ends).sorted().flatMap { y -> [Point] in
      let half = halfWidth(at: y)
      guard bowl.midX - half <= rim + 1e-9 else { return [] }
      return [Point(x: bowl.midX - half, y: y), Point(x: min(bowl.midX + half, rim), y: y)]
    }
    return .band(runsLeft ? strip.map { Point(x: 2 * bowl.midX - $0.x, y: $0.y) } : strip)
  }

  /// Half of the bowl's width at a height.
  private func halfWidth(at y: Double) -> Double {
    let (radius, rise) = (bowl.height / 2, y - bowl.midY)
    return bowl.width / 2 - radius + max(0, radius * radius - rise * rise).squareRoot()
  }

  /// Half of the bowl's height at a place along it.
  private func halfHeight(at x: Double) -> Double {
    let radius = bowl.height / 2
    let way = max(0, abs(x - bowl.midX) - bowl.width / 2 + radius)
    return max(0, radius * radius - way * way).squareRoot()
  }

  /// A short line above and below the words, where the hold begins to complete itself.
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

/// What the hold button does now: what it is set up for, or what a key asks for.
struct HoldRequest: Hashable, Sendable {
  let action: HoldAction
  /// What has asked for it, and confirms it.
  let key: Key

  init(_ action: HoldAction, by key: Key = .enter) { (self.action, self.key) = (action, key) }

  /// Whether it is the button itself that is held, by whatever.
  var isOfButton: Bool { key == .enter || key == .character(" ") }
}

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
    var position = inStrip
    /// The action, and the label of the user for it.
    var action = HoldAction.quit
    var label: String?

    /// The position in the middle of the controls' strip.
    static let inStrip = Layout.Controls.share / 2
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
  /// In plate heights: greatest digit height, least digit height of the longer prompts, margin of a text, edge.
  private static let share = (text: 0.31, other: 0.22, beside: 0.4, edge: 0.05)
  /// The first piece of a fill, in heights of the bowl.
  private static let head = 0.35
  /// The least gap below the plate, in its heights.
  private static let foot = 0.15

  /// Inside the window, and no wider than its labels need: it shares the edge with the bar.
  static func plate(_ contents: Contents, _ words: Words = Words(), in window: Rect) -> Rect {
    let short = min(window.width, window.height)
    let tall = min(max(least.height, height * short), least.share * window.height)
    let labels = contents.action.labels(words, label: contents.label)
    let forHold = Line.width(labels.hold) * share.text + 2 * share.beside
    let forOthers = Line.width(labels.widest) * share.other + 2 * share.beside
    let wide = min(window.width, max(3, forHold, forOthers) * tall)
    let middle =
      contents.position > 0.5
      ? window.y + short * (1 - contents.position) : window.maxY - short * contents.position
    let edge = contents.position > 0.5 ? 0 : min(foot * tall, contents.position * short)
    let y = min(window.maxY - tall - edge, max(window.y, middle - tall / 2))
    return Rect(x: window.midX - wide / 2, y: y, width: wide, height: tall)
  }

  /// The width by which a fill grows.
  var growth: Double { bowl.width - head }
  private var head: Double { colours == nil ? min(HoldButton.head * bowl.height, bowl.width).rounded() : 0 }

  /// The area of the fill.
  var bowl: Rect { plate.inset(by: max(2, HoldButton.share.edge * plate.height)) }

  func contains(_ point: Point) -> Bool { plate.inset(by: -HoldButton.slop).contains(point) }

  /// The label, and the fill that grows under it. The label has two colours, cut where the fill ends.
  /// - Parameters:
  ///   - opacity: of the whole at rest; a fill is opaque.
  ///   - steps: the number of steps of the fill with reduced motion.
  func items(_ hold: Hold, at moment: Moment, opacity: Double, steps: Int? = nil, ink: Ink) -> [Item] {
    let opacity = UInt8(share: opacity)
    guard opacity > 0 else { return [] }
    let exact = hold.level(at: moment)
    let level = steps.map { (exact * Double($0) + 0.001).rounded(.down) / Double($0) } ?? exact
    let words = labels[hold.prompt(at: moment)]
    let edge = Item.fill(Fill(.box(plate, radius: plate.height / 2), ink.colour))
    let base = layer(words, colours?.base ?? ink.opposite.colour)
    let fill = layer(words, colours?.fill ?? ink.colour)
    if level >= 1 || level <= 0 {
      let items = [edge] + (level >= 1 ? fill : base)
      return opacity == 255 ? items : [.group(Group(bounds: plate.inset(by: -1), opacity: opacity, items: items))]
    }
    return [edge] + base + [.group(Group(bounds: filled(to: level), opacity: 255, items: fill))]
  }

  /// The whole button in one colour, with the label in the ink that stands out from it.
  private func layer(_ words: String, _ colour: Colour) -> [Item] {
    let box = Rect(
      centre: plate.centre, width: max(1, plate.width - 2 * HoldButton.share.beside * plate.height),
      height: HoldButton.share.text * plate.height)
    return [
      .fill(Fill(.box(bowl, radius: bowl.height / 2), colour)),
      .text(Text(string: words, template: words, box: box, ink: Ink.best(on: colour))),
    ]
  }

  /// The part of the plate that is filled, on whole pixels. The fill grows in the direction of reading. It begins with
  /// a piece that is seen at once: nothing but the round end would be in its first pixels.
  func filled(to level: Double) -> Rect {
    let width = level > 0 ? head + (level * growth).rounded() : 0
    let left = runsLeft ? bowl.maxX.rounded() - width : bowl.x.rounded()
    return Rect(x: left, y: plate.y, width: width, height: plate.height)
  }
}

/// The present action of the hold button, and the key that asked for it.
struct HoldRequest: Hashable, Sendable {
  let action: HoldAction
  /// The key that confirms it.
  let key: Key

  init(_ action: HoldAction, by key: Key = .enter) { (self.action, self.key) = (action, key) }

  /// The request of a press on the bar's last command.
  static let quitInBar = HoldRequest(.quit, by: .character("q"))

  /// Whether what rings is dismissed instead.
  var yieldsToRinging: Bool { key == .enter || key == .character(" ") || key == .escape }
}

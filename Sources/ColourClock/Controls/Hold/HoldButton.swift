/// The place, labels and picture of the hold button.
package struct HoldButton: Hashable, Sendable {
  /// A rectangle with round ends.
  let plate: Rect
  let labels: Labels
  /// The button's own colours; `nil` for the wall's colour and ink.
  var colours: Colours?
  var runsLeft = false
  /// True for a larger label, as while something rings.
  var hasLargeLabel = false

  package struct Colours: Hashable, Sendable {
    let base: Colour
    let fill: Colour

    /// The colours of `--preset seed`: a red button with a growing green fill (UIKit's `red` and `green`).
    package static let seed = Colours(
      base: Colour(red: 255, green: 0, blue: 0), fill: Colour(red: 0, green: 255, blue: 0))
  }

  /// The place of the centre in the row of the bar, as in `HoldSetup.position`.
  private static let inBar = 0.045

  struct Contents: Hashable, Sendable {
    /// The place of the centre, as in `HoldSetup.position`; `nil` in the row of the bar, for a button that is shown
    /// only to dismiss or to quit.
    var place: Double?
    var action = HoldAction.quit
    /// The user's label, in place of the words for the action.
    var label: String?

    var position: Double { place ?? HoldButton.inBar }
  }

  struct Labels: Hashable, Sendable {
    let hold: String
    let again: String
    let hint: String
    let done: String

    /// - Parameters:
    ///   - again: the label after a first press, which asks for a second press.
    ///   - isHeldOnly: true if the hint must not name Enter: Enter does not act, or the user presses with a finger.
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

  /// A press within this distance of the plate, in pixels, counts as a press on the button.
  static let slop = 12.0
  /// The greatest height of the plate, as a share of the window's height.
  private static let mostHeight = 0.22
  /// Lengths in plate heights. `longPrompt`: the least digit height of longer prompts. `margin`: the space at each side
  /// of a text. `edge`: the width of the plate's edge. Labels have the sizes of `ControlBar.text`.
  private static let share = (longPrompt: 0.22, margin: 0.5, edge: 0.035)
  /// The width with which a fill begins, as a share of the height of `fillArea`.
  private static let firstWidth = 0.35

  /// The plate is at most as high as the bar at the same edge. The plate is three heights wide, or wider if the labels
  /// need the width.
  /// - Parameter target: the least height of the bar, in pixels; `nil` for the least height at a usual resolution.
  static func plate(_ contents: Contents, _ words: Words = Words(), target: Double? = nil, in window: Rect) -> Rect {
    let short = min(window.width, window.height)
    let tall = min(ControlBar.height(target: target, in: window), mostHeight * window.height)
    let labels = contents.action.labels(words, label: contents.label)
    let forLabel = Line.width(labels.hold) * ControlBar.text.height + 2 * share.margin
    let forPrompts = Line.width(labels.widest) * share.longPrompt + 2 * share.margin
    let wide = min(window.width, max(3, forLabel, forPrompts) * tall)
    let isAtTop = contents.position > 0.5
    let middle = isAtTop ? window.y + short * (1 - contents.position) : window.maxY - short * contents.position
    let gap = isAtTop ? 0 : min(ControlBar.margin(in: window), contents.position * short)
    let y = min(window.maxY - tall - gap, max(window.y, middle - tall / 2))
    return Rect(x: window.midX - wide / 2, y: y, width: wide, height: tall)
  }

  /// The width of the longest label that has the usual size, in digit heights.
  static func labelRoom(in plate: Rect) -> Double {
    (plate.width / plate.height - 2 * share.margin) / ControlBar.text.height
  }

  /// The width by which a fill grows, in pixels.
  var growth: Double { fillArea.width - firstWidth }
  /// The width with which a fill begins, in pixels. 0 if the button has its own colours.
  private var firstWidth: Double {
    colours == nil ? min(HoldButton.firstWidth * fillArea.height, fillArea.width).rounded() : 0
  }

  /// The plate without its edge.
  var fillArea: Rect { plate.inset(by: max(2, HoldButton.share.edge * plate.height)) }

  func contains(_ point: Point) -> Bool { plate.inset(by: -HoldButton.slop).contains(point) }

  /// The picture of the button. On the fill the label has another colour.
  /// - Parameters:
  ///   - opacity: the opacity of an empty or full button; a partly filled button is opaque.
  ///   - steps: the number of steps in which the fill grows with reduced motion; `nil` for a smooth fill.
  ///   - wall: the colour of the empty button; `nil` for the opposite ink.
  ///   - isFilled: true for a button of ink in which the wall's colour grows. Ignored if the button has its own
  ///     colours.
  func items(
    _ hold: Hold, at moment: Moment, opacity: Double, steps: Int? = nil, ink: Ink, wall: Colour? = nil,
    isFilled: Bool = false
  ) -> [Item] {
    let opacity = UInt8(share: opacity)
    guard opacity > 0 else { return [] }
    let exact = hold.level(at: moment)
    let level = steps.map { (exact * Double($0) + 0.001).rounded(.down) / Double($0) } ?? exact
    let words = labels[hold.prompt(at: moment)]
    let edge = Item.fill(Fill(.box(plate, radius: plate.height / 2), ink.colour))
    // The wall's colour, made darker or lighter if the small label needs it.
    let ground = wall.map { $0.plate(for: ink.colour) ?? $0 } ?? ink.opposite.colour
    let empty = layer(words, colours?.base ?? ground, in: fillArea)
    // A layer of ink has the shape of the whole plate, so that there is no seam at the edge of ink.
    let full =
      colours.map { layer(words, $0.fill, in: fillArea) } ?? layer(words, ink.colour, in: plate, label: ground)
    let (base, fill) = isFilled && colours == nil ? (full, empty) : (empty, full)
    if level >= 1 || level <= 0 {
      let items = [edge] + (level >= 1 ? fill : base)
      return opacity == 255 ? items : [.group(Group(bounds: plate.inset(by: -1), opacity: opacity, items: items))]
    }
    return [edge] + base + [.group(Group(bounds: filled(to: level), opacity: 255, items: fill))]
  }

  /// The plate in one colour, with its label. The label has the ink that is legible on the colour, unless `label` is
  /// given.
  private func layer(_ words: String, _ colour: Colour, in area: Rect, label: Colour? = nil) -> [Item] {
    let box = Rect(
      centre: plate.centre, width: max(1, plate.width - 2 * HoldButton.share.margin * plate.height),
      height: (hasLargeLabel ? ControlBar.text.large : ControlBar.text.height) * plate.height)
    var text = Text(string: words, template: words, box: box, ink: Ink.best(on: colour))
    if let label, label != text.ink.colour { text.tint = Text.Tint(ink: label) }
    return [.fill(Fill(.box(area, radius: area.height / 2), colour)), .text(text)]
  }

  /// The filled part of the button. Its left and right edges are on whole pixels. A fill begins with a visible width,
  /// because a few pixels would show only the tip of the round end.
  func filled(to level: Double) -> Rect {
    let width = level > 0 ? firstWidth + (level * growth).rounded() : 0
    let left = runsLeft ? fillArea.maxX.rounded() - width : fillArea.x.rounded()
    return Rect(x: left, y: plate.y, width: width, height: plate.height)
  }
}

/// The present action of the hold button, and the key that has asked for it.
struct HoldRequest: Hashable, Sendable {
  let action: HoldAction
  /// The key that has asked for the action. If this key is pressed again, it confirms the action.
  let key: Key

  init(_ action: HoldAction, by key: Key = .enter) { (self.action, self.key) = (action, key) }

  static let quitInBar = HoldRequest(.quit, by: .character("q"))

  /// True if a hold with this key dismisses what rings.
  var yieldsToRinging: Bool { key == .enter || key == .character(" ") || key == .escape }
}

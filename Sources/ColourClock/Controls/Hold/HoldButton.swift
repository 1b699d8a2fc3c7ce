package struct HoldButton: Hashable, Sendable {
  let plate: Rect
  let labels: Labels
  var colours: Colours?
  var isRightToLeft = false
  /// True for the actions Dismiss and Next.
  var hasLargeLabel = false

  package struct Colours: Hashable, Sendable {
    let base: Colour
    let fill: Colour

    /// `--preset seed`: green fills red (UIKit's `red` and `green`).
    package static let seed = Colours(
      base: Colour(red: 255, green: 0, blue: 0), fill: Colour(red: 0, green: 255, blue: 0))
  }

  private static let inBar = 0.045

  struct Contents: Hashable, Sendable {
    /// Like `HoldSetup.position`; `nil` in the bar's row.
    var place: Double?
    var action = HoldAction.quit
    var label: String?

    var position: Double { place ?? HoldButton.inBar }
  }

  struct Labels: Hashable, Sendable {
    let hold: String
    let again: String
    let hint: String
    let done: String

    /// - Parameter isHeldOnly: True if the hint must not name Enter.
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

  /// A press this close to the plate counts, in pixels.
  static let slop = 12.0
  /// The greatest height, as a share of the window's height.
  private static let mostHeight = 0.22
  /// Lengths in plate heights: the least digit height of longer prompts, the margin beside a text, the border.
  private static let share = (longPrompt: 0.22, margin: 0.5, edge: 0.035)
  /// The first width of a fill, as a share of `fillArea`'s height.
  private static let firstWidth = 0.35

  /// - Parameter target: the bar's least height in pixels; `nil` for a usual resolution.
  static func plate(_ contents: Contents, _ words: Words = Words(), target: Double? = nil, in window: Rect) -> Rect {
    let short = window.shortSide
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

  /// The width for a label of usual size, in digit heights.
  static func labelRoom(in plate: Rect) -> Double {
    (plate.width / plate.height - 2 * share.margin) / ControlBar.text.height
  }

  /// The growth of the fill from empty to full, in pixels.
  var growth: Double { fillArea.width - firstWidth }
  private var firstWidth: Double {
    colours == nil ? min(HoldButton.firstWidth * fillArea.height, fillArea.width).rounded() : 0
  }

  var fillArea: Rect { plate.inset(by: max(2, HoldButton.share.edge * plate.height)) }

  func contains(_ point: Point) -> Bool { plate.inset(by: -HoldButton.slop).contains(point) }

  /// - Parameters:
  ///   - opacity: The opacity of an empty or full button. A partly filled button is opaque.
  ///   - steps: The number of steps of the fill; `nil` for a smooth fill.
  ///   - wall: The empty button's colour; `nil` for the opposite ink.
  ///   - isFilled: True if the button begins as ink and fills with `wall`.
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
    let ground = wall.map { $0.plate(for: ink.colour) ?? $0 } ?? ink.opposite.colour
    let empty = layer(words, colours?.base ?? ground, in: fillArea)
    // Ink covers the whole plate, so that no seam shows at the edge.
    let full =
      colours.map { layer(words, $0.fill, in: fillArea) } ?? layer(words, ink.colour, in: plate, label: ground)
    let (base, fill) = isFilled && colours == nil ? (full, empty) : (empty, full)
    if level >= 1 || level <= 0 {
      let items = [edge] + (level >= 1 ? fill : base)
      return opacity == 255 ? items : [.group(Group(bounds: plate.inset(by: -1), opacity: opacity, items: items))]
    }
    return [edge] + base + [.group(Group(bounds: filled(to: level), opacity: 255, items: fill))]
  }

  private func layer(_ words: String, _ colour: Colour, in area: Rect, label: Colour? = nil) -> [Item] {
    let box = Rect(
      centre: plate.centre, width: max(1, plate.width - 2 * HoldButton.share.margin * plate.height),
      height: (hasLargeLabel ? ControlBar.text.large : ControlBar.text.height) * plate.height)
    var text = Text(string: words, box: box, ink: Ink.best(on: colour))
    if let label, label != text.ink.colour { text.tint = Text.Tint(ink: label) }
    return [.fill(Fill(.box(area, radius: area.height / 2), colour)), .text(text)]
  }

  func filled(to level: Double) -> Rect {
    let width = level > 0 ? firstWidth + (level * growth).rounded() : 0
    let left = isRightToLeft ? fillArea.maxX.rounded() - width : fillArea.x.rounded()
    return Rect(x: left, y: plate.y, width: width, height: plate.height)
  }
}

struct HoldRequest: Hashable, Sendable {
  let action: HoldAction
  /// A second press of this key confirms.
  let key: Key

  init(_ action: HoldAction, by key: Key = .enter) { (self.action, self.key) = (action, key) }

  static let quitInBar = HoldRequest(.quit, by: .character("q"))

  /// A hold with this key dismisses what rings.
  var yieldsToRinging: Bool { key == .enter || key == .character(" ") || key == .escape }
}

/// Typed text over the middle of the wall.
struct TypingPlate {
  private let lines: [PlateLine]
  private let window: Rect

  /// A line without a template is sized by its own text.
  private typealias PlateLine = (text: String, template: String?, share: Double)

  private static let most = (width: 0.86, height: 0.62)
  /// The longest name in a caption, in digit heights.
  static let longestName = 14.0
  private static let scrim = 0.8
  /// The unit is the height of the first line.
  private static let share = (title: 0.5, caption: 0.2, units: 0.24, gap: 0.3, margin: 0.4)

  /// What Enter does to other countdowns.
  enum EnterEffect {
    case none
    /// Enter replaces nothing that runs.
    case keepsOthers
    /// Enter replaces the countdown of this name.
    case replaces(String, hasRoom: Bool)
    /// Enter would add a countdown, but there is no room.
    case noRoom
  }

  init(_ phase: Typing.Phase, enterEffect: EnterEffect, _ words: Words, in window: Rect) {
    self.window = window
    let widest = TypingPlate.widest(enterEffect, words)
    lines =
      switch phase {
      case .closed, .intervals: []
      case .entry(let entry, let refused):
        [
          (entry.shown, entry.template, 1),
          (entry.units(words), TypedEntry.widestUnits(words), TypingPlate.share.units),
          (TypingPlate.caption(refused, enterEffect, words), widest, TypingPlate.share.caption),
        ]
      case .titleBeforeStart(let title, let entry):
        TypingPlate.lines(phase.withUnits ?? entry, title, TypingPlate.caption(nil, enterEffect, words), widest)
      case .titleAfterStart(let title, let entry):
        TypingPlate.lines(
          entry, title, TypingPlate.caption(ofTitle: phase, words),
          Line.widest(TypingPlate.captionsOfTitle(words) + [widest]))
      }
  }

  private static func lines(
    _ entry: TypedEntry, _ title: TypedLine, _ caption: String, _ widestCaption: String
  ) -> [PlateLine] {
    [(entry.shown, entry.template, 1), (title.text + "|", nil, share.title), (caption, widestCaption, share.caption)]
  }

  private static func caption(ofTitle phase: Typing.Phase, _ words: Words) -> String {
    captionsOfTitle(words)[phase.digitsInTitle == nil ? 0 : 1]
  }

  private static func captionsOfTitle(_ words: Words) -> [String] {
    [words["Type a title, Enter keeps it"], words["Enter keeps the title, + adds a countdown"]]
  }

  static func caption(_ refused: Typing.Refused?, _ enterEffect: EnterEffect, _ words: Words) -> String {
    switch (refused, enterEffect) {
    case (nil, .none): words["Enter starts it, Escape leaves"]
    case (nil, .keepsOthers): words["Enter starts it, + adds it, Escape leaves"]
    case (nil, .replaces(let name, true)): words["Enter replaces %s, + adds it, Escape leaves", name]
    case (nil, .replaces(let name, false)): words["Enter replaces %s, Escape leaves", name]
    case (.tooMany, _), (nil, .noRoom): words["There are eight countdowns already"]
    case (.tooShort, _): words["A countdown has at least a second"]
    case (.tooLong, _): words["A countdown has 99:59:59 at the most"]
    case (.noTime, _): words["There is no such time"]
    case (.past, _): words["That moment has passed"]
    case (.tooFar, _): words["A countdown lasts ten years at most"]
    }
  }

  private static func widest(_ enterEffect: EnterEffect, _ words: Words) -> String {
    let others: [Typing.Refused] = if case .none = enterEffect { [] } else { [.tooMany] }
    let refusals: [Typing.Refused?] = [nil, .tooShort, .tooLong, .noTime, .past, .tooFar] + others
    return Line.widest(refusals.map { caption($0, enterEffect, words) })
  }

  func items(on backdrop: Backdrop) -> [Item] {
    guard !lines.isEmpty else { return [] }
    let ink = backdrop.ink
    let (gap, margin) = (TypingPlate.share.gap, TypingPlate.share.margin)
    let high = lines.reduce(2 * margin - gap) { $0 + $1.share + gap }
    let wide = lines.reduce(0) { max($0, Line.width($1.template ?? "") * $1.share) } + 2 * margin
    let unit = min(TypingPlate.most.width * window.width / wide, TypingPlate.most.height * window.height / high)
    let plate = Rect(centre: window.centre, width: wide * unit, height: high * unit)
    let edge = max(2, 0.03 * unit)
    var items: [Item] = [
      .fill(Fill(.box(window, radius: 0), backdrop.colour, opacity: UInt8(share: TypingPlate.scrim))),
      .fill(Fill(.box(plate.inset(by: -edge), radius: 0.3 * unit + edge), ink.colour)),
      .fill(Fill(.box(plate, radius: 0.3 * unit), backdrop.colour)),
    ]
    var y = plate.y + margin * unit
    for line in lines {
      let tall = line.share * unit
      let box = Rect(x: plate.x + margin * unit, y: y, width: plate.width - 2 * margin * unit, height: tall)
      items.append(.text(Text(string: line.text, template: line.template, box: box, ink: ink)))
      y = box.maxY + gap * unit
    }
    return items
  }
}

/// The line that says how to begin, to a user who has never used a wall: once, when something is done for the first time.
struct Hint: Hashable, Sendable {
  private var visibility: AutoHide
  private(set) var isSaid = false

  /// How long it stays beyond what comes and goes with the pointer: long enough to be read twice.
  private static let extra = Duration.seconds(6)

  init(isReduced: Bool) { visibility = AutoHide(mode: .auto, isReduced: isReduced) }

  mutating func say(at moment: Moment) {
    isSaid = true
    visibility.appear(at: moment.uptime)
    visibility.stay(until: moment.uptime + Hint.extra)
  }

  /// 0 (hidden) to 1.
  func opacity(at moment: Moment) -> Double { visibility.opacity(at: moment.uptime) }

  func nextChange(after moment: Moment) -> Duration? { visibility.nextChange(after: moment.uptime) }
}

extension Scene {
  /// To be called at each input.
  mutating func sayHint(at moment: Moment) -> [Effect] {
    guard hint?.isSaid == false, hintWords != nil else { return [] }
    clock.hint?.say(at: moment)
    return [.keepHint]
  }

  /// `nil` where it would say nothing.
  private var hintWords: String? {
    if barPlaces.isEmpty { return hand.isTouched ? nil : setup.words["Press ? for help"] }
    return hand.isTouched
      ? setup.words["Touch for controls · tap ? for help"] : setup.words["Move or touch for controls · ? for help"]
  }

  func hintItems(_ layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item] {
    var signs = badgeText(moment.health).map { [layout.sign($0, isLeft: false)] } ?? []
    if setup.showsRate { signs.append(layout.sign(setup.words["%d fps", "000"], isLeft: true)) }
    guard let opacity = hint?.opacity(at: moment), opacity > 0, let text = hintWords,
      let box = layout.hint(text, beside: signs)
    else { return [] }
    return [
      .text(
        Text(
          string: text, template: text, box: box, ink: backdrop.ink, halo: backdrop.haloOpacity,
          opacity: UInt8(share: opacity)))
    ]
  }
}

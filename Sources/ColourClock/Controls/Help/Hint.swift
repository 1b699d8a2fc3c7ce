/// The line that says how to begin: once, at the first input of a user who has never used a wall.
struct Hint: Hashable, Sendable {
  private var visibility: AutoHide
  private(set) var isSaid = false

  /// How much longer it stays than the controls: long enough to be read twice.
  private static let extra = Duration.seconds(6)

  init(isReduced: Bool) { visibility = AutoHide(mode: .auto, isReduced: isReduced) }

  mutating func say(at moment: Moment) {
    isSaid = true
    visibility.appear(at: moment.uptime)
    visibility.stay(until: moment.uptime + Hint.extra)
  }

  func opacity(at moment: Moment) -> Double { visibility.opacity(at: moment.uptime) }

  func nextChange(after moment: Moment) -> Duration? { visibility.nextChange(after: moment.uptime) }
}

enum HintControl: Control {
  static func nextChange(of scene: Scene, after moment: Moment) -> Wake {
    Wake(uptime: scene.hint?.nextChange(after: moment))
  }

  static func isAtRest(in scene: Scene, at moment: Moment) -> Bool { scene.hint?.nextChange(after: moment) == nil }

  static func items(of scene: Scene, in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item] {
    guard let opacity = scene.hint?.opacity(at: moment), opacity > 0, let text = scene.hintWords else { return [] }
    let signs = [HealthSign.box(of: scene, in: layout, at: moment), RateSign.box(of: scene, in: layout)]
    guard let box = layout.hint(text, beside: signs.compactMap(\.self)) else { return [] }
    return [
      .text(
        Text(
          string: text, template: text, box: box, ink: backdrop.ink, isOnWall: true,
          opacity: UInt8(share: opacity)))
    ]
  }
}

extension Scene {
  /// To be called at each input.
  mutating func sayHint(at moment: Moment) -> [Effect] {
    guard hint?.isSaid == false, hintWords != nil else { return [] }
    clock.hint?.say(at: moment)
    return [.keepHint]
  }

  /// `nil` where it would say nothing.
  fileprivate var hintWords: String? {
    if barPlaces.isEmpty { return pointer.isTouched ? nil : setup.words["Press ? for help"] }
    return pointer.isTouched
      ? setup.words["Touch for controls · tap ? for help"] : setup.words["Move or touch for controls · ? for help"]
  }
}

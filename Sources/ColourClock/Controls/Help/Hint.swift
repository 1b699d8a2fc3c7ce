/// A hint on how to reach the controls, shown once for each user, never in a kiosk.
struct Hint: Hashable, Sendable {
  private var visibility: AutoHide
  private(set) var wasShown = false

  private static let span = Duration.seconds(10)

  init(isReduced: Bool) { visibility = AutoHide(mode: .auto, isReduced: isReduced) }

  mutating func show(at moment: Moment) {
    wasShown = true
    visibility.appear(at: moment.uptime, until: moment.uptime + Hint.span)
  }

  mutating func leave(at moment: Moment) {
    if wasShown { visibility.disappear(at: moment.uptime) }
  }

  func opacity(at moment: Moment) -> Double { visibility.opacity(at: moment.uptime) }

  func nextChange(after moment: Moment) -> Duration? { visibility.nextChange(after: moment.uptime) }
}

enum HintControl: Control {
  static func advance(_ scene: inout Scene, to moment: Moment, _ result: inout AdvanceResult) {
    guard scene.hint?.wasShown == false, !scene.setup.isLocked, scene.layout != nil, scene.isVisible,
      scene.role == .whole
    else { return }
    scene.clock.hint?.show(at: moment)
    result.add([.saveHint])
  }

  static func nextChange(of scene: Scene, after moment: Moment) -> Wake {
    Wake(uptime: scene.hint?.nextChange(after: moment))
  }

  static func isAtRest(in scene: Scene, at moment: Moment) -> Bool { scene.hint?.nextChange(after: moment) == nil }

  static func items(of scene: Scene, in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item] {
    guard let opacity = scene.hint?.opacity(at: moment), opacity > 0 else { return [] }
    let text = scene.hintWords
    let signs = [
      HealthSign.box(of: scene, in: layout, at: moment), RateSign.box(of: scene, in: layout),
      SoundControl.box(of: scene, in: layout),
    ]
    guard let box = layout.hint(text, beside: signs.compactMap(\.self)) else { return [] }
    return [
      .text(Text(string: text, box: box, ink: backdrop.ink, isOnWall: true, opacity: UInt8(share: opacity)))
    ]
  }
}

extension Scene {
  fileprivate var hintWords: String {
    barPlaces.contains { $0.command == .help }
      ? setup.words["Move or touch for controls · ? for help"] : setup.words["Press ? for help"]
  }
}

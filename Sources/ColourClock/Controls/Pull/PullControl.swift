/// A pull refreshes the wall, or brings down a ring from above.
enum PullControl: Control {
  static func drag(_ drag: Drag, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    guard drag.way.y > 0, scene.canBePulled(at: moment) else { return nil }
    scene.setGesture(.press(PullPress()))
    let counts = scene.pullRefreshes(at: moment)
    let effects = scene.refreshEffects(if: scene.wall.pull.press(drag.origin, counts: counts, at: moment))
    return effects + scene.refreshEffects(if: scene.wall.pull.move(to: drag.place, at: moment))
  }

  static func scroll(_ scroll: Scroll, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    guard scene.canBePulled(at: moment), abs(scroll.up) > abs(scroll.right) else { return nil }
    let counts = scene.pullRefreshes(at: moment)
    return scene.refreshEffects(if: scene.wall.pull.scroll(by: scroll.up, counts: counts, at: moment))
  }

  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    guard key == .character("r") || key == .function(5) else { return nil }
    return scene.allows(.refresh) ? scene.refreshEffects(if: scene.wall.pull.start(at: moment)) : []
  }

  static func cancel(on scene: inout Scene, at moment: Moment) -> [Effect] {
    scene.refreshEffects(if: scene.wall.pull.cancel(at: moment))
  }

  static func advance(_ scene: inout Scene, to moment: Moment, _ result: inout AdvanceResult) {
    if scene.wall.pull.advance(to: moment) { result.add([.refresh]) }
  }

  static func due(in scene: Scene) -> Wake { Wake(uptime: scene.pull.due) }

  static func nextChange(of scene: Scene, after moment: Moment) -> Wake {
    guard !scene.pull.isAtRest(at: moment) else { return .never }
    return scene.pull.nextChange(after: moment).or(uptime: scene.dialChange(after: moment))
  }

  static func isAtRest(in scene: Scene, at moment: Moment) -> Bool { scene.pull.isAtRest(at: moment) }

  /// Except in a refresh, the ring replaces the pull's symbol.
  static func items(of scene: Scene, in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item] {
    guard !scene.pull.isAtRest(at: moment) else { return [] }
    if scene.ringComesDown(at: moment), !scene.pull.isRefreshing(at: moment) { return [] }
    return scene.pull.items(at: moment, ink: backdrop.ink, dial: scene.dial(at: moment), scene.setup.words)
  }

  static var isFixed: Bool { true }
}

private struct PullPress: Press {
  func move(to place: Point, on scene: inout Scene, at moment: Moment) -> [Effect] {
    scene.refreshEffects(if: scene.wall.pull.move(to: place, at: moment))
  }

  func release(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] {
    scene.refreshEffects(if: scene.wall.pull.release(at: moment))
  }
}

extension Scene {
  func refreshEffects(if acts: Bool) -> [Effect] { acts ? [.refresh] : [] }

  /// False if a pull can only bring down the ring.
  fileprivate func pullRefreshes(at moment: Moment) -> Bool {
    switch setup.pullRefreshes {
    case .always: setup.pull != nil
    case .never: false
    case .withoutCountdown: setup.pull != nil && (countdown == nil || !ringComesDown(at: moment))
    }
  }

  fileprivate func canBePulled(at moment: Moment) -> Bool {
    setup.pull != nil && (pullRefreshes(at: moment) || ringComesDown(at: moment))
  }

  fileprivate func dial(at moment: Moment) -> Pull.Dial? {
    guard let feed, let rest = feed.untilDue(at: moment), let period = feed.rules.every else { return nil }
    return Pull.Dial(fraction: rest / period, number: rest.secondsRoundedUp)
  }

  fileprivate func dialChange(after moment: Moment) -> Duration? {
    guard let rest = feed?.untilDue(at: moment), rest > .zero else { return nil }
    return moment.uptime + rest - .seconds(rest.secondsRoundedUp - 1)
  }
}

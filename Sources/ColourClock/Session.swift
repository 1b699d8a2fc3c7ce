/// Joins a clock, the surfaces it is shown on and their scenes: the delegate of the clock and of every surface, and the only
/// caller of all three.
package final class Session: ClockDelegate, SurfaceDelegate {
  /// The scene of the wall with the controls, from which can be read what all walls share.
  package var scene: Scene { (walls.first { $0.surface.role == .whole } ?? walls.first)?.scene ?? start }
  private let clock: any Clock
  private let perform: (Effect) -> Void
  /// What the first wall begins with.
  private let start: Scene
  private(set) var walls: [Wall] = []

  /// A scene and the surface it is on.
  struct Wall {
    var scene: Scene
    let surface: any Surface
    fileprivate var ahead: Ahead?
    /// What was shown last, and how often it changed; kept only where that is shown.
    fileprivate var frame: Frame?
    fileprivate var meter = RateMeter()
  }

  /// The frame that was composed for a coming moment.
  fileprivate struct Ahead {
    let frame: Frame
    let moment: Moment
    let state: Scene.TimedState
  }

  /// - Parameter perform: carries out an effect.
  package init(scene: Scene, clock: any Clock, perform: @escaping (Effect) -> Void) {
    (start, self.clock, self.perform) = (scene, clock, perform)
    clock.delegate = self
  }

  package func clock(_ clock: any Clock, didReach moment: Moment) { broadcast(.ticked, at: moment) }

  package func surfacesDidChange(to surfaces: [any Surface]) {
    let moment = clock.now
    // A gesture on a wall that is gone is over.
    let gone = walls.indices.filter { index in !surfaces.contains { $0 === walls[index].surface } }
    let effects = gone.flatMap { handle(.disappeared, on: $0, at: moment) }
    defer { effects.forEach(perform) }
    walls = surfaces.map { surface in
      surface.delegate = self
      return walls.first { $0.surface === surface }
        ?? Wall(scene: scene.another(surface.role, at: moment), surface: surface)
    }
  }

  package func surface(_ surface: any Surface, didReceive events: [Event]) {
    guard let index = walls.firstIndex(where: { $0.surface === surface }) else { return }
    let moment = clock.now
    let shared = scene.shared
    let effects = events.flatMap { event in handle(event, on: event.isKey ? keyWall(index) : index, at: moment) }
    show(shared == scene.shared && !events.contains { $0.isKey } ? index..<index + 1 : walls.indices, at: moment)
    effects.forEach(perform)
  }

  /// Takes an event that comes neither from the clock nor from a surface.
  package func receive(_ event: Event) { broadcast(event, at: clock.now) }

  /// Has every scene handle the event, and shows what has come of it.
  private func broadcast(_ event: Event, at moment: Moment) {
    let effects = walls.indices.flatMap { handle(event, on: $0, at: moment) }
    show(walls.indices, at: moment)
    effects.forEach(perform)
  }

  /// A key belongs to the wall with the controls, whichever window has the keyboard.
  private func keyWall(_ index: Int) -> Int {
    walls[index].surface.role == .whole ? index : walls.firstIndex { $0.surface.role == .whole } ?? index
  }

  /// One scene handles the event, and the others adopt the shared state before they handle it: so nothing is done twice.
  private func handle(_ event: Event, on index: Int, at moment: Moment) -> [Effect] {
    if event != .ticked { for index in walls.indices { walls[index].ahead = nil } }
    let before = walls.count > 1 ? walls[index].scene.shared : nil
    let effects = walls[index].scene.handle(event, at: moment)
    if let before, case let shared = walls[index].scene.shared, shared != before {
      for other in walls.indices where other != index { walls[other].scene.adopt(shared, at: moment) }
    }
    return effects
  }

  /// Shows the present frames, has the coming ones composed, and sleeps until then. What is composed ahead waits until
  /// every wall shows the present.
  private func show(_ indices: Range<Int>, at moment: Moment) {
    let next = walls.indices.map { index in
      indices.contains(index) ? show(index, at: moment) : walls[index].scene.nextChange(after: moment)
    }
    for index in indices { prepare(index, for: next[index], after: moment) }
    clock.wake(at: next.reduce(.never) { $0.or($1) })
  }

  /// - Returns: when the wall will next look different.
  private func show(_ index: Int, at moment: Moment) -> Wake {
    let surface = walls[index].surface
    surface.showsPointer = walls[index].scene.showsPointer(at: moment)
    if let (frame, next) = frameAhead(index, at: moment) {
      surface.show(frame)
      return next
    }
    if walls[index].scene.setup.showsRate { countFrame(index, at: moment) }
    if let frame = walls[index].scene.frame(at: moment) { surface.show(frame) }
    return walls[index].scene.nextChange(after: moment)
  }

  /// The frame that was composed ahead and the change after it, if it is the present one: only time has passed since, and
  /// that has changed nothing but the time.
  private func frameAhead(_ index: Int, at moment: Moment) -> (Frame, Wake)? {
    guard let ahead = walls[index].ahead, ahead.moment.precedes(moment), ahead.state == walls[index].scene.timedState
    else { return nil }
    let next = walls[index].scene.nextChange(after: ahead.moment)
    return next.isDue(at: moment) ? nil : (ahead.frame, next)
  }

  private func countFrame(_ index: Int, at moment: Moment) {
    walls[index].meter.pass(to: moment.uptime)
    walls[index].scene.rate = walls[index].meter.rate
    let frame = walls[index].scene.frame(at: moment)
    if frame != walls[index].frame { walls[index].meter.add(at: moment.uptime) }
    walls[index].frame = frame
  }

  /// What a gesture will look like next is not known: it is not worth composing.
  private func prepare(_ index: Int, for next: Wake, after moment: Moment) {
    walls[index].ahead = nil
    guard walls[index].scene.isVisible, walls[index].scene.isPredictable(at: moment),
      let coming = next.moment(after: moment, pace: walls[index].scene.style.fade.pace),
      let frame = walls[index].scene.frame(at: coming)
    else { return }
    walls[index].surface.prepare(frame)
    if walls[index].scene.setup.showsRate { return }
    walls[index].ahead = Ahead(frame: frame, moment: coming, state: walls[index].scene.timedState)
  }
}

extension Scene {
  /// What time alone can change, but for the time itself.
  fileprivate struct TimedState: Equatable {
    let countdown: Countdown?
    let hold: Hold
    let holdAction: HoldAction
    let askedBy: Key
    let pull: Pull
    let feed: Feed?
    let activity: ViewerActivity
  }

  fileprivate var timedState: TimedState {
    TimedState(
      countdown: countdown, hold: hold, holdAction: holdAction, askedBy: askedBy, pull: pull, feed: feed,
      activity: activity)
  }
}

extension Moment {
  /// Whether the other is the same place and clock at the same time or later.
  fileprivate func precedes(_ other: Moment) -> Bool {
    instant <= other.instant && uptime <= other.uptime && health == other.health && zone == other.zone
  }
}

extension Wake {
  fileprivate func isDue(at moment: Moment) -> Bool {
    if let instant, instant <= moment.instant { return true }
    if let uptime, uptime <= moment.uptime { return true }
    return false
  }
}

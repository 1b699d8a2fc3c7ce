/// Joins a clock, the surfaces it is shown on and their scenes: the delegate of the clock and of every surface, and the only
/// caller of all three.
package final class Session: ClockDelegate, SurfaceDelegate {
  /// The scene of the first wall with controls, from which can be read what all walls share.
  package var scene: Scene { (walls.first { $0.surface.role == .whole } ?? walls.first)?.scene ?? start }
  private let clock: any Clock
  private let perform: (Effect) -> Void
  /// What the first wall begins with.
  private let start: Scene
  private(set) var walls: [Wall] = []

  /// In the order of the windows and monitors.
  package var surfaces: [any Surface] { walls.map(\.surface) }

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

  /// Takes a command: the wall with the controls obeys it, and the others adopt what they share with that.
  /// - Parameter shows: whether what has come of it is shown; of many commands in a row, only what the last one leaves, by
  ///   `showPresent`: else a flood of them would be one for the server.
  package func receive(_ command: Command, shows: Bool = true) {
    let moment = clock.now
    guard !walls.isEmpty else { return perform(.refuse("there is no wall: no monitor is connected")) }
    var effects: [Effect] = []
    if command == .identify {
      for index in walls.indices {
        effects += handle(.identified(walls[index].surface.names), on: index, at: moment)
      }
    } else {
      effects = handle(.told(command), on: keyWall(0), at: moment)
    }
    if shows { show(walls.indices, at: moment) }
    effects.forEach(perform)
  }

  package func showPresent() { show(walls.indices, at: clock.now) }

  /// Takes an event that comes neither from the clock nor from a surface.
  package func receive(_ event: Event) { broadcast(event, at: clock.now) }

  /// Has every scene handle the event, and shows what has come of it.
  private func broadcast(_ event: Event, at moment: Moment) {
    var effects: [Effect] = []
    for index in walls.indices { effects += handle(event, on: index, at: moment) }
    show(walls.indices, at: moment)
    effects.forEach(perform)
  }

  /// A key belongs to a wall with controls: that of the window with the keyboard, or else the first one.
  private func keyWall(_ index: Int) -> Int {
    walls[index].surface.role == .whole ? index : walls.firstIndex { $0.surface.role == .whole } ?? index
  }

  /// One scene handles the event, and the others adopt the shared state before they handle it: so nothing is done twice.
  private func handle(_ event: Event, on index: Int, at moment: Moment) -> [Effect] {
    if !event.isTick { for wall in walls.indices { walls[wall].forgetWhatComes() } }
    let before = walls.count > 1 ? walls[index].scene.shared : nil
    let effects = walls[index].scene.handle(event, at: moment)
    // An alarm that rings looks otherwise than what was composed for a tick.
    if !effects.isEmpty { walls[index].forgetWhatComes() }
    if let before, case let shared = walls[index].scene.shared, shared != before {
      for other in walls.indices where other != index { walls[other].adopt(shared, after: effects, at: moment) }
    }
    return effects
  }

  /// Shows the present frames, has the coming ones composed, and sleeps until then. What is composed ahead waits until
  /// every wall shows the present.
  private func show(_ indices: Range<Int>, at moment: Moment) {
    var first = Wake.never
    for index in walls.indices {
      if indices.contains(index) { walls[index].show(at: moment) }
      first = first.or(walls[index].nextChange(after: moment)).or(uptime: walls[index].flashes.retry)
    }
    for index in indices { walls[index].prepare(after: moment) }
    clock.wake(at: first)
  }
}

extension Session {
  /// A scene and the surface it is on.
  struct Wall {
    var scene: Scene
    let surface: any Surface
    /// The frame that was composed for a coming moment, if until then nothing but the time can change.
    private var ahead: (frame: Frame, moment: Moment)?
    /// When it will next look different, if that is known.
    private var next: Wake?
    /// What was shown last, and how often it changed; kept only where that is shown.
    private var frame: Frame?
    private var meter = RateMeter()
    /// Between scene and painter.
    private(set) var flashes = FlashGuard()

    fileprivate init(scene: Scene, surface: any Surface) { (self.scene, self.surface) = (scene, surface) }

    /// Shows the present frame: the one that was composed ahead, if it is that.
    fileprivate mutating func show(at moment: Moment) {
      surface.showsPointer = scene.showsPointer(at: moment)
      if let ahead, ahead.moment.precedes(moment) {
        let next = scene.nextChange(after: ahead.moment)
        if !next.isDue(at: moment) {
          self.next = next
          return present(ahead.frame, at: moment)
        }
      }
      next = nil
      if scene.setup.showsRate { countFrame(at: moment) }
      if let frame = scene.frame(at: moment) { present(frame, at: moment) }
    }

    private mutating func present(_ frame: Frame, at moment: Moment) {
      if flashes.admits(frame, at: moment.uptime) { surface.show(frame) }
    }

    fileprivate mutating func nextChange(after moment: Moment) -> Wake {
      if let next, !next.isDue(at: moment) { return next }
      let present = scene.nextChange(after: moment)
      next = present
      return present
    }

    fileprivate mutating func adopt(_ shared: Scene.Shared, after effects: [Effect], at moment: Moment) {
      forgetWhatComes()
      scene.adopt(shared, after: effects, at: moment)
    }

    /// To be called when something else than time changes a scene.
    fileprivate mutating func forgetWhatComes() { (ahead, next) = (nil, nil) }

    private mutating func countFrame(at moment: Moment) {
      meter.pass(to: moment.uptime)
      scene.rate = meter.rate
      let frame = scene.frame(at: moment)
      if frame != self.frame { meter.add(at: moment.uptime) }
      self.frame = frame
    }

    /// Has the coming frame composed. What a gesture will look like next is not known: it is not worth composing.
    fileprivate mutating func prepare(after moment: Moment) {
      ahead = nil
      guard scene.isVisible, scene.isPredictable(at: moment),
        let coming = nextChange(after: moment).moment(after: moment, pace: scene.style.fade.pace),
        let frame = scene.frame(at: coming)
      else { return }
      surface.prepare(frame)
      if scene.isStill { ahead = (frame, coming) }
    }
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

/// What a scene is shown on: like a clock, a source of events with one weak delegate.
package protocol Surface: AnyObject {
  var delegate: (any SurfaceDelegate)? { get set }
  /// What it is for, among the surfaces of one clock.
  var role: Scene.Role { get }
  /// What its viewers may call it, in lines: the monitor, the size, the clock.
  var names: [String] { get }
  /// Makes `frame` visible, all of it at once.
  func show(_ frame: Frame)
  /// Composes the frame that is expected next, out of sight.
  func prepare(_ frame: Frame)
  /// Whether a pointer can be seen upon it where it covers the screen; at first not.
  var showsPointer: Bool { get set }
}

/// Who is told what happens to a surface.
package protocol SurfaceDelegate: AnyObject {
  /// In the order in which they happened; one frame answers them all.
  func surface(_ surface: any Surface, didReceive events: [Event])
  /// These are all there are from now on: monitors come and go.
  func surfacesDidChange(to surfaces: [any Surface])
}

/// Counts the frames of each second.
struct RateMeter {
  private var second: Int64 = 0
  private var count = 0
  /// Of the last whole second of uptime.
  private(set) var rate = 0

  /// A frame was shown.
  mutating func add(at uptime: Duration) {
    pass(to: uptime)
    count += 1
  }

  /// To be called before a frame is drawn.
  mutating func pass(to uptime: Duration) {
    let now = uptime.components.seconds
    guard now != second else { return }
    rate = now == second + 1 ? count : 0
    (second, count) = (now, 0)
  }
}

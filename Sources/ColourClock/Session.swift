/// Joins a clock, the surfaces it is shown on and their state: the delegate of the clock and of every surface, and the
/// only caller of all three.
package final class Session: ClockDelegate, SurfaceDelegate {
  /// The state that all walls share, with the wall that acts at present.
  private var present: Scene
  /// The index of that wall; `nil` before the first one.
  private var acting: Int?
  private(set) var walls: [Wall] = []
  private let clock: any Clock
  private let perform: (Effect) -> Void
  /// Effects that wait for their turn: an effect that is being performed may cause others.
  private var queue: [Effect] = []
  private var isPerforming = false
  /// The seconds that are known ahead; `nil` where anything but time may change something.
  private var rest: Rest?
  /// How many ticks came one after the other with no other event.
  private var quietTicks = 0
  /// How many seconds the next rest may have.
  private var restLength = Rest.shortest

  /// The state, with the first wall that has controls.
  package var scene: Scene { walls.isEmpty ? present : scene(of: keyWall(0)) }

  /// The state, with one of the walls.
  func scene(of index: Int) -> Scene {
    guard index != acting else { return present }
    var scene = present
    scene.wall = walls[index].parked
    return scene
  }

  /// In the order of the windows and monitors.
  package var surfaces: [any Surface] { walls.map(\.surface) }

  /// - Parameter perform: carries out an effect.
  package init(scene: Scene, clock: any Clock, perform: @escaping (Effect) -> Void) {
    (present, self.clock, self.perform) = (scene, clock, perform)
    clock.delegate = self
  }

  package func clock(_ clock: any Clock, didReach moment: Moment) {
    let ticks = quietTicks + 1
    endRest()
    quietTicks = ticks
    // Its effects may bring other events, which begin the count anew.
    broadcast(.ticked, at: moment)
    if quietTicks > Session.ticksBeforeRest { beginRest(at: moment) }
  }

  package func clock(_ clock: any Clock, didPass instant: Instant, uptime: Duration) -> Bool {
    guard rest?.expects(instant) == true, walls[0].surface.play() else { return false }
    rest?.pass(at: uptime)
    return true
  }

  package func surfacesDidChange(to surfaces: [any Surface]) {
    endRest()
    let moment = clock.now
    // A gesture on a wall that is gone is over.
    let gone = walls.indices.filter { index in !surfaces.contains { $0 === walls[index].surface } }
    for index in gone { enqueue(handle(.disappeared, on: index, at: moment)) }
    park()
    walls = surfaces.map { surface in
      surface.delegate = self
      return walls.first { $0.surface === surface }
        ?? Wall(present.another(surface.role, at: moment).wall, on: surface)
    }
    performQueue()
  }

  package func surface(_ surface: any Surface, didReceive events: [Event]) {
    guard let index = walls.firstIndex(where: { $0.surface === surface }) else { return }
    endRest()
    let moment = clock.now
    let before = present.clock
    for event in events { enqueue(handle(event, on: event.isKey ? keyWall(index) : index, at: moment)) }
    let isShared = present.clock != before || events.contains { $0.isKey }
    show(isShared ? walls.indices : index..<index + 1, at: moment)
    performQueue()
  }

  /// Has the wall with the controls obey a command.
  /// - Parameter shows: whether the result is shown. Of many commands in a row show only the result of the last, by
  ///   `showPresent`: a flood of commands would be one of pictures for the server.
  /// - Throws: why the command makes no sense now.
  package func receive(_ command: Command, shows: Bool = true) throws(Refusal) {
    endRest()
    let moment = clock.now
    guard !walls.isEmpty else { throw Refusal("there is no wall: no monitor is connected") }
    // Also a refused command comes after the effects of time.
    enqueue(handle(.ticked, on: keyWall(0), at: moment))
    defer {
      if shows { show(walls.indices, at: moment) }
      performQueue()
    }
    if command == .identify {
      for index in walls.indices { enqueue(handle(.identified(walls[index].surface.names), on: index, at: moment)) }
    } else {
      enqueue(try answer(.told(command), on: keyWall(0), at: moment))
    }
  }

  package func showPresent() {
    endRest()
    show(walls.indices, at: clock.now)
  }

  /// Takes an event that comes neither from the clock nor from a surface.
  package func receive(_ event: Event) {
    endRest()
    broadcast(event, at: clock.now)
  }

  /// Has every wall handle the event, and shows the result.
  private func broadcast(_ event: Event, at moment: Moment) {
    for index in walls.indices { enqueue(handle(event, on: index, at: moment)) }
    show(walls.indices, at: moment)
    performQueue()
  }

  /// A key belongs to a wall with controls: to the one that takes text, or that of the window with the keyboard, or
  /// else the first one.
  private func keyWall(_ index: Int) -> Int {
    if let typing = walls.firstIndex(where: { $0.surface.takesText }) { return typing }
    return walls[index].surface.role == .whole ? index : walls.firstIndex { $0.surface.role == .whole } ?? index
  }

  // MARK: Rest

  /// A recording costs as much as the ticks it saves: it is not worth it between two moves of a pointer.
  private static let ticksBeforeRest = 3

  /// True if the clock has only to show the next second.
  package var isAtRest: Bool { rest != nil }

  /// The background of the recorded frame now shown; `nil` if the shown frame was not recorded.
  package var restingBackground: Colour? { rest?.background }

  /// Records the coming seconds as far as they are known.
  private func beginRest(at moment: Moment) {
    // Several walls share state and take turns at the server.
    guard walls.count == 1, acting == 0, queue.isEmpty, walls[0].isSettled else { return }
    let frames = present.restingFrames(after: moment, most: restLength)
    guard !frames.isEmpty else { return }
    let count = walls[0].surface.record(frames)
    rest = count > 0 ? Rest(Array(frames.prefix(count)), after: moment) : nil
  }

  /// Call this before anything but the next second changes or shows something.
  private func endRest() {
    quietTicks = 0
    guard let rest else { return }
    self.rest = nil
    // The source of a disturbance may disturb again soon.
    restLength = rest.isOver ? min(2 * restLength, Rest.longest) : Rest.shortest
    walls[0].endRest(rest)
  }

  // MARK: State

  /// Makes a wall the acting one.
  private func act(_ index: Int) {
    guard index != acting else { return }
    park()
    swap(&present.wall, &walls[index].parked)
    acting = index
  }

  /// Stores the state of the acting wall.
  private func park() {
    if let acting { swap(&present.wall, &walls[acting].parked) }
    acting = nil
  }

  /// Handles an event that cannot be refused.
  private func handle(_ event: Event, on index: Int, at moment: Moment) -> [Effect] {
    do throws(Refusal) { return try answer(event, on: index, at: moment) } catch {
      preconditionFailure(error.text)
    }
  }

  /// One wall handles the event, and the others follow at once, so that no effect happens twice.
  private func answer(_ event: Event, on index: Int, at moment: Moment) throws(Refusal) -> [Effect] {
    if !event.isTick { for wall in walls.indices { walls[wall].discardAhead() } }
    act(index)
    let before = walls.count > 1 ? present.clock : nil
    let effects = try present.handle(event, at: moment)
    // An alarm that rings changes the picture: the frame composed for this tick is dropped.
    if !effects.isEmpty { walls[index].discardAhead() }
    if let before, present.clock != before {
      for other in walls.indices where other != index {
        act(other)
        walls[other].discardAhead()
        present.follow(changeFrom: before, after: effects, at: moment)
      }
      if !isRingTurned { present.releaseCountdown() }
    }
    return effects
  }

  /// Whether a hand turns the ring of any wall.
  private var isRingTurned: Bool {
    walls.indices.contains { ($0 == acting ? present.wall : walls[$0].parked).gesture.isTurningRing }
  }

  // MARK: Effects

  private func enqueue(_ effects: [Effect]) {
    if !effects.isEmpty { queue += effects }
  }

  /// Performs the effects in their order. An effect that is being performed may bring events, whose effects come last.
  private func performQueue() {
    guard !isPerforming, !queue.isEmpty else { return }
    isPerforming = true
    while !queue.isEmpty { perform(queue.removeFirst()) }
    isPerforming = false
  }

  // MARK: Pictures

  /// Shows the present frames, has the coming ones composed, and sleeps until then. Composing waits until every wall
  /// shows the present.
  private func show(_ indices: Range<Int>, at moment: Moment) {
    var first = Wake.never
    for index in walls.indices {
      act(index)
      if indices.contains(index) { walls[index].show(&present, at: moment) }
      first = first.or(walls[index].nextChange(of: &present, after: moment)).or(uptime: walls[index].flashes.retry)
    }
    for index in indices {
      act(index)
      walls[index].prepare(&present, after: moment)
    }
    clock.wake(at: first)
  }
}

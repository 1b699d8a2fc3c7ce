/// One running clock. Its walls share one scene.
package final class Session: ClockDelegate, SurfaceDelegate {
  private var present: Scene
  /// The wall whose state is in `present`.
  private var acting: Int?
  private(set) var walls: [Wall] = []
  private let clock: any Clock
  private let perform: (Effect) -> Void
  private var queue: [Effect] = []
  private var isPerforming = false
  /// The surface plays the recording by itself.
  private var recording: FrameRecording?
  /// Ticks since the last event that was not a tick.
  private var quietTicks = 0
  /// The greatest length of the next recording, in seconds.
  private var recordingLength = FrameRecording.firstLength

  package var scene: Scene { walls.isEmpty ? present : scene(of: keyWall(0)) }

  func scene(of index: Int) -> Scene {
    guard index != acting else { return present }
    return with(present) { $0.wall = walls[index].parked }
  }

  package var surfaces: [any Surface] { walls.map(\.surface) }

  package init(scene: Scene, clock: any Clock, perform: @escaping (Effect) -> Void) {
    (present, self.clock, self.perform) = (scene, clock, perform)
    clock.delegate = self
  }

  package func clock(_ clock: any Clock, didReach moment: Moment) {
    let ticks = quietTicks + 1
    endRecording()
    quietTicks = ticks
    // An effect may cause an event, which resets `quietTicks`.
    broadcast(.ticked, at: moment)
    if quietTicks > Session.ticksBeforeRecording { beginRecording(at: moment) }
  }

  package func clock(_ clock: any Clock, didPass instant: Instant, uptime: Duration) -> Bool {
    guard recording?.expects(instant) == true, walls[0].surface.showNextRecorded() else { return false }
    recording?.pass(at: uptime)
    return true
  }

  package func surfacesDidChange(to surfaces: [any Surface]) {
    endRecording()
    let moment = clock.now
    let gone = walls.indices.filter { index in !surfaces.contains { $0 === walls[index].surface } }
    for index in gone { enqueue(handle(.disappeared, on: index, at: moment)) }
    park()
    walls = surfaces.map { surface in
      surface.delegate = self
      return walls.first { $0.surface === surface }
        ?? Wall(present.sceneForAnotherWall(surface.role, at: moment).wall, on: surface)
    }
    performQueue()
  }

  package func surface(_ surface: any Surface, didReceive events: [Event]) {
    guard let index = walls.firstIndex(where: { $0.surface === surface }) else { return }
    endRecording()
    let moment = clock.now
    let before = present.clock
    for event in events { enqueue(handle(event, on: event.isKey ? keyWall(index) : index, at: moment)) }
    let isShared = present.clock != before || events.contains { $0.isKey }
    show(isShared ? walls.indices : index..<index + 1, at: moment)
    performQueue()
  }

  /// Sends a command to the wall that gets keys, but `identify` to every wall.
  /// - Parameter showsFrames: pass `false` for each command of a batch, then call `showFrames` once.
  /// - Throws: if there is no wall, or if the command makes no sense now.
  package func receive(_ command: Command, showsFrames: Bool = true) throws(Refusal) {
    endRecording()
    let moment = clock.now
    guard !walls.isEmpty else { throw Refusal("there is no wall: no monitor is connected") }
    // First handle the passed time: a refused command would lose the effects of that time.
    enqueue(handle(.ticked, on: keyWall(0), at: moment))
    defer {
      if showsFrames { show(walls.indices, at: moment) }
      performQueue()
    }
    if command == .identify {
      for index in walls.indices { enqueue(handle(.identified(walls[index].surface.names), on: index, at: moment)) }
    } else {
      enqueue(try answer(.told(command), on: keyWall(0), at: moment))
    }
  }

  package func showFrames() {
    endRecording()
    show(walls.indices, at: clock.now)
  }

  package func receive(_ event: Event) {
    endRecording()
    broadcast(event, at: clock.now)
  }

  private func broadcast(_ event: Event, at moment: Moment) {
    for index in walls.indices { enqueue(handle(event, on: index, at: moment)) }
    show(walls.indices, at: moment)
    performQueue()
  }

  /// The wall that takes text; else `index` if it has controls; else the first wall with controls.
  private func keyWall(_ index: Int) -> Int {
    if let typing = walls.firstIndex(where: { $0.surface.takesText }) { return typing }
    return walls[index].surface.role == .whole ? index : walls.firstIndex { $0.surface.role == .whole } ?? index
  }

  // MARK: Recording

  /// Events often follow each other soon. A recording that ends soon costs more than it saves.
  private static let ticksBeforeRecording = 3

  package var playsRecording: Bool { recording != nil }

  package var recordedBackground: Colour? { recording?.background }

  private func beginRecording(at moment: Moment) {
    // A `FrameRecording` has the frames of only one wall.
    guard walls.count == 1, acting == 0, queue.isEmpty, walls[0].isSettled else { return }
    let frames = present.framesToRecord(after: moment, most: recordingLength)
    guard !frames.isEmpty else { return }
    let count = walls[0].surface.record(frames)
    // The surface recorded fewer frames than asked, as it does for an analogue face. Compute fewer next time.
    if count < frames.count { recordingLength = max(1, count) }
    recording = count > 0 ? FrameRecording(Array(frames.prefix(count)), after: moment) : nil
  }

  private func endRecording() {
    quietTicks = 0
    guard let recording else { return }
    self.recording = nil
    recordingLength = recording.isOver ? min(2 * recordingLength, FrameRecording.longest) : FrameRecording.firstLength
    walls[0].endRecording(recording)
  }

  // MARK: State

  private func act(_ index: Int) {
    guard index != acting else { return }
    park()
    swap(&present.wall, &walls[index].parked)
    acting = index
  }

  private func park() {
    if let acting { swap(&present.wall, &walls[acting].parked) }
    acting = nil
  }

  private func handle(_ event: Event, on index: Int, at moment: Moment) -> [Effect] {
    do throws(Refusal) { return try answer(event, on: index, at: moment) } catch {
      preconditionFailure(error.text)
    }
  }

  /// Only this wall handles the event, so that no effect happens twice. The others follow the change.
  private func answer(_ event: Event, on index: Int, at moment: Moment) throws(Refusal) -> [Effect] {
    if !event.isTick { for wall in walls.indices { walls[wall].discardAhead() } }
    act(index)
    let before = walls.count > 1 ? present.clock : nil
    let effects = try present.handle(event, at: moment)
    if !effects.isEmpty { walls[index].discardAhead() }
    if let before, present.clock != before {
      for other in walls.indices where other != index {
        act(other)
        walls[other].discardAhead()
        present.follow(changeFrom: before, after: effects, at: moment)
      }
      // A countdown cannot end while its ring is turned, at any wall.
      if !isRingTurned { present.releaseCountdown() }
    }
    return effects
  }

  private var isRingTurned: Bool {
    walls.indices.contains { ($0 == acting ? present.wall : walls[$0].parked).gesture.isTurningRing }
  }

  // MARK: Effects

  private func enqueue(_ effects: [Effect]) {
    if !effects.isEmpty { queue += effects }
  }

  private func performQueue() {
    guard !isPerforming, !queue.isEmpty else { return }
    isPerforming = true
    while !queue.isEmpty { perform(queue.removeFirst()) }
    isPerforming = false
  }

  // MARK: Pictures

  /// Shows all frames before it prepares the next ones.
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

/// All that the wall shows and how it responds to events: a value, changed in one place, drawn from in another.
package struct Scene: Sendable {
  package internal(set) var setup: Setup { didSet { isLayoutKept = false } }
  let role: Role
  /// `nil` until the surface has reported its size.
  private(set) var size: Size? { didSet { isLayoutKept = false } }
  /// Pixels to a millimetre.
  private(set) var resolution = Monitor.usualResolution { didSet { isLayoutKept = false } }
  package private(set) var isVisible = true
  /// `nil` while there is none on the wall.
  package internal(set) var countdown: Countdown? { didSet { isLayoutKept = false } }
  /// `nil` while there is none on the wall.
  package internal(set) var stopwatch: Stopwatch? { didSet { isLayoutKept = false } }
  /// Alarms, messages and the agenda.
  var plans = Plans() { didSet { isLayoutKept = false } }
  var hold: Hold
  var request: HoldRequest
  var bar: ControlBar
  /// `nil` where it has been said in an earlier run, or is not wanted.
  var hint: Hint?
  var help = Help()
  var pull: Pull
  var gallery: Gallery
  var feed: Feed? { didSet { isLayoutKept = false } }
  var gesture = Gesture.idle {
    didSet {
      let isTurning = gesture.isTurningRing
      if isTurning != oldValue.isTurningRing { countdown?.isBeingSet = isTurning }
    }
  }
  var hand = Hand()
  /// What commands have changed for a while.
  var displayOverride = DisplayOverride()
  /// What it was asked to say of itself last.
  var nameplate: Nameplate?
  /// What is wrong with it.
  private(set) var healthProblem: HealthProblem?
  /// Whether options and zone could be read the last time.
  var isRefreshGood = true
  /// Recorded where the wall depends on it.
  var activity = ViewerActivity()
  /// That of the last event.
  var last: Moment?
  private(set) var keptLayout: Layout?
  /// Whether nothing that it depends on has changed since.
  private(set) var isLayoutKept = false
  /// How many frames the last second had, where that is shown.
  var rate: Int?

  /// What a scene is for, where several stand side by side.
  package enum Role: Hashable, Sendable {
    /// The whole clock.
    case whole
    /// The colour alone, beside a clock on another monitor.
    case colour
    /// Nothing: a monitor that is covered, so that only the clock is seen.
    case black
  }

  /// - Parameters:
  ///   - alarms: what was kept of those that commands have added, beside those of `setup`.
  ///   - saysHint: whether the user has never used a wall.
  package init(
    _ setup: Setup, countdown: Countdown? = nil, stopwatch: Stopwatch? = nil, alarms: [DailyAlarm] = [],
    role: Role = .whole, saysHint: Bool = false
  ) {
    (self.setup, self.countdown, self.stopwatch, self.role) = (setup, countdown, stopwatch, role)
    hint = saysHint ? Hint(isReduced: setup.isReduced) : nil
    (hold, request, bar) = (setup.newHold, HoldRequest(setup.hold.action), ControlBar(isReduced: setup.isReduced))
    plans.alarms.replaceGiven(with: setup.alarms)
    plans.alarms.restore(alarms)
    plans.agenda = setup.agenda
    let size = Size(width: 1, height: 1)
    (pull, gallery) = (setup.newPull(in: size), setup.newGallery(in: size, resolution: resolution))
  }

  var face: Face { setup.face }
  package var style: Style { setup.style }

  /// The one place that changes state. What time alone has brought about comes first.
  package mutating func handle(_ event: Event, at moment: Moment) -> [Effect] {
    endGestureAfterPause(before: moment)
    defer { if !isLayoutKept { (keptLayout, isLayoutKept) = (layout, true) } }
    let due = advance(to: moment)
    guard !event.isInput || takesInput else { return due }
    recordActivity(event, at: moment)
    return due + (event.isInput ? handleInput(event, at: moment) : apply(event, at: moment))
  }

  /// What the surface and the program report.
  private mutating func apply(_ event: Event, at moment: Moment) -> [Effect] {
    switch event {
    case .resized(let size, let resolution):
      self.resolution = resolution
      return resize(to: size, at: moment)
    case .appeared: isVisible = true
    case .disappeared:
      isVisible = false
      return cancel(at: moment)
    case .interrupted: return interrupt(at: moment)
    case .closed: return setup.isLocked ? [] : [.quit]
    case .destroyed:
      isVisible = false
      return [.giveUp]
    case .fed(let answer): return receive(answer, at: moment)
    case .refreshed(let isGood): return endRefresh(isGood, at: moment)
    case .arranged(let setup):
      adopt(setup, at: moment)
      return advancePlans(to: moment)
    case .identified(let lines): nameplate = Nameplate(lines: lines, end: moment.uptime + Nameplate.span)
    case .unwell(let healthProblem): self.healthProblem = healthProblem
    case .told(let command): return tell(command, at: moment)
    case .ticked, .pressed, .repeated, .released, .pointerPressed, .pointerMoved, .pointerReleased, .scrolled: break
    }
    return []
  }

  private mutating func interrupt(at moment: Moment) -> [Effect] {
    let effects = cancel(at: moment)
    // Nobody may let go of it any more.
    gesture = .idle
    return effects
  }

  /// What a hand does meanwhile does not undo it.
  private mutating func tell(_ command: Command, at moment: Moment) -> [Effect] {
    let (action, old) = (presentHoldAction, countdown)
    let effects = obey(command, at: moment)
    if countdown != old { dropRing() }
    endHold(ifNot: action, at: moment)
    return effects
  }

  /// What the user does.
  private mutating func handleInput(_ input: Event, at moment: Moment) -> [Effect] {
    hand.record(input)
    if setup.endsOnInput { return ends(on: input) ? [.quit] : [] }
    if displayOverride.isBlank { return wake(by: input) }
    nameplate = nil
    return sayHint(at: moment) + respond(to: input, at: moment)
  }

  private mutating func respond(to input: Event, at moment: Moment) -> [Effect] {
    switch input {
    case .pressed(let key): press(key, at: moment)
    case .repeated(let key): `repeat`(key, at: moment)
    case .released(let key): release(key, at: moment)
    case .pointerPressed(let place, let button): press(button, at: place, moment)
    case .pointerMoved(let place): move(to: place, moment)
    case .pointerReleased(let place, let button): release(button, at: place, moment)
    case .scrolled(let right, let up): scroll(right: right, up: up, at: moment)
    case .ticked, .resized, .appeared, .disappeared, .interrupted, .closed, .destroyed, .fed, .refreshed, .arranged,
      .told, .identified, .unwell:
      []
    }
  }

  /// Only a whole wall has controls; but input on any wall may end the show.
  private var takesInput: Bool { role == .whole || setup.endsOnInput }

  /// How far a pointer must move to end the show, in pixels: a table that is bumped moves a mouse by a few.
  private static let exitThreshold = 10.0

  /// Whether the event ends a wall that any input ends. Releasing what was pressed to start it does not.
  private mutating func ends(on event: Event) -> Bool {
    switch event {
    case .pressed, .repeated, .pointerPressed, .scrolled: return true
    case .pointerMoved(let place):
      return (place - hand.start(at: place)).length > Scene.exitThreshold
    default: return false
    }
  }

  private mutating func resize(to size: Size, at moment: Moment) -> [Effect] {
    self.size = size
    gallery.resize(to: size, resolution: resolution, at: moment)
    return cancel(at: moment) + refresh(if: pull.resize(to: size, at: moment))
  }

  /// Takes over new options. What is under way and does not depend on them goes on, also a refresh.
  private mutating func adopt(_ setup: Setup, at moment: Moment) {
    let old = self.setup
    self.setup = setup
    let isOther = old.isReduced != setup.isReduced
    if isOther || old.hold != setup.hold { (hold, request) = (setup.newHold, HoldRequest(setup.hold.action)) }
    if isOther { bar = ControlBar(isReduced: setup.isReduced) }
    if isOther || old.pull != setup.pull {
      let isRefreshing = pull.isRefreshing(at: moment)
      pull = setup.newPull(in: pull.size)
      if isRefreshing { _ = pull.start(at: moment) }
    }
    let isLike =
      !isOther && old.carousel == setup.carousel && old.paging == setup.paging && old.allowed == setup.allowed
    if !isLike || !gallery.restyle(setup.cards, setup.words, resolution: resolution) {
      gallery = setup.newGallery(in: gallery.size, resolution: resolution)
    }
    if old.alarms != setup.alarms { plans.alarms.replaceGiven(with: setup.alarms) }
    if old.agenda != setup.agenda { plans.agenda = setup.agenda }
    if old.feed != setup.feed { feed = setup.feed.map { feed?.by($0, at: moment) ?? Feed($0, at: moment) } }
  }
}

extension Scene {
  /// What all walls of one clock have in common, as opposed to the state of each wall's controls.
  package struct Shared: Hashable, Sendable {
    fileprivate let setup: Setup
    fileprivate let countdown: Countdown?
    fileprivate let stopwatch: Stopwatch?
    fileprivate let feed: Feed?
    fileprivate let isRefreshGood: Bool
    fileprivate let activity: ViewerActivity
    fileprivate let hint: Hint?
    fileprivate let displayOverride: DisplayOverride
    fileprivate let plans: Plans
  }

  package var shared: Shared {
    Shared(
      setup: setup, countdown: countdown, stopwatch: stopwatch, feed: feed, isRefreshGood: isRefreshGood,
      activity: activity, hint: hint, displayOverride: displayOverride, plans: plans)
  }

  /// Takes over what has changed on another wall, with the effects that this had there.
  package mutating func adopt(_ shared: Shared, after effects: [Effect] = [], at moment: Moment) {
    let action = presentHoldAction
    if countdown != shared.countdown { dropRing() }
    if setup != shared.setup { adopt(shared.setup, at: moment) }
    (countdown, stopwatch, feed) = (shared.countdown, shared.stopwatch, shared.feed)
    (isRefreshGood, activity) = (shared.isRefreshGood, shared.activity)
    (hint, displayOverride, plans) = (shared.hint, shared.displayOverride, shared.plans)
    // Its screen is lit already.
    if effects.contains(where: \.isUrgent) { _ = reveal(at: moment) }
    endHold(ifNot: action, at: moment)
    offerHold(after: effects, at: moment)
  }

  /// A further wall of the same clock.
  package func another(_ role: Role, at moment: Moment) -> Scene {
    var scene = Scene(setup, role: role)
    scene.adopt(shared, after: isRinging ? [.zero] : [], at: moment)
    scene.healthProblem = healthProblem
    return scene
  }
}

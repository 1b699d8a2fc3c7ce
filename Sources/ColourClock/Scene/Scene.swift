/// All that the wall shows and how it answers events: a value, changed in one place, drawn from in another.
package struct Scene: Sendable {
  package internal(set) var setup: Setup
  package let role: Role
  /// `nil` until the surface has told its size.
  package internal(set) var size: Size?
  package internal(set) var isVisible = true
  /// `nil` while there is none on the wall.
  package internal(set) var countdown: Countdown?
  var hold: Hold
  /// What the button does now: what it is set up for, or what a key asks for.
  var holdAction: HoldAction
  /// The key that has asked for it, and that confirms it.
  var askedBy = Key.enter
  var pull: Pull
  var gallery: Gallery
  var feed: Feed?
  var gesture = Gesture.idle {
    didSet { if gesture.isWinding != oldValue.isWinding { countdown?.isInHand = gesture.isWinding } }
  }
  /// Where the pointer was seen last.
  var pointer: Point?
  /// Until when a pointer is shown where it covers the wall.
  var pointerEnd: Duration?
  /// Whether options and zone could be read the last time.
  var isRefreshGood = true
  /// Whether somebody is there; kept where the wall goes by it.
  var attendance = ViewerActivity()
  /// The uptime of the last event.
  var last: Duration?
  /// How many frames the last second had, where that is shown.
  package var rate: Int?

  package init(_ setup: Setup, countdown: Countdown? = nil, role: Role = .whole) {
    (self.setup, self.countdown, self.role) = (setup, countdown, role)
    hold = Hold(rules: setup.hold.rules, mode: setup.hold.mode, isReduced: setup.isReduced)
    holdAction = setup.hold.action
    pull = Pull(rules: setup.pull ?? .standard, size: Size(width: 1, height: 1), isReduced: setup.isReduced)
    gallery = Scene.gallery(of: setup)
  }

  package var face: Face { setup.face }
  package var style: Style { setup.style }

  /// The one place that changes state. Whatever time alone has brought about comes first.
  package mutating func handle(_ event: Event, at moment: Moment) -> [Effect] {
    notePause(before: moment)
    let due = pass(to: moment)
    guard !event.isInput || takesInput else { return due }
    noteAttendance(event, at: moment)
    return due + (event.isInput ? answer(event, at: moment) : note(event, at: moment))
  }

  /// What the surroundings have to tell.
  private mutating func note(_ event: Event, at moment: Moment) -> [Effect] {
    switch event {
    case .resized(let size): return resize(to: size, at: moment)
    case .appeared: isVisible = true
    case .disappeared:
      isVisible = false
      return cancel(at: moment)
    case .interrupted: return cancel(at: moment)
    case .closed: return setup.isLocked ? [] : [.quit]
    case .destroyed:
      isVisible = false
      return [.giveUp]
    case .fed(let answer): return receive(answer, at: moment)
    case .refreshed(let isGood): return endRefresh(isGood, at: moment)
    case .arranged(let setup): arrange(setup, at: moment)
    case .ticked, .pressed, .repeated, .released, .pointerPressed, .pointerMoved, .pointerReleased, .scrolled: break
    }
    return []
  }

  /// What somebody does.
  private mutating func answer(_ input: Event, at moment: Moment) -> [Effect] {
    if setup.endsOnInput { return ends(on: input) ? [.quit] : [] }
    return switch input {
    case .pressed(let key): press(key, at: moment)
    case .repeated(let key): `repeat`(key, at: moment)
    case .released(let key): release(key, at: moment)
    case .pointerPressed(let place, let button): press(button, at: place, moment)
    case .pointerMoved(let place): move(to: place, moment)
    case .pointerReleased(let place, let button): release(button, at: place, moment)
    case .scrolled(let right, let up): scroll(right: right, up: up, at: moment)
    case .ticked, .resized, .appeared, .disappeared, .interrupted, .closed, .destroyed, .fed, .refreshed, .arranged: []
    }
  }

  private static func gallery(of setup: Setup) -> Gallery {
    Gallery(cards: setup.cards, look: setup.look, rules: setup.paging, reducedMotion: setup.isReduced)
  }

  private mutating func resize(to size: Size, at moment: Moment) -> [Effect] {
    self.size = size
    gallery.resize(to: size, at: moment.uptime)
    return cancel(at: moment) + begin(pull.resize(to: size, at: moment.uptime))
  }

  /// Takes over new options. What is under way and not concerned goes on.
  mutating func arrange(_ setup: Setup, at moment: Moment) {
    let old = self.setup
    self.setup = setup
    let isOther = old.isReduced != setup.isReduced
    if isOther || old.hold != setup.hold {
      hold = Hold(rules: setup.hold.rules, mode: setup.hold.mode, isReduced: setup.isReduced)
      holdAction = setup.hold.action
    }
    if isOther || old.pull != setup.pull { renewPull(at: moment) }
    if isOther || old.cards != setup.cards || old.look != setup.look || old.paging != setup.paging {
      gallery = Scene.gallery(of: setup)
    }
    if old.feed != setup.feed { feed = setup.feed.map { Feed($0, at: moment.uptime) } }
  }

  /// A refresh that runs goes on running.
  private mutating func renewPull(at moment: Moment) {
    let isRefreshing = pull.isRefreshing(at: moment.uptime)
    pull = Pull(rules: setup.pull ?? .standard, size: pull.size, isReduced: setup.isReduced)
    if isRefreshing { _ = pull.start(at: moment.uptime) }
  }
}

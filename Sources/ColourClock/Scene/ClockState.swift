package struct ClockState: Hashable, Sendable {
  package internal(set) var setup: Setup
  package internal(set) var countdowns: Countdowns
  package internal(set) var stopwatch: Stopwatch?
  var undos: [Undo] = []
  var undoCount = 0
  var schedule = Schedule()
  var sound = Sound()
  var feed: Feed?
  var refreshSucceeded = true
  var activity = ViewerActivity()
  var hint: Hint?
  var displayOverride = DisplayOverride()
  /// True if the settings' title belongs to one countdown: new countdowns do not get it.
  var titleIsForOneCountdown = false
  var pairing = Pairing()
  package internal(set) var recents = Recents()
  var healthProblem: HealthProblem?

  init(
    _ setup: Setup, countdowns: Countdowns = Countdowns(), stopwatch: Stopwatch? = nil, alarms: [DailyAlarm] = [],
    snoozed: [SnoozedAlarm] = [], isMuted: Bool = false, saysHint: Bool = false, recents: Recents = Recents()
  ) {
    (self.setup, self.countdowns, self.stopwatch, self.recents) = (setup, countdowns, stopwatch, recents)
    hint = saysHint ? Hint(isReduced: setup.isReduced) : nil
    schedule.alarms.replaceGiven(with: setup.alarms)
    schedule.alarms.restore(alarms, snoozed: snoozed)
    schedule.agenda = setup.agenda
    sound.isMuted = isMuted
  }

  var undo: Undo? { undos.last }

  /// The chosen countdown, which keys and bar change.
  package internal(set) var countdown: Countdown? {
    get { countdowns.chosen }
    set { countdowns.chosen = newValue }
  }

  /// The countdown in the ring: that of a ringing alarm, or else the first of `countdowns`.
  var shownCountdown: Countdown? { schedule.alarms.ringing?.countdown ?? countdowns.inRing }

  var isRinging: Bool { schedule.alarms.ringing != nil || countdowns.isRinging }

  mutating func adopt(_ setup: Setup, at moment: Moment) {
    let old = self.setup
    self.setup = setup
    if old.alarms != setup.alarms { schedule.alarms.replaceGiven(with: setup.alarms) }
    if old.agenda != setup.agenda { schedule.agenda = setup.agenda }
    if old.feed != setup.feed { feed = setup.feed.map { feed?.adopting($0, at: moment) ?? Feed($0, at: moment) } }
  }
}

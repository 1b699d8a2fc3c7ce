/// The state that all walls of a clock share. `Session` holds it once.
package struct ClockState: Hashable, Sendable {
  package internal(set) var setup: Setup
  package internal(set) var countdowns: Countdowns
  package internal(set) var stopwatch: Stopwatch?
  /// Alarms, messages and the agenda.
  var schedule = Schedule()
  var sound = Sound()
  var feed: Feed?
  var isRefreshGood = true
  /// Recorded where the walls depend on it.
  var activity = ViewerActivity()
  /// `nil` where it is not wanted, or an earlier run has shown it.
  var hint: Hint?
  /// Changes by commands that hold for a while.
  var displayOverride = DisplayOverride()
  var pairing = Pairing()
  /// The worst problem of the clock's own work.
  var healthProblem: HealthProblem?

  init(
    _ setup: Setup, countdowns: Countdowns = Countdowns(), stopwatch: Stopwatch? = nil, alarms: [DailyAlarm] = [],
    snoozed: [SnoozedAlarm] = [], isMuted: Bool = false, saysHint: Bool = false
  ) {
    (self.setup, self.countdowns, self.stopwatch) = (setup, countdowns, stopwatch)
    hint = saysHint ? Hint(isReduced: setup.isReduced) : nil
    schedule.alarms.replaceGiven(with: setup.alarms)
    schedule.alarms.restore(alarms, snoozed: snoozed)
    schedule.agenda = setup.agenda
    sound.isMuted = isMuted
  }

  /// The countdown that keys and bar act on; `nil` without any.
  package internal(set) var countdown: Countdown? {
    get { countdowns.chosen }
    set { countdowns.chosen = newValue }
  }

  /// A ringing alarm comes before the countdowns.
  var shownCountdown: Countdown? { schedule.alarms.ringing?.countdown ?? countdowns.subject }

  /// Whether something waits to be dismissed.
  var isRinging: Bool { schedule.alarms.ringing != nil || countdowns.isRinging }

  /// Adopts new options. What does not depend on the changed ones goes on.
  mutating func adopt(_ setup: Setup, at moment: Moment) {
    let old = self.setup
    self.setup = setup
    if old.alarms != setup.alarms { schedule.alarms.replaceGiven(with: setup.alarms) }
    if old.agenda != setup.agenda { schedule.agenda = setup.agenda }
    if old.feed != setup.feed { feed = setup.feed.map { feed?.by($0, at: moment) ?? Feed($0, at: moment) } }
  }
}

/// The state that all walls of a clock share. `Session` holds it once.
package struct ClockState: Hashable, Sendable {
  package internal(set) var setup: Setup
  package internal(set) var countdown: Countdown?
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
    _ setup: Setup, countdown: Countdown? = nil, stopwatch: Stopwatch? = nil, alarms: [DailyAlarm] = [],
    snoozed: [SnoozedAlarm] = [], isMuted: Bool = false, saysHint: Bool = false
  ) {
    (self.setup, self.countdown, self.stopwatch) = (setup, countdown, stopwatch)
    hint = saysHint ? Hint(isReduced: setup.isReduced) : nil
    schedule.alarms.replaceGiven(with: setup.alarms)
    schedule.alarms.restore(alarms, snoozed: snoozed)
    schedule.agenda = setup.agenda
    sound.isMuted = isMuted
  }

  /// A ringing alarm comes before the countdown.
  var shownCountdown: Countdown? { schedule.alarms.ringing?.countdown ?? countdown }

  /// Whether something waits to be dismissed.
  var isRinging: Bool {
    if case .over = shownCountdown?.state { return true }
    return false
  }

  /// Adopts new options. What does not depend on the changed ones goes on.
  mutating func adopt(_ setup: Setup, at moment: Moment) {
    let old = self.setup
    self.setup = setup
    if old.alarms != setup.alarms { schedule.alarms.replaceGiven(with: setup.alarms) }
    if old.agenda != setup.agenda { schedule.agenda = setup.agenda }
    if old.feed != setup.feed { feed = setup.feed.map { feed?.by($0, at: moment) ?? Feed($0, at: moment) } }
  }
}

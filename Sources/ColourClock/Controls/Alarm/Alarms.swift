/// The alarms of the day, and what rings: at zero of a countdown it is the same to see and to hear.
struct Alarms: Hashable, Sendable {
  /// Those of the options, and those that commands have added.
  private var given: [DailyAlarm] = []
  private(set) var added: [DailyAlarm] = []
  private(set) var ringing: Ringing?
  /// There is none later than `base` and before `due`, in this zone.
  private var base: Instant?
  private var due: Instant?
  private var zone: Zone?
  /// When one has rung last.
  private var rung: Instant?

  /// What rings, until it is dismissed or an unattended wall must be a clock again.
  struct Ringing: Hashable, Sendable {
    let alarms: [DailyAlarm]
    let end: Duration
    /// One that has reached zero then, for the ring and the words about it.
    let countdown: Countdown
  }

  /// How long it rings; one that is later than that, as after a suspend, does not ring any more.
  static let span = Duration.seconds(300)
  /// A clock that is set back by less does not ring again.
  private static let again = Duration.seconds(3600)
  static let most = 100

  var all: [DailyAlarm] { given + added }

  private var isEmpty: Bool { given.isEmpty && added.isEmpty }

  /// Takes over those of the options.
  mutating func take(_ alarms: [DailyAlarm]) { (given, base) = (Array(alarms.prefix(Alarms.most)), nil) }

  mutating func restore(_ alarms: [DailyAlarm]) {
    for alarm in alarms { _ = add(alarm) }
  }

  /// - Returns: whether there is room for it.
  mutating func add(_ alarm: DailyAlarm) -> Bool {
    if all.contains(alarm) { return true }
    guard all.count < Alarms.most else { return false }
    (added, base) = (added + [alarm], nil)
    return true
  }

  /// - Returns: whether there was one of that time or title.
  mutating func remove(_ name: String) -> Bool {
    let before = all.count
    given.removeAll { $0.isMeant(by: name) }
    added.removeAll { $0.isMeant(by: name) }
    base = nil
    return all.count < before
  }

  /// - Returns: whether one has rung.
  mutating func dismiss() -> Bool {
    defer { ringing = nil }
    return ringing != nil
  }

  /// Whether `advance` has something to do.
  func isDue(at moment: Moment) -> Bool {
    if let ringing, ringing.end <= moment.uptime { return true }
    if isEmpty { return false }
    guard let base, base <= moment.instant, zone == moment.zone else { return true }
    return due.map { $0 <= moment.instant } ?? false
  }

  var wake: Wake { Wake(instant: isEmpty ? nil : due, uptime: ringing?.end) }

  /// - Parameter old: of what is shown until now: its beat goes on.
  /// - Returns: whether one begins to ring.
  mutating func advance(to moment: Moment, after old: Alarm?) -> Bool {
    if let ringing, ringing.end <= moment.uptime { self.ringing = nil }
    guard let base, base <= moment.instant, zone == moment.zone, let due, due <= moment.instant else {
      if !isPlanned(for: moment) { plan(at: moment) }
      return false
    }
    let first = max(due, moment.instant + (.zero - Alarms.span)) + .nanoseconds(-1)
    let ringing = all.filter { $0.next(after: first, in: moment.zone).map { $0 <= moment.instant } ?? false }
    rung = moment.instant
    plan(at: moment)
    guard !ringing.isEmpty else { return false }
    self.ringing = Ringing(ringing, at: moment, after: old)
    return true
  }

  private func isPlanned(for moment: Moment) -> Bool {
    base.map { $0 <= moment.instant } ?? false && zone == moment.zone
  }

  private mutating func plan(at moment: Moment) {
    (base, zone) = (moment.instant, moment.zone)
    let isAgain = rung.map { $0 > moment.instant && $0 - moment.instant < Alarms.again } ?? false
    let start = isAgain ? rung ?? moment.instant : moment.instant
    due = all.compactMap { $0.next(after: start, in: moment.zone) }.min()
  }
}

extension Alarms.Ringing {
  fileprivate init(_ alarms: [DailyAlarm], at moment: Moment, after old: Alarm?) {
    (self.alarms, end) = (alarms, moment.uptime + Alarms.span)
    var countdown = Countdown(Countdown.Rules(period: .seconds(1)))
    countdown.state = .over(since: .wall(moment.instant))
    countdown.title = alarms.map(\.title).filter { !$0.isEmpty }.joined(separator: " · ")
    countdown.alarm = Alarm(after: old, at: moment.uptime, span: Alarm.ofSingle)
    self.countdown = countdown
  }

  /// In place of the number: the time that it was set for.
  func number(_ labels: Labels) -> String {
    guard let time = alarms.last?.time else { return "" }
    return time.label(labels) + (time.second == 0 ? "" : time.second.behindColon)
  }
}

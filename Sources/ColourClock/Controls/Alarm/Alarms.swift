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
  /// When each of them has rung last.
  private var rung: [DailyAlarm: Instant] = [:]

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

  var all: [DailyAlarm] { given + added }

  private var isEmpty: Bool { given.isEmpty && added.isEmpty }

  /// Takes over those of the options, each once; of more than there is room for, the first.
  mutating func replaceGiven(with alarms: [DailyAlarm]) {
    (given, base) = ([], nil)
    for alarm in alarms.prefix(DailyAlarm.most) where !given.contains(alarm) { given.append(alarm) }
    added.removeAll(where: given.contains)
  }

  mutating func restore(_ alarms: [DailyAlarm]) {
    for alarm in alarms { _ = add(alarm) }
  }

  /// - Returns: whether there is room for it.
  mutating func add(_ alarm: DailyAlarm) -> Bool {
    if all.contains(alarm) { return true }
    guard all.count < DailyAlarm.most else { return false }
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
  mutating func advance(to moment: Moment, after old: CountdownAlarm?) -> Bool {
    if let ringing, ringing.end <= moment.uptime { self.ringing = nil }
    guard let first = begun(at: moment) else {
      if !isPlanned(for: moment) { plan(at: moment) }
      return false
    }
    let ringing = all.filter { next($0, after: first, in: moment.zone).map { $0 <= moment.instant } ?? false }
    for alarm in ringing { rung[alarm] = moment.instant }
    plan(at: moment)
    guard !ringing.isEmpty else { return false }
    self.ringing = Ringing(ringing, at: moment, after: old)
    return true
  }

  /// What is later than that, and not later than the moment, has begun since the last call; `nil` if nothing can have.
  private func begun(at moment: Moment) -> Instant? {
    guard let base, base <= moment.instant else { return nil }
    let earliest = moment.instant + (.zero - Alarms.span) + .nanoseconds(-1)
    // Also in a zone that came just when one was due, in which it may be due at another time.
    guard zone == moment.zone else { return max(base, earliest) }
    return due.flatMap { $0 <= moment.instant ? max($0 + .nanoseconds(-1), earliest) : nil }
  }

  private func isPlanned(for moment: Moment) -> Bool {
    base.map { $0 <= moment.instant } ?? false && zone == moment.zone
  }

  private mutating func plan(at moment: Moment) {
    (base, zone) = (moment.instant, moment.zone)
    // Set back by more, it has all of that time before it, and for good.
    rung = rung.filter { $0.value - moment.instant < Alarms.again && all.contains($0.key) }
    due = all.compactMap { next($0, after: moment.instant, in: moment.zone) }.min()
  }

  /// When that one is next to ring, also where the clock was set back over what has rung.
  private func next(_ alarm: DailyAlarm, after instant: Instant, in zone: Zone) -> Instant? {
    alarm.next(after: max(instant, rung[alarm] ?? instant), in: zone)
  }
}

extension Alarms.Ringing {
  fileprivate init(_ alarms: [DailyAlarm], at moment: Moment, after old: CountdownAlarm?) {
    (self.alarms, end) = (alarms, moment.uptime + Alarms.span)
    var countdown = Countdown(Countdown.Rules(period: .seconds(1)))
    countdown.state = .over(since: .wall(moment.instant))
    countdown.title = alarms.map(\.title).filter { !$0.isEmpty }.joined(separator: " · ")
    countdown.alarm = CountdownAlarm(after: old, at: moment.uptime, span: CountdownAlarm.ofSingle)
    self.countdown = countdown
  }

  /// In place of the number: the time that it was set for.
  func number(_ labels: Labels) -> String {
    alarms.last?.time.label(labels) ?? ""
  }
}

/// An alarm at a time of day, every day or on some days of the week.
package struct DailyAlarm: Hashable, Sendable {
  package let time: TimeOfDay
  /// What it is for; often empty.
  package let title: String
  package let days: Weekdays

  /// How many a wall has at the most.
  package static let most = 100
  /// In characters of its title.
  private static let longest = 80

  init(time: TimeOfDay, title: String = "", days: Weekdays = .all) {
    (self.time, self.title, self.days) = (time, title, days)
  }

  /// Takes `08:30`, `08:30=Title`, `08:30@mon-fri` and `08:30=Title@mon-fri`: the last `@` is that of the days. By scalars: a
  /// title that begins with an accent would make one character with the sign before it.
  /// - Throws: `ValueError.alarm`, or that of the part that is wrong.
  package static func parse(_ text: String) throws(ValueError) -> DailyAlarm {
    var rest = text.unicodeScalars[...]
    var days = Weekdays.all
    if let sign = rest.lastIndex(of: "@") {
      days = try .parse(String(rest[rest.index(after: sign)...]))
      rest = rest[..<sign]
    }
    let parts = rest.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let time = try TimeOfDay.parse(parts.first.map { String($0) } ?? "")
    guard parts.count > 1 else { return DailyAlarm(time: time, days: days) }
    let title = Feed.line(of: String(parts[1]))
    guard let title, title.count <= longest else { throw .alarm }
    return DailyAlarm(time: time, title: title, days: days)
  }

  /// What `parse` takes.
  package var text: String {
    let name = title.isEmpty ? time.text : "\(time.text)=\(title)"
    return days == .all && !title.unicodeScalars.contains("@") ? name : "\(name)@\(days.text)"
  }

  /// Whether a user who writes that means this one: by its time, its title, or all of it.
  func isMeant(by name: String) -> Bool {
    name == title && !title.isEmpty || (try? TimeOfDay.parse(name)) == time || (try? DailyAlarm.parse(name)) == self
  }

  /// When it rings next, later than `instant`: on a day that leaves its time out at the end of the gap, on one that shows it
  /// twice the first time only.
  func next(after instant: Instant, in zone: Zone) -> Instant? {
    let today = zone.civil(at: instant.second).date.dayNumber
    // Yesterday comes again where a clock is set back at midnight; a week and a day that is left out bring all days.
    for day in today - 1...today + 9 where days.contains(GregorianDate.weekday(ofDay: day)) {
      let first = time.first(on: GregorianDate(dayNumber: day), in: zone)
      if let first, first > instant { return first }
    }
    return nil
  }
}

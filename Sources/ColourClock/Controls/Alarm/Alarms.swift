/// Alarms at times of day, and their snoozes. A ringing alarm is shown like a countdown at zero.
struct Alarms: Hashable, Sendable {
  /// Alarms from the options.
  private var given: [DailyAlarm] = []
  /// Alarms from commands.
  private(set) var added: [DailyAlarm] = []
  private(set) var ringing: Ringing?
  private(set) var snoozed: [SnoozedAlarm] = []
  /// When `due` was computed; `nil` if `due` is out of date.
  private var dueComputedAt: Instant?
  private var due: Instant?
  private var zone: Zone?
  private var lastRings: [DailyAlarm: Instant] = [:]

  struct Ringing: Hashable, Sendable {
    let alarms: [DailyAlarm]
    /// The uptime of the automatic end.
    let end: Duration
    let countdown: Countdown
  }

  /// How long an alarm rings. An alarm that is late by more does not ring.
  static let span = Duration.seconds(300)
  /// If the clock is set back by less than this, no alarm rings again.
  private static let repeatGuard = Duration.seconds(3600)

  var all: [DailyAlarm] { given + added }

  private var isEmpty: Bool { given.isEmpty && added.isEmpty }

  mutating func replaceGiven(with alarms: [DailyAlarm]) {
    (given, dueComputedAt) = ([], nil)
    for alarm in alarms.prefix(DailyAlarm.most) where !given.contains(alarm) { given.append(alarm) }
    added.removeAll(where: given.contains)
  }

  mutating func restore(_ alarms: [DailyAlarm], snoozed: [SnoozedAlarm]) {
    for alarm in alarms { _ = add(alarm) }
    self.snoozed = Array(snoozed.prefix(DailyAlarm.most))
  }

  /// Returns false if there is no room.
  mutating func add(_ alarm: DailyAlarm) -> Bool {
    if all.contains(alarm) { return true }
    guard all.count < DailyAlarm.most else { return false }
    (added, dueComputedAt) = (added + [alarm], nil)
    return true
  }

  /// - Parameter name: a time, a title or `DailyAlarm.text`.
  mutating func remove(_ name: String) -> Bool {
    let before = all.count
    given.removeAll { $0.matches(name) }
    added.removeAll { $0.matches(name) }
    let snoozes = snoozed.count
    snoozed.removeAll { $0.alarm.matches(name) }
    dueComputedAt = nil
    return all.count < before || snoozed.count < snoozes
  }

  mutating func dismiss() -> Bool {
    defer { ringing = nil }
    return ringing != nil
  }

  mutating func snooze(by span: Duration, at moment: Moment) -> Bool {
    guard let ringing else { return false }
    let due = Instant(second: (moment.instant + span + .nanoseconds(999_999_999)).second)
    snoozed.removeAll { ringing.alarms.contains($0.alarm) }
    snoozed += ringing.alarms.map { SnoozedAlarm($0, due: due) }
    self.ringing = nil
    return true
  }

  mutating func ringAgain(_ alarm: Ringing) {
    snoozed.removeAll { alarm.alarms.contains($0.alarm) }
    ringing = ringing ?? alarm
  }

  func isDue(at moment: Moment) -> Bool {
    if snoozed.contains(where: { $0.due <= moment.instant }) { return true }
    if let ringing, ringing.end <= moment.uptime { return true }
    if isEmpty { return false }
    guard isPlanned(for: moment) else { return true }
    return due.map { $0 <= moment.instant } ?? false
  }

  var wake: Wake {
    let next = isEmpty ? nil : due
    return Wake(instant: ([next].compactMap(\.self) + snoozed.map(\.due)).min(), uptime: ringing?.end)
  }

  mutating func advance(to moment: Moment, keepingRhythmOf old: CountdownFlashes?) -> Bool {
    if let ringing, ringing.end <= moment.uptime { self.ringing = nil }
    let fromSnooze = endedSnoozes(at: moment)
    let new = fromSnooze + begun(by: moment).filter { !fromSnooze.contains($0) }
    guard !new.isEmpty else { return false }
    let earlier = ringing?.alarms.filter { !new.contains($0) } ?? []
    ringing = Ringing(earlier + new, at: moment, keepingRhythmOf: old)
    return true
  }

  private mutating func endedSnoozes(at moment: Moment) -> [DailyAlarm] {
    let due = snoozed.filter { $0.due <= moment.instant }
    if due.isEmpty { return [] }
    snoozed.removeAll { $0.due <= moment.instant }
    return due.filter { moment.instant - $0.due <= Alarms.span }.map(\.alarm)
  }

  private mutating func begun(by moment: Moment) -> [DailyAlarm] {
    guard let first = searchStart(at: moment) else {
      if !isPlanned(for: moment) { plan(at: moment) }
      return []
    }
    let ringing = all.filter { next($0, after: first, in: moment.zone).map { $0 <= moment.instant } ?? false }
    for alarm in ringing { lastRings[alarm] = moment.instant }
    plan(at: moment)
    return ringing
  }

  /// Alarms after this time must ring; `nil` if none is due.
  private func searchStart(at moment: Moment) -> Instant? {
    guard let dueComputedAt, dueComputedAt <= moment.instant else { return nil }
    // `next(after:)` excludes its own instant, so the search starts 1 ns earlier.
    let earliest = moment.instant + (.zero - Alarms.span) + .nanoseconds(-1)
    // `due` is wrong in a new zone, so the search starts when `due` was computed.
    guard zone == moment.zone else { return max(dueComputedAt, earliest) }
    return due.flatMap { $0 <= moment.instant ? max($0 + .nanoseconds(-1), earliest) : nil }
  }

  private func isPlanned(for moment: Moment) -> Bool {
    dueComputedAt.map { $0 <= moment.instant } ?? false && zone == moment.zone
  }

  private mutating func plan(at moment: Moment) {
    (dueComputedAt, zone) = (moment.instant, moment.zone)
    lastRings = lastRings.filter { $0.value - moment.instant < Alarms.repeatGuard && all.contains($0.key) }
    due = all.compactMap { next($0, after: moment.instant, in: moment.zone) }.min()
  }

  private func next(_ alarm: DailyAlarm, after instant: Instant, in zone: Zone) -> Instant? {
    alarm.next(after: max(instant, lastRings[alarm] ?? instant), in: zone)
  }
}

extension Alarms.Ringing {
  fileprivate init(_ alarms: [DailyAlarm], at moment: Moment, keepingRhythmOf old: CountdownFlashes?) {
    (self.alarms, end) = (alarms, moment.uptime + Alarms.span)
    var countdown = Countdown(Countdown.Rules(period: .seconds(1)))
    countdown.state = .over(since: .wall(moment.instant))
    countdown.title = alarms.map(\.title).filter { !$0.isEmpty }.joined(separator: " · ")
    countdown.flashes = CountdownFlashes(keepingRhythmOf: old, at: moment.uptime, span: CountdownFlashes.ofSingle)
    self.countdown = countdown
  }

  func headline(_ labels: Labels) -> String {
    countdown.title.flatMap { $0.isEmpty ? nil : $0 } ?? alarms.last?.time.label(labels) ?? ""
  }
}

package struct SnoozedAlarm: Hashable, Sendable {
  package let alarm: DailyAlarm
  package let due: Instant

  package init(_ alarm: DailyAlarm, due: Instant) { (self.alarm, self.due) = (alarm, due) }
}

package struct DailyAlarm: Hashable, Sendable {
  package let time: TimeOfDay
  package let title: String
  package let days: Weekdays

  package static let most = 100

  init(time: TimeOfDay, title: String = "", days: Weekdays = .all) {
    (self.time, self.title, self.days) = (time, title, days)
  }

  /// Parses `08:30`, `08:30=Title`, `08:30@mon-fri` or `08:30=Title@mon-fri`. The last `@` begins the days.
  ///
  /// Splits scalars, not characters: a combining accent joins the `=` before it.
  package static func parse(_ text: String) throws(Refusal) -> DailyAlarm {
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
    guard let title, title.count <= Countdown.longestTitle else { throw .alarm }
    return DailyAlarm(time: time, title: title, days: days)
  }

  /// The form that `parse` reads. After a title with an `@`, the days must be written.
  package var text: String {
    let name = title.isEmpty ? time.text : "\(time.text)=\(title)"
    return days == .all && !title.unicodeScalars.contains("@") ? name : "\(name)@\(days.text)"
  }

  func matches(_ name: String) -> Bool {
    name == title && !title.isEmpty || (try? TimeOfDay.parse(name)) == time || (try? DailyAlarm.parse(name)) == self
  }

  /// `nil` if no time is within two weeks. A skipped time rings at the end of the gap, a repeated time only once.
  func next(after instant: Instant, in zone: Zone) -> Instant? {
    let today = zone.civil(at: instant.second).date.dayNumber
    // A clock set back at midnight repeats yesterday, so the search starts there. A zone may skip a date, so one week
    // is not enough.
    for day in today - 1...today + 14 where days.contains(GregorianDate.weekday(ofDay: day)) {
      let first = time.first(on: GregorianDate(dayNumber: day), in: zone)
      if let first, first > instant { return first }
    }
    return nil
  }
}

extension ProgramRun {
  /// A part of `Countdown.Record`. Times are in nanoseconds, wall times since 1970. Values are unchecked.
  package struct Record: Hashable, Sendable, Codable {
    let text: String
    let step: Int
    let overtime: Bool
    /// `uptime` and `wall` are the planned end by both clocks. All three are `nil` before the start.
    var clock: Countdown.Record.ZeroClock?
    var uptime: Int64?
    var wall: Int64?
    /// The planned start.
    var start: Int64?

    /// Why `init` refuses the record, such as `step is 9 of 3`.
    var wrongValue: String {
      do throws(Refusal) {
        let program = try TimerProgram.parse(text)
        if !program.steps.indices.contains(step) { return "step is \(step) of \(program.steps.count)" }
      } catch { return "program is wrong in \(error.text)" }
      if clock != nil, uptime == nil || wall == nil { return "\(uptime == nil ? "uptime" : "wall") is missing" }
      return "the planned time of the program is years away"
    }
  }

  func record(at moment: Moment) -> Record {
    var record = Record(text: program.lines, step: index, overtime: overtime)
    record.start = plannedStart?.sinceEpoch.nanoseconds
    guard let plannedEnd else { return record }
    let rest = plannedEnd.remaining(at: moment)
    (record.uptime, record.wall) = ((moment.uptime + rest).nanoseconds, (moment.instant.sinceEpoch + rest).nanoseconds)
    if case .wall = plannedEnd { record.clock = .wall } else { record.clock = .uptime }
    return record
  }

  init?(_ record: Record, at moment: Moment, isSameBoot: Bool) {
    guard let program = try? TimerProgram.parse(record.text), program.steps.indices.contains(record.step) else {
      return nil
    }
    self.init(program, overtime: record.overtime, at: moment)
    (index, plannedStart) = (record.step, record.start.map { Instant(sinceEpoch: .nanoseconds($0)) })
    if let plannedStart, !ProgramRun.isNear(plannedStart - moment.instant) { return nil }
    guard let clock = record.clock else { return }
    guard let uptime = record.uptime, let wall = record.wall else { return nil }
    let instant = Instant(sinceEpoch: .nanoseconds(wall))
    plannedEnd =
      switch clock {
      case .wall: .wall(instant)
      case .uptime: .uptime(isSameBoot ? .nanoseconds(uptime) : moment.uptime + (instant - moment.instant))
      }
    if let plannedEnd, !ProgramRun.isNear(plannedEnd.remaining(at: moment)) { return nil }
  }

  /// The longest program takes less than six years.
  private static func isNear(_ distance: Duration) -> Bool {
    let longest = Duration.seconds(20 * 366 * 86_400)
    return (.zero - longest...longest).contains(distance)
  }
}

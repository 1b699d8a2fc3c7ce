import CICal
import ColourClock

/// A rule by which an event takes place again (RFC 5545, 3.3.10), worked out by libical, but for what that gets wrong (3.0.16): see
/// `RuleSteps`.
struct Recurrence {
  private let text: String
  private let steps: RuleSteps
  private let end: End?

  /// Compared here: libical would compare times of the event's zone with those of universal time digit by digit.
  private enum End {
    case universal(LocalTime)
    case local(LocalTime)
    case day(Int)
  }

  /// Of all rules of an event: one each minute on the days that are asked for, or an hourly one that is counted from its first time on for more than a
  /// year; more is no plan, and would keep the machine busy, as libical takes some microseconds for each.
  static let mostSteps = 9_000

  init(_ text: String, of start: CalendarTime) throws(Complaint) {
    let rule = icalrecurrencetype_from_string(text)
    guard rule.freq == ICAL_NO_RECURRENCE || Recurrence.isPlan(rule, text) else {
      throw Complaint("its rule is of seconds or minutes: \(text)")
    }
    guard rule.freq != ICAL_NO_RECURRENCE, Recurrence.hasDays(text),
      let steps = RuleSteps(rule, from: start.local)
    else { throw Complaint("its rule makes no sense: \(text)") }
    guard Recurrence.timesOfDay(text) <= Recurrence.mostTimesOfDay else {
      throw Complaint("its rule repeats it too often: \(text)")
    }
    (self.text, self.steps) = (text, steps)
    let until = rule.until
    guard icaltime_is_null_time(until) == 0 else {
      end = nil
      return
    }
    guard let local = LocalTime(until) else { throw Complaint("its rule ends at no time: \(text)") }
    if until.is_date != 0 || start.isDate {
      end = .day(local.day)
    } else {
      end = icaltime_is_utc(until) != 0 ? .universal(local) : .local(local)
    }
  }

  /// libical looks through all seconds, or minutes, of centuries for one that there may never be, such as those of February 30.
  private static func isPlan(_ rule: icalrecurrencetype, _ text: String) -> Bool {
    let parts = text.uppercased()
    switch rule.freq {
    case ICAL_SECONDLY_RECURRENCE: return false
    case ICAL_MINUTELY_RECURRENCE: return !["BYMONTH", "BYYEARDAY", "BYWEEKNO"].contains(where: parts.contains)
    default: return true
    }
  }

  /// Whether there are such days: libical looks for February 30 hour by hour through centuries, and only year by year finds at once
  /// that there is none.
  private static func hasDays(_ text: String) -> Bool {
    let days = text.uppercased().split(separator: ";").filter { part in
      ["BYMONTH=", "BYMONTHDAY=", "BYYEARDAY="].contains(where: part.hasPrefix)
    }
    let rule = icalrecurrencetype_from_string((["FREQ=YEARLY"] + days).joined(separator: ";"))
    return rule.freq == ICAL_NO_RECURRENCE || RuleSteps(rule, from: LocalTime(day: leapYear, second: 0)) != nil
  }

  /// The first day of 2000.
  private static let leapYear = 10_957

  /// One each minute: libical goes through all of them on each day of a year, also where none of that year is asked for.
  private static let mostTimesOfDay = 1440

  /// How many hours, minutes and seconds multiply out to.
  private static func timesOfDay(_ text: String) -> Int {
    text.uppercased().split(separator: ";").reduce(1) { count, part in
      let isTime = ["BYHOUR=", "BYMINUTE=", "BYSECOND="].contains(where: part.hasPrefix)
      // Longer lists than there are numbers are no more of them, and the product stays small.
      return isTime ? count * min(60, part.split(separator: ",").count) : count
    }
  }

  /// When it begins on some days, by the clock of the event; `steps` are those that are left to its rules.
  func starts(
    from start: CalendarTime, in days: ClosedRange<Int>, wall: Zone, steps left: inout Int
  ) throws(Complaint) -> [LocalTime] {
    var starts: [LocalTime] = []
    let isOver = steps.walk(through: days, atMost: &left) { local in
      guard isBeforeEnd(local, start.zone, wall) else { return false }
      if days.contains(local.day) { starts.append(local) }
      return true
    }
    guard isOver else { throw Complaint("its rule repeats it too often: \(text)") }
    return starts
  }

  private func isBeforeEnd(_ local: LocalTime, _ zone: EventZone, _ wall: Zone) -> Bool {
    switch end {
    case nil: true
    case .universal(let time): zone.second(of: local, wall: wall) <= EventZone.known(.utc).second(of: time, wall: wall)
    case .local(let time): local <= time
    case .day(let day): local.day <= day
    }
  }
}

import ColourClock
import TestSupport
import Testing

@testable import Agenda

/// What holds for every rule, tried with some hundred random ones that the parser takes.
@Suite struct RecurrencePropertyTests {
  /// A random rule: its parts, as their lists.
  private struct RandomRule {
    var parts: [String: [String]] = [:]
    var frequency = ""
    var interval = 1

    var text: String {
      let lists = parts.keys.sorted().map { "\($0)=\(parts[$0, default: []].joined(separator: ","))" }
      return (["FREQ=\(frequency)", "INTERVAL=\(interval)"] + lists).joined(separator: ";")
    }

    init(_ dice: inout SeededRandom) {
      frequency = ["MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"].randomElement(using: &dice) ?? ""
      interval = Bool.random(using: &dice) ? 1 : Int.random(in: 2...(frequency == "MINUTELY" ? 2000 : 9), using: &dice)
      let ranges = [
        "BYMONTH": 1...12, "BYWEEKNO": 1...53, "BYYEARDAY": 1...366, "BYMONTHDAY": 1...31, "BYHOUR": 0...23,
        "BYMINUTE": 0...59, "BYSECOND": 0...59, "BYSETPOS": 1...5,
      ]
      let negative: Set = ["BYWEEKNO", "BYYEARDAY", "BYMONTHDAY", "BYSETPOS"]
      for name in ranges.keys.sorted() where Int.random(in: 0..<4, using: &dice) == 0 {
        let numbers = (0...Int.random(in: 0...4, using: &dice)).map { _ in
          let number = Int.random(in: ranges[name] ?? 1...1, using: &dice)
          return negative.contains(name) && Bool.random(using: &dice) ? -number : number
        }
        parts[name] = numbers.map { "\($0)" }
      }
      if Int.random(in: 0..<3, using: &dice) == 0 {
        parts["BYDAY"] = (0...Int.random(in: 0...3, using: &dice)).map { _ in
          let numbers =
            frequency.hasSuffix("TLY") || frequency.hasPrefix("MONTH") || frequency == "YEARLY"
            ? ["", "1", "2", "-1", "5"] : [""]
          return (numbers.randomElement(using: &dice) ?? "") + (weekdays.randomElement(using: &dice) ?? "")
        }
      }
      if Int.random(in: 0..<3, using: &dice) == 0 { parts["WKST"] = [weekdays.randomElement(using: &dice) ?? ""] }
    }
  }

  private static let starts = [
    "20240229T235930", "20251229T090000", "20260101T000000", "19991231T120015", "19690720T201740",
  ]

  /// Rules with a start, of which the parser takes some.
  private static func rules(_ count: Int, seed: UInt64, _ visit: (RecurrenceRule, String) throws -> Void) throws {
    var dice = SeededRandom(seed: seed)
    var taken = 0
    while taken < count {
      let text = RandomRule(&dice).text
      let start = starts.randomElement(using: &dice) ?? ""
      guard let rule = try? Times.rule(text, from: start) else { continue }
      taken += 1
      try visit(rule, "\(text) from \(start)")
    }
  }

  @Test func eachTimePassesEveryPart() throws {
    var found = 0
    try Self.rules(800, seed: 1) { rule, name in
      var (times, budget) = ([LocalTime](), StepBudget(steps: 1_000_000))
      let days = rule.start.local.day...rule.start.local.day + 800
      #expect(
        rule.walk(through: days, budget: &budget) { time in
          times.append(time)
          return times.count < 100
        })
      for time in times where !Passing.passes(time, rule) {
        Issue.record("\(Times.text(time)) is none of \(name)")
      }
      found += times.count
    }
    #expect(found > 20_000, "\(found) times")
  }

  /// A window has the times that the whole has there, whether the rule is counted or not; all are in order and at or
  /// after the start.
  @Test func aWindowIsAFilterOfTheWhole() throws {
    var dice = SeededRandom(seed: 2)
    try Self.rules(600, seed: 3) { rule, name in
      let text = Bool.random(using: &dice) ? rule.text : rule.text + ";COUNT=\(Int.random(in: 1...400, using: &dice))"
      guard let start = Self.starts.first(where: { (try? Times.start($0))?.local == rule.start.local }) else { return }
      let rule = try Times.rule(text, from: start)
      let span = rule.frequency < .daily ? 60 : 1200
      let whole = try Times.all(rule, days: span)
      #expect(
        zip(whole, whole.dropFirst()).allSatisfy { $0 < $1 } && (whole.first ?? rule.start.local) >= rule.start.local)
      #expect(whole.count <= rule.count ?? .max)
      for _ in 0..<5 {
        let first = rule.start.local.day + Int.random(in: -20...span - 40, using: &dice)
        let days = first...first + Int.random(in: 0...40, using: &dice)
        var budget = StepBudget(steps: 10_000_000)
        #expect(
          rule.starts(in: days, wallZone: .utc, budget: &budget) == whole.filter { days.contains($0.day) }, "\(name)")
      }
    }
  }

  /// With fewer steps than it takes there is no answer, with as many the same one; and a window takes no more than the
  /// window is long.
  @Test func theBudgetIsKept() throws {
    try Self.rules(500, seed: 4) { rule, name in
      let days = rule.start.local.day + 300...rule.start.local.day + 303
      var budget = StepBudget(steps: 1_000_000)
      let answer = try Times.required(rule.starts(in: days, wallZone: .utc, budget: &budget))
      let taken = 1_000_000 - budget.steps
      // A day has at most 1,440 times; BYSETPOS looks at whole periods.
      #expect(taken <= 3 * 4 * 1440 || !rule.positions.isEmpty, "\(taken) steps for \(name)")
      var exact = StepBudget(steps: taken)
      #expect(rule.starts(in: days, wallZone: .utc, budget: &exact) == answer && exact.steps == 0)
      for less in Set([0, taken / 2, taken - 1]) where 0 <= less && less < taken {
        var small = StepBudget(steps: less)
        #expect(rule.starts(in: days, wallZone: .utc, budget: &small) == nil && small.steps == 0, "\(name)")
      }
    }
  }
}

private let weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

/// The BY parts once more, from the text of the rule and by another arithmetic.
private enum Passing {
  static func passes(_ time: LocalTime, _ rule: RecurrenceRule) -> Bool {
    let parts = Dictionary(
      uniqueKeysWithValues: rule.text.split(separator: ";").map { part in
        let sides = part.split(separator: "=").map(String.init)
        return (sides[0], sides[1].split(separator: ",").map(String.init))
      })
    return parts.allSatisfy { name, values in
      let numbers = values.compactMap { Int($0) }
      let date = GregorianDate(dayNumber: time.day)
      switch name {
      case "BYMONTH": return numbers.contains(date.month)
      case "BYMONTHDAY":
        return numbers.contains(date.day) || numbers.contains(date.day - length(date.year, date.month) - 1)
      case "BYYEARDAY":
        let number = time.day - first(date.year, 1) + 1
        return numbers.contains(number)
          || numbers.contains(number - (first(date.year + 1, 1) - first(date.year, 1)) - 1)
      case "BYHOUR": return numbers.contains(time.second / 3600)
      case "BYMINUTE": return numbers.contains(time.second / 60 % 60)
      case "BYSECOND": return numbers.contains(time.second % 60)
      case "BYDAY": return values.contains { isOn(time.day, $0, parts) }
      case "BYWEEKNO": return isInWeek(time.day, numbers, weekdays.firstIndex(of: parts["WKST"]?[0] ?? "MO") ?? 1)
      case "INTERVAL": return isCounted(time, rule)
      default: return true
      }
    }
  }

  private static func first(_ year: Int, _ month: Int) -> Int {
    GregorianDate(year: month > 12 ? year + 1 : year, month: month > 12 ? 1 : month, day: 1)?.dayNumber ?? 0
  }

  private static func length(_ year: Int, _ month: Int) -> Int { first(year, month + 1) - first(year, month) }

  private static func isOn(_ day: Int, _ value: String, _ parts: [String: [String]]) -> Bool {
    let date = GregorianDate(dayNumber: day)
    guard weekdays[date.weekday] == value.suffix(2) else { return false }
    guard let number = Int(value.dropLast(2)) else { return true }
    let isOfMonth = parts["FREQ"] == ["MONTHLY"] || parts["BYMONTH"] != nil
    let days =
      isOfMonth
      ? first(date.year, date.month)..<first(date.year, date.month + 1) : first(date.year, 1)..<first(date.year + 1, 1)
    let same = days.filter { GregorianDate(dayNumber: $0).weekday == date.weekday }
    let index = number > 0 ? number - 1 : same.count + number
    return same.indices.contains(index) && same[index] == day
  }

  /// Weeks of each year begin with the one that January 4 is in: the first with four days in the year.
  private static func isInWeek(_ day: Int, _ numbers: [Int], _ weekStart: Int) -> Bool {
    func begin(_ year: Int) -> Int {
      let fourth = first(year, 1) + 3
      return fourth - (GregorianDate(dayNumber: fourth).weekday - weekStart + 7) % 7
    }
    let year = GregorianDate(dayNumber: day).year
    let own = day < begin(year) ? year - 1 : day < begin(year + 1) ? year : year + 1
    let (number, weeks) = ((day - begin(own)) / 7 + 1, (begin(own + 1) - begin(own)) / 7)
    return numbers.contains(number) || numbers.contains(number - weeks - 1)
  }

  private static func isCounted(_ time: LocalTime, _ rule: RecurrenceRule) -> Bool {
    let (date, own) = (GregorianDate(dayNumber: time.day), GregorianDate(dayNumber: rule.start.local.day))
    let minutes = { (time: LocalTime) in time.day * 1440 + time.second / 60 }
    let periods =
      switch rule.frequency {
      case .yearly: date.year - own.year
      case .monthly: (date.year - own.year) * 12 + date.month - own.month
      case .weekly:
        ((time.day - (date.weekday - rule.weekStart + 7) % 7)
          - (rule.start.local.day - (own.weekday - rule.weekStart + 7) % 7)) / 7
      case .daily: time.day - rule.start.local.day
      case .hourly: minutes(time) / 60 - minutes(rule.start.local) / 60
      default: minutes(time) - minutes(rule.start.local)
      }
    // Negative minutes of 1969 round the other way.
    return time.day < 0 || rule.start.local.day < 0 && rule.frequency == .hourly || periods % rule.interval == 0
  }
}

import ColourClock
import ControlProtocol

/// The parts of an RRULE (RFC 5545), by name.
struct RuleParts {
  let text: String
  private var values: [String: Substring] = [:]

  private static let names: Set<String> = [
    "FREQ", "UNTIL", "COUNT", "INTERVAL", "WKST", "BYSECOND", "BYMINUTE", "BYHOUR", "BYDAY", "BYMONTHDAY", "BYYEARDAY",
    "BYWEEKNO", "BYMONTH", "BYSETPOS",
  ]
  private static let longestText = 200
  private static let largest = 1_000_000_000

  init(_ text: String) throws(Complaint) {
    let text = text.uppercased()
    self.text = text.cut(to: RuleParts.longestText)
    for part in text.split(separator: ";") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = sides[0].trimmed
      if name.isEmpty || name.hasPrefix("X-") { continue }
      // These parts of RFC 7529 state the defaults.
      if ["RSCALE=GREGORIAN", "SKIP=OMIT"].contains(part) { continue }
      guard RuleParts.names.contains(name), sides.count == 2 else {
        throw complaint("has a part that is not valid: \(part.shortened)")
      }
      guard values.updateValue(sides[1].trimmed[...], forKey: name) == nil else { throw complaint("has \(name) twice") }
    }
  }

  func complaint(_ reason: String) -> Complaint { Complaint("its rule \(reason): \(text)") }

  private func wrong(_ name: String) -> Complaint {
    complaint("has a part that is not valid: \(name)=\((values[name] ?? "").shortened)")
  }

  func has(_ name: String) -> Bool { values[name] != nil }

  func frequency() throws(Complaint) -> RecurrenceRule.Frequency {
    switch values["FREQ"] {
    case "SECONDLY": throw complaint("repeats every few seconds, which is not supported")
    case "MINUTELY": return .minutely
    case "HOURLY": return .hourly
    case "DAILY": return .daily
    case "WEEKLY": return .weekly
    case "MONTHLY": return .monthly
    case "YEARLY": return .yearly
    case nil: throw complaint("has no FREQ")
    case .some: throw wrong("FREQ")
    }
  }

  func number(_ name: String) throws(Complaint) -> Int? {
    guard let value = values[name] else { return nil }
    let all = value.first == "+" ? value.dropFirst() : value[...]
    let digits = all.drop { $0 == "0" }
    guard !all.isEmpty, digits.isAllDigits else { throw wrong(name) }
    let number = digits.isEmpty ? 0 : min(Int(digits) ?? RuleParts.largest, RuleParts.largest)
    guard number > 0 else { throw wrong(name) }
    return number
  }

  func numbers(_ name: String, _ range: ClosedRange<Int>, orNegative: Bool = false) throws(Complaint) -> NumberSet {
    var numbers = NumberSet()
    guard let value = values[name] else { return numbers }
    for item in value.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = RuleParts.number(item.trimmed[...]), range.contains(orNegative ? abs(number) : number) else {
        throw wrong(name)
      }
      numbers.insert(number)
    }
    return numbers
  }

  private static func number(_ text: Substring) -> Int? {
    let isSigned = text.first == "+" || text.first == "-"
    let digits = isSigned ? text.dropFirst() : text
    guard (1...3).contains(digits.utf8.count), digits.isAllDigits else { return nil }
    return Int(text)
  }

  private static let weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

  func weekStart() throws(Complaint) -> Int {
    guard let value = values["WKST"] else { return 1 }
    guard let day = RuleParts.weekdays.firstIndex(of: String(value)) else { throw wrong("WKST") }
    return day
  }

  /// `numbered` is empty, or has a set per weekday from Sunday: `2MO,-1MO` puts 2 and -1 at index 1.
  func weekdays(_ frequency: RecurrenceRule.Frequency) throws(Complaint) -> (plain: NumberSet, numbered: [NumberSet]) {
    var (plain, numbered) = (NumberSet(), [NumberSet]())
    guard let value = values["BYDAY"] else { return (plain, numbered) }
    let isOfMonth = frequency == .monthly || has("BYMONTH")
    for item in value.split(separator: ",", omittingEmptySubsequences: false).map({ $0.trimmed[...] }) {
      guard let day = RuleParts.weekdays.firstIndex(of: String(item.suffix(2))) else { throw wrong("BYDAY") }
      if item.utf8.count == 2 {
        plain.insert(day)
        continue
      }
      guard let number = RuleParts.number(item.dropLast(2)), number != 0 else { throw wrong("BYDAY") }
      guard frequency >= .monthly else {
        throw complaint("has BYDAY=\(item.shortened), which only months and years allow")
      }
      guard !has("BYWEEKNO") else { throw complaint("has BYDAY=\(item.shortened), which BYWEEKNO does not allow") }
      guard abs(number) <= (isOfMonth ? 5 : 53) else {
        throw complaint("never occurs, because of BYDAY=\(item.shortened)")
      }
      if numbered.isEmpty { numbered = Array(repeating: NumberSet(), count: 7) }
      numbered[day].insert(number)
    }
    return (plain, numbered)
  }

  func until(of start: CalendarTime, _ calendarZone: EventZone) throws(Complaint) -> RecurrenceRule.Until? {
    guard let value = values["UNTIL"] else { return nil }
    guard let time = BasicTime(value) else { throw wrong("UNTIL") }
    if time.isUniversal { return start.isDate ? .dayOfUniversal(time.local, calendarZone) : .universal(time.local) }
    return time.isDate || start.isDate ? .day(time.local.day) : .local(time.local)
  }
}

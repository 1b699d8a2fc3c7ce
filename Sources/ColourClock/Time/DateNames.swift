package struct DateNames: Hashable, Sendable {
  private let lists: [[String]]
  package let format: TimeFormat

  package var weekdays: [String] { lists[0] }
  var shortWeekdays: [String] { lists[1] }
  package var months: [String] { lists[2] }
  var shortMonths: [String] { lists[3] }
  package var dayPeriods: [String] { lists[4] }
  /// True if am and pm are in Han or kana (Japanese). They then precede the time without a blank, and hours run from 0
  /// to 11: 午前0:08 (CLDR 44, `aK:mm`).
  package let hasDayPeriodFirst: Bool
  /// True if am and pm are left of the time: in Japanese and in right-to-left languages.
  let hasDayPeriodAtLeft: Bool

  package static let english = DateNames(in: Words())

  /// Falls back to English if a list or the format is invalid.
  package init(in words: Words, hasMonthFirst: Bool = false) {
    // Translators: one after the other with semicolons, Sunday first.
    let days = words["Sunday;Monday;Tuesday;Wednesday;Thursday;Friday;Saturday"]
    let shortDays = words["Sun;Mon;Tue;Wed;Thu;Fri;Sat"]
    // Translators: one after the other with semicolons.
    let months = words[
      "January;February;March;April;May;June;July;August;September;October;November;December"]
    let shortMonths = words["Jan;Feb;Mar;Apr;May;Jun;Jul;Aug;Sep;Oct;Nov;Dec"]
    // Translators: the long form of a date, in the terms of strftime.
    let long = words["%A, %-d %B %Y"]
    let lists = [days, shortDays, months, shortMonths, words["am;pm"]].map { $0.split(separator: ";").map(String.init) }
    self.init(lists: lists, format: hasMonthFirst ? "%A, %B %-d, %Y" : long)
  }

  func twelveHour(_ hour: Int, _ rest: String = "") -> String {
    joined("\(hourOfTwelve(hour))\(rest)", dayPeriod: dayPeriods[hour % 24 / 12])
  }

  func hourOfTwelve(_ hour: Int) -> Int { hasDayPeriodFirst ? hour % 12 : hour.hourOfTwelve }

  func joined(_ time: String, dayPeriod: String) -> String {
    hasDayPeriodFirst ? dayPeriod + time : "\(time) \(dayPeriod)"
  }

  /// - Parameter lists: Weekdays, short weekdays, months, short months, am and pm.
  package init(lists: [[String]], format: String) {
    if lists.map(\.count) == [7, 7, 12, 12, 2], let format = try? TimeFormat(format) {
      (self.lists, self.format) = (lists, format)
      hasDayPeriodFirst = lists[4].joined().unicodeScalars.contains { 0x2e80..<0xa000 ~= $0.value }
      hasDayPeriodAtLeft = hasDayPeriodFirst || lists[4].joined().hasRightToLeftLetters
    } else {
      self = .english
    }
  }
}

/// The names of the days, Sunday first, and of the months, and how a date is written, in the language of the wall.
package struct DateNames: Hashable, Sendable {
  /// In one array, since labels are copied often: weekdays, the same abbreviated, months, the same abbreviated, and
  /// what stands for the two halves of the day.
  private let lists: [[String]]
  /// The long form of a date.
  package let format: TimeFormat

  package var weekdays: [String] { lists[0] }
  var shortWeekdays: [String] { lists[1] }
  package var months: [String] { lists[2] }
  var shortMonths: [String] { lists[3] }
  package var halves: [String] { lists[4] }
  /// Whether the half stands before the time, with no blank between, and its hours begin with 0: 午前0:08 (CLDR 44,
  /// `aK:mm`). Of the wall's languages Japanese alone writes so.
  package let hasHalfFirst: Bool
  /// Whether it is drawn at the left of the time: also where a line runs to the left.
  let hasHalfAtLeft: Bool

  package static let english = DateNames(in: Words())

  /// Those of a catalogue; English ones in place of a list that is not complete.
  /// - Parameter hasMonthFirst: as English is written in some countries.
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

  /// An hour of 0…24 with what follows it, and am or pm.
  func twelveHour(_ hour: Int, _ rest: String = "") -> String {
    joined("\(hourOfTwelve(hour))\(rest)", half: halves[hour % 24 / 12])
  }

  /// An hour of the day on a twelve-hour clock.
  func hourOfTwelve(_ hour: Int) -> Int { hasHalfFirst ? hour % 12 : hour.hourOfTwelve }

  /// A time on a twelve-hour clock with its half.
  func joined(_ time: String, half: String) -> String { hasHalfFirst ? half + time : "\(time) \(half)" }

  /// - Parameters:
  ///   - lists: weekdays, the same abbreviated, months, the same abbreviated, and the halves of the day.
  ///   - format: the long form of a date.
  package init(lists: [[String]], format: String) {
    if lists.map(\.count) == [7, 7, 12, 12, 2], let format = try? TimeFormat(format) {
      (self.lists, self.format) = (lists, format)
      hasHalfFirst = lists[4].joined().unicodeScalars.contains { 0x2e80..<0xa000 ~= $0.value }
      hasHalfAtLeft = hasHalfFirst || lists[4].joined().hasLettersToTheLeft
    } else {
      self = .english
    }
  }
}

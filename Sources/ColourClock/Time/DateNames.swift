/// The names of the days, Sunday first, and of the months, and how a date is written, in the language of the wall.
package struct DateNames: Hashable, Sendable {
  /// In one array, since labels are copied often: weekdays, the same abbreviated, months, the same abbreviated, and
  /// what stands for the two halves of the day.
  private let lists: [[String]]
  /// The long form of a date.
  package let format: TimeFormat

  package var weekdays: [String] { lists[0] }
  package var shortWeekdays: [String] { lists[1] }
  package var months: [String] { lists[2] }
  package var shortMonths: [String] { lists[3] }
  package var halves: [String] { lists[4] }

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

  /// - Parameters:
  ///   - lists: weekdays, the same abbreviated, months, the same abbreviated, and the halves of the day.
  ///   - format: the long form of a date.
  package init(lists: [[String]], format: String) {
    if lists.map(\.count) == [7, 7, 12, 12, 2], let format = try? TimeFormat(format) {
      (self.lists, self.format) = (lists, format)
    } else {
      self = .english
    }
  }
}

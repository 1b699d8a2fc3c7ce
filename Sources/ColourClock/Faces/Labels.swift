/// What the labels say: which of them are shown and in which form.
package struct Labels: Hashable, Sendable {
  package var time = true
  package var seconds = true
  /// 1 to 12 with am and pm, instead of 00 to 23.
  package var twelveHour = false
  package var hex = true
  package var date = false
  package var names = DateNames.english

  package init() {}

  /// The hour as it is written, and all that is shown of the time but `half`.
  func hour(of time: Civil) -> String { twelveHour ? "\((time.hour + 11) % 12 + 1)" : time.hour.twoDigits }

  func time(of time: Civil) -> String {
    var string = hour(of: time)
    string += time.minute.behindColon
    if seconds { string += time.second.behindColon }
    return string
  }

  /// What follows the time in the twelve-hour form.
  func half(of time: Civil) -> String { time.hour < 12 ? "am" : "pm" }

  /// Weekday, day, month and year: `Saturday 21 November 2026`.
  func date(of time: Civil) -> String {
    "\(names.weekdays[time.weekday]) \(time.day) \(names.months[time.month - 1]) \(time.year)"
  }
}

/// The names of the days, Sunday first, and of the months, in the language of the wall.
package struct DateNames: Hashable, Sendable {
  let weekdays: [String]
  let months: [String]
  /// A date as wide as any of the year: the longest names, and two digits of day.
  let widestDate: String

  /// - Precondition: seven weekdays and twelve months.
  package init(weekdays: [String], months: [String]) {
    precondition(weekdays.count == 7 && months.count == 12, "a week has seven days and a year twelve months")
    (self.weekdays, self.months) = (weekdays, months)
    let longest = { (names: [String]) in names.max { $0.count < $1.count } ?? "" }
    widestDate = "\(longest(weekdays)) 00 \(longest(months)) 0000"
  }

  package static let english = DateNames(
    weekdays: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
    months: [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ])
}

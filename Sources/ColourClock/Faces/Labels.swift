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

  /// The parts of the time that are shown, hours first, and `am` or `pm` with the twelve-hour form.
  func parts(of time: Civil) -> (numbers: [String], suffix: String) {
    let minutes = [Labels.pair(time.minute)] + (seconds ? [Labels.pair(time.second)] : [])
    guard twelveHour else { return ([Labels.pair(time.hour)] + minutes, "") }
    return (["\((time.hour + 11) % 12 + 1)"] + minutes, time.hour < 12 ? "am" : "pm")
  }

  /// Weekday, day, month and year: `Saturday 21 November 2026`.
  func date(of time: Civil) -> String {
    "\(names.weekdays[time.weekday]) \(time.day) \(names.months[time.month - 1]) \(time.year)"
  }

  /// A date as wide as any of the year: the longest names, and two digits of day.
  var widestDate: String {
    let longest = { (names: [String]) in names.max { $0.count < $1.count } ?? "" }
    return "\(longest(names.weekdays)) 00 \(longest(names.months)) 0000"
  }

  static func pair(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}

/// The names of the days, Sunday first, and of the months, in the language of the wall.
package struct DateNames: Hashable, Sendable {
  package let weekdays: [String]
  package let months: [String]

  /// - Precondition: seven weekdays and twelve months.
  package init(weekdays: [String], months: [String]) {
    precondition(weekdays.count == 7 && months.count == 12, "a week has seven days and a year twelve months")
    self.weekdays = weekdays
    self.months = months
  }

  package static let english = DateNames(
    weekdays: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
    months: [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ])
}

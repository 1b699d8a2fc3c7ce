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
    let hour = twelveHour ? "\((time.hour + 11) % 12 + 1)" : time.hour.twoDigits
    let numbers = seconds ? [hour, time.minute.twoDigits, time.second.twoDigits] : [hour, time.minute.twoDigits]
    return (numbers, twelveHour ? (time.hour < 12 ? "am" : "pm") : "")
  }

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

/// What is shown with the labels: a countdown's number above them, a feed's text below.
struct LabelExtras: Hashable, Sendable {
  /// A countdown's number, which is then the main line and the time a caption.
  var number: Number?
  var feed: [String] = []
  /// How old the feed's text is.
  var status: String?

  struct Number: Hashable, Sendable {
    var string: String
    /// The widest form it takes.
    var template: String
    /// Above the number: what it is for, or how near its end it is; its place is kept while it is empty.
    var heading: String
  }

  /// The feed's text broken into lines of about the same length, as many as fit under the labels.
  var feedLines: [String] {
    let lines = feed.flatMap { LabelExtras.wrapped($0, at: LabelExtras.lineLength) }
    guard lines.count > LabelExtras.mostLines, let last = lines.prefix(LabelExtras.mostLines).last else { return lines }
    return lines.prefix(LabelExtras.mostLines - 1) + [last + "…"]
  }

  /// In characters: what still reads from across a room when it is as wide as the time.
  private static let lineLength = 48
  private static let mostLines = 3

  private static func wrapped(_ text: String, at length: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + word.count < length {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

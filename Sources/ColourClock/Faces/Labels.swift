/// What the labels say: which of them are shown and in which form.
package struct Labels: Hashable, Sendable {
  package var time = true
  package var seconds = true
  /// 1 to 12 with am and pm, instead of 00 to 23.
  package var twelveHour = false
  package var hex = true
  package var date = false
  package var names = DateNames.english
  /// Instead of what the others ask for.
  package var timeFormat: TimeFormat?
  /// Instead of the long form of the language.
  package var dateFormat: TimeFormat?

  package init() {}

  /// The hour as it is written, and all that is shown of the time but `half`.
  func hour(of time: Civil) -> String { twelveHour ? "\(names.hourOfTwelve(time.hour))" : time.hour.twoDigits }

  func time(of time: Civil) -> String {
    if let timeFormat { return timeFormat.string(of: time, names) }
    var string = hour(of: time)
    string += time.minute.behindColon
    if seconds { string += time.second.behindColon }
    return string
  }

  /// What follows the time in the twelve-hour form.
  func half(of time: Civil) -> String { names.halves[time.hour / 12] }

  /// What is set smaller beside it, with a blank between.
  func suffix(of time: Civil) -> String { hasSuffix ? suffix(half(of: time)) : "" }

  /// The blank is on the side of the time: in a half that runs to the left, as in Arabic, that is where it begins.
  private func suffix(_ half: String) -> String { names.hasHalfFirst ? half + " " : " " + half }

  /// In one size, with `half` where its language has it.
  func wholeTime(of time: Civil) -> String { withHalf(self.time(of: time), half(of: time)) }

  func withHalf(_ time: String, _ half: String) -> String { hasSuffix ? names.joined(time, half: half) : time }

  /// Weekday, day, month and year, if nothing else is asked for: `Saturday, 21 November 2026`.
  func date(of time: Civil) -> String { (dateFormat ?? names.format).string(of: time, names) }

  private var hasSuffix: Bool { twelveHour && timeFormat == nil }
}

/// The widest forms that they take in the course of the years.
extension Labels {
  var widestTime: String { timeFormat?.widest(names) ?? (seconds ? "00:00:00" : "00:00") }
  var widestSuffix: String { hasSuffix ? suffix(widestHalf) : "" }
  var widestWholeTime: String { withHalf(widestTime, widestHalf) }
  var widestHalf: String { Line.widest(names.halves) }
  var widestDate: String { (dateFormat ?? names.format).widest(names) }
}

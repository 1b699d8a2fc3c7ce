/// Which labels are shown, and their form.
package struct Labels: Hashable, Sendable {
  package var time = true
  package var seconds = true
  /// 1 to 12 with am and pm, instead of 00 to 23.
  package var twelveHour = false
  package var hex = true
  package var date = false
  /// Sixty marks around the time, lit one by one with the seconds. An option and no face: it goes with every colour,
  /// with digits and with hands.
  package var secondsRing = false
  /// Whether the second hand glides instead of stepping.
  package var sweeps = false
  package var names = DateNames.english
  /// Replaces `seconds` and `twelveHour`.
  package var timeFormat: TimeFormat?
  /// Replaces the long form of the language.
  package var dateFormat: TimeFormat?

  package init() {}

  /// The hour in the 24-hour or the 12-hour form.
  func hour(of time: Civil) -> String { twelveHour ? "\(names.hourOfTwelve(time.hour))" : time.hour.twoDigits }

  func time(of time: Civil) -> String {
    if let timeFormat { return timeFormat.string(of: time, names) }
    var string = hour(of: time)
    string += time.minute.behindColon
    if seconds { string += time.second.behindColon }
    return string
  }

  /// Am or pm.
  func half(of time: Civil) -> String { names.halves[time.hour / 12] }

  /// Am or pm with a blank, as the smaller text beside the time.
  func suffix(of time: Civil) -> String { hasSuffix ? suffix(half(of: time)) : "" }

  /// The blank is on the side of the time. An Arabic half begins there too, as it runs to the left.
  private func suffix(_ half: String) -> String { names.hasHalfFirst ? half + " " : " " + half }

  /// The time in one size, with am or pm where the language has it.
  func wholeTime(of time: Civil) -> String { withHalf(self.time(of: time), half(of: time)) }

  func withHalf(_ time: String, _ half: String) -> String { hasSuffix ? names.joined(time, half: half) : time }

  /// The long form by default: `Saturday, 21 November 2026`.
  func date(of time: Civil) -> String { (dateFormat ?? names.format).string(of: time, names) }

  private var hasSuffix: Bool { twelveHour && timeFormat == nil }
}

/// The widest form of each label over all years.
extension Labels {
  var widestTime: String { timeFormat?.widest(names) ?? (seconds ? "00:00:00" : "00:00") }
  var widestSuffix: String { hasSuffix ? suffix(widestHalf) : "" }
  var widestWholeTime: String { withHalf(widestTime, widestHalf) }
  var widestHalf: String { Line.widest(names.halves) }

  /// Digits of a time, with am or pm in the 12-hour form.
  func widest(_ digits: String) -> String { twelveHour ? names.joined(digits, half: widestHalf) : digits }

  var widestDate: String { (dateFormat ?? names.format).widest(names) }
}

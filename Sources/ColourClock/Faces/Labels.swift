/// The labels of the wall, and their form.
package struct Labels: Hashable, Sendable {
  package var time = true
  package var seconds = true
  /// True for 1 to 12 with am and pm, in place of 00 to 23.
  package var twelveHour = false
  package var hex = true
  /// True for the layout of `--preset seed`: the digits are exactly in the middle, and the code below them is large.
  package var hasLargeCode = false
  package var date = false
  /// True for a ring of sixty marks around digits or hands. The ring lights one mark each second.
  package var secondsRing = false
  package var sweeps = false
  package var names = DateNames.english
  /// A format that replaces `seconds` and `twelveHour`.
  package var timeFormat: TimeFormat?
  /// A format that replaces the language's long form.
  package var dateFormat: TimeFormat?

  package init() {}

  func hour(of time: Civil) -> String { twelveHour ? "\(names.hourOfTwelve(time.hour))" : time.hour.twoDigits }

  func time(of time: Civil) -> String {
    if let timeFormat { return timeFormat.string(of: time, names) }
    var string = hour(of: time)
    string += time.minute.afterColon
    if seconds { string += time.second.afterColon }
    return string
  }

  func amPm(of time: Civil) -> String { names.amPm[time.hour / 12] }

  /// Am or pm with a blank, for the smaller text beside the time; empty in the 24-hour form.
  func suffix(of time: Civil) -> String { hasSuffix ? suffix(amPm(of: time)) : "" }

  /// The blank is between the time and am or pm. In Arabic am or pm is drawn at the left, but it also follows the time
  /// in the string.
  private func suffix(_ half: String) -> String { names.hasHalfFirst ? half + " " : " " + half }

  func wholeTime(of time: Civil) -> String { withHalf(self.time(of: time), amPm(of: time)) }

  func withHalf(_ time: String, _ half: String) -> String { hasSuffix ? names.joined(time, half: half) : time }

  /// The date; by default in the long form: `Saturday, 21 November 2026`.
  func date(of time: Civil) -> String { (dateFormat ?? names.format).string(of: time, names) }

  /// The lines of a date, broken after its first comma if both parts fit.
  /// - Parameter width: the width in digit heights.
  static func dateLines(_ date: String, width: Double) -> [String] {
    if let comma = date.firstIndex(of: ",") {
      let lines = [date[...comma], date[date.index(after: comma)...].drop { $0 == " " }].map(String.init)
      if lines.allSatisfy({ !$0.isEmpty && Line.width($0) <= width }) { return lines }
    }
    return Paragraph(date).list(at: width)
  }

  private var hasSuffix: Bool { twelveHour && timeFormat == nil }
}

/// The widest form of each label over all years.
extension Labels {
  var widestTime: String { timeFormat?.widest(names) ?? (seconds ? "00:00:00" : "00:00") }
  var widestSuffix: String { hasSuffix ? suffix(widestHalf) : "" }
  var widestWholeTime: String { withHalf(widestTime, widestHalf) }
  var widestHalf: String { Line.widest(names.amPm) }

  /// A time with these digits; in the 12-hour form with the wider of am and pm.
  func widest(_ digits: String) -> String { twelveHour ? names.joined(digits, half: widestHalf) : digits }

  var widestDate: String { (dateFormat ?? names.format).widest(names) }
}

package struct Labels: Hashable, Sendable {
  package var time = true
  package var seconds = true
  package var twelveHour = false
  package var hex = true
  /// True for `--preset seed`: digits exactly in the middle, a large code below.
  package var hasLargeCode = false
  package var date = false
  /// True for a ring of sixty marks: each second lights one more.
  package var secondsRing = false
  package var sweeps = false
  package var names = DateNames.english
  /// Replaces `seconds` and `twelveHour`.
  package var timeFormat: TimeFormat?
  package var dateFormat: TimeFormat?

  private var widestZone = Zone.usualName

  package init() {}

  func reservingRoom(for zone: Zone) -> Labels { with(self) { $0.widestZone = zone.widestName } }

  func hour(of time: Civil) -> String { twelveHour ? "\(names.hourOfTwelve(time.hour))" : time.hour.twoDigits }

  func time(of time: Civil) -> String {
    if let timeFormat { return timeFormat.string(of: time, names) }
    var string = hour(of: time)
    string += time.minute.afterColon
    if seconds { string += time.second.afterColon }
    return string
  }

  /// Am or pm.
  func dayPeriod(of time: Civil) -> String { names.dayPeriods[time.hour / 12] }

  func suffix(of time: Civil) -> String { showsDayPeriod ? withBlank(dayPeriod(of: time)) : "" }

  /// In Arabic, `hasDayPeriodFirst` is false: am or pm follows the digits in the string, but is drawn at their left.
  private func withBlank(_ dayPeriod: String) -> String { names.hasDayPeriodFirst ? dayPeriod + " " : " " + dayPeriod }

  func wholeTime(of time: Civil) -> String { withDayPeriod(self.time(of: time), dayPeriod(of: time)) }

  func withDayPeriod(_ time: String, _ dayPeriod: String) -> String {
    showsDayPeriod ? names.joined(time, dayPeriod: dayPeriod) : time
  }

  /// The default is `Saturday, 21 November 2026`.
  func date(of time: Civil) -> String { (dateFormat ?? names.format).string(of: time, names) }

  /// `width` is in digit heights.
  static func dateLines(_ date: String, width: Double) -> [String] {
    if let comma = date.firstIndex(of: ",") {
      let lines = [date[...comma], date[date.index(after: comma)...].drop { $0 == " " }].map(String.init)
      if lines.allSatisfy({ !$0.isEmpty && Line.width($0) <= width }) { return lines }
    }
    return Paragraph(date).list(at: width)
  }

  /// A `timeFormat` has am or pm in its own text.
  private var showsDayPeriod: Bool { twelveHour && timeFormat == nil }
}

extension Labels {
  var widestTime: String { timeFormat?.widest(names, zone: widestZone) ?? (seconds ? "00:00:00" : "00:00") }
  var widestSuffix: String { showsDayPeriod ? withBlank(widestDayPeriod) : "" }
  var widestWholeTime: String { withDayPeriod(widestTime, widestDayPeriod) }
  var widestDayPeriod: String { Line.widest(names.dayPeriods) }

  /// Ignores `timeFormat`, which is only for the wall's own time.
  func widest(_ digits: String) -> String { twelveHour ? names.joined(digits, dayPeriod: widestDayPeriod) : digits }

  var widestDate: String { (dateFormat ?? names.format).widest(names, zone: widestZone) }
}

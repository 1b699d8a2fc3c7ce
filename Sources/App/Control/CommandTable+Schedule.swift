import ColourClock
import CommandOptions
import ControlProtocol

extension CommandTable {
  static let schedule = [
    CommandRow(
      name: "message", arguments: "TEXT [--for SPAN] [--priority info|notice|urgent] [--id NAME]",
      meaning: "Shows a message on a plate over less important parts of the wall. A message of priority urgent takes "
        + "the whole wall. The message replaces a message with the same ID.",
      read: message),
    CommandRow(
      name: "dismiss", arguments: "[ID]",
      meaning: "Stops what rings. If nothing rings, or a program waits for its next step, removes the most urgent "
        + "message. ID is the ID of one message, the title or time of what rings, or the ID of a countdown that rings."
    ) { words in
      .scene(.dismiss(try? words.text("")))
    },
    CommandRow(
      name: "snooze", arguments: "[MINUTES]",
      meaning: "Snoozes what rings, for MINUTES (1 to 60, default 5). An alarm then rings again. A countdown runs on "
        + "for that time."
    ) { (words) throws(Refusal) in
      guard let text = words.next() else { return .scene(.snooze(Scene.usualSnooze)) }
      guard text.isAllDigits, let minutes = Int(text), (1...60).contains(minutes) else {
        throw Refusal("the minutes must be from 1 to 60")
      }
      return .scene(.snooze(.seconds(60 * minutes)))
    },
    CommandRow(
      name: "alarm add", arguments: "TIME[=TITLE][@DAYS]",
      meaning: "Adds an alarm at a time of day, such as 08:30=Standup@mon-fri. The alarm stays after a restart."
    ) { (words) throws(Refusal) in
      .scene(.alarm(.add(try DailyAlarm.parse(words.text("a time of day, such as 08:30=Standup@mon-fri")))))
    },
    CommandRow(
      name: "alarm remove", arguments: "TIME|TITLE",
      meaning: "Removes all alarms with this time or title. An alarm of the options returns at the next start, or when "
        + "its option changes."
    ) {
      (words) throws(Refusal) in .scene(.alarm(.remove(try words.text("a time or a title"))))
    },
    CommandRow(name: "alarm list", arguments: "", meaning: "All alarms, in the form of --alarm.") { _ in .alarms },
    CommandRow(
      name: "agenda set", arguments: "PERIOD…",
      meaning:
        "Shows these periods in place of the agenda's file, until the file changes. Each argument is a period, such as "
        + "'08:30-09:15 Maths', or a moment without an end, such as '08:00 Take pills'. An argument such as "
        + "'[Work #3b6fb6]' sets the calendar and the colour of the periods after it. An argument can also be a JSON "
        + "list of objects with the fields start, end and title, and perhaps days, colour and calendar. The field "
        + "seconds makes the period take place only once. It has two numbers, the start and the end in seconds since "
        + "1970. With seconds, start and end are only the text that the wall shows. A moment has no end, and its "
        + "seconds are the same number twice.",
      read: agenda),
    CommandRow(name: "agenda clear", arguments: "", meaning: "Removes all periods.") { _ in .scene(.agenda([])) },
  ]

  static func message(_ words: inout CommandWords) throws(Refusal) -> ControlOrder {
    let span = try words.option("for").map(Value.span)
    let id = try words.option("id")
    if let id, id.unicodeScalars.count > Message.longestID {
      throw Refusal("the message's name has more than \(Message.longestID) characters")
    }
    let priority = try words.option("priority").map(Message.Priority.named) ?? .info
    try words.endOptions()
    guard let message = Message(try words.text("a text"), priority: priority, span: span, id: id) else {
      throw Refusal("there is nothing in that text that can be shown")
    }
    return .scene(.message(message))
  }

  static func agenda(_ words: inout CommandWords) throws(Refusal) -> ControlOrder {
    var (periods, lines) = ([Period](), AgendaLines())
    var word: String? = try words.next("periods, such as '08:30-09:15 Maths'")
    while let text = word {
      if text.hasPrefix("["), case .array(let values)? = JSON(Array(text.utf8)) {
        for value in values { periods.append(try period(value)) }
      } else {
        do { if let period = try lines.read(text) { periods.append(period) } } catch {
          throw Refusal("'\(text)': \(error.text)")
        }
      }
      word = words.next()
    }
    return .scene(.agenda(periods))
  }

  private static func period(_ value: JSON) throws(Refusal) -> Period {
    guard let start = value["start"]?.string, let title = value["title"]?.string else {
      throw Refusal(
        "a period is an object with start, end and title, such as {\"start\": \"08:30\", \"end\": \"09:15\", "
          + "\"title\": \"Maths\"}; a moment has no end")
    }
    let ink = try text(value["colour"] == nil ? "color" : "colour", of: value).map { text throws(Refusal) in
      guard let known = Colour(hex: text) else { throw Refusal("'\(text)' is not a colour such as #8a9544") }
      return known
    }
    let days = try text("days", of: value).map(Weekdays.parse) ?? .all
    let calendar = try AgendaCalendar(name: text("calendar", of: value), colour: nil)
    let (startTime, endTime) = (try TimeOfDay.parse(start), try end(of: value))
    let once = try once(value["seconds"])
    let isReminder = once.map(\.isEmpty) ?? (endTime == nil)
    guard isReminder ? endTime == nil || endTime == startTime : endTime != nil else {
      throw Refusal("the \"seconds\" of a period with an end must differ, and those of a moment must be equal")
    }
    guard
      let period = Period(
        start: startTime, end: isReminder ? nil : endTime, title: title, colour: ink, days: days, once: once,
        of: calendar)
    else {
      throw Refusal("a period needs a title, and an end that is not its start")
    }
    return period
  }

  private static func end(of period: JSON) throws(Refusal) -> TimeOfDay? {
    try text("end", of: period).map { end throws(Refusal) in try TimeOfDay.parse(end == "24:00" ? "00:00" : end) }
  }

  /// Returns seconds since 1970: an empty range for a reminder, and `nil` for a recurring period.
  private static func once(_ seconds: JSON?) throws(Refusal) -> Range<Int64>? {
    let years = GregorianDate.secondsOfFourDigitYears
    guard let seconds, seconds != .null else { return nil }
    guard case .array(let both) = seconds, both.count == 2,
      case (.integer(let first), .integer(let last)) = (both[0], both[1]), first <= last, years.contains(first),
      years.contains(last)
    else {
      throw Refusal(
        "\"seconds\" must be two whole numbers, the start and the end in seconds since 1970; equal for a moment"
      )
    }
    return first..<last
  }

  private static func text(_ name: String, of period: JSON) throws(Refusal) -> String? {
    try period.string(name, else: Refusal("\"\(name)\" of a period is a text"))
  }
}

import CommandOptions
import ControlProtocol

@testable import App
@testable import ColourClock

// Parsers of texts that people write: options, times and commands.

/// Parses a text as each kind of value that an option may have: a span, a time of day, a date, a format, a size, a
/// name.
func tryTimes(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  trySpan(text)
  if let time = try? TimeOfDay.parse(text) { expect(try? TimeOfDay.parse(time.text), is: time, text) }
  if let schedule = try? DailyHours.parse(text) {
    let again = "\(schedule.start.text)-\(schedule.end.text)"
    expect(try? DailyHours.parse(again), is: schedule, text)
    for second in stride(from: Int64(0), to: 86_400, by: 7_200) {
      expect((0...1).contains(schedule.depth(at: second, in: .utc)), "a depth of \(text) at \(second)")
    }
  }
  tryStart(text)
  tryInstant(text)
  if let format = try? TimeFormat(text) { _ = format.string(of: Zone.utc.civil(at: 1_800_000_000), DateNames.english) }
  if let geometry = WindowGeometry(text) {
    let (screen, size) = (Size(width: 1920, height: 1080), geometry.size ?? Size(width: 1, height: 1))
    expect((1...WindowGeometry.limit).contains(size.width), "a width of \(text)")
    _ = geometry.origin(of: size, on: screen)
  }
  if let colour = Colour(hex: text) { expect(Colour(hex: colour.hex), is: colour, text) }
  if let choice = MonitorChoice(text) { expect(MonitorChoice(choice.description), is: choice, text) }
  if let name = LocaleName(text) {
    expect(
      (name.language + name.territory).utf8.allSatisfy { $0 != UInt8(ascii: "/") && $0 < 0x80 }, "a path of \(text)")
  }
  if let id = Value.windowID(text) { expect(Value.windowID("0x\(String(id, radix: 16))"), is: id, text) }
}

/// Parses a span. It must be the same in each notation.
private func trySpan(_ text: String) {
  guard let span = try? TimeSpan.parse(text, within: TimeSpan.countdowns) else { return }
  expect(TimeSpan.countdowns.contains(span), "a span of \(span)")
  let seconds = span.components.seconds
  let dial = "\(seconds / 3600):\(Int(seconds / 60 % 60).twoDigits):\(Int(seconds % 60).twoDigits)"
  for other in ["\(seconds)", "\(seconds / 3600)h\(seconds / 60 % 60)m\(seconds % 60)s", dial] {
    expect(try? TimeSpan.parse(other, within: TimeSpan.countdowns), is: span, "\(text) as \(other)")
  }
}

/// Parses a time at which a clock can be started. A clock that is started so must show this time.
private func tryStart(_ text: String) {
  let today = Zone.utc.civil(at: 1_800_000_000)
  guard let start = try? DateAndTime.parse(text), let second = try? start.secondSince1970(in: .utc, today: today) else {
    return
  }
  let shown = Zone.utc.civil(at: second + Int64(start.utcOffset ?? 0))
  expect([shown.hour, shown.minute, shown.second], is: [start.hour, start.minute, start.second], text)
}

/// Parses a point in time. It must be the same when it is written with nine decimals.
private func tryInstant(_ text: String) {
  guard let instant = try? ParsedInstant.parse(text).instant(in: .utc) else { return }
  let civil = Zone.utc.civil(at: instant.second)
  let year = String(String(10_000 + civil.year).dropFirst())
  let day = "\(year)-\(civil.month.twoDigits)-\(civil.day.twoDigits)"
  let nanoseconds = Int((instant - Instant(second: instant.second)).components.attoseconds / 1_000_000_000)
  let time = "\(civil.hour.twoDigits)\(civil.minute.afterColon)\(civil.second.afterColon)"
  guard (0...9999).contains(civil.year) else { return }
  let again = "\(day)T\(time).\(String(1_000_000_000 + nanoseconds).dropFirst())Z"
  expect(try? ParsedInstant.parse(again).instant(in: .utc), is: instant, "\(text) as \(again)")
}

/// Parses an options file, and its lines as a command line. For each option in the file, a line can be written that
/// gives the same option.
func tryOptions(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  let line = ScannedLine(text.split(separator: "\n").map(String.init), Options.table)
  if let options = try? Options(applying: line.arguments) { _ = options.setup(.fullScreen) }
  guard let arguments = try? OptionsFile.arguments(in: bytes, of: "file", Options.table) else { return }
  if let options = try? Options(applying: arguments) { _ = options.setup(.kiosk) }
  for argument in arguments {
    let forms = [(" ", ""), (" ", "\""), (" ", "'"), ("=", "")].map { sign, mark in
      "\(argument.name)\(sign)\(mark)\(argument.value ?? "")\(mark)"
    }
    let isWritten = forms.contains { form in
      let again = try? OptionsFile.arguments(in: Array(form.utf8), of: "file", Options.table)
      return again?.count == 1 && again?[0].name == argument.name && again?[0].value == argument.value
    }
    expect(isWritten, "no line says \(argument.name) \(argument.value ?? "")")
  }
}

/// Parses a line of the control socket. Its words must be the same when they are written in quotes, or as JSON.
func tryCommand(_ bytes: [UInt8]) {
  guard let request = try? Request(bytes), let words = try? request.words() else { return }
  let quoted = words.map { word in
    let scalars = word.unicodeScalars.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
    return "\"" + String(String.UnicodeScalarView(scalars)) + "\""
  }
  expect(try? CommandLineWords.of(quoted.joined(separator: " ")), is: words, "in quotes")
  let json = JSON.object(["command": .array(words.map(JSON.string)), "request_id": request.id ?? .null])
  let again = try? Request(JSON.text(of: json).utf8)
  expect(try? again?.words(), is: words, "in JSON")
  expect(again?.id ?? .null, is: request.id ?? .null, "the number of a request")
  guard case .set(let name, let value)? = try? CommandTable.order(words) else { return }
  _ = try? Arguments(["--no-config"]).withSet(name, to: value).options()
}

/// Parses JSON. The value must be the same after it is written and read again.
func tryJSON(_ bytes: [UInt8]) {
  guard let value = JSON(bytes) else { return }
  let text = JSON.text(of: value)
  expect(!text.utf8.contains { $0 == 0xa || $0 == 0xd }, "more than a line: \(text)")
  expect(JSON(Array(text.utf8)), is: value, text)
}

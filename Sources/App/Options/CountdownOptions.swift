import ColourClock
import CommandOptions
import ControlProtocol

struct CountdownOptions {
  var spans: [TitledSpan] = []
  var until: CountdownEnd?
  var every: Duration?
  var aligned = false
  var overtime = true
  var onZero: String?
  var title = ""
  var presets: [Duration]?
  var stopwatch = false
  var phases = CountdownPhases()
  var program: TimerProgram?
  var programFile: String?
  var programEnd = ProgramEnd.moves

  static let table: [Option] = [
    .list(
      "countdown", "span",
      "Count down 25m, 90 (seconds), 1h30m, 12:30, 1:00:00 or 40d, up to ten years. Can be given up to eight times, "
        + "also with titles: Pasta=8m.",
      most: Countdowns.most, TitledSpan.parse, \.countdown.spans
    ).overriding.fixed,
    .value(
      "until", "time",
      "Count down to the next HH:MM or HH:MM:SS, or to a date, such as 2027-01-01 or 2027-01-01T17:30.",
      CountdownEnd.parse, \.countdown.until
    ).instead(of: "countdown").fixed,
    .value("every", "span", "Count down this span again and again, such as 60s.", Value.span, \.countdown.every)
      .instead(of: "countdown").fixed,
    .value(
      "program", "steps",
      "Run steps one after the other, such as 'Work 25m, Rest 5m, x4'. After a step with hold, the program waits.",
      Value.program, \.countdown.program, { $0?.line }
    ).instead(of: "countdown").fixed,
    .text(
      "program-file", "file", "Read the program from this file, with a line for each step. See colourclock-program(5).",
      \.countdown.programFile
    ).instead(of: "countdown").notFromRemote().fixed,
    .choice(
      "program-end", "name",
      "The end of a program that the wall shows: moves (the expected end, later when a step takes longer) or kept (the "
        + "planned end); default {}.",
      \.countdown.programEnd),
    .toggle(
      "aligned", "Let each countdown of --every end at a multiple of its span: for 5m, at 10:00, 10:05 and so on.",
      \.countdown.aligned
    ).needing("every").fixed,
    .toggle("overtime", "After zero, show the time since zero, such as +0:12.", \.countdown.overtime),
    .text("on-zero", "command", "Run this command in a shell at zero.", \.countdown.onZero).notFromRemote(),
    .text("title", "text", "The title above the number.", \.countdown.title),
    .value(
      "warn", "span",
      "Turn ring and number amber this long before the end, such as 5m; off for never. By default they have no colour, "
        + "but the ring has marks during the last fifth of the countdown, at most for 5 minutes.",
      Value.phase, \.countdown.phases.warn, Value.phase),
    .value(
      "danger", "span",
      "Turn ring and number red this long before the end, such as 1m; off for never.", Value.phase,
      \.countdown.phases.danger, Value.phase),
    .value(
      "presets", "spans", "The lengths of countdowns in the bar of controls, up to six.", Value.spans,
      \.countdown.presets,
      Value.spanList, inForce: { $0.setup.presets }
    ).withDefault,
    .flag("stopwatch", "Start a stopwatch, or resume the last one.", \.countdown.stopwatch)
      .fixed("it has an effect only at the start; now use the command 'stopwatch'"),
  ]
}

enum ProgramEnd: String, CaseIterable, Sendable {
  case moves, kept
}

/// The end of `--until`, in the wall's time zone.
enum CountdownEnd {
  case daily(TimeOfDay)
  case dated(ParsedInstant, String)

  static func parse(_ text: String) throws(Refusal) -> CountdownEnd {
    if let time = try? TimeOfDay.parse(text) { return .daily(time) }
    guard let instant = try? ParsedInstant.parseLocal(text) else {
      throw Refusal("it takes HH:MM or HH:MM:SS, such as 17:30, or a date, such as 2027-01-01 or 2027-01-01T17:30")
    }
    return .dated(instant, text)
  }

  var text: String {
    switch self {
    case .daily(let time): time.text
    case .dated(_, let text): text
    }
  }
}

import ColourClock
import ControlProtocol

extension CommandTable {
  static let countdown = countdownOrders + [countdownList]

  private static let countdownList = CommandRow(
    name: "countdown list", arguments: "[--csv]",
    meaning: "All countdowns, as in the status. With --csv, prints a line for each countdown."
  ) { words in .countdowns(isTable: words.flag("csv")) }

  private static let countdownOrders = [
    row(
      "countdown start", "[SPAN] [TITLE] [--warn SPAN] [--danger SPAN]",
      "Starts a countdown of the length SPAN, such as 5m, 90 (seconds) or 1h30m. It replaces the chosen countdown, but "
        + "not a program. The ring turns amber when the SPAN of --warn is left, and red at that of --danger."
    ) { (words) throws(Refusal) in
      let phases = try phases(&words)
      let span = try words.next().map(Value.countdown)
      try words.endOptions()
      return .start(span, title: try? words.text(""), phases: phases)
    },
    row(
      "countdown until", "INSTANT [TITLE] [--from INSTANT] [--warn SPAN] [--danger SPAN]",
      "Counts down to a point of time: the next 12:40, or 2027-01-01 in the wall's time zone, or 2026-11-22T15:30:00Z. "
        + "A pause does not move the end. All walls with the same end show the same number. The ring is full at --from "
        + "(default: now). A countdown that already runs to this point goes on."
    ) { (words) throws(Refusal) in
      let start = try words.option("from").map(ParsedInstant.parseLocal)
      let phases = try phases(&words)
      let end = try ParsedInstant.parseUpcoming(words.next("a point of time, such as 12:40 or 2027-01-01"))
      try words.endOptions()
      return .until(end, from: start, title: try? words.text(""), phases: phases)
    },
    row("countdown pause", "", "Pauses the countdown.") { _ in .pause },
    row("countdown resume", "", "Resumes the countdown.") { _ in .resume },
    row("countdown toggle", "", "Starts, pauses or resumes the countdown.") { _ in .toggle },
    row("countdown reset", "", "Stops the countdown, and sets it back to its full length.") { _ in .reset },
    row("countdown add", "SPAN", "Makes the countdown longer, or shorter with a minus: 1m, -30.") {
      (words) throws(Refusal) in .add(try signedSpan(&words, Value.countdown))
    },
    row("countdown set", "SPAN", "Sets the time left. Before the start, sets the length.") { (words) throws(Refusal) in
      .set(try Value.countdown(words.next("a span, such as 5m")))
    },
    row("countdown warn", "SPAN|off", "Makes this countdown turn amber SPAN before its end, in place of '--warn'.") {
      (words) throws(Refusal) in .warn(CountdownPhases(warn: try phase(words.next("off, or a span, such as 5m"))))
    },
    row("countdown danger", "SPAN|off", "Makes this countdown turn red SPAN before its end, in place of '--danger'.") {
      (words) throws(Refusal) in .warn(CountdownPhases(danger: try phase(words.next("off, or a span, such as 1m"))))
    },
    row("countdown clear", "", "Removes the countdown.") { _ in .clear },
    row(
      "countdown new", "SPAN [TITLE] [--warn SPAN] [--danger SPAN]",
      "Starts another countdown beside the others, up to eight. Chooses it, but not in place of a running program. "
        + "SPAN may also be a date, such as 2027-01-01 or 2027-01-01T17:30: the end in place of the length.",
      takesID: false
    ) { (words) throws(Refusal) in
      let phases = try phases(&words)
      let text = try words.next("a span, such as 5m, or a date, such as 2027-01-01")
      try words.endOptions()
      let title = (try? words.text("")) ?? ""
      guard text.contains("-") else { return .new(try Value.countdown(text), title: title, phases: phases) }
      return .newUntil(try ParsedInstant.parseLocal(text), title: title, phases: phases)
    },
    row("countdown title", "[TITLE]", "Sets the title of the countdown; without TITLE, the title of the options.") {
      (words) throws(Refusal) in
      try words.endOptions()
      return .title((try? words.text("")) ?? "")
    },
    row(
      "countdown choose", "ID|TITLE|next|previous",
      "Shows this countdown in the ring. Keys, the bar, and commands without --id then act on it. ID is its ID in the "
        + "status. 'next' and 'previous' go by the order of the ends.",
      takesID: false
    ) { (words) throws(Refusal) in
      try words.endOptions()
      switch try words.text("an ID, a title, next or previous") {
      case "next": return .chooseNext
      case "previous": return .choosePrevious
      case let text: return .choose(try countdownName(text))
      }
    },
  ]

  private static func phases(_ words: inout CommandWords) throws(Refusal) -> CountdownPhases {
    let (warn, danger) = (try words.option("warn").map(phase), try words.option("danger").map(phase))
    let phases = CountdownPhases(warn: warn, danger: danger)
    guard phases.isInOrder else { throw .phaseOrder }
    return phases
  }

  private static func phase(_ text: String) throws(Refusal) -> Duration { try Value.phase(text) }

  private static func row(
    _ name: String, _ arguments: String, _ meaning: String, takesID: Bool = true,
    _ read: @escaping @Sendable (inout CommandWords) throws(Refusal) -> Command.CountdownOrder
  ) -> CommandRow {
    let all = takesID ? arguments.isEmpty ? "[--id ID|TITLE]" : "\(arguments) [--id ID|TITLE]" : arguments
    return CommandRow(name: name, arguments: all, meaning: meaning) { (words) throws(Refusal) in
      let countdown = takesID ? try words.option("id").map(countdownName) : nil
      return .scene(.countdown(try read(&words), of: countdown))
    }
  }

  @Sendable private static func countdownName(_ text: String) throws(Refusal) -> Command.CountdownName {
    // `Int` would also accept a plus.
    guard !text.hasPrefix("+"), let id = Int(text) else { return .title(text) }
    guard id > 0 else { throw Refusal("'\(text)' is no ID of a countdown: see the status") }
    return .id(id)
  }

  static func signedSpan(
    _ words: inout CommandWords, _ parse: (String) throws(Refusal) -> Duration = Value.span
  ) throws(Refusal) -> Duration {
    let text = try words.next("a span, such as 1m or -30")
    let isSigned = text.hasPrefix("-") || text.hasPrefix("+")
    let span = try parse(String(text.dropFirst(isSigned ? 1 : 0)))
    return text.hasPrefix("-") ? .zero - span : span
  }

  static let stopwatch = stopwatchOrders + [lapsRow]

  private static let lapsRow = CommandRow(
    name: "stopwatch laps", arguments: "[--csv]",
    meaning: "The last 99 laps, as JSON: split and total in seconds. With --csv, a line for each lap."
  ) { words in .laps(isTable: words.flag("csv")) }

  private static let stopwatchOrders = [
    (Command.StopwatchOrder.start, "Starts or resumes the stopwatch."), (.stop, "Stops the stopwatch."),
    (.toggle, "Starts or stops the stopwatch."), (.lap, "Takes a lap."),
    (.reset, "Sets the stopwatch back to zero."), (.clear, "Removes the stopwatch."),
  ].map { order, meaning in
    CommandRow(name: "stopwatch \(order.rawValue)", arguments: "", meaning: meaning) { _ in .scene(.stopwatch(order)) }
  }
}

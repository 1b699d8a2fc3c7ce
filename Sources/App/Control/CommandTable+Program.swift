import ColourClock
import ControlProtocol

extension CommandTable {
  static let programRows = [
    row(
      "program load", "STEPS",
      "Shows a program at its first step, and does not start it. Write STEPS as 'Work 25m, Rest 5m, x4' or "
        + "'at 22:30, Doors 30m, Talk 20m hold', or as lines, one for each step."
    ) { (words) throws(Refusal) in .load(try TimerProgram.parse(words.text("steps, such as 'Work 25m, Rest 5m'"))) },
    row(
      "program start", "[STEPS] [--from INSTANT]",
      "Starts a program. Without STEPS, starts or resumes the present program, or goes on after a step that waits. "
        + "With --from, the program is where it would be if it had started at INSTANT, such as 2026-11-22T15:30:00Z."
    ) { (words) throws(Refusal) in
      let start = try words.option("from").map(ParsedInstant.parseLocal)
      if let text = try? words.text("") { return .start(try TimerProgram.parse(text), from: start) }
      guard start == nil else { throw Refusal("'--from' needs STEPS") }
      return .start(nil)
    },
    row("program next", "", "Goes to the next step.") { _ in .next },
    row("program back", "", "Goes back to the step before, or to the beginning of the first step.") { _ in .back },
    row("program add", "SPAN", "Makes the present step longer, or shorter with a minus: 1m, -30.") {
      (words) throws(Refusal) in .add(try signedSpan(&words))
    },
    row("program restart", "", "Starts the program again at its first step. Its planned end counts from now.") { _ in
      .restart
    },
    row("program stop", "", "Removes the program.") { _ in .stop },
    CommandRow(
      name: "program list", arguments: "[--csv]",
      meaning:
        "All steps, with expected start, length in seconds, whether they hold, and state: passed, present or coming. "
        + "With --csv as one line for each step, for spreadsheets and 'colourclock program import'."
    ) { words in .steps(isTable: words.flag("csv")) },
    CommandRow(
      name: "undo", arguments: "",
      meaning:
        "Undoes a reset, a removal, a dismissal, a stop of the stopwatch or another change by which a timer has lost "
        + "time. Possible for ten seconds. Then the change before that one can be undone for ten more."
    ) { _ in .scene(.undo) },
  ]

  private static func row(
    _ name: String, _ arguments: String, _ meaning: String,
    _ read: @escaping @Sendable (inout CommandWords) throws(Refusal) -> Command.ProgramOrder
  ) -> CommandRow {
    CommandRow(name: name, arguments: arguments, meaning: meaning) { (words) throws(Refusal) in
      .scene(.program(try read(&words)))
    }
  }
}

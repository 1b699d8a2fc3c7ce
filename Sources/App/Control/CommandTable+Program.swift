import ColourClock
import ControlProtocol

/// The commands for programs. A program is a series of countdowns.
extension CommandTable {
  static let programRows = [
    row(
      "program load", "STEPS",
      "Shows a program at its first step, not running, such as 'Work 25m, Rest 5m, x4' or 'at 22:30, Doors 30m, Talk 20m "
        + "hold', or a line for each step."
    ) { (words) throws(Refusal) in .load(try TimerProgram.parse(words.text("steps, such as 'Work 25m, Rest 5m'"))) },
    row(
      "program start", "[STEPS]",
      "Starts a program, or starts or resumes the present one; after a step that waits, starts the next one."
    ) { (words) throws(Refusal) in
      guard let text = try? words.text("") else { return .start(nil) }
      return .start(try TimerProgram.parse(text))
    },
    row("program next", "", "Goes on to the next step.") { _ in .next },
    row("program back", "", "Goes back to the step before, or to the beginning of the first one.") { _ in .back },
    row("program add", "SPAN", "Makes the present step longer, or with a minus shorter: 1m, -30.") {
      (words) throws(Refusal) in .add(try signedSpan(&words))
    },
    row("program restart", "", "Starts it from its first step, with a new plan.") { _ in .restart },
    row("program stop", "", "Removes it.") { _ in .stop },
    CommandRow(
      name: "undo", arguments: "",
      meaning:
        "Brings back the countdowns and the program that a reset, a removal, a dismissal or another loss has thrown "
        + "away within the last ten seconds."
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

@testable import App
@testable import ColourClock

// Parsers of programs: steps that follow each other, as people and other applications write them.

/// Parses a program. It must be the same after it is written and read again, in both forms. A refused text must have a
/// complaint for each faulty item.
func tryProgram(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  let (program, complaints) = TimerProgram.read(text)
  expect((program == nil) == !complaints.isEmpty, "a program with complaints")
  expect(complaints.allSatisfy { $0.number >= 1 && !$0.reason.isEmpty }, "\(complaints)")
  guard let program else { return }
  tryToWrite(program)
  var countdown = Countdown.program(program, at: start)
  countdown.start(at: start)
  for index in program.steps.indices.prefix(3) { countdown.go(to: index, at: start) }
  let record = countdown.record(at: start, boot: "a")
  expect(Countdown.restore(record, at: start, boot: "a")?.countdown.program, is: countdown.program, "restored")
}

/// Imports a project or a table. The result is either a program that can be written and read again, or complaints.
func tryImport(_ bytes: [UInt8]) {
  guard let found = try? ProgramImport(bytes) else { return }
  expect((found.program == nil) == !found.complaints.isEmpty, "a program with complaints")
  if let program = found.program { tryToWrite(program) }
}

private func tryToWrite(_ program: TimerProgram) {
  expect((1...TimerProgram.most).contains(program.steps.count), "\(program.steps.count) steps")
  // A title that was cut may change when it is cleaned again.
  guard program.steps.allSatisfy({ !$0.title.hasSuffix("…") }) else { return }
  for step in program.steps.prefix(20) where !step.title.isEmpty { tryLine(step.title) }
  expect(try? TimerProgram.parse(program.line), is: program, program.line)
  expect(try? TimerProgram.parse(program.lines), is: program, program.lines)
}

private let start = Moment(instant: Instant(second: 1_790_900_000), uptime: .seconds(100), zone: .utc)

import TestSupport
import Testing

@testable import ColourClock

/// The form in which people write a program.
@Suite struct TimerProgramTests {
  /// What is written, and the program as it is written back.
  @Test(arguments: [
    ("Work 25m, Rest 5m, x4", "Work 25m, Rest 5m, x4"), ("work 90s", "work 1m30s"), ("  25m ", "25m"),
    ("Warm up 5m; Work 25m,Rest 5m , x4; Cool down 1h30m", "Warm up 5m; Work 25m, Rest 5m, x4, Cool down 1h30m"),
    ("A 1m, x2, B 1m, X3", "A 1m, x2, B 1m, x3"), ("A 1m, ×2", "A 1m, x2"), ("A 1m, x1, B 1m", "A 1m; B 1m"),
    ("Talk 12:30 hold", "Talk 12m30s hold"),
    ("Talk 1:00:00 danger 30s hold warn 5m", "Talk 1h hold warn 5m danger 30s"),
    ("Chapter 3 5m", "Chapter 3 5m"), ("at 10:00, Talk 5m", "at 10:00:00, Talk 5m"),
    ("at 9:30 hold, Talk 5m", "at 09:30:00 hold, Talk 5m"), ("\"at\" 10:00", "\"at\" 10m"), ("at 25m", "\"at\" 25m"),
    ("\"Welcome, all; now\" 5m", "\"Welcome, all; now\" 5m"),
    (#""She said \"go\" \\ went" 5m"#, #""She said \"go\" \\ went" 5m"#),
    ("\"Please warn\" 5m warn 1m", "\"Please warn\" 5m warn 1m"), ("\"Please hold\" 5m", "\"Please hold\" 5m"),
    ("x4 5m", "x4 5m"), ("#1 5m", "\"#1\" 5m"), ("午前の部 5m", "午前の部 5m"), ("\u{301}tea 1m", "\u{301}tea 1m"),
  ])
  func isWrittenBack(text: String, line: String) throws {
    let program = try TimerProgram.parse(text)
    #expect(program.line == line)
    #expect(try TimerProgram.parse(program.line) == program)
    #expect(try TimerProgram.parse(program.lines) == program)
  }

  @Test func aFileHasALineForEach() throws {
    let text =
      "\u{feff}# A morning\r\nat 9:00 hold\r\n\r\nWelcome, notices 10m hold\n\nWork 25m\nRest 5m\nx2\n\n\nEnd 1m\n"
    let program = try TimerProgram.parse(text)
    #expect(program.steps.map(\.title) == ["Welcome, notices", "Work", "Rest", "Work", "Rest", "End"])
    #expect(program.steps.map(\.isHeld) == [true, false, false, false, false, false])
    #expect(program.blocks.map(\.count) == [1, 2, 1] && program.start?.isHeld == true)
    #expect(program.length == .seconds(71 * 60) && program.timeAfter(4) == .seconds(60))
    #expect(program.lines == "at 09:00:00 hold\n\"Welcome, notices\" 10m hold\n\nWork 25m\nRest 5m\nx2\nEnd 1m\n")
  }

  /// The number of the item, and a part of the reason.
  @Test(arguments: [
    ("", 1, "there is no step"), ("  \n\n# only\n", 1, "there is no step"), ("Work 25", 1, "'25' has no unit"),
    ("Work", 1, "it takes a title and a length"), ("Work 25m, Rest", 2, "it takes a title and a length"),
    ("Work 25m,", 2, "an empty item"), ("x4", 1, "there are no steps before"),
    ("Work 1m, x0", 2, "'x0' is no repeat: a repeat is x1 to x500"),
    ("Work 1m, x501", 2, "'x501' is no repeat"), ("Work 1m, x-1", 2, "'x-1' is no repeat"),
    ("Work 1m, x1.5", 2, "'x1.5' is no repeat"), ("Work 1m, ×9999999", 2, "'×9999999' is no repeat"),
    ("Work 1m, X0", 2, "'x0' is no repeat"), ("Work 0", 1, "1 second"), ("Work 5x", 1, "'5x' is no length"),
    ("Work 25min", 1, "'25min' is no length"), ("Work -5m", 1, "'-5m' is no length"),
    ("Work 1m,, Rest 1m", 2, "an empty item"), ("Work 1m, Rest 1m, x251", 3, "500 steps"), ("Work 100h", 1, "99:59:59"),
    ("Work 0s", 1, "1 second"), ("Work warn 5m", 1, "it takes a title and a length"),
    ("Work 5m warn 5m", 1, "come within the step"), ("Work 5m warn 1m danger 2m", 1, "the danger later"),
    ("\"Work 5m", 1, "the quotes of the title do not end"), ("\"Work\" of 5m", 1, "'of' behind the title"),
    ("Work 5m, at 10:00", 2, "'at' stands once"), ("at 10:00, at 11:00, Work 5m", 1, "'at' stands once"),
    ("Work 25m\nRest 5m, More 5m\nRest 2\n", 2, "a line has one step"),
    ("at 11:39, Doors 1m\n", 1, "'at 11:39' stands on a line of its own, before the line of the first step"),
    ("at 9:30 hold, Doors 1m\n", 1, "'at 9:30 hold' stands on a line of its own"),
    ("Doors 1m, at 11:39, Talk 5m", 2, "before all steps, such as at 19:30, Doors 30m"),
    ("at 24:00, Doors 30m", 1, "no time of day"), ("At 19:30, Doors 30m", 1, "no time of day"),
    ("Work At 12:30", 1, "no time of day"), ("Doors Until 17:30", 1, "no time of day"),
    ("until 17:30", 1, "no time of day"), ("Work 25m; x4", 2, "there are no steps before"),
    ("8x Work 40s, Rest 20s", 1, "as Work 40s, Rest 20s, x8"),
    ("8 x (Work 40s, Rest 20s)", 1, "as Work 40s, Rest 20s, x8"), ("8 × Work 40s", 1, "as Work 40s, Rest 20s, x8"),
    ("(Work 40s, Rest 20s) x8", 1, "as Work 40s, Rest 20s, x8"), ("Work 40s, Rest 20s x8", 2, "Rest 20s, x8"),
  ])
  func isRefused(text: String, number: Int, reason: String) throws {
    let (program, complaints) = TimerProgram.read(text)
    let first = try #require(complaints.first)
    #expect(program == nil && first.number == number && first.reason.contains(reason), "\(complaints)")
    #expect(throws: Refusal.self) { try TimerProgram.parse(text) }
  }

  @Test func everyWrongLineIsNamed() {
    let (program, complaints) = TimerProgram.read("Work 25m\nRest\nEnd 5\n# x\nFine 5m hold\nx\n")
    #expect(program == nil && complaints.map(\.number) == [2, 3, 6])
  }

  @Test func fiveHundredStepsAreTheMost() throws {
    #expect(try TimerProgram.parse("A 1s, B 1s, x250").steps.count == 500)
    let lines = (1...500).map { "Step \($0) of many 1s\n" }.joined()
    #expect(try TimerProgram.parse(lines).steps.count == 500)
    let (program, complaints) = TimerProgram.read(lines + "More 1s\nNot\n")
    #expect(program == nil && complaints.map(\.number) == [501])
  }

  /// A file that breaks off anywhere is the program of its whole lines, or none.
  @Test func aFileThatBreaksOffMakesNoOtherSteps() throws {
    let text = "Welcome 10m hold\n\"Talk, one\" 25m warn 5m\nRest 5m\n"
    let steps = try TimerProgram.parse(text).steps
    for length in 0..<text.count {
      guard let program = TimerProgram.read(text.prefix(length) + "\n").program else { continue }
      let last = try #require(program.steps.last)
      #expect(Array(program.steps.dropLast()) == Array(steps.prefix(program.steps.count - 1)))
      // Only what stands behind a length may be missing.
      #expect(steps.contains { $0.title == last.title && $0.length == last.length }, "\(text.prefix(length))")
    }
  }

  private static let single = [TimerProgram.Step("One", .seconds(1))].compactMap(\.self)

  /// Which steps there are, with the rests in small letters.
  @Test(
    arguments: [
      ("Work 40s, Rest 20s, x3", "WrWrWr"), ("Work 40s, Rest 20s between, x3", "WrWrW"),
      ("Work 40s, Rest 20s", "Wr"), ("Warm-up 2m, Work 40s, BREAK 20s, x2", "WWbWWb"),
      ("A 1m; Work 40s, Rest 20s, x2; B 1m", "AWrWrB"),
      ("A 1m, B 1m, C 1m, x2", "ABCABC"), ("A 1m, B 1m rest, C 1m, D 1m rest, x2", "AbCdAbCd"),
      ("A 1m rest, B 1m, x2", "aBaB"), ("A 1m, B 1m between, C 1m, D 1m between hold, x2; E 1m rest", "AbCdACe"),
      ("Rest 5m rest hold warn 1m", "r"),
    ] as [(String, String)])
  func rests(text: String, steps: String) throws {
    let program = try TimerProgram.parse(text)
    let letters = program.steps.indices.map { index in
      let letter = program.steps[index].title.prefix(1)
      return program.isRest(index) ? letter.lowercased() : letter.uppercased()
    }
    #expect(letters.joined() == steps)
    #expect(try TimerProgram.parse(program.line) == program)
    let rounds = program.steps.indices.map { program.round(of: $0).map { "\($0.number)/\($0.count)" } ?? "-" }
    if text.hasPrefix("Work 40s, Rest 20s between") { #expect(rounds == ["1/3", "1/3", "2/3", "2/3", "3/3"]) }
  }

  @Test(arguments: [
    "Work 40s, Rest 20s between", "Rest 20s between, x2", "A 1m, B 1m between; C 1m, x2", "A 1m, B 1m between, x1",
  ])
  func aStepBetweenNeedsRounds(text: String) {
    let (program, complaints) = TimerProgram.read(text)
    #expect(program == nil && complaints.count == 1 && complaints[0].reason.contains("between"), "\(complaints)")
  }

  /// 2,000 programs.
  @Test func whatIsWrittenIsRead() throws {
    var random = SeededRandom(seed: 30)
    let titles = [
      "", "Work", "Rest 5m", "a, b", "x4", "at", "at 10:00", "\"", "\\", "Do warn", "hold", "#", "日本", "; ;",
      "8x Work", "8 x", "(Work", "Work (long)", "8x400m", "3×",
    ]
    for _ in 0..<2000 {
      let blocks = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        let steps = (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in
          TimerProgram.Step(
            titles.randomElement(using: &random) ?? "", .seconds(Int64.random(in: 1...359_999, using: &random)),
            isHeld: .random(using: &random), isRest: .random(using: &random), isBetween: .random(using: &random))
        }
        let isLoose = steps.contains(where: \.isBetween) && steps.contains { !$0.isBetween }
        let own = isLoose ? steps : steps.filter { !$0.isBetween }
        guard !own.isEmpty else { return TimerProgram.Block(Self.single) }
        return TimerProgram.Block(own, count: Int.random(in: (isLoose ? 2 : 1)...3, using: &random))
      }
      let time = try TimeOfDay.parse("0\(Int.random(in: 0...9, using: &random)):30")
      let start = Bool.random(using: &random) ? nil : TimerProgram.Start(time, isHeld: .random(using: &random))
      let program = try #require(TimerProgram(blocks, start: start))
      #expect(try TimerProgram.parse(program.line) == program, "\(program.line)")
      #expect(try TimerProgram.parse(program.lines) == program, "\(program.lines)")
    }
  }
}

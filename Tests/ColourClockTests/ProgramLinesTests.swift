import TestSupport
import Testing

@testable import ColourClock

/// What the lines of a program say before, during and after it, and what is no step.
@Suite struct ProgramLinesTests {
  private func loaded(_ text: String, starts: Bool = false) throws -> Play {
    var play = Play.sized()
    let program = try TimerProgram.parse(text)
    play.send(.told(.program(starts ? .start(program) : .load(program))))
    return play
  }

  private func says(_ text: String, _ play: Play) -> Bool { play.texts.contains { $0.contains(text) } }

  /// A time of day in a step, or a mark before the length, is refused with a hint; in quotes it is a title.
  @Test(arguments: ["Doors until 23:00", "Doors 30m at 22:30", "22:30 Doors 30m", "Talk with hold 20m", "A between 5m"])
  func aWrongGuessIsRefused(text: String) throws {
    #expect(throws: Refusal.self) { try TimerProgram.parse(text) }
    let words = text.split(separator: " ")
    let quoted = "\"\(words.dropLast().joined(separator: " "))\" \(words.last ?? "")"
    let program = try TimerProgram.parse(quoted)
    let (line, lines) = (try TimerProgram.parse(program.line), try TimerProgram.parse(program.lines))
    #expect(line == program && lines == program)
  }

  @Test func errorsHelp() {
    #expect(throws: Refusal("step 1: '12' has no unit: write 12m or 12s, or a length such as 1h30m, 12:30 or 1:00:00"))
    {
      try TimerProgram.parse("at 22:33, Doors 12")
    }
    #expect(throws: Refusal.self) { try TimerProgram.parse("Doors 5m, at 22:33") }
  }

  @Test func beforeAPlannedStart() throws {
    var play = try loaded("at 12:10, Doors 10m, Talk 20m")
    #expect(says("starts 12:10, in 10:00 · ends 12:40", play), "\(play.texts)")
    play.wait(.seconds(3))
    #expect(says("starts 12:10, in 9:57", play), "\(play.texts)")
    play.wait(.seconds(600))
    #expect(!says("starts", play) && says("ends 12:40", play))
  }

  @Test func beforeTheStart() throws {
    var play = try loaded("Doors 10m, Talk 20m")
    #expect(says("ends 12:30 if started now", play), "\(play.texts)")
    play.wait(.seconds(300))
    #expect(says("ends 12:35 if started now", play))
    play.send(.told(.program(.start(nil))))
    #expect(says("ends 12:35", play) && !says("if started", play))
  }

  /// The step before announces the wait. Only a step that waits now says so itself.
  @Test func aStepThatWaitsSaysSo() throws {
    var play = try loaded("Doors 10m, Talk 20m hold, Questions 10m", starts: true)
    #expect(says("Next: Talk 20:00, then waits", play) && says("1/3", play), "\(play.texts)")
    play.send(.told(.program(.next)))
    #expect(says("Next: Questions 10:00", play) && says("2/3", play) && !says("aits", play), "\(play.texts)")
    play.wait(.seconds(1201))
    #expect(says("Waits, then: Questions 10:00", play) && says("2/3", play), "\(play.texts)")
    play.send(.told(.program(.next)))
    #expect(says("Last step", play) && says("3/3", play))
  }

  /// After the end there is no end to come. The last dismissal leaves the clock.
  @Test func afterTheEnd() throws {
    var play = try loaded("Work 40s, Rest 20s between, x2", starts: true)
    play.wait(.seconds(101))
    #expect(says("Done", play) && !says("ends", play) && !says("Last step", play), "\(play.texts)")
    play.send(.told(.dismiss(nil)))
    #expect(play.scene.countdowns.isEmpty && play.scene.clock.recents.programs.count == 1)
    play.send(.told(.undo))
    #expect(play.scene.clock.program != nil)
  }

  /// Another countdown in the ring does not take the program's line away.
  @Test func besideAnotherCountdown() throws {
    var play = try loaded("Doors 10m, Talk 20m", starts: true)
    play.send(.told(.countdown(.new(.seconds(180), title: "Mic check"))))
    #expect(play.texts.contains("Mic check") && play.texts.contains("Doors"), "\(play.texts)")
    #expect(says("Next: Talk 20:00", play) && says("1/2", play) && says("ends 12:30", play))
  }

  /// The step of + and − is ten seconds for short steps of a program.
  @Test func lessAndMore() throws {
    for (text, step) in [("Work 40s, Rest 20s, x8", 10), ("Talk 20m, Break 5m", 60)] {
      var play = try loaded(text, starts: true)
      let before = play.scene.countdown?.number(at: play.moment) ?? 0
      play.send(.pressed(.character("+")), .released(.character("+")))
      #expect(play.scene.countdown?.number(at: play.moment) == before + step)
      play.send(.pressed(.character("-")), .released(.character("-")))
      #expect(play.scene.countdown?.number(at: play.moment) == before)
    }
  }
}

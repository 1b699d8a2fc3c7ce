import TestSupport
import Testing

@testable import ColourClock

/// A changed running order while a program of the options runs.
@Suite struct RevisionTests {
  private func program(_ text: String) throws -> TimerProgram { try .parse(text) }

  /// A program of the options, at its first step, which runs.
  private func play(_ text: String) throws -> Play {
    var play = Play.sized()
    let first = try program(text)
    var countdown = Countdown.program(first, overtime: true, at: play.moment)
    countdown.isFromOptions = true
    if first.start == nil { countdown.start(at: play.moment) }
    var setup = play.scene.setup
    setup.given = Setup.Given(program: first)
    play.scene = Scene(setup, countdowns: Countdowns([countdown]))
    play.send(.resized(Size(width: 1280, height: 720)))
    return play
  }

  private func revise(_ play: inout Play, _ text: String) throws {
    var setup = play.scene.setup
    setup.given = Setup.Given(program: try program(text))
    play.send(.setupChanged(setup))
  }

  private func told(_ play: Play) -> String {
    guard let countdown = play.scene.countdown, let run = countdown.program else { return "none" }
    return "\(run.step.title) \(run.index + 1)/\(run.program.steps.count) \(countdown.number(at: play.moment))"
  }

  /// A program file that was wrong at the start, and then becomes right.
  @Test func aProgramThatCameLateStarts() throws {
    for (text, told) in [("A 10m, B 5m", "A 1/2 600"), ("at 12:30, A 10m, B 5m", "A 1/2 600")] {
      var play = Play.sized()
      play.send(.told(.countdown(.start(.seconds(300), title: "Tea"))), .told(.countdown(.pause)))
      try revise(&play, text)
      #expect(self.told(play) == told && play.scene.shownCountdown?.program != nil)
      #expect(play.scene.countdown?.isRunning == !text.hasPrefix("at") && play.effects.last == .saveTimers)
      try revise(&play, "A 11m")
      #expect(self.told(play) == "A 1/1 660")
    }
    // A program by hand is not replaced.
    var play = Play.sized()
    play.send(.told(.program(.start(try program("Run 5m")))))
    try revise(&play, "A 10m")
    #expect(told(play) == "Run 1/1 300")
  }

  @Test func thePresentStepGoesOn() throws {
    var play = try play("Doors 10m, Welcome 2m, Panel 20m hold, Q&A 15m")
    play.send(.told(.program(.next)), .told(.program(.next)))
    play.wait(.seconds(120))
    #expect(told(play) == "Panel 3/4 1080")
    let plan = play.scene.countdown?.program?.plannedEnd
    try revise(&play, "Doors 10m, Sponsor 1m, Welcome 2m, Panel 15m, Drinks 30m")
    #expect(told(play) == "Panel 4/5 780" && play.scene.countdown?.program?.plannedEnd == plan)
    #expect(play.scene.countdown?.program?.next?.title == "Drinks" && play.effects.contains(.saveTimers))
    play.wait(.seconds(5))
    play.tap(.character("u"))
    #expect(told(play) == "Panel 3/4 1075")
  }

  /// The added time stays, and a step that becomes too short ends at once.
  @Test func addedTimeAndShorterSteps() throws {
    var play = try play("A 10m, B 5m")
    play.send(.told(.program(.add(.seconds(120)))))
    play.wait(.seconds(60))
    try revise(&play, "A 12m, B 5m")
    #expect(told(play) == "A 1/2 780")
    play.send(.told(.countdown(.pause)))
    try revise(&play, "A 10m, B 6m")
    #expect(told(play) == "A 1/2 660" && play.scene.countdown?.isPaused == true)
    play.send(.told(.countdown(.resume)))
    play.wait(.seconds(600))
    try revise(&play, "A 5m, B 6m")
    #expect(told(play) == "B 2/2 360")
  }

  @Test func aStepThatWaits() throws {
    var play = try play("A 1m hold, B 5m")
    play.wait(.seconds(70))
    #expect(play.scene.countdown?.waitsInProgram == true)
    try revise(&play, "A 1m hold, C 2m, B 5m")
    #expect(play.scene.countdown?.waitsInProgram == true && play.scene.countdown?.program?.next?.title == "C")
    try revise(&play, "A 2m hold, C 2m, B 5m")
    #expect(told(play) == "A 1/3 50" && play.scene.countdown?.isRunning == true)
  }

  @Test func aProgramThatHasNotBegun() throws {
    var play = try play("at 12:30, A 10m, B 5m")
    try revise(&play, "at 12:45, Doors 10m, A 10m")
    let run = try #require(play.scene.countdown?.program)
    #expect(run.step.title == "Doors" && run.plannedStart == play.moment.instant + .seconds(45 * 60))
    #expect(play.scene.countdown?.isFromOptions == true)
    play.wait(.seconds(46 * 60))
    #expect(told(play) == "Doors 1/2 540")
  }

  private static let moves: [(old: String, index: Int, new: String, place: Int?)] = [
    ("Work 1m, Rest 1m, x8", 5, "Work 2m, Rest 1m, x10", 5),
    ("A 1m, B 1m, C 1m", 1, "A 1m, X 1m, X 1m, B 1m", 3),
    ("A 1m, B 1m, C 1m", 1, "A 1m, New 1m, C 1m", 1),
    ("A 1m, B 1m, C 1m", 2, "A 1m, B 1m", nil),
    ("A 1m, B 1m", 1, "X 1m, Y 1m", nil),
    ("A 1m, B 1m, A 1m", 2, "A 1m, B 1m, B 1m, A 1m", 3),
  ]

  /// The nearest step with the same title; a step with a new title between its old neighbours; else nothing.
  @Test(arguments: moves.indices) func places(index: Int) throws {
    let move = Self.moves[index]
    let place = try program(move.new).place(of: move.index, in: program(move.old))
    #expect(place == move.place, "\(move)")
  }

  @Test func withoutItsStepNothingChanges() throws {
    var play = try play("A 10m, B 5m")
    play.wait(.seconds(60))
    #expect(try !play.scene.takes(program("X 1m, Y 1m"), at: play.moment))
    try revise(&play, "X 1m, Y 1m")
    #expect(told(play) == "A 1/2 540")
  }

  /// A program that somebody loaded is not the one of the file.
  @Test func aProgramByHandStays() throws {
    var play = try play("A 10m, B 5m")
    play.send(.told(.program(.start(try program("A 3m, Z 1m")))))
    try revise(&play, "A 20m, B 5m")
    #expect(told(play) == "A 1/2 180" && play.refusals.isEmpty)
  }
}

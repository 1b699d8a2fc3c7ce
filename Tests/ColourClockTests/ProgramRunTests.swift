import Testing

@testable import ColourClock

/// A program under way: its steps, the plan, and what the wall says of it.
@Suite struct ProgramRunTests {
  private static let text = "Work 10m, Talk 5m hold, Rest 2m"

  private static func started(_ text: String = text, at moment: Moment = .at(12, 0, 0)) throws -> Countdown {
    var countdown = Countdown.program(try .parse(text), at: moment)
    countdown.start(at: moment)
    return countdown
  }

  private typealias Change = @Sendable (inout Countdown, Moment) -> Void
  private static let changes: [String: Change] = [
    "next": { $0.go(to: min(2, ($0.program?.index ?? 0) + 1), at: $1) },
    "back": { $0.go(to: max(0, ($0.program?.index ?? 0) - 1), at: $1) },
    "tap": { $0.toggle(at: $1) }, "dismiss": { $0.dismiss(at: $1) }, "reset": { countdown, _ in countdown.reset() },
    "add": { $0.add(.seconds(60), at: $1) }, "rewind": { countdown, _ in countdown.rewind() },
    "start": { $0.start(at: $1) }, "wait": { _, _ in },
  ]

  /// After so many seconds a change, and then the step, the state, what is left of it, and how far the program is
  /// behind.
  @Test(
    arguments: [
      (0, "wait", 0, "running", 600, 0), (600, "wait", 1, "running", 300, 0), (899, "wait", 1, "running", 1, 0),
      (900, "wait", 1, "over", 0, 0), (990, "wait", 1, "over", -90, 90), (990, "tap", 2, "running", 120, 90),
      (990, "dismiss", 2, "running", 120, 90), (990, "start", 2, "running", 120, 90),
      (990, "add", 1, "running", 60, 150),
      (990, "back", 0, "running", 600, 990), (990, "reset", 1, "idle", 300, 390),
      (100, "next", 1, "running", 300, -500),
      (100, "back", 0, "running", 600, 100), (100, "tap", 0, "paused", 500, 0), (100, "add", 0, "running", 560, 60),
      (100, "reset", 0, "idle", 600, 100), (100, "dismiss", 0, "running", 500, 0), (100, "start", 0, "running", 500, 0),
      (700, "back", 0, "running", 600, 700), (700, "next", 2, "running", 120, -200),
      (700, "rewind", 0, "idle", 600, nil),
    ] as [(Int64, String, Int, String, Int64, Int64?)])
  func aChange(seconds: Int64, change: String, step: Int, state: String, left: Int64, behind: Int64?) throws {
    var countdown = try Self.started()
    let moment = Moment.at(12, 0, 0, plus: .seconds(seconds))
    _ = countdown.advance(to: moment)
    let change = try #require(Self.changes[change])
    change(&countdown, moment)
    #expect(countdown.program?.index == step)
    #expect("\(countdown.state)".hasPrefix(state))
    #expect(countdown.remaining(at: moment) == .seconds(left))
    #expect(countdown.behind(at: moment) == behind.map { .seconds($0) })
    #expect(countdown.title == ["Work", "Talk", "Rest"][step])
  }

  /// The last one waits until it is dismissed; then the program can be begun anew.
  @Test func theEnd() throws {
    var countdown = try Self.started("A 1m, B 1m")
    let end = Moment.at(12, 2, 0)
    let (hasEnded, again) = (countdown.advance(to: end), countdown.advance(to: end))
    #expect(hasEnded && !again && countdown.isOver && !countdown.waitsInProgram)
    #expect(countdown.behind(at: .at(12, 30, 0)) == .zero)
    countdown.dismiss(at: .at(12, 3, 0))
    #expect(countdown.state == .idle && countdown.program?.isAtStart == true && countdown.title == "A")
    countdown.start(at: .at(13, 0, 0))
    #expect(countdown.programEnd(keepsPlan: true, at: .at(13, 0, 30)) == Moment.at(13, 2, 0).instant)
  }

  /// What the wall says when all ends: as it looks now, or by the plan.
  @Test func theEndMovesOrIsKept() throws {
    var countdown = try Self.started()
    let late = Moment.at(12, 16, 30)
    _ = countdown.advance(to: late)
    // It has waited for 90 s, and has two minutes to come.
    #expect(countdown.programEnd(keepsPlan: false, at: late) == Moment.at(12, 18, 30).instant)
    #expect(countdown.programEnd(keepsPlan: true, at: late) == Moment.at(12, 17, 0).instant)
    // The wall time is set: what is left stays.
    let set = Moment(instant: late.instant + .seconds(3600), uptime: late.uptime, zone: .utc)
    #expect(countdown.programEnd(keepsPlan: false, at: set) == Moment.at(13, 18, 30).instant)
    #expect(countdown.behind(at: set) == .seconds(90))
  }

  @Test func aPlannedStart() throws {
    // It begins by itself, in step with the wall time.
    var play = Play()
    play.send(.told(.program(.start(try .parse("at 12:05, Work 10m, Rest 5m")))))
    #expect(play.texts.contains { $0.contains("ends 12:20") } && play.scene.countdown?.state == .idle)
    play.effects = []
    play.wait(.seconds(301))
    #expect(play.scene.countdown?.remaining(at: play.moment) == .seconds(599))
    #expect(play.scene.countdown?.behind(at: play.moment) == .zero && play.effects == [.saveTimers])
    // One that somebody begins is late as long as nobody does.
    play.send(.told(.program(.start(try .parse("at 12:00 hold, Work 10m, Rest 5m")))))
    #expect(play.scene.programReport(at: play.moment)?.behind == 301)
    #expect(play.texts.contains { $0.contains("5:01 behind") }, "\(play.texts)")
    play.send(.told(.program(.start(nil))))
    play.wait(.seconds(60))
    #expect(play.scene.programReport(at: play.moment)?.behind == 301)
  }

  /// A program that begins by its plan takes its place in the order of ends at once.
  @Test func aPlannedStartBesideOthers() throws {
    var play = Play()
    let others = [40, 30].map { TitledSpan("\($0)", .seconds($0 * 60)).started(overtime: false, at: play.moment) }
    let program = Countdown.program(try .parse("at 12:05, Work 10m, Rest 5m"), at: play.moment)
    play.scene = Scene(play.scene.setup, countdowns: Countdowns(others + [program]))
    play.send(.resized(Play.size), .ticked)
    #expect(play.scene.countdowns.all.last?.countdown.title == "Work")
    play.jump(.seconds(301))
    play.send(.ticked)
    #expect(play.scene.countdowns.isSorted(at: play.moment) && play.scene.shownCountdown?.title == "Work")
  }

  /// One that is missed begins late; one of which all would be over waits for the next day.
  @Test(arguments: [("11:58", 120), ("11:44", nil), ("12:00", 0), ("12:01", nil)] as [(String, Double?)])
  func aMissedStart(time: String, behind: Double?) throws {
    var play = Play()
    play.send(.told(.program(.start(try .parse("at \(time), Work 10m, Rest 5m")))))
    play.send(.ticked)
    #expect(play.scene.programReport(at: play.moment)?.behind.map { $0.rounded() } == behind)
    #expect(play.scene.programReport(at: play.moment)?.state == (behind == nil ? "ready" : "running"))
  }

  @Test func theWallSaysStepNextAndEnd() throws {
    var play = Play()
    play.send(.told(.program(.start(try .parse(Self.text)))))
    #expect(
      play.texts.contains("Work") && play.texts.contains { $0.hasPrefix("Next: Talk 5:00") }, "\(play.texts)")
    #expect(play.texts.contains { $0.contains("ends 12:17") } && !play.texts.contains { $0.contains("behind") })
    play.tap(.character("n"))
    #expect(play.texts.contains("Talk") && play.texts.contains { $0.contains("10:00 ahead") }, "\(play.texts)")
    play.wait(.milliseconds(300))
    play.tap(.character("b"))
    play.send(.told(.program(.add(.seconds(180)))))
    #expect(play.texts.contains { $0.contains("ends 12:20, planned 12:17 · 3:00 behind") }, "\(play.texts)")
    play.send(.told(.program(.next)), .told(.program(.next)), .told(.program(.next)))
    #expect(play.refusals == ["that is the last step"] && play.texts.contains("Last step"))
    play.send(.told(.program(.stop)), .told(.program(.next)))
    #expect(play.scene.countdown == nil && play.refusals.last == "there is no program")
    #expect(!play.texts.contains { $0.contains("Next") })
  }

  /// A step that follows is heard for a moment; one that waits rings until it is tapped.
  @Test func soundsAndTaps() throws {
    var play = Play { $0.sound = SoundSetup(isOn: true) }
    play.send(.told(.program(.start(try .parse(Self.text)))))
    play.effects = []
    play.wait(.seconds(600))
    #expect(play.effects == [.reachedZero, .saveTimers, .sound(.short)])
    play.effects = []
    play.wait(.seconds(300))
    #expect(play.effects == [.reachedZero, .saveTimers, .sound(.alarm)] && play.scene.isRinging)
    play.effects = []
    play.send(.told(.dismiss(nil)))
    #expect(play.scene.countdown?.title == "Rest" && !play.scene.isRinging)
    #expect(play.effects == [.saveTimers, .silence])
  }

  /// A step that waits is not dismissed: the button begins the next one. The end of all is dismissed.
  @Test func theButtonOfAStepThatWaits() throws {
    var play = Play()
    play.send(.told(.program(.start(try .parse("A 10s hold, B 10s")))))
    play.wait(.seconds(11))
    #expect(play.texts.contains("Next step") && !play.texts.contains("Next"))
    #expect(
      !play.texts.contains { $0.lowercased().contains("dismiss") }
        && play.scene.holdReport(at: play.moment).action == "next")
    var keys = play
    keys.tap(.enter)
    #expect(keys.texts.contains("Press Enter again for the next step"))
    keys.tap(.enter)
    #expect(keys.scene.countdown?.title == "B" && !keys.scene.isRinging)
    play.send(.pressed(.character(" ")))
    play.wait(.seconds(2))
    play.send(.released(.character(" ")))
    #expect(play.scene.countdown?.title == "B" && !play.texts.contains { $0.contains("Hold") })
    play.wait(.seconds(11))
    #expect(play.texts.contains("Dismiss") && play.scene.isRinging)
  }

  @Test func theBarSteps() throws {
    var play = Play()
    play.send(.told(.program(.start(try .parse(Self.text)))))
    #expect(play.scene.barCommands.starts(with: [.stepBack, .toggle, .stepNext, .less, .more, .reset]))
    play.send(.pointerMoved(Point(x: 500, y: 500)))
    play.wait(.milliseconds(500))
    let place = try #require(play.scene.barPlaces.first { $0.command == .stepNext })
    play.click(place.box.centre)
    #expect(play.scene.countdown?.title == "Talk")
    play.tap(.backspace)
    #expect(play.scene.countdown?.state == .idle && play.scene.countdown?.title == "Talk")
    play.tap(.backspace)
    #expect(play.scene.countdown?.title == "Work")
    play.tap(.backspace)
    #expect(play.scene.countdown == nil)
  }

  /// A wall that hears of a program late is where a wall is that has shown it from the start, and does not ring.
  @Test(arguments: [0, 1, 599, 600, 899, 900, 1200] as [Int64])
  func aProgramFromAMoment(seconds: Int64) throws {
    var early = Play { $0.sound = SoundSetup(isOn: true) }
    let (program, start) = (try TimerProgram.parse(Self.text), try ParsedInstant.parse("2026-01-01T12:00:00Z"))
    let order = Command.program(.start(program, from: start))
    var late = early
    early.send(.told(order))
    for play in [early, late] { #expect(try start.instant(in: .utc) == play.moment.instant) }
    early.wait(.seconds(seconds))
    late.wait(.seconds(seconds))
    late.effects = []
    late.send(.told(order))
    #expect(late.effects == [.saveTimers] && late.refusals.isEmpty)
    #expect(late.scene.programReport(at: late.moment) == early.scene.programReport(at: early.moment))
    // The same order again changes nothing, not even a step by hand.
    late.send(.told(.program(.next)))
    let before = late.scene.programReport(at: late.moment)
    late.send(.told(order))
    #expect(late.scene.programReport(at: late.moment) == before && before?.step == (seconds < 600 ? 2 : 3))
  }

  @Test(arguments: [
    ("Work 10m, Rest 5m", "2026-01-01T12:00:01Z", "that moment is yet to come"),
    ("Work 10m, Rest 5m", "2026-01-01T11:45:00Z", "that program is over"),
    ("Work 10m hold, Rest 5m", "2015-12-31T12:00:00Z", "it is too far away: a countdown lasts ten years at most"),
    ("at 12:00, Work 10m", "2026-01-01T11:55:00Z", "a program with a start of its own takes no '--from'"),
  ])
  func aMomentThatIsRefused(text: String, start: String, reason: String) throws {
    var play = Play()
    play.send(.told(.program(.start(try .parse(text), from: try .parse(start)))))
    #expect(play.refusals == [reason] && play.scene.countdown == nil)
  }

  /// Each step is told once, also those that went by during a suspend.
  @Test func eachStepIsReportedOnce() throws {
    var play = Play()
    play.send(.told(.program(.start(try .parse("A 1m, B 1m, C 1m, D 1m, E 1m")))))
    let before = play.scene.news(at: play.moment).program
    play.jump(.seconds(190))
    play.effects = []
    play.send(.ticked)
    #expect(play.effects.count { $0 == .reachedZero } == 1)
    let reports = play.scene.programReports(since: before, at: play.moment)
    #expect(reports.map(\.?.step) == [2, 3, 4] && reports.map(\.?.state) == ["passed", "passed", "running"])
    #expect(play.scene.stepReports(since: before, at: play.moment) == reports.compactMap(\.self))
  }

  /// The report says the round as the wall does, also for a step that went by.
  @Test func roundsAreReported() throws {
    var play = Play()
    play.send(.told(.program(.start(try .parse("Warm-up 1m; Work 40s, Rest 20s, x3")))))
    #expect(play.scene.programReport(at: play.moment)?.round == nil)
    let before = play.scene.news(at: play.moment).program
    play.jump(.seconds(190))
    play.send(.ticked)
    let reports = play.scene.programReports(since: before, at: play.moment)
    #expect(reports.map(\.?.round) == [1, 1, 2, 2, 3] && reports.allSatisfy { $0?.rounds == 3 })
  }

  /// The steps that are told, after each of these: as `2 running`, and at the end `over`.
  @Test func aStepIsToldWhenItBegins() throws {
    var play = Play()
    func told(_ change: (inout Play) -> Void) -> [String] {
      let before = play.scene.news(at: play.moment).program
      change(&play)
      return play.scene.stepReports(since: before, at: play.moment).map { "\($0.step) \($0.state)" }
    }
    let program = try TimerProgram.parse("A 1m, B 1m hold, C 1m, D 1m")
    #expect(told { $0.send(.told(.program(.load(program)))) } == [])
    #expect(told { $0.send(.told(.program(.start(nil)))) } == ["1 running"])
    #expect(told { $0.send(.told(.program(.add(.seconds(-30)))), .told(.countdown(.pause))) } == [])
    #expect(told { $0.send(.told(.countdown(.resume))) } == [])
    #expect(told { $0.wait(.seconds(31)) } == ["2 running"])
    // A held one has begun before it waits, and its end is that of a countdown.
    #expect(told { $0.wait(.seconds(60)) } == [])
    #expect(told { $0.send(.told(.program(.add(.seconds(60))))) } == [])
    #expect(told { $0.send(.told(.program(.next))) } == ["3 running"])
    #expect(told { $0.send(.told(.program(.back))) } == ["2 running"])
    #expect(told { $0.send(.told(.program(.restart))) } == ["1 running"])
    // A suspend: what waits was begun too.
    #expect(
      told {
        $0.jump(.seconds(500))
        $0.send(.ticked)
      } == ["2 waiting"])
    #expect(
      told {
        $0.send(.told(.dismiss(nil)))
        $0.jump(.seconds(500))
        $0.send(.ticked)
      } == ["3 passed", "4 passed", "4 over"])
    #expect(told { $0.wait(.seconds(5)) } == [] && told { $0.send(.told(.dismiss(nil))) } == [])
    // The last dismissal has removed it.
    #expect(play.scene.clock.program == nil)
  }
}

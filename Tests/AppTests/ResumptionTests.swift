import ColourClock
import TestSupport
import Testing

@testable import App

/// What continues at a start, and what the options start.
@Suite struct ResumptionTests {
  private let folder = TemporaryFolder()
  private let start = Moment(instant: Instant(second: 1_800_000_000), uptime: .seconds(1000), zone: .utc)

  private func options(_ line: [String]) throws -> CountdownOptions {
    try Arguments(["--no-config"] + line).options().countdown
  }

  private func later(_ seconds: Int64) -> Moment {
    Moment(instant: start.instant + .seconds(seconds), uptime: start.uptime + .seconds(seconds), zone: .utc)
  }

  private func state() -> SavedState {
    SavedState(state: folder.path, home: nil, wall: "hall") { Issue.record("complaint: \($0)") }
  }

  /// Runs the clock with these options, obeys the commands after a minute, and ends as by SIGKILL.
  private func run(_ line: [String], _ commands: Command..., at second: Int64 = 0) throws {
    var kept = state()
    let begun = kept.countdowns(for: try options(line), at: later(second)).countdowns
    var scene = Scene(try Arguments(["--no-config"] + line).options().setup(.fullScreen), countdowns: begun)
    for command in commands { _ = try scene.handle(.told(command), at: later(second + 60)) }
    kept.save(scene.countdowns, at: later(second + 60))
    kept.write(waits: true)
  }

  /// The countdowns of the next start, such as `Rice running 540`.
  private func next(_ line: [String], at second: Int64 = 60) throws -> [String] {
    var kept = state()
    let all = kept.countdowns(for: try options(line), at: later(second)).countdowns
    var scene = Scene(try Arguments(["--no-config"] + line).options().setup(.fullScreen), countdowns: all)
    _ = scene.handle(fact: .ticked, at: later(second))
    return scene.countdownReports(at: later(second)).map {
      "\($0.title) \($0.state) \(Int($0.remaining))"
    }.sorted()
  }

  @Test func aCountdownThatIsSetButNotStartedComesBack() throws {
    try run([], .countdown(.new(.seconds(180), title: "Group1")), .countdown(.reset))
    #expect(try next([]) == ["Group1 idle 180"])
    try run([], .countdown(.new(.seconds(600), title: "Bus")))
    #expect(try next([], at: 120) == ["Bus running 540", "Group1 idle 180"])
    #expect(try next(["--countdown", "Stock=30m"], at: 120).count == 3)
    // Not after a day.
    #expect(try next([], at: 90_000) == [])
  }

  @Test(arguments: [["--countdown", "Stock=30m"], ["--countdown", "Stock=30m", "--countdown", "Fish=3m"]])
  func whatAHandMadeStaysUnderOtherOptions(line: [String]) throws {
    try run(line, .countdown(.new(.seconds(600), title: "Pot")))
    #expect(try next([]) == ["Pot running 600"])
    #expect(try next(["--countdown", "Soup=20m"]) == ["Pot running 600", "Soup running 1200"])
    #expect(try next(["--every", "60s", "--title", "X"]).contains("Pot running 600"))
    #expect(try next(line).contains("Stock running 1740"))
    // What takes the place of an option's countdown is made by hand too.
    try run(line, .countdown(.start(.seconds(420), title: "Tea")), at: 200)
    #expect(try next([], at: 260).contains("Tea running 420"))
  }

  @Test func whatOptionsMadeGivesWayToOtherOptions() throws {
    try run(["--countdown", "25m"])
    #expect(try next(["--countdown", "25m"]) == [" running 1440"])
    #expect(try next(["--countdown", "50m"]) == [" running 3000"] && next([]) == [])
    // An idle countdown of the options begins anew, unless something beside it is under way.
    try run(["--countdown", "A=25m", "--countdown", "B=5m"], .countdown(.reset, of: .id(1)))
    #expect(try next(["--countdown", "A=25m", "--countdown", "B=5m"]) == ["A idle 1500", "B running 240"])
    try run(["--countdown", "7m"], .countdown(.reset))
    #expect(try next(["--countdown", "7m"]) == [" running 420"])
  }

  /// A title that a hand gave stays, also if the title of the options changes.
  @Test func titlesStay() throws {
    try run(["--countdown", "25m", "--title", "X"], .countdown(.title("Tea")))
    #expect(try next(["--countdown", "25m", "--title", "X"]) == ["Tea running 1440"])
    #expect(try next(["--countdown", "25m"]) == ["Tea running 1440"])
  }

  private static let show = "Doors 10m, Welcome 2m, Panel 20m hold, Q&A 15m"

  @Test(
    arguments: [
      (["--title", "X"], ["--title", "Y"]), (["--title", "X"], []), ([], ["--title", "Y"]), ([], ["--no-overtime"]),
      (["--no-overtime"], []), ([], ["--warn", "1m"]),
    ] as [([String], [String])]) func otherOptionsKeepTheStep(before: [String], after: [String]) throws
  {
    let program = ["--program", Self.show]
    try run(program + before, .program(.next), .program(.next))
    #expect(try next(program + after, at: 120) == ["Panel running 1140"])
  }

  @Test func aChangedProgramKeepsItsPlace() throws {
    try run(["--program", Self.show], .program(.next), .program(.next))
    #expect(try next(["--program", "Doors 10m, Sponsor 1m, Welcome 2m, Panel 15m, End 5m"]) == ["Panel running 900"])
    #expect(try next(["--program", "Panel 10m, End 5m"], at: 120) == ["Panel running 540"])
    // A program without this step begins at its first step, as on another day.
    #expect(try next(["--program", "Work 25m, Rest 5m"]) == ["Work running 1500"])
    #expect(try next(["--program", "Doors 9m, Panel 20m"], at: 100_000) == ["Doors running 540"])
  }

  /// With a wrong program file, the saved program goes on, also over the next start with the right file.
  @Test func aWrongProgramFileKeepsTheProgram() throws {
    let path = "\(folder.path)/show.txt"
    try run(["--program", Self.show], .program(.next), .program(.next))
    #expect(try next(["--program-file", path], at: 120) == ["Panel running 1140"])
    try run(["--program-file", path], at: 60)
    #expect(try next(["--program", Self.show], at: 180) == ["Panel running 1080"])
    // Another wall has no program then.
    let folder = TemporaryFolder()
    var other = SavedState(state: folder.path, home: nil, wall: "hall") { Issue.record("complaint: \($0)") }
    let countdowns = other.countdowns(for: try options(["--program-file", path]), at: start).countdowns
    #expect(countdowns.isEmpty)
  }

  /// What the options start has the ring and the bar, not what was brought there in the last run.
  @Test(arguments: ["Doors 10m, Talk 20m", "at 23:59, Doors 10m, Talk 20m"])
  func aProgramOfOptionsHasTheRing(program: String) throws {
    try run(
      [], .countdown(.new(.seconds(600), title: "Left")), .countdown(.new(.seconds(900), title: "Other")),
      .countdown(.pause, of: .id(1)), .countdown(.choose(.id(1))))
    var kept = state()
    var scene = Scene(
      Options().setup(.fullScreen),
      countdowns: kept.countdowns(for: try options(["--program", program]), at: later(120)).countdowns)
    _ = scene.handle(fact: .ticked, at: later(120))
    #expect(scene.countdowns.all.count == 3 && scene.countdowns.all.first?.countdown.title == "Doors")
    #expect(scene.countdown?.title == "Doors")
  }

  /// There is one program: that of the options counts, and without such an option the one by hand.
  @Test func aProgramByHand() throws {
    try run([], .program(.start(try .parse("Warm-up 5m, Run 30m"))), .program(.next))
    #expect(try next(["--title", "Gym"]) == ["Run running 1800"])
    #expect(try next(["--countdown", "Stock=30m"]) == ["Run running 1800", "Stock running 1800"])
    #expect(try next(["--program", "Work 25m, Rest 5m"]) == ["Work running 1500"])
  }
}

import Testing

@testable import ColourClock

extension Moment {
  /// So many seconds after a start at which uptime and wall time are far apart.
  static func after(_ seconds: Double, wallAhead: Double = 0, zone: Zone = .utc) -> Moment {
    Moment(
      instant: Instant(second: newYear) + .seconds(seconds + wallAhead), uptime: .seconds(1000) + .seconds(seconds),
      zone: zone)
  }
}

extension Countdown {
  /// Lets it know the time and expects that it tells of zero, or that it does not.
  mutating func expectZero(_ isZero: Bool = true, at moment: Moment, source: SourceLocation = #_sourceLocation) {
    let isTold = advance(to: moment)
    #expect(isTold == isZero, sourceLocation: source)
  }
}

@Suite struct CountdownTests {
  typealias State = Countdown.State
  typealias Move = @Sendable (inout Countdown, Moment) -> Void

  static let minute = Countdown.Rules(period: .seconds(60))

  /// A countdown of a minute in each state, seen 20 s after its start.
  static let states: [String: State] = [
    "idle": .idle, "running": .running(.uptime(.seconds(1060))), "paused": .paused(.seconds(40)),
    "over": .over(since: .uptime(.seconds(1010))),
  ]

  static let moves: [String: Move] = [
    "start": { $0.start(at: $1) }, "toggle": { $0.toggle(at: $1) },
    "reset": { countdown, _ in countdown.reset() }, "dismiss": { $0.dismiss(at: $1) },
    "more": { $0.add(.seconds(60), at: $1) }, "less": { $0.add(.seconds(-60), at: $1) },
    "set": { $0.set(.seconds(30), at: $1) },
  ]

  static let table: [(String, String, State, length: Int)] = [
    ("idle", "start", .running(.uptime(.seconds(1080))), 60),
    ("idle", "toggle", .running(.uptime(.seconds(1080))), 60), ("idle", "reset", .idle, 60),
    ("idle", "dismiss", .idle, 60),
    ("idle", "more", .idle, 120), ("idle", "less", .idle, 0), ("idle", "set", .idle, 30),
    ("running", "start", .running(.uptime(.seconds(1060))), 60),
    ("running", "toggle", .paused(.seconds(40)), 60),
    ("running", "reset", .idle, 60), ("running", "dismiss", .running(.uptime(.seconds(1060))), 60),
    ("running", "more", .running(.uptime(.seconds(1120))), 120),
    ("running", "less", .running(.uptime(.seconds(1020))), 60),
    ("running", "set", .running(.uptime(.seconds(1050))), 60),
    ("paused", "start", .paused(.seconds(40)), 60),
    ("paused", "toggle", .running(.uptime(.seconds(1060))), 60),
    ("paused", "reset", .idle, 60), ("paused", "dismiss", .paused(.seconds(40)), 60),
    ("paused", "more", .paused(.seconds(100)), 120), ("paused", "less", .paused(.zero), 60),
    ("paused", "set", .paused(.seconds(30)), 60),
    ("over", "start", .running(.uptime(.seconds(1080))), 60),
    ("over", "toggle", .idle, 60),
    ("over", "reset", .idle, 60), ("over", "dismiss", .idle, 60),
    ("over", "more", .running(.uptime(.seconds(1080))), 60),
    ("over", "less", .over(since: .uptime(.seconds(1010))), 60),
    ("over", "set", .idle, 30),
  ]

  @Test(arguments: table) func `every move leads from every state to one state`(
    from: String, move: String, to: State, length: Int
  ) throws {
    var countdown = Countdown(Self.minute)
    countdown.state = try #require(Self.states[from])
    let make = try #require(Self.moves[move])
    make(&countdown, .after(20))
    #expect(countdown.state == to)
    #expect(countdown.length == .seconds(length))
  }

  @Test func `the table has every pair`() {
    let pairs = Set(Self.table.map { "\($0.0) \($0.1)" })
    #expect(pairs.count == Self.table.count && pairs.count == Self.states.count * Self.moves.count)
  }

  @Test func `lengths stay between nothing and the longest span`() {
    var countdown = Countdown(Countdown.Rules(period: TimeSpan.longest))
    countdown.add(.seconds(60), at: .after(0))
    #expect(countdown.length == TimeSpan.longest)
    countdown.start(at: .after(0))
    countdown.add(.seconds(3600), at: .after(10))
    #expect(countdown.remaining(at: .after(10)) == TimeSpan.longest)
    countdown.set(.seconds(-5), at: .after(10))
    #expect(countdown.remaining(at: .after(10)) == .zero)
    var empty = Countdown(Self.minute, length: .zero)
    empty.start(at: .after(0))
    #expect(empty.state == .idle)
  }

  @Test func `less than is left ends it, told by the next advance`() {
    var countdown = Countdown(Self.minute)
    countdown.start(at: .after(0))
    countdown.add(.seconds(-60), at: .after(30))
    countdown.expectZero(at: .after(30))
    #expect(countdown.phase(at: .after(30)) == .over)
    countdown.expectZero(false, at: .after(31))
  }

  @Test func `the number is the ceiling`() {
    var countdown = Countdown(Self.minute)
    countdown.start(at: .after(0))
    let seen = [0.0, 0.5, 1, 30.25, 59, 59.999, 60].map { countdown.number(at: .after($0)) }
    #expect(seen == [60, 60, 59, 30, 1, 1, 0])
  }

  @Test func `overtime counts on, and only if asked for`() {
    for overtime in [false, true] {
      var countdown = Countdown(Countdown.Rules(period: .seconds(60), overtime: overtime))
      countdown.start(at: .after(0))
      countdown.expectZero(at: .after(60.5))
      #expect(
        [60.5, 61, 61.9, 72].map { countdown.number(at: .after($0)) } == (overtime ? [0, -1, -1, -12] : [0, 0, 0, 0]))
    }
  }

  @Test func `a wall set back or forward does not bend a duration, and suspend counts`() {
    for ahead in [-3600.0, 0, 3600] {
      var countdown = Countdown(Self.minute)
      countdown.start(at: .after(0))
      #expect(countdown.number(at: .after(20, wallAhead: ahead)) == 40)
      countdown.expectZero(false, at: .after(59.9, wallAhead: ahead))
      countdown.expectZero(at: .after(3 * 3600, wallAhead: ahead))
    }
  }

  @Test func `until goes by the wall`() throws {
    let time = try #require(TimeOfDay(hour: 0, minute: 10))
    var countdown = Countdown.until(time, at: .after(0))
    #expect(countdown.number(at: .after(60)) == 540)
    #expect(countdown.number(at: .after(60, wallAhead: 300)) == 240)
    countdown.expectZero(false, at: .after(600, wallAhead: -1))
    countdown.expectZero(at: .after(600))
    countdown.start(at: .after(700))
    #expect(countdown.number(at: .after(700)) == 86_400 - 100)
  }

  @Test func `until is right across the change to summer time`() throws {
    let moment = Moment(instant: try .at("2026-03-28T23:00:00Z"), uptime: .zero, zone: try WallTimeTests.berlin())
    let countdown = Countdown.until(try .parse("06:00"), at: moment)
    #expect(countdown.remaining(at: moment) == .seconds(5 * 3600))
  }

  @Test func `phases come in order at the documented borders`() {
    let cases: [(Int, [(Double, Countdown.Phase)])] = [
      (60, [(12.5, .calm), (12, .soon), (6.1, .soon), (6, .last), (0.1, .last)]),
      (1500, [(301, .calm), (300, .soon), (10.5, .soon), (10, .last)]),
      (36_000, [(301, .calm), (300, .soon), (10, .last)]),
    ]
    for (period, borders) in cases {
      var countdown = Countdown(Countdown.Rules(period: .seconds(period)))
      #expect(countdown.phase(at: .after(0)) == .calm)
      countdown.start(at: .after(0))
      for (rest, phase) in borders { #expect(countdown.phase(at: .after(Double(period) - rest)) == phase) }
      countdown.expectZero(at: .after(Double(period)))
      #expect(countdown.phase(at: .after(Double(period))) == .over)
    }
  }

  @Test func `it says what it is for and how it is getting on`() {
    var countdown = Countdown(Countdown.Rules(period: .seconds(60)))
    func said(_ time: Double) -> [String] {
      [countdown.phrase(at: .after(time), Words()), countdown.note("9", at: .after(time), Words())]
    }
    #expect(said(0) == ["Press c to start", "9 · press c to start"])
    countdown.start(at: .after(0))
    #expect(said(10) == ["", "9 left"])
    #expect(said(50) == ["Nearly done", "9 · nearly done"])
    #expect(said(55) == ["Last seconds", "9 · last seconds"])
    countdown.toggle(at: .after(55))
    #expect(said(58) == ["Paused", "9 · paused"])
    countdown.toggle(at: .after(60))
    countdown.expectZero(at: .after(65))
    #expect(said(65) == ["Time is up", "9 · time is up"])
  }
}

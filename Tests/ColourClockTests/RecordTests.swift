import Testing

@testable import ColourClock

@Suite struct RecordTests {
  typealias Record = Countdown.Record

  static func countdowns() throws -> [Countdown] {
    let rules = [
      Countdown.Rules(period: .seconds(60)), .init(period: .seconds(1500), overtime: true),
      .init(period: .seconds(60), timing: .aligned, repeats: true),
      .init(period: .seconds(60), timing: .until(try .parse("17:30:05"))),
      .init(period: .milliseconds(1500), repeats: true),
    ]
    return rules.flatMap { rules in
      var running = Countdown(rules)
      running.start(at: .after(0.25))
      var paused = running
      paused.toggle(at: .after(0.75))
      var over = running
      if case .running(let deadline) = running.state { over.state = .over(since: deadline) }
      return [Countdown(rules), running, paused, over]
    }
  }

  @Test func `what is written is read, and restored as it was`() throws {
    for countdown in try Self.countdowns() {
      let record = countdown.record(at: .after(1), boot: "b6c1")
      #expect(try Record.parse(record.text) == record)
      let (restored, hasPassed) = Countdown.restore(record, at: .after(1), boot: "b6c1")
      #expect(restored == countdown)
      #expect(!hasPassed)
    }
  }

  private func minute() -> Record {
    var countdown = Countdown(Countdown.Rules(period: .seconds(60)))
    countdown.start(at: .after(0))
    return countdown.record(at: .after(10), boot: "one")
  }

  @Test func `within a boot the uptime counts, after another the wall`() {
    let now = Moment.after(20, wallAhead: 5)
    #expect(Countdown.restore(minute(), at: now, boot: "one").countdown.remaining(at: now) == .seconds(40))
    #expect(Countdown.restore(minute(), at: now, boot: "two").countdown.remaining(at: now) == .seconds(35))
    let rebooted = Moment(instant: Moment.after(30).instant, uptime: .seconds(3), zone: .utc)
    var (countdown, _) = Countdown.restore(minute(), at: rebooted, boot: "two")
    #expect(countdown.state == .running(.uptime(.seconds(33))))
    countdown.expectZero(at: Moment(instant: Instant(second: 0), uptime: .seconds(33), zone: .utc))
  }

  @Test(arguments: ["one", "two"]) func `a zero passed meanwhile is told once`(boot: String) throws {
    let (countdown, hasPassed) = Countdown.restore(minute(), at: .after(100), boot: boot)
    #expect(hasPassed)
    #expect(countdown.phase(at: .after(100)) == .over)
    #expect(countdown.reading(at: .after(100)).isLit)
    let again = Countdown.restore(countdown.record(at: .after(101), boot: boot), at: .after(200), boot: boot)
    #expect(!again.hasPassed)
    #expect(again.countdown.phase(at: .after(200)) == .over)
    #expect(!again.countdown.reading(at: .after(200)).isLit)
  }

  @Test func `one that repeats goes on after a night off, told once`() {
    for timing in [Countdown.Timing.span, .aligned] {
      var countdown = Countdown(Countdown.Rules(period: .seconds(60), timing: timing, repeats: true))
      countdown.start(at: .after(0))
      let record = countdown.record(at: .after(10), boot: "one")
      var (restored, hasPassed) = Countdown.restore(record, at: .after(30_010), boot: "two")
      #expect(hasPassed)
      #expect(restored.remaining(at: .after(30_010)) == .seconds(50))
      restored.expectZero(at: .after(30_060))
    }
  }

  @Test func `a wall set wrong makes nothing endless`() {
    let long = Countdown.restore(minute(), at: .after(20, wallAhead: -1e9), boot: "two").countdown
    #expect(long.remaining(at: .after(20, wallAhead: -1e9)) == TimeSpan.longest)
  }

  @Test func `a record that ends early or lacks a line is damaged`() {
    let text = minute().text
    for count in 0..<text.count {
      #expect(throws: RecordError.self) { try Record.parse(String(text.prefix(count))) }
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for index in lines.indices {
      var fewer = lines
      fewer.remove(at: index)
      #expect(throws: RecordError.self) { try Record.parse(fewer.joined(separator: "\n")) }
      var more = lines
      more.insert("x", at: index)
      #expect(throws: RecordError.self) { try Record.parse(more.joined(separator: "\n")) }
    }
  }

  static let damage: [(String, String, Int)] = [
    ("boot one", "boot", 2), ("boot one", "boot one two", 2), ("boot one", "boot ", 2),
    ("length 60000000000", "length -1", 3), ("length 60000000000", "length 360000000000000", 3),
    ("length 60000000000", "length 99999999999999999999", 3), ("length 60000000000", "length 6e10", 3),
    ("period 60000000000", "period 0", 4), ("period 60000000000", "period \u{0}", 4),
    ("timing span", "timing until 25:00", 5), ("timing span", "timing never", 5), ("timing span", "timing", 5),
    ("repeats no", "repeats maybe", 6), ("overtime no", "overtime 1", 7), ("overtime no", "overtime\tno", 7),
    ("running uptime", "running wall", 8), ("running uptime", "running sun", 8), ("running uptime", "running", 8),
    ("state running", "state waiting", 8), ("end", "end now", 9), ("end\n", "end\n\n", 9), ("end\n", "end\r\n", 9),
  ]

  @Test(arguments: damage) func `damage is found and its line named`(part: String, by: String, line: Int) throws {
    let text = minute().text
    let range = try #require(text.firstRange(of: part))
    let damaged = text.replacingCharacters(in: range, with: by)
    let error = #expect(throws: RecordError.self) { try Record.parse(damaged) }
    guard case .damaged(line, _) = error else {
      Issue.record("line \(line) is damaged, but told is \(String(describing: error))")
      return
    }
    #expect(error?.description.contains("line \(line) ") == true)
  }

  @Test func `another version is told apart`() {
    let text = minute().text.replacing("colourclock-countdown 1", with: "colourclock-countdown 2")
    #expect(throws: RecordError.version("2")) { try Record.parse(text) }
    #expect(!RecordError.version("2\n").description.contains("\n"))
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with other: String) -> String {
    self[..<range.lowerBound] + other + self[range.upperBound...]
  }

  fileprivate func replacing(_ part: String, with other: String) -> String {
    firstRange(of: part).map { replacingCharacters(in: $0, with: other) } ?? self
  }

  fileprivate func firstRange(of part: String) -> Range<Index>? {
    ranges(of: part).first
  }
}

import FoundationEssentials
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
      // What has just ended flashes on. Zero lies ahead here, as on a clock that is set back, which counts as now.
      over.flashes = CountdownFlashes(start: Moment.after(1).uptime, span: CountdownFlashes.ofSingle)
      return [Countdown(rules), running, paused, over]
    } + [Countdown(rules[0]).running(until: Instant(second: newYear + 60), isLengthGuessed: false)]
  }

  @Test func `what is written is read, and restored as it was`() throws {
    for countdown in try Self.countdowns() {
      let record = countdown.record(at: .after(1), boot: "b6c1")
      #expect(try JSONDecoder().decode(Record.self, from: JSONEncoder().encode(record)) == record)
      let restored = try #require(Countdown.restore(record, at: .after(1), boot: "b6c1"))
      #expect(restored.countdown == countdown && !restored.hasPassed)
    }
  }

  private func minute() -> Record {
    var countdown = Countdown(Countdown.Rules(period: .seconds(60)))
    countdown.start(at: .after(0))
    return countdown.record(at: .after(10), boot: "one")
  }

  private func restored(_ record: Record, at moment: Moment, boot: String) throws -> (
    countdown: Countdown, hasPassed: Bool
  ) { try #require(Countdown.restore(record, at: moment, boot: boot)) }

  @Test func `within a boot the uptime counts, after another the wall`() throws {
    let now = Moment.after(20, wallAhead: 5)
    #expect(try restored(minute(), at: now, boot: "one").countdown.remaining(at: now) == .seconds(40))
    #expect(try restored(minute(), at: now, boot: "two").countdown.remaining(at: now) == .seconds(35))
    let rebooted = Moment(instant: Moment.after(30).instant, uptime: .seconds(3), zone: .utc)
    var (countdown, _) = try restored(minute(), at: rebooted, boot: "two")
    #expect(countdown.state == .running(.uptime(.seconds(33))))
    countdown.expectZero(at: Moment(instant: Instant(second: 0), uptime: .seconds(33), zone: .utc))
  }

  @Test(arguments: ["one", "two"]) func `a zero passed meanwhile is reported once`(boot: String) throws {
    let (countdown, hasPassed) = try restored(minute(), at: .after(100), boot: boot)
    #expect(hasPassed)
    #expect(countdown.phase(at: .after(100)) == .over)
    #expect(!countdown.reading(at: .after(100)).isLit)
    let again = try restored(countdown.record(at: .after(101), boot: boot), at: .after(200), boot: boot)
    #expect(!again.hasPassed)
    #expect(again.countdown.phase(at: .after(200)) == .over)
    #expect(!again.countdown.reading(at: .after(200)).isLit)
  }

  @Test func `one that repeats goes on after a night off, reported once`() throws {
    for timing in [Countdown.Timing.span, .aligned] {
      var countdown = Countdown(Countdown.Rules(period: .seconds(60), timing: timing, repeats: true))
      countdown.start(at: .after(0))
      let record = countdown.record(at: .after(10), boot: "one")
      var (restored, hasPassed) = try restored(record, at: .after(30_010), boot: "two")
      #expect(hasPassed)
      #expect(restored.remaining(at: .after(30_010)) == .seconds(50))
      restored.expectZero(at: .after(30_060))
    }
  }

  @Test func `of a wall that was set back no more is left than was`() throws {
    for (ahead, left) in [(-1, 41), (-10, 50), (-11, 50), (-1e9, 50)] as [(Double, Int)] {
      let moment = Moment.after(20, wallAhead: ahead)
      #expect(try restored(minute(), at: moment, boot: "two").countdown.remaining(at: moment) == .seconds(left))
    }
    // Of versions before 0.2, which did not keep what was left.
    var record = minute()
    record.left = nil
    let long = Moment.after(20, wallAhead: -1e9)
    #expect(try restored(record, at: long, boot: "two").countdown.remaining(at: long) == TimeSpan.longest)
    record.state = .paused
    #expect(Countdown.restore(record, at: long, boot: "two") == nil)
  }

  /// What is written, in the order of its keys.
  private static let json =
    #"{"boot":"one","byHand":true,"clock":"uptime","hasOwnTitle":false,"left":50000000000,"length":60000000000,"#
    + #""overtime":false,"period":60000000000,"repeats":false,"#
    + #""state":"running","timing":"span","uptime":1060000000000,"wall":\#(newYear + 60)000000000}"#

  @Test func `the form is plain`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(minute()), as: UTF8.self) == Self.json)
  }

  static let damage: [(String, String)] = [
    (#""length":60000000000"#, #""length":-1"#), (#""length":60000000000"#, #""length":315619200000000001"#),
    (#""length":60000000000"#, #""length":"long""#), (#""length":60000000000,"#, ""),
    (#""left":50000000000"#, #""left":-1"#), (#""left":50000000000"#, #""left":315619200000000001"#),
    (#""period":60000000000"#, #""period":0"#), (#""period":60000000000"#, #""period":315619200000000001"#),
    (#""period":60000000000,"repeats":false"#, #""period":999999999,"repeats":true"#),
    (#""timing":"span""#, #""timing":"25:00""#), (#""timing":"span""#, #""timing":"never""#),
    (#""repeats":false"#, #""repeats":"maybe""#), (#""overtime":false"#, #""overtime":1"#),
    (#""state":"running""#, #""state":"waiting""#),
    (#""clock":"uptime""#, #""clock":"sun""#), (#""clock":"uptime","#, ""),
    (#""uptime":1060000000000,"#, ""), (#""uptime":1060000000000"#, #""uptime":1e30"#), ("}", ""), ("{", ""),
  ]

  @Test(arguments: damage) func `what makes no sense is not restored`(part: String, by: String) throws {
    #expect(Self.json.contains(part))
    let data = Data(Self.json.replacing(part, with: by).utf8)
    let record = try? JSONDecoder().decode(Record.self, from: data)
    #expect(record.flatMap { Countdown.restore($0, at: .after(20), boot: "one")?.countdown } == nil)
    // The message names the value.
    let name = try #require(part.split(separator: "\"").first)
    if let record { #expect(record.wrongValue.hasPrefix("\(name) is "), "\(record.wrongValue)") }
  }

  /// Whatever the numbers, nothing stops the program.
  @Test func `extreme numbers do no harm`() throws {
    for zero in [Int64.min, -1, 0, 1, .max] {
      for (timing, clock) in [
        ("span", "uptime"), ("span", "wall"), ("aligned", "wall"), ("06:00", "wall"), ("06:00", "uptime"),
      ] {
        for state in ["running", "over"] {
          let json = """
            {"boot":"one","clock":"\(clock)","length":0,"overtime":true,"period":1000000000,
            "repeats":\(state == "running"),"state":"\(state)","timing":"\(timing)","uptime":\(zero),"wall":\(zero)}
            """
          let record = try JSONDecoder().decode(Record.self, from: Data(json.utf8))
          for boot in ["one", "two"] {
            var countdown = try restored(record, at: .after(20), boot: boot).countdown
            #expect(countdown.remaining(at: .after(20)) <= TimeSpan.longest)
            _ = (countdown.nextChange(after: .after(20), circumference: 3000), countdown.advance(to: .after(1e6)))
          }
        }
      }
    }
  }
}

/// The text form of versions before 0.2, which is still read.
@Suite struct LegacyRecordTests {
  typealias Record = Countdown.Record

  private static let text = """
    colourclock-countdown 1
    boot one
    length 60000000000
    period 60000000000
    timing span
    repeats no
    overtime no
    state running uptime 1060000000000 \(newYear + 60)000000000
    end

    """

  @Test func `it is the same countdown`() throws {
    var countdown = Countdown(Countdown.Rules(period: .seconds(60)))
    countdown.start(at: .after(0))
    // The program does not know who made a countdown of an old file.
    countdown.isFromOptions = true
    let old = try #require(Record(legacy: Self.text))
    #expect(Countdown.restore(old, at: .after(10), boot: "one")?.countdown == countdown)
    let until = Self.text.replacing("timing span", with: "timing until 17:30:05")
      .replacing("running uptime", with: "over wall").replacing("overtime no", with: "overtime yes")
    let record = try #require(Record(legacy: until))
    #expect(record.timing == "17:30:05" && record.state == .over && record.clock == .wall && record.overtime)
    let paused = Self.text.replacing(
      "state running uptime 1060000000000 \(newYear + 60)000000000", with: "state paused 5000000000")
    #expect(Record(legacy: paused)?.left == 5_000_000_000)
  }

  @Test func `one that ends early or lacks a line is none`() {
    for count in 0..<Self.text.count { #expect(Record(legacy: String(Self.text.prefix(count))) == nil) }
    let lines = Self.text.split(separator: "\n", omittingEmptySubsequences: false)
    for index in lines.indices {
      var (fewer, more) = (lines, lines)
      fewer.remove(at: index)
      more.insert("x", at: index)
      #expect(
        Record(legacy: fewer.joined(separator: "\n")) == nil && Record(legacy: more.joined(separator: "\n")) == nil)
    }
  }

  static let damage: [(String, String)] = [
    ("boot one", "boot"), ("boot one", "boot one two"), ("boot one", "boot "),
    ("length 60000000000", "length -1"), ("length 60000000000", "length 315619201000000000"),
    ("length 60000000000", "length 99999999999999999999"), ("length 60000000000", "length 6e10"),
    ("period 60000000000", "period 0"), ("period 60000000000", "period \u{0}"),
    ("timing span", "timing until 25:00"), ("timing span", "timing never"), ("timing span", "timing"),
    ("repeats no", "repeats maybe"), ("overtime no", "overtime 1"), ("overtime no", "overtime\tno"),
    ("running uptime", "running sun"), ("running uptime", "running"),
    ("state running", "state waiting"), ("\nend", "\nend now"), ("\nend\n", "\nend\n\n"), ("\nend\n", "\nend\r\n"),
    ("countdown 1", "countdown 2"),
  ]

  @Test(arguments: damage) func `damage is found`(part: String, by: String) {
    #expect(Self.text.contains(part))
    #expect(Record(legacy: Self.text.replacing(part, with: by)) == nil)
  }
}

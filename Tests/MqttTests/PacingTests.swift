import Companion
import Notation
import TestSupport
import Testing

@testable import Mqtt

@Suite struct PacingTests {
  @Test func backoffStaysWithinItsBounds() {
    var random = SeededRandom(seed: 11)
    for _ in 0..<200 {
      var backoff = Backoff()
      var limit = 2.0
      for _ in 0..<40 {
        let wait = backoff.next(using: &random)
        #expect((1...min(limit, 60)).contains(wait))
        limit *= 2
      }
      backoff.reset()
      let first = backoff.next(using: &random)
      #expect(first <= 2)
    }
  }

  @Test func manyDoNotComeBackAtOnce() {
    var random = SeededRandom(seed: 12)
    let waits = (0..<1000).map { _ in
      var backoff = Backoff()
      return backoff.next(using: &random)
    }
    for tenth in 0..<10 {
      let count = waits.filter { Int(($0 - 1) * 10) == tenth }.count
      #expect((50...150).contains(count), "\(count) in tenth \(tenth) of the second")
    }
  }

  /// Of ten thousand a second so many get through as the pace allows, in portions.
  @Test func aFloodIsHeldBack() {
    var (pace, told, portions) = (Pace(), 0, 0)
    for step in 0..<100_000 {
      pace.refill(at: 1000 + Double(step) / 10_000)
      if !pace.isOpen, pace.pause <= 0 { Issue.record("closed, and nothing to wait for") }
      if pace.isOpen {
        told += 1
        pace.spend()
        if !pace.isOpen { portions += 1 }
      }
    }
    #expect((5000...5200).contains(told))
    #expect(told / portions >= 7)
  }

  @Test func whoFloodsIsAnsweredSeldom() {
    var (allowance, answered) = (Allowance(burst: 20, each: 0.1), 0)
    for step in 0..<100_000 where allowance.admit(at: 1000 + Double(step) / 10_000) { answered += 1 }
    #expect((110...121).contains(answered))
  }

  @Test func nothingIsSaidAtLength() {
    var lines: [String] = []
    var reporter = Reporter { text, _ in lines.append(text) }
    reporter.say(String(repeating: "[", count: 60_000), at: 0)
    reporter.say(String(repeating: "a", count: 300), at: 0)
    #expect(lines.map(\.count) == [301, 300])
  }

  @Test func aThingIsSaidOnce() {
    var lines: [String] = []
    var reporter = Reporter { text, _ in lines.append(text) }
    for second in 0..<100 { reporter.say("it is gone", at: Double(second)) }
    reporter.close("it is back")
    reporter.close("it is back")
    reporter.say("it is gone", at: 100)
    reporter.close("it is back")
    #expect(lines == ["it is gone", "it is back"])
    reporter.forget()
    reporter.say("it is gone", at: 101)
    #expect(lines.count == 3)
    for number in 0..<1000 { reporter.say("\(number)", at: 101) }
    #expect(lines.count <= 23)
  }
}

@Suite struct StatusNewsTests {
  private let noon = Timestamp(milliseconds: 1_795_348_800_000)

  private func status(_ wall: String) throws -> JSON {
    try #require(JSON(Array(#"{"uptime": 7, "wall": \#(wall)}"#.utf8)))
  }

  @Test func timeAloneIsNoNews() throws {
    var news = StatusNews()
    let first = try status(##"{"time": "12:00:00", "colour": "#000000", "face": "hue"}"##)
    let second = try status(##"{"time": "12:00:01", "colour": "#000001", "face": "hue"}"##)
    let third = try status(##"{"time": "12:00:02", "colour": "#000001", "face": "full"}"##)
    let times = [(first, 100), (second, 101), (third, 102), (third, 161.9), (third, 162)]
    let told = times.map { news.isNews($0, at: $1) }
    #expect(told == [true, false, true, false, true])
    news.forget()
    let isToldAgain = news.isNews(third, at: 163)
    #expect(isToldAgain)
  }

  @Test func theEndStaysAsItWasReckoned() throws {
    var news = StatusNews()
    func end(_ remaining: Double, _ milliseconds: Int64, _ state: String = "running") throws -> String? {
      let joined = news.joined(
        try status(#"{"countdown": {"state": "\#(state)", "remaining": \#(remaining)}}"#), .null,
        at: Timestamp(milliseconds: noon.milliseconds + milliseconds))
      return joined["wall"]?["countdown"]?["end"]?.word
    }
    #expect(try end(60, 0) == "2026-11-22T12:01:00.000Z")
    #expect(try end(49.99, 10_000) == "2026-11-22T12:01:00.000Z")
    #expect(try end(109.99, 10_001) == "2026-11-22T12:01:59.991Z")
    #expect(try end(109, 10_001, "paused") == nil)
    #expect(try end(109, 20_000) == "2026-11-22T12:02:09.000Z")
    #expect(try end(1e18, 20_000) == nil)
  }

  /// They have commands in them, and with those perhaps passwords.
  @Test func optionsStayHere() throws {
    var news = StatusNews()
    let status = try #require(JSON(Array(#"{"wall": {}, "options": [{"name": "on-zero", "value": "secret"}]}"#.utf8)))
    #expect(!JSON.text(of: news.joined(status, .null, at: noon)).contains("secret"))
  }

  @Test func anotherCountdown() throws {
    func isOther(_ countdown: String) throws -> Bool {
      StatusNews.isOther(
        try status(#"{"countdown": \#(countdown)}"#)["wall"]?["countdown"],
        than: Timestamp(milliseconds: noon.milliseconds + 60_000), at: noon)
    }
    #expect(try isOther(#"{"state": "running", "remaining": 1200}"#))
    #expect(try !isOther(#"{"state": "running", "remaining": 59.9}"#))
    #expect(try !isOther(#"{"state": "over", "remaining": 0}"#))
    #expect(try !isOther("null"))
  }
}

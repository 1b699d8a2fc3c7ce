import CompanionSupport
import ControlProtocol
import System
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
    var (pace, told, portions) = (CommandPace(), 0, 0)
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
    var (limiter, answered) = (RateLimiter(burst: 20, each: .milliseconds(100)), 0)
    for step in 0..<100_000 where limiter.admit(at: .seconds(1000) + .microseconds(step * 100)) { answered += 1 }
    #expect((110...121).contains(answered))
  }

  @Test func nothingIsSaidAtLength() {
    var lines: [String] = []
    var reporter = Reporter { text, _ in lines.append(text) }
    reporter.say(String(repeating: "[", count: 60_000), at: .zero)
    reporter.say(String(repeating: "a", count: 300), at: .zero)
    #expect(lines.map(\.count) == [301, 300])
  }

  @Test func aThingIsSaidOnce() {
    var lines: [String] = []
    var reporter = Reporter { text, _ in lines.append(text) }
    for second in 0..<100 { reporter.say("it is gone", at: .seconds(second)) }
    reporter.close("it is back")
    reporter.close("it is back")
    reporter.say("it is gone", at: .seconds(100))
    reporter.close("it is back")
    #expect(lines == ["it is gone", "it is back"])
    reporter.reset()
    reporter.say("it is gone", at: .seconds(101))
    #expect(lines.count == 3)
    for number in 0..<1000 { reporter.say("\(number)", at: .seconds(101)) }
    #expect(lines.count <= 23)
  }
}

import TestSupport
import Testing

@testable import ColourClock

@Suite struct LatenessTests {
  @Test func percentilesAreThoseOfTheSortedValues() throws {
    var numbers = SeededRandom(seed: 7)
    for count in [1, 2, 3, 99, 100, 101, 3600] {
      var (lateness, values) = (Lateness(slotsOf: 1), [Int64]())
      for second in 0..<count {
        let value = Int64.random(in: 0..<5_000_000, using: &numbers)
        values.append(value)
        lateness.add(.microseconds(value), at: .seconds(50_000 + second))
      }
      values.sort()
      // The least value that at least so many per cent do not exceed.
      func oracle(_ percent: Double) -> Duration {
        .microseconds(
          values.first { value in Double(values.count { $0 <= value }) >= percent / 100 * Double(count) } ?? -1)
      }
      let summary = try #require(lateness.summary(at: .seconds(50_000 + count - 1)))
      #expect(summary.count == count)
      #expect((summary.median, summary.p99) == (oracle(50), oracle(99)))
      #expect(summary.worst == .microseconds(values.last ?? -1))
    }
  }

  @Test func whatIsOlderThanAnHourIsForgotten() throws {
    var lateness = Lateness(slotsOf: 1)
    #expect(lateness.summary(at: .seconds(5)) == nil)
    for second in 0..<10_000 { lateness.add(.milliseconds(second), at: .seconds(second)) }
    let summary = try #require(lateness.summary(at: .seconds(9_999)))
    #expect(summary.count == 3600 && summary.worst == .milliseconds(9_999))
    #expect(summary.median == .milliseconds(6_400 + 1_799))
    // Without anything new it goes all the same.
    #expect(lateness.summary(at: .seconds(13_500))?.count == 99)
    #expect(lateness.summary(at: .seconds(13_599)) == nil)
    // After a night without a tick nothing is left of the evening.
    lateness.add(.seconds(1), at: .seconds(50_000))
    #expect(lateness.summary(at: .seconds(50_000))?.count == 1)
  }

  @Test func ofASlotTheWorstCounts() throws {
    var lateness = Lateness(slotsOf: 60)
    for (second, late) in [(0, 3), (30, 9), (59, 4), (60, 1)] {
      lateness.add(.milliseconds(late), at: .seconds(second))
    }
    let summary = try #require(lateness.summary(at: .seconds(61)))
    #expect(summary.count == 2 && summary.worst == .milliseconds(9) && summary.median == .milliseconds(1))
  }

  @Test func whatIsEarlyIsInTimeAndWhatIsEndlessIsVeryLate() throws {
    var lateness = Lateness(slotsOf: 1)
    lateness.add(.milliseconds(-3), at: .seconds(1))
    lateness.add(.seconds(Int64.max / 2), at: .seconds(2))
    let summary = try #require(lateness.summary(at: .seconds(2)))
    #expect(summary.median == .zero && summary.worst > .seconds(3600))
  }
}

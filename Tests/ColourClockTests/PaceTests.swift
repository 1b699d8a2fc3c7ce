import Testing

@testable import ColourClock

@Suite struct PaceTests {
  @Test func theNextTickIsTheNextWholeSecond() {
    let instant = Instant(second: 10) + .milliseconds(300)
    #expect(Pace.real.nextTick(after: instant) == Instant(second: 11))
    #expect(Pace.real.nextTick(after: Instant(second: 11)) == Instant(second: 12))
    #expect(Pace.real.nextTick(after: Instant(sinceEpoch: .milliseconds(-1500))) == Instant(second: -1))
  }

  @Test func frozenTimeNeverTicks() {
    #expect(Pace(speed: 0).nextTick(after: Instant(second: 5)) == nil)
  }

  @Test func fastTimeIsShownInWholeMinutes() {
    let pace = Pace(speed: 1000)
    #expect(pace.tickStart(Instant(second: 3599)) == 3540)
    #expect(pace.tickStart(Instant(second: -1)) == -60)
    #expect(pace.nextTick(after: Instant(second: 3540)) == Instant(second: 3600))
  }

  @Test(arguments: [1.0, 60, 120, 121, 1000, 7200])
  func noTickComesSoonerThanAFrame(speed: Double) throws {
    let pace = Pace(speed: speed)
    var instant = Instant(second: newYear)
    for _ in 0..<100 {
      let next = try #require(pace.nextTick(after: instant))
      #expect(pace.real(next - instant).inSeconds >= 1 / Motion.frameRate - 1e-9)
      instant = next
    }
  }
}

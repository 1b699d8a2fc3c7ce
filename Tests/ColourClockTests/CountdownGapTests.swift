import TestSupport
import Testing

@testable import ColourClock

@Suite struct CountdownGapTests {
  /// A day, looked at after gaps of up to `longest` seconds.
  private func fires(_ countdown: Countdown, longest: Double, seed: UInt64) -> [Double] {
    var random = SeededRandom(seed: seed)
    var countdown = countdown
    var fires: [Double] = []
    var time = 0.0
    while time < 86_400 {
      time = min(86_400, time + Double.random(in: 0...longest, using: &random))
      if countdown.advance(to: .after(time)) { fires.append(time) }
    }
    return fires
  }

  private func running(_ rules: Countdown.Rules) -> Countdown {
    var countdown = Countdown(rules)
    countdown.start(at: .after(0))
    return countdown
  }

  @Test(arguments: [Countdown.Timing.span, .aligned], [UInt64(1), 2, 3])
  func `a day of random gaps has one fire a period`(timing: Countdown.Timing, seed: UInt64) {
    let countdown = running(Countdown.Rules(period: .seconds(60), timing: timing, repeats: true))
    let fires = fires(countdown, longest: 5, seed: seed)
    #expect(fires.count == 1440)
    #expect(fires.enumerated().allSatisfy { index, time in (0...5).contains(time - Double(index + 1) * 60) })
  }

  @Test func `periods slept through are one fire, and the grid stays`() {
    for timing in [Countdown.Timing.span, .aligned] {
      var countdown = running(Countdown.Rules(period: .seconds(60), timing: timing, repeats: true))
      countdown.expectZero(at: .after(3600 * 7 + 12.5))
      countdown.expectZero(false, at: .after(3600 * 7 + 12.5))
      #expect(countdown.remaining(at: .after(3600 * 7 + 12.5)) == .seconds(47.5))
    }
    let fires = fires(running(Countdown.Rules(period: .seconds(60), repeats: true)), longest: 400, seed: 4)
    #expect(zip(fires, fires.dropFirst()).allSatisfy { $0 < $1 })
    #expect(fires.count > 250 && fires.count < 1440)
  }

  @Test func `at zero itself the next period begins in full`() {
    var countdown = running(Countdown.Rules(period: .seconds(60), repeats: true))
    countdown.expectZero(at: .after(60))
    #expect(countdown.number(at: .after(60)) == 60)
  }

  @Test func `a single one fires once in a day`() {
    #expect(fires(running(Countdown.Rules(period: .seconds(60))), longest: 5, seed: 5).count == 1)
  }

  @Test func `an aligned one follows a wall set back and is not told twice by a small step`() {
    var countdown = running(Countdown.Rules(period: .seconds(60), timing: .aligned, repeats: true))
    countdown.expectZero(at: .after(60))
    countdown.expectZero(false, at: .after(61, wallAhead: -2))
    countdown.expectZero(at: .after(122, wallAhead: -2))
    countdown.expectZero(false, at: .after(130, wallAhead: -3600))
    #expect(countdown.remaining(at: .after(130, wallAhead: -3600)) == .seconds(50))
    countdown.expectZero(at: .after(180, wallAhead: -3600))
  }

  @Test func `an aligned one goes by the wall alone and resumes with it`() {
    var countdown = running(Countdown.Rules(period: .seconds(60), timing: .aligned, repeats: true))
    countdown.add(.seconds(60), at: .after(10))
    #expect(countdown.number(at: .after(10)) == 50)
    countdown.toggle(at: .after(10))
    countdown.toggle(at: .after(95))
    #expect(countdown.number(at: .after(95)) == 25)
  }

  @Test func `setting one that repeats changes its period`() {
    var countdown = Countdown(Countdown.Rules(period: .seconds(60), repeats: true))
    countdown.set(.seconds(90), at: .after(0))
    countdown.start(at: .after(0))
    countdown.expectZero(at: .after(90))
    #expect(countdown.remaining(at: .after(90)) == .seconds(90))
  }

  @Test func `a ring set by hand keeps its scale`() {
    var countdown = Countdown(Countdown.Rules(period: .seconds(60)))
    countdown.set(.seconds(1500), fullTurn: .seconds(3600), at: .after(0))
    #expect(countdown.rules.period == .seconds(3600))
    countdown.add(.seconds(60), at: .after(0))
    #expect(countdown.rules.period == .seconds(3600))
    countdown.set(.seconds(7200), at: .after(0))
    #expect(countdown.rules.period == countdown.length)
  }
}

import Testing

@testable import ColourClock

@Suite struct CountdownWakeTests {
  /// The seconds at which a countdown wakes its program, up to an end.
  private func wakes(_ period: Int, circumference: Double, timing: Countdown.Timing = .span, until end: Double)
    -> [Double]
  {
    var countdown = Countdown(Countdown.Rules(period: .seconds(period), timing: timing, repeats: timing == .aligned))
    var moment = Moment.after(0)
    countdown.start(at: moment)
    var wakes: [Double] = []
    while let next = next(countdown, moment, circumference), next < end {
      wakes.append(next)
      moment = Self.moment(next)
      _ = countdown.advance(to: moment)
    }
    return wakes
  }

  private static func moment(_ seconds: Double) -> Moment {
    let nanoseconds = Duration.nanoseconds(Int64((seconds * 1e9).rounded(.up)))
    return Moment(instant: Instant(second: newYear) + nanoseconds, uptime: .seconds(1000) + nanoseconds, zone: .utc)
  }

  private func next(_ countdown: Countdown, _ moment: Moment, _ circumference: Double) -> Double? {
    let wake = countdown.nextChange(after: moment, circumference: circumference)
    let times = [wake.uptime.map { $0 - .seconds(1000) }, wake.instant.map { $0 - Instant(second: newYear) }]
    return times.compactMap { $0?.inSeconds }.min()
  }

  /// The most in any one second.
  private func most(_ wakes: [Double]) -> Int {
    var first = 0
    return wakes.indices.map { last in
      while wakes[last] - wakes[first] >= 1 { first += 1 }
      return last - first + 1
    }.max() ?? 0
  }

  @Test(arguments: [Countdown.Timing.span, .aligned])
  func `a minute's ring wakes exactly when its tip has moved by a pixel`(timing: Countdown.Timing) {
    let wakes = wakes(60, circumference: 3050, timing: timing, until: 59.99)
    #expect(most(wakes) <= 60)
    let pixels: [Double] = (1...3049).map { Double($0) * 60 / 3050 }
    let seconds: [Double] = (1...59).map(Double.init)
    func microseconds(_ times: [Double]) -> Set<Int> { Set(times.map { Int(($0 * 1e6).rounded()) }) }
    let due = microseconds(pixels + seconds + [48, 54])
    #expect(microseconds(wakes) == due.filter { $0 < 59_990_000 })
    #expect(zip(wakes, wakes.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `a tip faster than frames moves with the frames`() {
    let wakes = wakes(10, circumference: 3050, until: 9.9)
    #expect(most(wakes) <= 61)
    #expect(wakes.count > 590)
    let frames = wakes.filter { $0 < 9 }.map { ($0 + 1000) / 0.016666666 }
    #expect(frames.allSatisfy { abs($0 - $0.rounded()) < 1e-3 })
  }

  @Test func `a ring of half an hour wakes once a second`() {
    let wakes = wakes(1800, circumference: 3050, until: 1799.5)
    #expect(wakes.count == 1799)
    #expect(most(wakes) == 1)
  }

  @Test func `in between the tip wakes at its own pace`() {
    // A pixel takes 0.2 s.
    #expect(wakes(600, circumference: 3000, until: 100).count == 499)
  }

  @Test func `the last wake-up is zero, and then the signal's`() throws {
    let seconds: [Double] = (1...60).map(Double.init)
    let signals: [Double] = (1...19).map { 60 + Double($0) / 2 }
    for timing in [Countdown.Timing.span, .until(try .parse("00:01"))] {
      #expect(wakes(60, circumference: 0, timing: timing, until: 100) == seconds + signals)
    }
  }

  @Test func `overtime wakes with each second`() {
    var countdown = Countdown(Countdown.Rules(period: .seconds(60), overtime: true))
    countdown.start(at: .after(0))
    countdown.expectZero(at: .after(60))
    countdown.dismissSignal()
    #expect(next(countdown, .after(75.5), 3050) == 76)
    #expect(next(countdown, .after(76), 3050) == 77)
  }

  @Test func `idle and paused ones sleep`() {
    var countdown = Countdown(Countdown.Rules(period: .seconds(60), repeats: true))
    #expect(next(countdown, .after(0), 3050) == nil)
    countdown.start(at: .after(0))
    countdown.expectZero(at: .after(60))
    countdown.toggle(at: .after(61))
    #expect(next(countdown, .after(61), 3050) == nil)
  }

  @Test func `what is due already is given as it is`() {
    var countdown = Countdown(Countdown.Rules(period: .seconds(60)))
    countdown.start(at: .after(0))
    #expect(next(countdown, .after(75), 3050) == 60)
  }

  @Test func `the tip moves beyond a full turn too`() {
    var countdown = Countdown(Countdown.Rules(period: .seconds(60)))
    countdown.state = .running(.uptime(Moment.after(120).uptime))
    for time in [0.0, 30, 59.5] { #expect((next(countdown, .after(time), 3050) ?? 0) < time + 0.1) }
    #expect((next(countdown, .after(60), 3050) ?? 0) < 60.1)
  }
}

extension Countdown {
  fileprivate mutating func dismissSignal() { flashes?.isSilenced = true }
}

import Testing

@testable import ColourClock

@Suite struct SignalTests {
  private let alarm = CountdownFlashes(start: .seconds(1000), span: CountdownFlashes.ofSingle)

  @Test func `it is lit for half of each second and ends`() {
    let times: [(Double, Bool)] = [
      (-0.1, false), (0, true), (0.49, true), (0.5, false), (0.99, false), (1, true), (9.49, true), (9.5, false),
      (10, false), (10.2, false), (1000, false),
    ]
    for (time, isLit) in times { #expect(alarm.isLit(at: .seconds(1000 + time)) == isLit) }
  }

  @Test func `its changes are where it says`() throws {
    var time = Duration.seconds(1000)
    var isLit = alarm.isLit(at: time)
    while let next = alarm.nextChange(after: time) {
      #expect(alarm.isLit(at: next - .nanoseconds(1)) == isLit)
      #expect(alarm.isLit(at: next) != isLit)
      (time, isLit) = (next, alarm.isLit(at: next))
    }
    #expect(time == .seconds(1009.5))
  }

  @Test func `spans are ten seconds and three`() {
    for (repeats, last) in [(false, 9.0), (true, 2.0)] {
      var countdown = Countdown(Countdown.Rules(period: .seconds(60), repeats: repeats))
      countdown.start(at: .after(0))
      countdown.expectZero(at: .after(60))
      #expect(countdown.reading(at: .after(60 + last)).isLit)
      #expect(!countdown.reading(at: .after(61 + last)).isLit)
    }
  }

  @Test func `a zero found late is signalled when it is found`() {
    var countdown = Countdown(Countdown.Rules(period: .seconds(60)))
    countdown.start(at: .after(0))
    countdown.expectZero(at: .after(3600.25))
    #expect(countdown.reading(at: .after(3600.25)).isLit)
  }

  @Test func `dismissing puts it out`() {
    for repeats in [false, true] {
      var countdown = Countdown(Countdown.Rules(period: .seconds(60), repeats: repeats))
      countdown.start(at: .after(0))
      countdown.expectZero(at: .after(60))
      countdown.dismiss(at: .after(60))
      #expect(!countdown.reading(at: .after(61.1)).isLit)
      #expect(countdown.phase(at: .after(61)) == .calm)
    }
  }

  private static let grounds: [Colour] = [
    .black, .white, Colour(red: 255, green: 0, blue: 0), Colour(red: 0, green: 0, blue: 255),
    Colour(red: 128, green: 128, blue: 128), Colour(red: 255, green: 0, blue: 80),
  ]

  /// What an eye on the disc sees of a countdown, looked at a thousand times a second.
  private func watch(_ countdown: Countdown, on backdrop: Colour, _ act: (inout Countdown, Moment, Int) -> Void)
    -> Double
  {
    var countdown = countdown
    var meter = FlashCounter()
    let ring = Ring(
      style: .standard, centre: Point(x: 0, y: 0), diameter: 100, ink: .best(on: backdrop), background: backdrop)
    for step in 0..<20_000 {
      let moment = Moment.after(Double(step) / 1000)
      _ = countdown.advance(to: moment)
      act(&countdown, moment, step)
      let isLit = countdown.reading(at: moment).isLit
      meter.record(isLit ? ring.ink.colour : backdrop, at: Double(step) / 1000)
    }
    return max(FlashCounter.most(meter.generalFlashes), FlashCounter.most(meter.redFlashes))
  }

  @Test(arguments: grounds) func `it flashes less than three times a second on any backdrop`(backdrop: Colour) {
    for period in [1, 2, 60] {
      var countdown = Countdown(Countdown.Rules(period: .seconds(period), repeats: true), length: .seconds(1))
      countdown.start(at: .after(0))
      let flashes = watch(countdown, on: backdrop) { _, _, _ in }
      #expect(flashes > 0 || period == 60)
      #expect(flashes <= 1.5)
    }
  }

  @Test(arguments: grounds) func `no quick hand makes it flash more`(backdrop: Colour) {
    for pause in [30, 70, 110, 230] {
      var countdown = Countdown(Countdown.Rules(period: .seconds(60)))
      countdown.start(at: .after(0))
      let flashes = watch(countdown, on: backdrop) { countdown, moment, step in
        guard step % pause == 0 else { return }
        countdown.add(.seconds(step / pause % 2 == 0 ? -60 : 60), at: moment)
      }
      #expect(flashes <= 3)
    }
  }
}

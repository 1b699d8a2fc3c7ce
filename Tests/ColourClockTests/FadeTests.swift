import Testing

@testable import ColourClock

@Suite struct FadeTests {
  private let fade = Fade(span: .milliseconds(300), pace: .real)

  @Test func anOrdinarySecondIsASingleStep() {
    for (hour, minute, second) in [(13, 35, 16), (0, 0, 1), (9, 41, 1), (23, 59, 59)] {
      let moment = Moment.at(hour, minute, second)
      #expect(
        fade.drawn(.scaled, at: moment).colour == Face.scaled.colour(moment.zone.civil(at: moment.instant.second)))
      #expect(!fade.drawn(.scaled, at: moment).isUnderWay)
    }
  }

  @Test func midnightIsEased() {
    let before = Face.scaled.colour(.at(23, 59, 59))
    #expect(fade.drawn(.scaled, at: .at(0, 0, 0)).colour == before)
    let path = (0...30).map { fade.drawn(.scaled, at: .at(0, 0, 0, plus: .milliseconds($0 * 10))).colour.luminance }
    #expect(path == path.sorted(by: >))
    #expect(zip(path, path.dropFirst()).allSatisfy { $0 - $1 < 0.1 })
    #expect(path.last == 0)
    #expect(!fade.drawn(.scaled, at: .at(0, 0, 0, plus: .milliseconds(300))).isUnderWay)
  }

  /// Each minute has its jump: blue goes back to nothing. `hue` has none.
  @Test(arguments: [Face.scaled, .full, .carry, .literal]) func everyFullMinuteIsEasedAndNothingElse(face: Face) {
    for second in 0..<86_400 {
      let moment = Moment(instant: Instant(second: newYear + Int64(second)), uptime: .zero, zone: .utc)
      #expect(fade.drawn(face, at: moment).isUnderWay == (second % 60 == 0), "\(second)")
    }
  }

  /// The seed eases no minute; what would flash is eased there, too.
  @Test func theSeedEasesTheHourAlone() {
    let fade = Fade(span: .milliseconds(300), pace: .real, easesMinutes: false)
    for second in 0..<86_400 {
      let moment = Moment(instant: Instant(second: newYear + Int64(second)), uptime: .zero, zone: .utc)
      #expect(fade.drawn(.scaled, at: moment).isUnderWay == (second % 3600 == 0))
    }
  }

  /// From the colour of the last second to that of the new minute, by steps that are small beside the jump.
  @Test(arguments: [1, 35, 719, 1439]) func aMinuteIsEased(minute: Int) {
    let (before, after) = (Face.scaled.colour(.at(0, minute - 1, 59)), Face.scaled.colour(.at(0, minute, 0)))
    let path = (0...18).map { fade.drawn(.scaled, at: .at(0, minute, 0, plus: .seconds(Double($0) / 60))).colour }
    #expect(path.first == before && path.last == after)
    let jump = OKLab(before).distance(to: OKLab(after))
    for (one, two) in zip(path, path.dropFirst()) {
      #expect(OKLab(one).distance(to: OKLab(two)) < jump / 8)
    }
  }

  /// A minute costs the frames of its fade; no other second has more than its own change.
  @Test func onlyTheMinutesSecondHasMoreChanges() {
    var moment = Moment.at(9, 40, 30)
    var changes: [Int64: Int] = [:]
    while let next = fade.nextChange(of: .scaled, after: moment), next < Moment.at(9, 42, 30).instant {
      moment = moment.at(next)
      changes[moment.instant.second - newYear - 9 * 3600 - 40 * 60, default: 0] += 1
    }
    for (second, count) in changes { #expect(second % 60 == 0 ? (6...7).contains(count) : count == 1, "\(second)") }
  }

  /// A fade of more than a second goes on after the next tick, with as many frames as before.
  @Test func aLongFadeKeepsItsFrames() {
    let fade = Fade(span: .seconds(2), pace: .real)
    for (hour, frames) in [(0, 1), (9, 4)] {
      for second in 0...1 {
        let moment = Moment.at(hour, hour == 0 ? 0 : 41, second, plus: .milliseconds(500))
        #expect(fade.drawn(.scaled, at: moment).isUnderWay)
        #expect(fade.nextChange(of: .scaled, after: moment) == moment.instant + Pace.real.frame * frames, "\(moment)")
      }
    }
  }

  @Test func zeroDrawsTheSeedsHardStep() {
    let hard = Fade(span: .zero, pace: .real)
    #expect(hard.drawn(.scaled, at: .at(0, 0, 0)).colour == .black)
  }

  @Test func hueNeedsNoEasing() {
    for second in stride(from: 0, to: 86_400, by: 1) {
      let moment = Moment(instant: Instant(second: newYear + Int64(second)), uptime: .zero, zone: .utc)
      #expect(!fade.drawn(.hue, at: moment).isUnderWay)
    }
  }

  /// WCAG 2.3.1: no more than three flashes in any second, at any speed that is allowed.
  @Test(arguments: Face.all.map(\.name), [1, 30, 120, 121, 1000, Pace.limit])
  func flashesStayUnderTheLimit(name: String, speed: Double) throws {
    let face = try #require(Face.named(name))
    for span in [Duration.zero, .milliseconds(300)] {
      let meter = watch(face, speed: speed, fade: span)
      #expect(FlashCounter.most(meter.generalFlashes) <= 3)
      #expect(FlashCounter.most(meter.redFlashes) <= 3)
    }
  }

  @Test func theMeterSeesAStroboscope() {
    var meter = FlashCounter()
    for beat in 0..<40 { meter.record(beat % 2 == 0 ? .black : .white, at: Double(beat) / 10) }
    #expect(FlashCounter.most(meter.generalFlashes) == 5)
    var red = FlashCounter()
    for beat in 0..<40 {
      red.record(beat % 2 == 0 ? .black : Colour(red: 255, green: 0, blue: 0), at: Double(beat) / 10)
    }
    #expect(FlashCounter.most(red.redFlashes) == 5)
  }

  @Test func fasterThanTheLimitWouldFlash() {
    var meter = FlashCounter()
    let hours = (0..<24).flatMap { hour in (0..<6).map { Civil.at(hour, $0 * 10, 0) } }
    for (index, time) in hours.enumerated() {
      meter.record(Face.scaled.colour(time), at: Double(index) * 600 / (Pace.limit * 2))
    }
    #expect(FlashCounter.most(meter.generalFlashes) > 3)
  }

  /// What a viewer sees around midnight, where the jumps are largest: some hours of it, or minutes when time is slow.
  private func watch(_ face: Face, speed: Double, fade: Duration) -> FlashCounter {
    let pace = Pace(speed: speed)
    var scene = Scene(face: face, style: Style(fade: Fade(span: fade, pace: pace)))
    var moment = speed < 100 ? Moment.at(23, 55, 0) : .at(21, 50, 0)
    _ = scene.handle(fact: .resized(Size(width: 1, height: 1)), at: moment)
    let (start, end) = (moment.instant, speed < 100 ? Moment.at(24, 5, 0).instant : Moment.at(25, 10, 0).instant)
    var meter = FlashCounter()
    while moment.instant < end, let next = scene.nextChange(after: moment).instant {
      meter.record(scene.style.fade.drawn(face, at: moment).colour, at: pace.real(moment.instant - start).inSeconds)
      moment = moment.at(next)
    }
    return meter
  }
}

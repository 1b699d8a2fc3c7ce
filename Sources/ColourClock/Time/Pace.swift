/// The speed of the time shown, and its ticks.
package struct Pace: Hashable, Sendable {
  /// Shown seconds per real second, 0…`limit`. At 0 the time stands still.
  package let speed: Double

  /// The greatest speed: two shown hours in a real second. With the face `scaled` each hour ends in a flash. WCAG 2.3.1
  /// allows three flashes a second; the third is left for midnight and for fades.
  package static let limit = 7200.0
  /// Above this speed the clock ticks in minutes. With ticks of a second, the blue channel would flash `speed` / 60
  /// times a second. In the evening there are red flashes too. WCAG allows three flashes a second.
  private static let secondsLimit = 120.0
  package static let real = Pace(speed: 1)

  package init(speed: Double) {
    precondition((0...Pace.limit).contains(speed), "a pace lies between frozen and the flash limit")
    self.speed = speed
  }

  /// The length of a tick, in shown seconds.
  package var tick: Int64 { speed > Pace.secondsLimit ? 60 : 1 }

  func tickStart(_ instant: Instant) -> Int64 {
    let (second, tick) = (instant.second, tick)
    return tick == 1 ? second : second - (second % tick + tick) % tick
  }

  /// The next tick to show. Ticks that lie within a frame are skipped. `nil` if the time stands still.
  func nextTick(after instant: Instant) -> Instant? {
    guard speed > 0 else { return nil }
    let isFrameLonger = speed > Double(tick) * Motion.frameRate
    return Instant(second: tickStart(isFrameLonger ? instant + (frame - .seconds(tick)) : instant) + tick)
  }

  /// The uptime of the last tick, or the uptime of `moment` if the time stands still.
  func tickUptime(of moment: Moment) -> Duration {
    guard speed > 0 else { return moment.uptime }
    return moment.uptime - real(moment.instant - Instant(second: tickStart(moment.instant)))
  }

  /// The length of a frame, in shown time.
  var frame: Duration { .seconds(speed / Motion.frameRate) }

  package func shown(_ span: Duration) -> Duration { speed == 1 ? span : span * speed }

  /// A span of shown time in real time; `Int64.max` seconds if the time stands still.
  package func real(_ span: Duration) -> Duration {
    if speed == 1 { return span }
    return speed > 0 ? span / speed : .seconds(Int64.max)
  }
}

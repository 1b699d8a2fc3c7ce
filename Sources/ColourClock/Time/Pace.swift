/// The speed of the time that is shown, and the length of its ticks.
package struct Pace: Hashable, Sendable {
  /// Shown seconds per real second, from 0 (the time stands still) to `limit`.
  package let speed: Double

  /// Two shown hours in a real second. With the face `scaled` each hour ends in a flash. WCAG 2.3.1 allows three
  /// flashes a second; the third is left for midnight and for fades.
  package static let limit = 7200.0
  /// Up to this speed the clock ticks in seconds; above it, in whole minutes. Ticks in seconds make blue flash
  /// `speed` / 60 times a second, with red flashes in the evening, and WCAG allows three flashes.
  private static let secondsLimit = 120.0
  package static let real = Pace(speed: 1)

  /// - Precondition: `speed` lies in 0…`limit`.
  package init(speed: Double) {
    precondition((0...Pace.limit).contains(speed), "a pace lies between frozen and the flash limit")
    self.speed = speed
  }

  /// Shown seconds from one tick to the next: 1 or 60.
  package var tick: Int64 { speed > Pace.secondsLimit ? 60 : 1 }

  /// The shown second at which the tick of `instant` began.
  func tickStart(_ instant: Instant) -> Int64 {
    let (second, tick) = (instant.second, tick)
    return tick == 1 ? second : second - (second % tick + tick) % tick
  }

  /// The next tick after `instant`. If a tick is shorter than a frame, ticks within the frame are skipped. `nil` if the
  /// time stands still.
  func nextTick(after instant: Instant) -> Instant? {
    guard speed > 0 else { return nil }
    let isFrameLonger = speed > Double(tick) * Motion.frameRate
    return Instant(second: tickStart(isFrameLonger ? instant + (frame - .seconds(tick)) : instant) + tick)
  }

  /// The uptime at which the tick of `moment` began; the uptime of `moment` if the time stands still.
  func tickUptime(of moment: Moment) -> Duration {
    guard speed > 0 else { return moment.uptime }
    return moment.uptime - real(moment.instant - Instant(second: tickStart(moment.instant)))
  }

  /// The shown time that passes during one frame of an animation.
  var frame: Duration { .seconds(speed / Motion.frameRate) }

  /// The shown time that passes in a real span.
  package func shown(_ span: Duration) -> Duration { speed == 1 ? span : span * speed }

  /// The real time that a shown span takes; `Int64.max` seconds if the time stands still.
  package func real(_ span: Duration) -> Duration {
    if speed == 1 { return span }
    return speed > 0 ? span / speed : .seconds(Int64.max)
  }
}

package struct Pace: Hashable, Sendable {
  /// Shown seconds per real second, 0…`limit`; time stands still at 0.
  package let speed: Double

  /// At this speed an hour lasts half a second, and the face `scaled` flashes twice a second. WCAG 2.3.1 allows three
  /// flashes; the fade at midnight may be the third.
  package static let limit = 7200.0
  /// Up to this speed a tick is a second, above it a minute. Otherwise the blue part of the colour, which follows the
  /// seconds, would flash more than twice a second.
  private static let secondsLimit = 120.0
  package static let real = Pace(speed: 1)

  package init(speed: Double) {
    precondition((0...Pace.limit).contains(speed), "a pace lies between frozen and the flash limit")
    self.speed = speed
  }

  /// A tick's length in shown seconds.
  package var tick: Int64 { speed > Pace.secondsLimit ? 60 : 1 }

  /// The start of the tick that contains `instant`, in seconds since 1970.
  func tickStart(_ instant: Instant) -> Int64 {
    let (second, tick) = (instant.second, tick)
    return tick == 1 ? second : second.floorDivided(by: tick) * tick
  }

  /// `nil` if time stands still. At high speeds a frame contains several ticks: only the last counts.
  func nextTick(after instant: Instant) -> Instant? {
    guard speed > 0 else { return nil }
    let skipped = max(.zero, frame - .seconds(tick))
    return Instant(second: tickStart(instant + skipped) + tick)
  }

  func tickUptime(of moment: Moment) -> Duration {
    guard speed > 0 else { return moment.uptime }
    return moment.uptime - real(moment.instant - Instant(second: tickStart(moment.instant)))
  }

  /// The shown time that passes during one frame.
  var frame: Duration { .seconds(speed / Motion.frameRate) }

  package func shown(_ span: Duration) -> Duration { speed == 1 ? span : span * speed }

  package func real(_ span: Duration) -> Duration {
    if speed == 1 { return span }
    return speed > 0 ? span / speed : .seconds(Int64.max)
  }
}

/// How fast the time shown runs, and in which steps it is shown.
package struct Pace: Hashable, Sendable {
  /// Shown seconds per real second, from 0 (frozen) to `limit`.
  package let speed: Double

  /// Two shown hours a second. In `scaled` each hour ends in a flash (WCAG 2.3.1 allows three a second), and two leave
  /// room for midnight and for the fades between them.
  package static let limit = 7200.0
  /// Up to two shown minutes a second every second is shown. Beyond, the blue of the seconds would flash more than
  /// three times a second, a red flash in the evening hours: then the clock ticks in whole minutes.
  private static let secondsLimit = 120.0
  package static let real = Pace(speed: 1)

  /// - Precondition: `speed` lies in 0…`limit`.
  package init(speed: Double) {
    precondition((0...Pace.limit).contains(speed), "a pace lies between frozen and the flash limit")
    self.speed = speed
  }

  /// Shown seconds from one tick to the next.
  package var tick: Int64 { speed > Pace.secondsLimit ? 60 : 1 }

  /// The shown second at which the tick that `instant` belongs to began.
  func tickStart(_ instant: Instant) -> Int64 {
    let (second, tick) = (instant.second, tick)
    return tick == 1 ? second : second - (second % tick + tick) % tick
  }

  /// The first tick after `instant` that leaves a frame's time between the two; `nil` when frozen.
  func nextTick(after instant: Instant) -> Instant? {
    guard speed > 0 else { return nil }
    let isFrameLonger = speed > Double(tick) * Motion.frameRate
    return Instant(second: tickStart(isFrameLonger ? instant + (frame - .seconds(tick)) : instant) + tick)
  }

  /// The uptime at which the tick that `moment` belongs to began; the moment's own uptime where time stands still.
  func tickUptime(of moment: Moment) -> Duration {
    guard speed > 0 else { return moment.uptime }
    return moment.uptime - real(moment.instant - Instant(second: tickStart(moment.instant)))
  }

  /// Shown time that goes by during one frame of an animation.
  var frame: Duration { .seconds(speed / Motion.frameRate) }

  /// The shown time that goes by in a real span.
  package func shown(_ span: Duration) -> Duration { speed == 1 ? span : span * speed }

  /// The real time in which a shown span goes by; without end when frozen.
  package func real(_ span: Duration) -> Duration {
    if speed == 1 { return span }
    return speed > 0 ? span / speed : .seconds(Int64.max)
  }
}

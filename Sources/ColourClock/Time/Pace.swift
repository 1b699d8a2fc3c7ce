/// The speed of the shown time, and its ticks.
package struct Pace: Hashable, Sendable {
  /// Shown seconds per real second, 0…`limit`; 0 stands still.
  package let speed: Double

  /// Two shown hours a second: with `scaled`, two flashes a second. WCAG 2.3.1 allows three. The third may be the fade
  /// at midnight.
  package static let limit = 7200.0
  /// The greatest speed with a tick each second. At a higher speed, blue would flash `speed` / 60 times a second, and
  /// in the evening red.
  private static let secondsLimit = 120.0
  package static let real = Pace(speed: 1)

  package init(speed: Double) {
    precondition((0...Pace.limit).contains(speed), "a pace lies between frozen and the flash limit")
    self.speed = speed
  }

  /// The length of a tick in shown seconds.
  package var tick: Int64 { speed > Pace.secondsLimit ? 60 : 1 }

  /// The second since 1970 at which the tick of `instant` began.
  func tickStart(_ instant: Instant) -> Int64 {
    let (second, tick) = (instant.second, tick)
    return tick == 1 ? second : Int64(Int(second).floorDivided(by: Int(tick))) * tick
  }

  /// The next tick; `nil` if time stands still. In fast time, it skips ticks that fall into the same frame.
  func nextTick(after instant: Instant) -> Instant? {
    guard speed > 0 else { return nil }
    let skipped = max(.zero, frame - .seconds(tick))
    return Instant(second: tickStart(instant + skipped) + tick)
  }

  /// The uptime at which the present tick began; `moment`'s uptime if time stands still.
  func tickUptime(of moment: Moment) -> Duration {
    guard speed > 0 else { return moment.uptime }
    return moment.uptime - real(moment.instant - Instant(second: tickStart(moment.instant)))
  }

  /// The length of a frame in shown time.
  var frame: Duration { .seconds(speed / Motion.frameRate) }

  /// The shown time that passes in a span of real time.
  package func shown(_ span: Duration) -> Duration { speed == 1 ? span : span * speed }

  /// The real time in which a span of shown time passes; `Int64.max` seconds if time stands still.
  package func real(_ span: Duration) -> Duration {
    if speed == 1 { return span }
    return speed > 0 ? span / speed : .seconds(Int64.max)
  }
}

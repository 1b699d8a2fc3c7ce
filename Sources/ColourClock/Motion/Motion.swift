/// Progress and easing: motion as functions of elapsed time.
package enum Motion {
  /// Frames a second while something moves.
  package static let frameRate = 60.0
  /// From one frame to the next.
  package static let frame = Duration.nanoseconds(Int64(1e9 / frameRate))

  /// The share of `span` that has gone by between two uptimes, 0…1; an empty span is over at once.
  package static func progress(from start: Duration, to uptime: Duration, over span: Duration) -> Double {
    span > .zero ? min(1, max(0, (uptime - start) / span)) : 1
  }

  /// Slow at both ends: 3p² - 2p³ of a progress p in 0…1.
  package static func ease(_ progress: Double) -> Double { progress * progress * (3 - 2 * progress) }

  package static func mix(_ one: Double, _ two: Double, _ share: Double) -> Double { one + (two - one) * share }

  /// The next frame of an animation: frames stand on a grid of the boot-time clock, so that a late one does not shift
  /// those after it.
  package static func nextFrame(after uptime: Duration) -> Duration {
    let next = frame * (Int64((uptime / frame).rounded(.down)) + 1)
    // The quotient is rounded: it may fall on the frame that is now.
    return next > uptime ? next : next + frame
  }
}

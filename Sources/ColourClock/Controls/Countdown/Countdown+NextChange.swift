extension Countdown {
  /// If the ring's tip needs longer for a pixel, it moves only when the number changes.
  private static let slowestTip = Duration.milliseconds(250)

  /// The result is in the past if zero has passed, but `advance` has not been called.
  /// - Parameter circumference: In pixels; 0 for a tip that moves with the number.
  func nextChange(
    after moment: Moment, circumference: Double, _ setup: CountdownPhases = CountdownPhases()
  ) -> Wake {
    let flash = Wake(uptime: flashes?.nextChange(after: moment.uptime))
    switch state {
    case .idle, .paused: return .never
    case .over(let deadline):
      guard rules.overtime else { return flash }
      return flash.or(deadline.wake(at: nextNumber(below: deadline.remaining(at: moment))))
    case .running(let deadline):
      let rest = deadline.remaining(at: moment)
      if isBeingTurned, rest <= .zero { return flash }
      let isSwift = rest > .zero && isTipFaster(than: Motion.frame, circumference: circumference)
      guard isSwift else {
        return flash.or(deadline.wake(at: nextRest(below: rest, circumference: circumference, setup)))
      }
      return flash.or(deadline.wake(at: .zero)).or(uptime: Motion.nextFrame(after: moment.uptime))
    }
  }

  var due: Wake {
    guard case .running(let deadline) = state, !isBeingTurned else { return .never }
    return deadline.wake(at: .zero)
  }

  private func isTipFaster(than span: Duration, circumference: Double) -> Bool { fullTurn / span < circumference }

  private func nextRest(below rest: Duration, circumference: Double, _ setup: CountdownPhases) -> Duration {
    guard rest > .zero else { return .zero }
    let (next, spans) = (max(nextNumber(below: rest), nextTip(below: rest, circumference: circumference)), spans(setup))
    return max(next, spans.soon < rest ? spans.soon : .zero, spans.last < rest ? spans.last : .zero)
  }

  private func nextNumber(below rest: Duration) -> Duration { .seconds(rest.secondsRoundedUp - 1) }

  /// The remaining time at which the tip reaches its next pixel. It is rounded down, because an earlier frame would not
  /// show the new pixel.
  private func nextTip(below rest: Duration, circumference: Double) -> Duration {
    guard isTipFaster(than: Countdown.slowestTip, circumference: circumference) else { return .zero }
    let period = fullTurn.inSeconds * 1e9
    let index = (rest / fullTurn * circumference).rounded(.up)
    // Rounding may give a tip equal to `rest`.
    let tips = [index, index - 1, index - 2].map { Duration.nanoseconds(Int64(max(0, $0) * period / circumference)) }
    return tips.first { $0 < rest } ?? .zero
  }
}

extension Countdown.Deadline {
  fileprivate func wake(at rest: Duration) -> Wake {
    switch moved(by: .zero - rest) {
    case .uptime(let uptime): Wake(uptime: uptime)
    case .wall(let instant): Wake(instant: instant)
    }
  }
}

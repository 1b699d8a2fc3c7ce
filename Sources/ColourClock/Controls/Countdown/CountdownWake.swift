/// When a countdown looks different next.
extension Countdown {
  /// A tip that takes longer for a pixel than this moves along with the numbers.
  package static let slowestTip = Duration.milliseconds(250)

  /// The next moment at which the number, the phase, the signal or the tip of the ring has changed, on whichever clock it
  /// is due; both `nil` if none is to come. Where both are given the earlier one counts.
  ///
  /// The tip has changed when it has moved by a pixel: by a multiple of period/pixels. Where that is shorter than a frame
  /// there are frames instead. What is due already is given as it is, in the past.
  /// - Parameter pixels: the ring's circumference; 0 for one that moves along with the numbers.
  package func nextChange(after moment: Moment, pixels: Double) -> (uptime: Duration?, instant: Instant?) {
    let flash = alarm?.nextChange(after: moment.uptime)
    switch state {
    case .idle, .paused: return (nil, nil)
    case .over(let deadline):
      guard rules.overtime else { return (flash, nil) }
      return deadline.time(at: nextNumber(below: deadline.remaining(at: moment)), besides: flash)
    case .running(let deadline):
      let rest = deadline.remaining(at: moment)
      if isInHand, rest <= .zero { return (flash, nil) }
      let isSwift = moves(pixels, faster: Motion.frame) && rest <= rules.period && rest > .zero
      let frame = isSwift ? [Motion.nextFrame(after: moment.uptime)] : []
      let change = isSwift ? .zero : nextRest(below: rest, pixels: pixels)
      return deadline.time(at: change, besides: ([flash].compactMap { $0 } + frame).min())
    }
  }

  private func moves(_ pixels: Double, faster span: Duration) -> Bool { rules.period / span < pixels }

  /// What is left at the next change.
  private func nextRest(below rest: Duration, pixels: Double) -> Duration {
    guard rest > .zero else { return .zero }
    let borders = [soonSpan, lastSpan, rules.period].filter { $0 < rest }
    return ([nextNumber(below: rest), nextTip(below: rest, pixels: pixels)] + borders).max() ?? .zero
  }

  private func nextNumber(below rest: Duration) -> Duration { .seconds(rest.secondsRoundedUp - 1) }

  /// In whole nanoseconds, in which clocks are set: a wake-up a fraction of one early would find the pixel still to come.
  private func nextTip(below rest: Duration, pixels: Double) -> Duration {
    guard rest <= rules.period, moves(pixels, faster: Countdown.slowestTip) else { return .zero }
    let period = rules.period.inSeconds * 1e9
    let index = (rest / rules.period * pixels).rounded(.up)
    let tips = [index, index - 1, index - 2].map { Duration.nanoseconds(Int64(max(0, $0) * period / pixels)) }
    return tips.first { $0 < rest } ?? .zero
  }
}

extension Countdown.Deadline {
  /// When so much is left, and what else is due on the boot-time clock.
  fileprivate func time(at rest: Duration, besides uptime: Duration?) -> (uptime: Duration?, instant: Instant?) {
    switch moved(by: .zero - rest) {
    case .uptime(let own): (uptime.map { min($0, own) } ?? own, nil)
    case .wall(let instant): (uptime, instant)
    }
  }
}

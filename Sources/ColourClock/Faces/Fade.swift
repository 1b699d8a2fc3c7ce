package struct Fade: Hashable, Sendable {
  /// The length of a fade in real time; zero means no fades.
  package let span: Duration
  package let pace: Pace
  /// True if a visible jump at the full minute also fades; false for `--preset seed`.
  package let easesMinutes: Bool

  package init(span: Duration, pace: Pace, easesMinutes: Bool = true) {
    (self.span, self.pace, self.easesMinutes) = (span, pace, easesMinutes)
  }

  func drawn(_ face: Face, at moment: Moment) -> (colour: Colour, isUnderWay: Bool) {
    let tick = pace.tickStart(moment.instant)
    return drawn(face, moment.zone.civil(at: tick), since: tick, at: moment)
  }

  /// `time` is the civil time at `lastTick`.
  func drawn(
    _ face: Face, _ time: Civil, since lastTick: Int64, at moment: Moment
  ) -> (colour: Colour, isUnderWay: Bool) {
    let colour = face.colour(time)
    var (tick, later) = (lastTick, (time: time, colour: colour))
    var rests: [OKLab] = []
    while pace.speed > 0, case let age = self.age(of: tick, at: moment), age < span {
      tick -= pace.tick
      let timeBefore = moment.zone.civil(at: tick)
      let before = (time: timeBefore, colour: face.colour(timeBefore))
      if isEased(from: before.colour, to: later.colour, at: later.time) {
        rests.append((OKLab(before.colour) - OKLab(later.colour)) * (1 - Motion.ease(age.inSeconds / span.inSeconds)))
      }
      later = before
    }
    return rests.isEmpty ? (colour, false) : (rests.reduce(OKLab(colour), +).colour, true)
  }

  private func isEased(from before: Colour, to later: Colour, at time: Civil) -> Bool {
    before.isFlash(to: later)
      || easesMinutes && time.second == 0 && pace.tick == 1
        && OKLab(before).distance(to: OKLab(later)) > Fade.leastJump
  }

  /// The smallest visible jump, as ΔE OK.
  private static let leastJump = 0.05

  func nextChange(of face: Face, after moment: Moment) -> Instant? {
    guard let next = pace.nextTick(after: moment.instant) else { return nil }
    let tick = pace.tickStart(moment.instant)
    guard age(of: tick, at: moment) < span, drawn(face, at: moment).isUnderWay else { return next }
    let frames = hasFlash(face, since: tick, at: moment) ? 1 : Fade.framesPerMinuteStep
    return min(next, moment.instant + pace.frame * frames)
  }

  /// A minute's jump is small, so its fade needs only every fourth frame.
  private static let framesPerMinuteStep = 4

  private func hasFlash(_ face: Face, since lastTick: Int64, at moment: Moment) -> Bool {
    var tick = lastTick
    while age(of: tick, at: moment) < span {
      if isFlash(face, at: tick, in: moment.zone) { return true }
      tick -= pace.tick
    }
    return false
  }

  private func isFlash(_ face: Face, at tick: Int64, in zone: Zone) -> Bool {
    face.colour(zone.civil(at: tick - pace.tick)).isFlash(to: face.colour(zone.civil(at: tick)))
  }

  private func age(of tick: Int64, at moment: Moment) -> Duration { pace.real(moment.instant - Instant(second: tick)) }
}

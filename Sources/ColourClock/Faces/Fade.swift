/// Eases roll-overs: computes the colour that is drawn at a moment, without the flashes of the face's own jumps.
///
/// Closed form: the colour of the tick, plus the rest of each jump that would be a flash (`isFlash`) and is younger
/// than the fade. An ordinary second is a single step.
package struct Fade: Hashable, Sendable {
  /// Real time of a fade; zero draws jumps hard.
  package let span: Duration
  package let pace: Pace

  package init(span: Duration, pace: Pace) {
    (self.span, self.pace) = (span, pace)
  }

  /// The colour drawn at `moment`, and whether a fade is under way.
  func drawn(_ face: Face, at moment: Moment) -> (colour: Colour, isUnderWay: Bool) {
    let tick = pace.tickStart(moment.instant)
    return drawn(face, face.colour(moment.zone.civil(at: tick)), since: tick, at: moment)
  }

  /// The same for a known colour of the last tick.
  func drawn(_ face: Face, _ colour: Colour, since tick: Int64, at moment: Moment) -> (colour: Colour, isUnderWay: Bool)
  {
    var (tick, later) = (tick, colour)
    // The rest of each jump within reach, the latest first.
    var rests: [OKLab] = []
    while pace.speed > 0, case let age = self.age(of: tick, at: moment), age < span {
      tick -= pace.tick
      let before = face.colour(moment.zone.civil(at: tick))
      if before.isFlash(to: later) {
        rests.append((OKLab(before) - OKLab(later)) * (1 - Motion.ease(age.inSeconds / span.inSeconds)))
      }
      later = before
    }
    return rests.isEmpty ? (colour, false) : (rests.reduce(OKLab(colour), +).colour, true)
  }

  /// The next moment with another colour: the next tick, or the next frame of a fade; `nil` when frozen.
  func nextChange(of face: Face, after moment: Moment) -> Instant? {
    guard let next = pace.nextTick(after: moment.instant) else { return nil }
    let tick = pace.tickStart(moment.instant)
    guard age(of: tick, at: moment) < span, drawn(face, at: moment).isUnderWay else { return next }
    return min(next, moment.instant + pace.frame)
  }

  /// Real time since a tick.
  private func age(of tick: Int64, at moment: Moment) -> Duration { pace.real(moment.instant - Instant(second: tick)) }
}

/// The easing of roll-overs: the colour really drawn at a moment, with the flashes taken out of the face's own jumps.
///
/// In closed form: the colour of the tick plus what is left of each jump that would be seen as a flash (`isFlash`) and
/// that is younger than the fade. An ordinary second is a single step.
package struct Fade: Hashable, Sendable {
  /// Real time a jump takes; zero draws it hard.
  package let span: Duration
  package let pace: Pace

  package init(span: Duration, pace: Pace) {
    (self.span, self.pace) = (span, pace)
  }

  /// The colour drawn at `moment`, and whether it is still on its way to the face's own.
  func drawn(_ face: Face, at moment: Moment) -> (colour: Colour, isUnderWay: Bool) {
    let tick = pace.tickStart(moment.instant)
    return drawn(face, face.colour(moment.zone.civil(at: tick)), since: tick, at: moment)
  }

  /// The same, where the colour that the face has since the last tick is known.
  func drawn(_ face: Face, _ colour: Colour, since tick: Int64, at moment: Moment) -> (colour: Colour, isUnderWay: Bool)
  {
    var (tick, later) = (tick, colour)
    // What is left of each jump within reach, the latest first.
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

  /// When a face will next be drawn in another colour: at the next tick, or with the next frame of a fade; `nil` when frozen.
  func nextChange(of face: Face, after moment: Moment) -> Instant? {
    guard let next = pace.nextTick(after: moment.instant) else { return nil }
    let tick = pace.tickStart(moment.instant)
    guard age(of: tick, at: moment) < span, drawn(face, at: moment).isUnderWay else { return next }
    return min(next, moment.instant + pace.frame)
  }

  /// The real time that has gone by since a tick.
  private func age(of tick: Int64, at moment: Moment) -> Duration { pace.real(moment.instant - Instant(second: tick)) }
}

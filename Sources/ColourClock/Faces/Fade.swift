/// The easing of roll-overs: the colour really drawn at a moment, with the flashes taken out of the face's own jumps.
///
/// In closed form: the colour of the tick plus what is left of each jump that a viewer would see as a flash (`Flash`)
/// and that is younger than the fade. An ordinary second is a single step.
package struct Fade: Hashable, Sendable {
  /// Real time a jump takes; zero draws it hard.
  package let span: Duration
  package let pace: Pace

  package init(span: Duration, pace: Pace) {
    self.span = span
    self.pace = pace
  }

  /// The colour drawn at `moment`, and whether it is still on its way to the face's own.
  func drawn(_ face: Face, at moment: Moment) -> (colour: Colour, isUnderWay: Bool) {
    let target = face.colour(moment.zone.civil(at: pace.tickStart(moment.instant)))
    let rests = jumps(of: face, at: moment)
    return rests.isEmpty ? (target, false) : (rests.reduce(OKLab(target), +).colour, true)
  }

  /// When a face will next be drawn in another colour: at the next tick, or with the next frame of a fade; `nil` when frozen.
  func nextChange(of face: Face, after moment: Moment) -> Instant? {
    guard let tick = pace.nextTick(after: moment.instant) else { return nil }
    return drawn(face, at: moment).isUnderWay ? min(tick, moment.instant + pace.frame) : tick
  }

  /// What is left of each jump within reach.
  private func jumps(of face: Face, at moment: Moment) -> [OKLab] {
    guard span > .zero, pace.speed > 0 else { return [] }
    var rests: [OKLab] = []
    var tick = pace.tickStart(moment.instant)
    var colour = face.colour(moment.zone.civil(at: tick))
    while case let age = pace.real(moment.instant - Instant(second: tick)), age < span {
      let before = face.colour(moment.zone.civil(at: tick - pace.tick))
      if Flash.reads(from: before, to: colour) {
        rests.append((OKLab(before) - OKLab(colour)) * (1 - Motion.ease(age.inSeconds / span.inSeconds)))
      }
      (tick, colour) = (tick - pace.tick, before)
    }
    return rests
  }
}

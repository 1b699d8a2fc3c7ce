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

  /// The colour drawn at `moment`.
  func colour(of face: Face, at moment: Moment) -> Colour {
    let target = self.target(of: face, at: moment)
    let rests = jumps(of: face, at: moment)
    return rests.isEmpty ? target : rests.reduce(OKLab(target), +).colour
  }

  /// Whether the colour at `moment` is still on its way.
  func isUnderWay(of face: Face, at moment: Moment) -> Bool { !jumps(of: face, at: moment).isEmpty }

  /// The face's own colour for the tick that `moment` lies in.
  private func target(of face: Face, at moment: Moment) -> Colour {
    face.colour(moment.zone.civil(at: pace.tickStart(moment.instant)))
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
        rests.append((OKLab(before) - OKLab(colour)) * (1 - ease(age.inSeconds / span.inSeconds)))
      }
      (tick, colour) = (tick - pace.tick, before)
    }
    return rests
  }

  /// Slow at both ends: 3p² - 2p³ of a progress p in 0…1.
  private func ease(_ progress: Double) -> Double { progress * progress * (3 - 2 * progress) }
}

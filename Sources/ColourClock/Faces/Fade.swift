/// Eases roll-overs: computes the colour that is drawn at a moment, without the face's own jumps.
///
/// Closed form: the colour of the tick, plus the rest of each jump that is eased (`isEased`) and younger than the fade.
/// An ordinary second is a single step.
package struct Fade: Hashable, Sendable {
  /// Real time of a fade; zero draws jumps hard.
  package let span: Duration
  package let pace: Pace
  /// Whether the jump of a minute is eased, too, where it can be seen. The seed draws it hard.
  package let easesMinutes: Bool

  package init(span: Duration, pace: Pace, easesMinutes: Bool = true) {
    (self.span, self.pace, self.easesMinutes) = (span, pace, easesMinutes)
  }

  /// The colour drawn at `moment`, and whether a fade is under way.
  func drawn(_ face: Face, at moment: Moment) -> (colour: Colour, isUnderWay: Bool) {
    let tick = pace.tickStart(moment.instant)
    return drawn(face, moment.zone.civil(at: tick), since: tick, at: moment)
  }

  /// The same for a known time of the last tick.
  func drawn(_ face: Face, _ time: Civil, since tick: Int64, at moment: Moment) -> (colour: Colour, isUnderWay: Bool) {
    let colour = face.colour(time)
    var (tick, later) = (tick, (time: time, colour: colour))
    // The rest of each jump within reach, the latest first.
    var rests: [OKLab] = []
    while pace.speed > 0, case let age = self.age(of: tick, at: moment), age < span {
      tick -= pace.tick
      let time = moment.zone.civil(at: tick)
      let before = (time: time, colour: face.colour(time))
      if isEased(from: before.colour, to: later.colour, at: later.time) {
        rests.append((OKLab(before.colour) - OKLab(later.colour)) * (1 - Motion.ease(age.inSeconds / span.inSeconds)))
      }
      later = before
    }
    return rests.isEmpty ? (colour, false) : (rests.reduce(OKLab(colour), +).colour, true)
  }

  /// A jump that would be a flash, or that of a minute.
  private func isEased(from before: Colour, to later: Colour, at time: Civil) -> Bool {
    before.isFlash(to: later)
      || easesMinutes && time.second == 0 && pace.tick == 1
        && OKLab(before).distance(to: OKLab(later)) > Fade.leastJump
  }

  /// ΔE OK: a jump that can be seen. That of a second is never more, but for the first one of the day.
  private static let leastJump = 0.05

  /// The next moment with another colour: the next tick, or the next frame of a fade; `nil` when frozen.
  func nextChange(of face: Face, after moment: Moment) -> Instant? {
    guard let next = pace.nextTick(after: moment.instant) else { return nil }
    let tick = pace.tickStart(moment.instant)
    guard age(of: tick, at: moment) < span, drawn(face, at: moment).isUnderWay else { return next }
    let frames = isFlash(face, at: tick, in: moment.zone) ? 1 : Fade.framesOfMinute
    return min(next, moment.instant + pace.frame * frames)
  }

  /// A minute's jump is small: a fifth of it is hardly seen, and more frames would cost more than they show.
  private static let framesOfMinute = 4

  private func isFlash(_ face: Face, at tick: Int64, in zone: Zone) -> Bool {
    face.colour(zone.civil(at: tick - pace.tick)).isFlash(to: face.colour(zone.civil(at: tick)))
  }

  /// Real time since a tick.
  private func age(of tick: Int64, at moment: Moment) -> Duration { pace.real(moment.instant - Instant(second: tick)) }
}

/// The times of a countdown's two warnings before its end, as on timers for speakers.
package struct CountdownPhases: Hashable, Sendable {
  /// How long before the end the phase `soon` begins. `nil` for a share of the length, zero for no such phase.
  package var warn: Duration?
  /// How long before the end the phase `last` begins. `nil` for a share of the length, zero for no such phase.
  package var danger: Duration?

  package init(warn: Duration? = nil, danger: Duration? = nil) { (self.warn, self.danger) = (warn, danger) }

  package func over(_ other: CountdownPhases) -> CountdownPhases {
    CountdownPhases(warn: warn ?? other.warn, danger: danger ?? other.danger)
  }

  /// Removes times that are not shorter than `length`, because a countdown must not begin in a phase.
  func within(_ length: Duration) -> CountdownPhases {
    CountdownPhases(warn: warn.flatMap { $0 < length ? $0 : nil }, danger: danger.flatMap { $0 < length ? $0 : nil })
  }

  /// False if both times are above zero and `danger` does not begin after `warn`.
  package var isInOrder: Bool {
    guard let warn, let danger, warn > .zero else { return true }
    return danger < warn
  }

  var hasColours: Bool { warn ?? .zero > .zero || danger ?? .zero > .zero }

  /// How long before the end `soon` and `last` begin; zero for a phase that does not occur.
  /// - Parameter whole: a length. A phase without a time of its own takes a share of this length.
  func spans(of whole: Duration) -> (soon: Duration, last: Duration) {
    let soon = warn ?? min(whole / 5, CountdownPhases.longestSoon)
    // `last` must be nearer to the end than a set warning.
    let most = warn.flatMap { $0 > .zero ? $0 / 2 : nil } ?? CountdownPhases.longestLast
    return (soon, danger ?? min(whole / 10, CountdownPhases.longestLast, most))
  }

  /// The greatest length of the phase `soon`, which is usually the last fifth of the countdown.
  private static let longestSoon = Duration.seconds(300)
  /// The greatest length of the phase `last`, which is usually the last tenth of the countdown.
  private static let longestLast = Duration.seconds(10)
}

extension Refusal {
  package static let phaseOrder = Refusal("danger must come after the warning, nearer to the end")
  package static let phase = Refusal("it takes off, or a time before the end, such as 5m")
}

extension Scene {
  func phaseColour(at moment: Moment) -> Colour? { shownCountdown.flatMap { phaseColour(of: $0, at: moment) } }

  /// The colour of the present phase; `nil` for the ink. Phases have colours only if one of their times is set.
  func phaseColour(of countdown: Countdown, at moment: Moment) -> Colour? {
    guard countdown.phases(by: setup.phases).hasColours, ringStyle.marks,
      let colour = PhaseColours.colour(of: countdown.phase(at: moment, setup.phases))
    else { return nil }
    return PhaseColours.readable(colour, under: dimming(at: moment))
  }
}

/// The colours of phases are on a black disc, so that they are legible on every wall. For colour-blind viewers, their
/// contrast is at least 5.7:1 with black and 1.7:1 with each other.
enum PhaseColours {
  static let ground = Colour.black
  static let warn = Colour(red: 0xff, green: 0xd0, blue: 0)
  /// By WCAG 2.2, this red is not saturated. For a saturated red, the limits of flashes are stricter.
  static let danger = Colour(red: 0xff, green: 0x6b, blue: 0x5e)

  static func colour(of phase: Countdown.Phase) -> Colour? {
    switch phase {
    case .calm, .over: nil
    case .soon: warn
    case .last: danger
    }
  }

  /// `colour`, made paler until it is legible on a dimmed wall.
  static func readable(_ colour: Colour, under dimming: Dimming) -> Colour {
    guard dimming != .none else { return colour }
    let steps = 4
    let paler = (0..<steps).lazy.map { colour.blended(with: .white, share: Double($0) / Double(steps)) }
    return paler.first { dimming.item($0).legibility(on: dimming.item(ground)) >= 1 } ?? .white
  }
}

/// How long before its end a countdown warns, and how long before it the time presses: phases at set times, as stage
/// timers have them.
package struct CountdownPhases: Hashable, Sendable {
  /// `nil` for the usual phase, by the length; zero for none.
  package var warn: Duration?
  package var danger: Duration?

  package init(warn: Duration? = nil, danger: Duration? = nil) { (self.warn, self.danger) = (warn, danger) }

  /// The phases of a countdown within a set-up: `other` decides what this one leaves open.
  package func over(_ other: CountdownPhases) -> CountdownPhases {
    CountdownPhases(warn: warn ?? other.warn, danger: danger ?? other.danger)
  }

  /// Whether the danger is nearer to the end than the warning, if both are set.
  package var isInOrder: Bool {
    guard let warn, let danger, warn > .zero else { return true }
    return danger < warn
  }

  /// Whether a phase at a set time is asked for: only then phases have colours of their own.
  var hasColours: Bool { warn ?? .zero > .zero || danger ?? .zero > .zero }

  /// The spans before the end in which the countdown is `soon` and `last`; zero for a phase that does not come.
  /// - Parameter whole: the length that the usual phases are shares of.
  func spans(of whole: Duration) -> (soon: Duration, last: Duration) {
    let soon = warn ?? min(whole / 5, CountdownPhases.longestSoon)
    // Nearer to the end than a warning that is set.
    let most = warn.flatMap { $0 > .zero ? $0 / 2 : nil } ?? CountdownPhases.longestLast
    return (soon, danger ?? min(whole / 10, CountdownPhases.longestLast, most))
  }

  /// `soon` is the last fifth, up to this.
  private static let longestSoon = Duration.seconds(300)
  /// `last` is the last tenth, up to this.
  private static let longestLast = Duration.seconds(10)
}

extension Refusal {
  package static let phaseOrder = Refusal("the danger has to be nearer to the end than the warning")
  package static let phase = Refusal("it takes off, or how long before the end, such as 5m")
}

extension Scene {
  /// The phases of the countdown that is shown.
  var shownPhases: CountdownPhases { shownCountdown?.phases.over(setup.phases) ?? setup.phases }

  /// The colour of ring and number; `nil` for the ink.
  func phaseColour(at moment: Moment) -> Colour? {
    guard let countdown = shownCountdown, shownPhases.hasColours, ringStyle.marks,
      let colour = PhaseColours.colour(of: countdown.phase(at: moment, setup.phases))
    else { return nil }
    return PhaseColours.readable(colour, under: dimming(at: moment))
  }
}

/// The colours of the phases at set times. They stand on a black disc, so that each is told from the other and can be
/// read whatever colour the wall has, also by the colour-blind: 5.7:1 at least on it, and 1.7:1 between them.
enum PhaseColours {
  static let ground = Colour.black
  static let warn = Colour(red: 0xff, green: 0xd0, blue: 0)
  /// No saturated red by WCAG 2.2, whose flashes count double.
  static let danger = Colour(red: 0xff, green: 0x6b, blue: 0x5e)

  /// `nil` for a phase without a colour of its own.
  static func colour(of phase: Countdown.Phase) -> Colour? {
    switch phase {
    case .calm, .over: nil
    case .soon: warn
    case .last: danger
    }
  }

  /// The colour, by night paler as far as it needs to be read.
  static func readable(_ colour: Colour, under dimming: Dimming) -> Colour {
    guard dimming != .none else { return colour }
    let steps = 4
    let paler = (0..<steps).lazy.map { colour.blended(with: .white, share: Double($0) / Double(steps)) }
    return paler.first { dimming.item($0).legibility(on: dimming.item(ground)) >= 1 } ?? .white
  }
}

/// Times before zero at which the two warning phases begin. `nil` means a share of the length, `.zero` means never.
package struct CountdownPhases: Hashable, Sendable {
  /// The start of `soon`.
  package var warn: Duration?
  /// The start of `last`.
  package var danger: Duration?

  package init(warn: Duration? = nil, danger: Duration? = nil) { (self.warn, self.danger) = (warn, danger) }

  package func filled(from other: CountdownPhases) -> CountdownPhases {
    CountdownPhases(warn: warn ?? other.warn, danger: danger ?? other.danger)
  }

  /// Sets a time that is not less than `length` to `nil`, so that the phase begins at a share of the length.
  func within(_ length: Duration) -> CountdownPhases {
    CountdownPhases(warn: warn.flatMap { $0 < length ? $0 : nil }, danger: danger.flatMap { $0 < length ? $0 : nil })
  }

  package var isInOrder: Bool {
    guard let warn, let danger, warn > .zero else { return true }
    return danger < warn
  }

  func hasColour(_ phase: Countdown.Phase) -> Bool {
    let hasWarning = warn ?? .zero > .zero
    return phase == .soon ? hasWarning : hasWarning || danger ?? .zero > .zero
  }

  /// The phases' times before zero; `.zero` for a phase that does not occur.
  func spans(of whole: Duration) -> (soon: Duration, last: Duration) {
    let soon = warn ?? min(whole / 5, CountdownPhases.longestSoon)
    // `last` must begin after `soon`.
    let most = warn.flatMap { $0 > .zero ? $0 / 2 : nil } ?? CountdownPhases.longestLast
    return (soon, danger ?? min(whole / 10, CountdownPhases.longestLast, most))
  }

  private static let longestSoon = Duration.seconds(300)
  private static let longestLast = Duration.seconds(10)
}

extension Refusal {
  package static let phaseOrder = Refusal("danger must come after the warning, nearer to the end")
  package static let phase = Refusal("it takes off, or a time before the end, such as 5m")
}

extension Scene {
  func phaseColour(at moment: Moment) -> Colour? { shownCountdown.flatMap { phaseColour(of: $0, at: moment) } }

  /// `nil` means the ink's colour.
  func phaseColour(of countdown: Countdown, at moment: Moment) -> Colour? {
    let phase = countdown.phase(at: moment, setup.phases)
    guard ringStyle.marks, countdown.phases(by: setup.phases).hasColour(phase),
      let colour = PhaseColours.colour(of: phase)
    else { return nil }
    return PhaseColours.readable(colour, under: dimming(at: moment))
  }
}

/// On a black plate, both colours are legible on every wall. For colour-blind viewers, the contrast is at least 5.7:1
/// with black and 1.7:1 between the colours.
enum PhaseColours {
  static let ground = Colour.black
  static let warn = Colour(red: 0xff, green: 0xd0, blue: 0)
  /// A pale red: WCAG 2.2 limits flashes of saturated red more strictly.
  static let danger = Colour(red: 0xff, green: 0x6b, blue: 0x5e)

  static func colour(of phase: Countdown.Phase) -> Colour? {
    switch phase {
    case .calm, .over: nil
    case .soon: warn
    case .last: danger
    }
  }

  static func readable(_ colour: Colour, under dimming: Dimming) -> Colour {
    guard dimming != .none else { return colour }
    let steps = 4
    let paler = (0..<steps).lazy.map { colour.blended(with: .white, share: Double($0) / Double(steps)) }
    return paler.first { dimming.item($0).legibility(on: dimming.item(ground)) >= 1 } ?? .white
  }
}

@testable import ColourClock

extension Civil {
  /// A time of day on the first day of 2026.
  static func at(_ hour: Int, _ minute: Int, _ second: Int) -> Civil {
    Zone.utc.civil(at: newYear + Int64(hour * 3600 + minute * 60 + second))
  }

  /// All 86,400 seconds of a day.
  static let wholeDay: [Civil] = (0..<86_400).map { Zone.utc.civil(at: newYear + Int64($0)) }
}

/// 2026-01-01T00:00:00Z.
let newYear: Int64 = 1_767_225_600

extension Moment {
  /// A moment on the first day of 2026, in universal time.
  static func at(_ hour: Int, _ minute: Int, _ second: Int, plus fraction: Duration = .zero) -> Moment {
    let instant = Instant(second: newYear + Int64(hour * 3600 + minute * 60 + second)) + fraction
    return Moment(instant: instant, uptime: instant.sinceEpoch, zone: .utc)
  }
}

/// Moments with a certain uptime, for controls that depend only on the uptime.
extension Moment {
  static let zero = Moment.after(Duration.zero)
  static func seconds(_ uptime: Double) -> Moment { .after(Duration.seconds(uptime)) }
  static func milliseconds(_ uptime: Int) -> Moment { .after(Duration.milliseconds(uptime)) }
}

extension OKLab {
  /// The smallest difference that an eye sees between two neighbouring surfaces (ΔE OK; CSS Color 4, §14.2).
  static let justNoticeable = 0.02
}

extension Scene {
  init(face: Face, style: Style) { self.init(Setup(face: face, style: style)) }
}

extension Frame {
  /// The texts outside of groups.
  var texts: [Text] { items.compactMap { if case .text(let text) = $0 { text } else { nil } } }
}

extension Style {
  static let plain = Style(fade: Fade(span: .milliseconds(300), pace: .real))
  static let hard = Style(fade: Fade(span: .zero, pace: .real))
}

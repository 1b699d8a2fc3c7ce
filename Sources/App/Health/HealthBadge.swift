import ColourClock

/// When the wall itself says what is wrong with it.
enum HealthBadge: String, CaseIterable {
  case auto, always, never

  /// A kiosk has no keyboard and nobody beside it who would ask.
  func isShown(in mode: RunMode) -> Bool {
    switch self {
    case .auto: mode.isLocked
    case .always: true
    case .never: false
    }
  }
}

package struct HoldSetup: Hashable, Sendable {
  package var rules = Hold.Rules.standard
  package var presence = Presence.auto
  package var action = HoldAction.quit
  package var label: String?
  /// The height of the button's centre, 0…1. Up to 0.5, it counts from the lower edge, in shares of the shorter side.
  /// Over 0.5, 1 minus the value counts from the upper edge.
  package var position = 0.08
  /// `nil` means the wall's colour and ink.
  package var colours: HoldButton.Colours?

  package init() {}

  package enum Presence: String, Hashable, Sendable, CaseIterable {
    case always
    /// Shown after a viewer's input.
    case motion
    /// Shown while something can be dismissed or a key is held. Unless the action is `quit`, it is like `motion`.
    case auto
    case never

    var mode: AutoHide.Mode {
      switch self {
      case .always: .always
      case .motion, .auto: .auto
      case .never: .never
      }
    }
  }

  /// True if the button is shown even if nothing can be dismissed.
  var isShownForItself: Bool {
    switch presence {
    case .always, .motion: true
    case .auto: action != .quit
    case .never: false
    }
  }
}

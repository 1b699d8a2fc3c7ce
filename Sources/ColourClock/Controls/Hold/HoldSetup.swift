package struct HoldSetup: Hashable, Sendable {
  package var rules = Hold.Rules.standard
  package var presence = Presence.auto
  package var action = HoldAction.quit
  /// Replaces the action's words.
  package var label: String?
  /// The centre's height, 0…1. Up to 0.5: from the lower edge, in shares of the shorter side. Over 0.5: 1 minus the
  /// value, from the upper edge.
  package var position = 0.08
  /// `nil` for the wall's colour and ink.
  package var colours: HoldButton.Colours?

  package init() {}

  package enum Presence: String, Hashable, Sendable, CaseIterable {
    case always
    /// After a viewer's input.
    case motion
    /// While something can be dismissed or a key is held; like `motion` if the action is not `quit`.
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

  /// Shown even with nothing to dismiss.
  var isShownForItself: Bool {
    switch presence {
    case .always, .motion: true
    case .auto: action != .quit
    case .never: false
    }
  }
}

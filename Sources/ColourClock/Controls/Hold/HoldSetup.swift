package struct HoldSetup: Hashable, Sendable {
  package var rules = Hold.Rules.standard
  package var presence = Presence.auto
  package var action = HoldAction.quit
  /// Replaces the words for the action.
  package var label: String?
  /// The button's centre, in shares of the shorter side: up to 0.5 from the lower edge; above, 1 minus it from the
  /// upper.
  package var position = 0.08
  /// `nil` for the wall's colour and ink.
  package var colours: HoldButton.Colours?

  package init() {}

  package enum Presence: String, Hashable, Sendable, CaseIterable {
    case always
    /// After a viewer's input.
    case motion
    /// While there is something to dismiss or a key is held for the button. As `motion` unless the action is quit.
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

  /// True if not only for dismissals.
  var isShownForItself: Bool {
    switch presence {
    case .always, .motion: true
    case .auto: action != .quit
    case .never: false
    }
  }
}

/// The options of the hold button.
package struct HoldSetup: Hashable, Sendable {
  package var rules = Hold.Rules.standard
  package var presence = Presence.auto
  package var action = HoldAction.quit
  /// Replaces the words for the action.
  package var label: String?
  /// The place of the button's centre, 0…1. Up to 0.5, it is the distance from the lower edge, as a share of the
  /// shorter side. Over 0.5, 1 minus this value is the distance from the upper edge.
  package var position = 0.08
  /// The button's own colours; `nil` for the wall's colour and ink.
  package var colours: HoldButton.Colours?

  package init() {}

  package enum Presence: String, Hashable, Sendable, CaseIterable {
    case always
    /// The button is shown after a viewer's input.
    case motion
    /// The button is shown while there is something to dismiss, or while a key is held for it. The same as `motion` if
    /// the action is not `quit`.
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

  /// True if the button is also shown when there is nothing to dismiss.
  var isShownForItself: Bool {
    switch presence {
    case .always, .motion: true
    case .auto: action != .quit
    case .never: false
    }
  }
}

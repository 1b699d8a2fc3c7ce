package enum HoldAction: Hashable, Sendable {
  /// The values of `--hold-action`; `none` is for practice.
  case quit, reset, refresh, none, command
  case dismiss
  /// Begins the next step of a waiting program.
  case next

  func title(_ words: Words) -> String {
    switch self {
    case .quit: words["Quit"]
    case .reset: words["Reset"]
    case .refresh: words["Refresh"]
    case .none: words["Try"]
    case .command: words["Run"]
    case .dismiss: words["Dismiss"]
    case .next: words["Next"]
    }
  }

  /// - Parameters:
  ///   - key: The key for a second press; `nil` for Enter.
  ///   - label: Replaces the action's words.
  func labels(
    _ words: Words, key: String? = nil, isTouched: Bool = false, isHeldOnly: Bool = false, isTapped: Bool = false,
    label: String? = nil
  ) -> HoldButton.Labels {
    let key = key ?? words["Enter"]
    let (hold, again, tap) =
      switch self {
      case .quit: (words["Hold to quit"], words["Press %s again to quit", key], words["Tap again to quit"])
      case .reset: (words["Hold to reset"], words["Press %s again to reset", key], words["Tap again to reset"])
      case .refresh:
        (words["Hold to refresh"], words["Press %s again to refresh", key], words["Tap again to refresh"])
      case .none: (words["Hold to try"], words["Press %s again to try", key], words["Tap again to try"])
      case .command: (words["Hold to run"], words["Press %s again to run", key], words["Tap again to run"])
      case .dismiss:
        (
          isTapped ? words["Dismiss"] : words["Hold to dismiss"], words["Press %s again to dismiss", key],
          words["Tap again to dismiss"]
        )
      case .next:
        (
          words["Next step"], words["Press %s again for the next step", key],
          words["Tap again for the next step"]
        )
      }
    return HoldButton.Labels(
      hold: label ?? hold, again: isTouched ? tap : again, isHeldOnly: isTouched || isHeldOnly, words)
  }
}

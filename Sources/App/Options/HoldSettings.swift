import ColourClock

/// The button that is held, and what that does.
struct HoldSettings {
  var setup = HoldSetup()
  /// What a hold runs if it runs a command.
  var command: String?

  mutating func lay(_ options: HoldOptions) {
    setup.mode = options.holdButton ?? setup.mode
    setup.label = options.holdLabel ?? setup.label
    setup.position = options.holdPosition ?? setup.position
    setup.rules = Hold.Rules(
      time: options.holdTime ?? setup.rules.time, fraction: options.holdFraction ?? setup.rules.fraction,
      fires: options.holdFires ?? setup.rules.fires, wait: setup.rules.wait, fall: setup.rules.fall)
    if let action = options.holdAction { (setup.action, command) = HoldAction.named(action) }
  }
}

extension HoldAction {
  /// The action of that name; any other text is a command.
  static func named(_ text: String) -> (action: HoldAction, command: String?) {
    switch text {
    case "quit": (.quit, nil)
    case "reset": (.reset, nil)
    case "refresh": (.refresh, nil)
    case "none": (.none, nil)
    default: (.command, text)
    }
  }
}

import ColourClock
import CommandOptions
import Notation

/// The options with their defaults, which may go by the run mode, the preset or another option: rows read from it.
struct EffectiveOptions {
  let options: Options
  let mode: RunMode
  let setup: Setup

  init(_ options: Options, _ mode: RunMode, chosen: SavedState.Choice = SavedState.Choice()) {
    (self.options, self.mode, setup) = (options, mode, options.setup(mode, chosen: chosen))
  }

  /// `nil` in a host's window.
  var windowMode: WindowOptions.Mode? {
    if !mode.isOwn { return nil }
    return mode.isLocked ? .kiosk : mode.coversMonitors ? .fullScreen : .window
  }
}

extension Ring.Measure {
  /// A preset may have pixels, which no option takes.
  var share: Double? {
    get { if case .share(let share) = self { share } else { nil } }
    set { self = newValue.map(Ring.Measure.share) ?? self }
  }
}

extension Ring.Style {
  var hasKnob: Bool {
    get { knob > 0 }
    set { knob = newValue ? 1 : 0 }
  }
}

/// The options as they are in force, and where each comes from.
struct OptionReport {
  /// The options at the start. Fixed options keep these values, whatever the file says since.
  let started: Arguments
  let arguments: Arguments
  let options: Options
  let mode: RunMode
  /// Choices made by hand, or by the command `face`.
  let choice: SavedState.Choice

  /// All options that differ from their defaults.
  var all: [OptionStatus] {
    let given =
      started.given.filter(OptionTable.isFixed) + arguments.given.filter { !OptionTable.isFixed($0) }
    let chosen = changes
    let others = LookOptions.table.filter { option in
      option.subject == option.name && chosen[option.name] != nil && !given.contains { $0.subject == option.subject }
    }
    return (given + others).map { status(of: $0, chosen) }
  }

  func status(of name: String) throws(Refusal) -> OptionStatus {
    guard let option = Options.table.option(String(name.drop { $0 == "-" })) else {
      throw Refusal("get: there is no option '\(name)'")
    }
    return status(of: option, changes)
  }

  private func status(of option: Option, _ chosen: [String: JSON]) -> OptionStatus {
    if let value = chosen[option.name] { return OptionStatus(name: option.name, value: value, origin: "chosen") }
    let source = OptionTable.isFixed(option) ? started : arguments
    return source.setting(option)
      ?? OptionStatus(name: option.name, value: option.value(EffectiveOptions(options, mode)), origin: "default")
  }

  /// The values that the choice has changed, by the names of the options.
  private var changes: [String: JSON] {
    guard choice != SavedState.Choice() else { return [:] }
    let (asked, shown) = (EffectiveOptions(options, mode), EffectiveOptions(options, mode, chosen: choice))
    let changed = LookOptions.table.filter { $0.value(asked) != $0.value(shown) }
    return Dictionary(uniqueKeysWithValues: changed.map { ($0.name, $0.value(shown)) })
  }
}

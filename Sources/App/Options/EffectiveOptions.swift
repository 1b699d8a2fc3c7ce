import ColourClock
import CommandOptions
import ControlProtocol

/// The options in effect: as given or chosen at the wall, or else the default. Defaults may depend on run mode, preset
/// or other options.
struct EffectiveOptions {
  let options: Options
  let mode: RunMode
  let setup: Setup

  init(_ options: Options, _ mode: RunMode, chosen: SavedState.Choice = SavedState.Choice()) {
    (self.options, self.mode) = (options.choosing(chosen.look), mode)
    setup = options.setup(mode, chosen: chosen)
  }

  /// `nil` means another program's window.
  var windowMode: WindowOptions.Mode? {
    if !mode.hasOwnWindow { return nil }
    return mode.isLocked ? .kiosk : mode.coversMonitors ? .fullScreen : .window
  }
}

extension Options {
  fileprivate func choosing(_ look: LookChoice) -> Options {
    var options = self
    options.countdown.title = look.title ?? countdown.title
    if let warning = look.warning { options.countdown.phases.warn = warning > 0 ? .seconds(warning) : nil }
    if let danger = look.danger { options.countdown.phases.danger = danger > 0 ? .seconds(danger) : nil }
    options.sound.chime = look.chimes ?? sound.chime
    options.countdown.programEnd = look.keepsProgramEnd.map { $0 ? .kept : .moves } ?? countdown.programEnd
    options.time.zones.removeAll { look.hiddenZones?.contains($0.name) == true }
    return options
  }
}

extension Ring.Measure {
  /// `nil` means a measure in pixels.
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

struct OptionReport {
  /// Fixed options keep the values of these arguments.
  let started: Arguments
  let arguments: Arguments
  let options: Options
  let mode: RunMode
  let choice: SavedState.Choice

  var all: [OptionStatus] {
    let given =
      started.given.filter(OptionTable.isFixed) + arguments.given.filter { !OptionTable.isFixed($0) }
    let chosen = changes
    // Leaves out alternatives such as `24-hour`.
    let others = OptionReport.choosable.filter { option in
      option.settingName == option.name && chosen[option.name] != nil
        && !given.contains { $0.settingName == option.settingName }
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

  /// The options that a choice at the wall can change. A night chosen there does not change `--night`.
  private static let choosable =
    LookOptions.table
    + Options.table.all.filter {
      $0.sets(\.countdown.title) || $0.sets(\.time.zones) || $0.sets(\.countdown.phases.warn)
        || $0.sets(\.countdown.phases.danger) || $0.sets(\.sound.chime) || $0.sets(\.countdown.programEnd)
    }

  private var changes: [String: JSON] {
    guard choice != SavedState.Choice() else { return [:] }
    let (asked, shown) = (EffectiveOptions(options, mode), EffectiveOptions(options, mode, chosen: choice))
    let changed = OptionReport.choosable.filter { $0.value(asked) != $0.value(shown) }
    return Dictionary(uniqueKeysWithValues: changed.map { ($0.name, $0.value(shown)) })
  }
}

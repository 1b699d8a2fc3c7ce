import ColourClock
import Notation

/// What an option comes to that was not given: its default may go by the run mode, the preset or another option.
struct EffectiveOptions {
  private let options: Options
  private let mode: RunMode
  private let setup: Setup

  init(_ options: Options, _ mode: RunMode, chosen: SavedState.Choice = SavedState.Choice()) {
    (self.options, self.mode, setup) = (options, mode, options.setup(mode, chosen: chosen))
  }

  /// `null` where there is nothing that the option could have said.
  func value(of option: Option) -> JSON {
    if let value = lookValue(option.name) ?? controlsValue(option.name) ?? windowValue(option.name) { return value }
    return switch option.form {
    case .flag: .bool(false)
    case .toggle(let initially, _): initially.map(JSON.bool) ?? .null
    case .value(let value, _): value.initially.map(JSON.string) ?? .null
    }
  }

  /// Of what a hand or a command can choose too.
  func lookValue(_ name: String) -> JSON? {
    let labels = setup.style.labels
    return switch name {
    case "face": .string(setup.face.name)
    case "fade": text(setup.style.fade.span.inSeconds)
    case "12-hour": .bool(labels.twelveHour)
    case "24-hour": .bool(!labels.twelveHour)
    case "seconds": .bool(labels.seconds)
    case "time": .bool(labels.time)
    case "hex": .bool(labels.hex)
    case "date": .bool(labels.date)
    case "brightness": text(setup.style.brightness)
    default: nil
    }
  }

  private func controlsValue(_ name: String) -> JSON? {
    let (refresh, pull, hold) = (options.refresh, setup.pull, setup.hold)
    return switch name {
    case "pull-reveals": .bool(refresh.pull && setup.pullRefreshes != .always)
    case "pull-fires": pull.map { .string($0.fires.rawValue) }
    case "gum": pull.map { .string($0.gum.rawValue) }
    case "pull-distance": pull.map { text($0.trigger) }
    case "refresh-every": .string("\(refresh.every.components.seconds)s")
    case "feed-timeout": .string("\(refresh.feedTimeout.components.seconds)s")
    case "hold-time": text(hold.rules.time.inSeconds)
    case "hold-fraction": text(hold.rules.fraction)
    case "hold-fires": .string(hold.rules.fires.rawValue)
    case "hold-position": text(hold.position)
    default: ringValue(name)
    }
  }

  private func ringValue(_ name: String) -> JSON? {
    let ring = setup.ring
    return switch name {
    case "title": .string(ring.title)
    case "ring-style": .string(ring.kind.rawValue)
    case "ring-place": .string(ring.place.rawValue)
    case "ring-size": text(ring.diameter)
    case "ring-width": text(ring.width)
    case "ring-trail": text(ring.trail)
    case "ring-cap": .string(ring.cap.rawValue)
    case "ring-shrinks": .bool(!ring.grows)
    case "ring-grows": .bool(ring.grows)
    case "clockwise": .bool(!ring.counterclockwise)
    case "counterclockwise": .bool(ring.counterclockwise)
    case "ring-knob": .bool(ring.knob > 0)
    case "ring-label": .string(ring.format.rawValue)
    default: nil
    }
  }

  private func windowValue(_ name: String) -> JSON? {
    let runs = options.longRuns
    return switch name {
    case "window": .bool(mode.isOwn && !mode.coversMonitors)
    case "fullscreen": .bool(mode.isOwn && mode.coversMonitors && !mode.isLocked)
    case "monitor": .string("\(mode.monitors)")
    case "other-monitors": .string(mode.otherMonitors.rawValue)
    case "grab": .bool(mode.grabsInput)
    case "inhibit": .bool(mode.keepsAwake)
    case "speed": text(options.time.speed.speed)
    case "shift": .string(setup.shift.rawValue)
    case "night-begins": .string(runs.nightBegins.rawValue)
    case "night-offset": .string("\(runs.nightOffset.components.seconds)s")
    case "night-brightness": text(runs.nightBrightness)
    case "sync-badge": .bool(setup.showsSynchronisation)
    default: nil
    }
  }

  /// As the option takes it: 2, 0.3.
  private func text(_ number: Double) -> JSON {
    let number = (number * 1e6).rounded() / 1e6
    return .string(number == number.rounded() ? "\(Int(number))" : "\(number)")
  }

  /// A preset may have pixels, which the option does not take.
  private func text(_ measure: Ring.Measure) -> JSON {
    if case .share(let share) = measure { text(share) } else { .null }
  }
}

/// The options as they are in force, and where each comes from.
struct OptionReport {
  /// Of the clock's start: those of them that are fixed stay, whatever the file says since.
  let started: Arguments
  let arguments: Arguments
  let options: Options
  let mode: RunMode
  /// By hand, or by the command `face`.
  let choice: SavedState.Choice

  /// Those that are not as by default.
  var all: [OptionStatus] {
    let given = started.given.filter(OptionTable.isFixed) + arguments.given.filter { !OptionTable.isFixed($0) }
    let chosen = changes
    let others = LookOptions.table.filter { option in
      option.subject == option.name && chosen[option.name] != nil && !given.contains { $0.subject == option.subject }
    }
    return (given + others).map { status(of: $0, chosen) }
  }

  func status(of name: String) throws(Refusal) -> OptionStatus {
    guard let option = OptionTable.option(String(name.drop { $0 == "-" })) else {
      throw Refusal("get: there is no option '\(name)'")
    }
    return status(of: option, changes)
  }

  private func status(of option: Option, _ chosen: [String: JSON]) -> OptionStatus {
    if let value = chosen[option.name] { return OptionStatus(name: option.name, value: value, origin: "chosen") }
    let source = OptionTable.isFixed(option) ? started : arguments
    return source.setting(option)
      ?? OptionStatus(
        name: option.name, value: EffectiveOptions(options, mode).value(of: option), origin: "default")
  }

  /// What the choice has made another, by the names of the options.
  private var changes: [String: JSON] {
    guard choice != SavedState.Choice() else { return [:] }
    let (asked, shown) = (EffectiveOptions(options, mode), EffectiveOptions(options, mode, chosen: choice))
    let names = LookOptions.table.flatMap(\.names).filter { asked.lookValue($0) != shown.lookValue($0) }
    return Dictionary(names.compactMap { name in shown.lookValue(name).map { (name, $0) } }) { first, _ in first }
  }
}

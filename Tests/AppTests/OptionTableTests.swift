import ColourClock
import CommandOptions
import ControlProtocol
import System
import Testing

@testable import App
@testable import XWindow

/// The table of options, and X resources as options.
@Suite struct OptionTableTests {
  /// What `get` answers of an option that was not given: what is in force, unless nothing of its kind is.
  @Test func optionsThatWereNotGivenHaveAValue() {
    let without: Set<String> = [
      "timezone", "at", "also", "font", "time-format", "date-format", "language", "countdown", "until", "every",
      "on-zero", "warn", "danger", "program", "program-file",
      "alarm", "agenda", "message-sound", "ring-colour", "on-refresh", "feed", "feed-file", "feed-place", "hold-label",
      "variant", "display", "geometry", "name", "allow", "window-id", "night", "place", "control", "allow-remote",
      "snapshot", "config", "xrm", "generate-completion-script",
    ]
    let effective = EffectiveOptions(Options(), .fullScreen)
    let unknown = Options.table.all.filter { !$0.isHidden && $0.value(effective) == .null }
    #expect(Set(unknown.map(\.name)) == without)
  }

  /// What is in force, given as an option, is in force; and so is each value of those that have names.
  @Test func theWayBackIsTheWayIn() throws {
    // A language asks fontconfig for its letters, which takes long.
    for option in Options.table.all where option.takesValue && option.name != "language" {
      let before = option.value(EffectiveOptions(Options(), .fullScreen))
      let values = (option.valueForm?.choices ?? []) + (before == .null ? [] : [before.word])
      for value in values {
        var options = Options()
        try Argument(option, option.name, value).change(&options)
        let after = option.value(EffectiveOptions(options, try options.runMode(isModeGiven: true)))
        #expect(after == .string(value) || before == .null && after == .null, "\(option.name) \(value)")
      }
    }
  }

  /// A flag or toggle that is given is in force, and with `no-` it is not.
  @Test func flagsAreInForce() throws {
    for option in Options.table.all where !option.takesValue && !option.isHidden {
      for name in option.names {
        var options = Options()
        try Argument(option, name, nil).change(&options)
        let effective = EffectiveOptions(options, try options.runMode(isModeGiven: true))
        #expect(option.value(effective) == .bool(name == option.name), "\(name)")
      }
    }
  }

  /// `get` names the warning that was chosen at the wall.
  @Test func aChosenWarningIsInForce() throws {
    let arguments = try Arguments(["--no-config", "--warn", "1m"])
    var look = LookChoice()
    look.warning = 300
    let report = OptionReport(
      started: arguments, arguments: arguments, options: try arguments.options(), mode: .window,
      choice: SavedState.Choice(look: look))
    let status = try report.status(of: "warn")
    #expect(status == OptionStatus(name: "warn", value: .string("300s"), origin: "chosen"))
  }

  @Test(arguments: [RunMode.fullScreen, .window, .kiosk])
  func theyGoByTheRunMode(mode: RunMode) throws {
    let effective = EffectiveOptions(Options(), mode)
    for (name, value) in [("grab", mode.grabsInput), ("inhibit", mode.keepsAwake), ("window", mode == .window)] {
      #expect(try #require(Options.table.option(name)).value(effective) == .bool(value))
    }
  }

  private func resource(_ line: String, isFromServer: Bool = false) -> Resource {
    let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
    return Resource(
      specifier: "ColourClock.\(parts[0])", name: parts[0], value: parts.count > 1 ? parts[1] : "",
      isFromServer: isFromServer)
  }

  /// What the resource stands for, as it would stand on the command line.
  private func argument(_ line: String, isFromServer: Bool = false) throws -> String? {
    guard let argument = try Argument(resource(line, isFromServer: isFromServer)) else { return nil }
    return "--\(argument.name)" + (argument.value.map { "=\($0)" } ?? "")
  }

  @Test func everyOptionCanBeToldFromTheOthers() {
    let names = Options.table.all.flatMap(\.names)
    #expect(names.count == Set(names).count && names.count > 100)
    for option in Options.table.all {
      for other in [option.settingName, option.alsoOverrides, option.needed].compactMap(\.self) {
        #expect(Options.table.option(other) != nil, "\(option.name) speaks of \(other)")
      }
      #expect(option.isHidden || option.meaning.hasSuffix("."), "\(option.name)")
    }
  }

  /// Who adds an option that says what visitors may do has to say so.
  @Test func whatVisitorsMayDoIsKnown() {
    for name in OptionsThatGiveRights.options { #expect(Options.table.option(name) != nil, "\(name)") }
    let harmless: Set = ["hold-label", "hold-position", "power"]
    for option in HoldOptions.table + KioskOptions.table + RemoteOptions.table
    where !OptionTable.isFixed(option) && !harmless.contains(option.name) {
      #expect(OptionsThatGiveRights.options.contains(option.name), "\(option.name)")
    }
  }

  @Test(arguments: [
    ("faec", "face"), ("no-snds", "no-seconds"), ("rng-style", "ring-style"), ("visul", nil), ("xy", nil),
  ])
  func whatWasPerhapsMeant(wrong: String, name: String?) { #expect(Options.table.name(like: wrong) == name) }

  @Test(arguments: [
    ("hold-time: 3 \t", "--hold-time=3"), ("seconds: true", "--seconds"), ("seconds: No", "--no-seconds"),
    ("no-seconds: ON", "--no-seconds"), ("no-seconds: off", "--seconds"), ("utc: yes", "--utc"), ("utc: no", nil),
    ("12-hour: true", "--12-hour"), ("24-hour: False", "--12-hour"), ("fullscreen: false", "--window"),
    ("window: off", "--fullscreen"), ("kiosk: false", nil), ("ring-shrinks: false", "--ring-grows"),
    ("clockwise: off", "--counterclockwise"), ("title: x y", "--title=x y"),
  ])
  func aResourceIsAnArgument(line: String, argument: String?) throws {
    #expect(try self.argument(line) == argument)
  }

  @Test(arguments: [
    ("no-seconds", "seconds"), ("seconds", "seconds"), ("no-config", "config"), ("24-hour", "12-hour"),
    ("utc", "timezone"), ("every", "countdown"), ("feed-file", "feed"), ("kiosk", "window"), ("face", "face"),
    ("background", nil), ("visual", nil), ("mono", nil), ("hold--time", nil), ("h", nil),
  ])
  func optionsOfWhichOneCountsAreLookedUpTogether(name: String, settingName: String?) {
    #expect(Options.table.settingName(of: name) == settingName)
    if let settingName { #expect(Options.table.settingNames.count { $0 == settingName } == 1) }
  }

  @Test(arguments: [
    ("face: nix", "'hue'"), ("seconds: maybe", "true or false"), ("seconds", "true or false"),
    ("hold-time: 99", "0.15"),
    ("timezone: Nowhere/City", "Nowhere/City"), ("utc: 1", "true or false"),
    ("root: true", "only stand on the command line"), ("window-id: 1", "only stand"), ("config: x", "only stand"),
    ("help: true", "only stand"), ("list-faces: true", "only stand"), ("xrm: a.b: c", "only stand"),
    ("display: :0", "cannot be a resource"), ("name: x", "cannot be a resource"),
  ])
  func misuse(line: String, mention: String) {
    let failure = #expect(throws: ProgramExit.self) { try argument(line) }
    #expect(failure?.status == ExitStatus.usage)
    #expect(failure?.text.hasPrefix("resource ColourClock.") == true && failure?.text.contains("\n") == false)
    #expect(failure?.text.contains(mention) == true, "\(failure?.text ?? "")")
  }

  @Test(arguments: [
    "feed: date", "feed-file: /etc/passwd", "on-refresh: date", "on-zero: date", "snapshot: /tmp/x",
    "hold-action: date", "sound: /tmp/x.wav",
  ])
  func theServerCannotHaveCommandsRun(line: String) throws {
    let failure = #expect(throws: ProgramExit.self) { try argument(line, isFromServer: true) }
    #expect(failure?.text.contains("not taken from the X server") == true)
    #expect(try argument(line) != nil)
  }

  @Test(arguments: ["quit", "reset", "refresh", "none"])
  func theServerCanNameTheHoldsOwnActions(action: String) throws {
    #expect(try argument("hold-action: \(action)", isFromServer: true) == "--hold-action=\(action)")
  }
}

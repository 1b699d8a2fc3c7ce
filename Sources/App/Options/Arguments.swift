import ColourClock
import CommandOptions
import ControlProtocol
import System
import XWindow

/// Options from all sources, the weakest first: options file, X resources, command line, clients.
struct Arguments {
  private let commandLine: [Argument<Options>]
  private let ownOptions: Options
  private var fileArguments: [Argument<Options>] = [] { didSet { updateMerged() } }
  private var resources: [Argument<Options>] = [] { didSet { updateMerged() } }
  private var remote: [Argument<Options>] = [] { didSet { updateMerged() } }
  /// Stronger sources and later lines override, but values of a repeatable option add up. With `isOverriding`, they add
  /// up only within one source.
  private var merged: [Argument<Options>] = []
  /// The possible options files. They are watched before the first read, so that no change is missed.
  let files: [StatWatch]

  /// - Throws: `.answered` for an option such as `--help`; otherwise the first mistake.
  init(_ words: [String]) throws(ProgramExit) {
    let scanned = ScannedLine(words, Options.table)
    commandLine = scanned.arguments
    ownOptions = try Options(applying: commandLine)
    if let answer = ownOptions.answer { throw .answered(answer) }
    try scanned.check()
    let (config, noConfig) = (ownOptions.files.config, ownOptions.files.noConfig)
    let paths = OptionsFile<Options>.paths(userPath: config, isDisabled: noConfig, fileName: "colourclock.conf")
    files = paths.map { StatWatch($0, isSeen: true) }
    try readFile(isAgain: false)
  }

  private mutating func readFile(isAgain: Bool) throws(ProgramExit) {
    let source = OptionsFile(files.map(\.path), isNamed: ownOptions.files.config != nil, Options.table)
    fileArguments = try source?.arguments(isAgain: isAgain) ?? []
  }

  /// - Throws: if the file is wrong, or is a pipe, which can be read only once.
  func readAgain() throws(ProgramExit) -> Arguments {
    var fresh = self
    try fresh.readFile(isAgain: true)
    return fresh
  }

  func options() throws(ProgramExit) -> Options { try Options(applying: merged) }

  func runMode(_ options: Options) throws(ProgramExit) -> RunMode {
    if options.files.snapshot != nil { return .fullScreen }
    return try options.runMode(isModeGiven: setsInThisRun(\.window.mode))
  }

  /// Ignores the options file and X resources.
  func setsInThisRun(_ paths: PartialKeyPath<Options>...) -> Bool {
    (commandLine + remote).contains { argument in paths.contains(where: argument.option.sets) }
  }

  private static let mostRemote = 32
  private static let longestRemote = 4096

  func withSet(_ name: String, to value: String?) throws(ProgramExit) -> Arguments {
    var fresh = self
    guard value?.utf8.count ?? 0 <= Arguments.longestRemote else {
      throw .usage("set: a value has 4 kB at the most")
    }
    if let option = Options.table.option(name), option.place != .commandLine {
      try Arguments.checkPermission(toSet: option, value ?? "")
    }
    let argument = try Argument(name, value, in: Options.table, origin: "set")
    let option = argument.option
    // At the start, a missing translation is only reported. Here it is a mistake.
    if let reason = try Options(applying: [argument]).language.refusal { throw .usage("set: \(reason)") }
    let alike = fresh.remote.filter { $0.option.settingName == option.settingName }
    if option.isRepeatable, alike.contains(where: { $0.value == value }) { return fresh }
    guard alike.count < Arguments.mostRemote else { throw .usage("set: '\(option.name)' was set too often") }
    if !option.isRepeatable { fresh.remote.removeAll { $0.option.settingName == option.settingName } }
    fresh.remote.append(argument)
    return fresh
  }

  private static func checkPermission(toSet option: Option, _ value: String) throws(ProgramExit) {
    if OptionTable.isFixed(option) {
      throw .usage(
        "set: '\(option.name)' cannot be changed while the clock runs: \(Options.table.reason(ofFixed: option))")
    }
    if option.touchesCommandsOrFiles(value) {
      throw .usage(
        "set: '\(option.name)' runs commands or uses files: only the options file and the command line can set it")
    }
  }

  func withUnset(_ name: String) throws(ProgramExit) -> Arguments {
    guard let settingName = Options.table.option(name)?.settingName else {
      throw .usage("unset: there is no option '\(name)'")
    }
    var fresh = self
    fresh.remote.removeAll { $0.option.settingName == settingName }
    guard fresh.remote.count < remote.count else { throw .usage("unset: '\(name)' was not set") }
    return fresh
  }

  func setting(_ option: Option) -> OptionStatus? {
    let given = merged.filter { $0.option.settingName == option.settingName }
    guard let last = given.last else { return nil }
    let value: JSON =
      if !option.takesValue {
        .bool(last.name == option.name)
      } else if option.isRepeatable {
        .array(given.map { .string($0.value ?? "") })
      } else {
        // The last argument may be an alternative, such as `--utc`.
        last.option.name == option.name ? .string(last.value ?? "") : .null
      }
    return OptionStatus(name: option.name, value: value, origin: last.origin ?? "command line")
  }

  /// Lists only the last of several alternatives.
  var given: [Option] {
    var seen: Set<String> = []
    return merged.reversed().filter { seen.insert($0.option.settingName).inserted }.map(\.option).reversed()
  }

  /// Returns false if there are no resources for this program.
  mutating func addResources(from display: Display, for options: Options) throws(ProgramExit) -> Bool {
    let found: ResourceDatabase
    do throws(Refusal) {
      found = try display.resources(
        name: options.window.name, lines: options.files.xrm, settingName: Options.table.settingName(of:))
    } catch { throw .usage(error.text) }
    // An unknown resource may be for another version of the clock.
    for each in found.unknown {
      Process.report("resource \(each.specifier): there is no option '\(each.name)', so it has no effect")
    }
    guard !found.isEmpty else { return false }
    var read: [Argument<Options>] = []
    for resource in Options.table.settingNames.compactMap(found.resource) {
      if let argument = try Argument(resource) { read.append(argument) }
    }
    resources = read
    return true
  }

  /// First merges the lines of the options file, each as a source. A later line overrides, or adds to the same
  /// repeatable option.
  private mutating func updateMerged() {
    let lines = Arguments.merging(fileArguments.map { [$0] }) { old, new in new.contains { $0.name == old.name } }
    merged = Arguments.merging([lines, resources, commandLine, remote]) { _, _ in false }
  }

  /// - Parameter keepsWeakerValue: True if a weaker value of an `isOverriding` option stays beside a stronger source.
  private static func merging(
    _ sources: [[Argument<Options>]], _ keepsWeakerValue: (Argument<Options>, [Argument<Options>]) -> Bool
  ) -> [Argument<Options>] {
    sources.reduce(into: []) { merged, source in
      let overridden = Set(source.flatMap { Options.table.settingsOverridden(by: $0.name) })
      merged.removeAll { argument in
        guard Options.table.settingName(of: argument.name).map(overridden.contains) == true else { return false }
        let option = argument.option
        return !option.isRepeatable || option.isOverriding && !keepsWeakerValue(argument, source)
      }
      merged += source
    }
  }

  func fixedChanges(from other: Arguments) -> [String] {
    let (mine, others) = (fixed, other.fixed)
    return Options.table.all.map(\.name).filter { mine[$0] != others[$0] }
  }

  private var fixed: [String: [String]] {
    Dictionary(grouping: merged.filter { OptionTable.isFixed($0.option) }, by: \.option.name).mapValues { arguments in
      arguments.map { "\($0.name) \($0.value ?? "")" }
    }
  }

  func reportDoubtfulOptions(since before: Arguments? = nil) {
    let known = before?.merged ?? []
    let added = merged.filter { one in !known.contains { ($0.name, $0.value) == (one.name, one.value) } }
    let old = Arguments.withoutEffect(among: known)
    for line in Arguments.withoutEffect(among: merged) where !old.contains(line) { Process.report(line) }
    for line in Arguments.doubtful(among: added) { Process.report(line) }
  }

  private static func doubtful(among arguments: [Argument<Options>]) -> [String] {
    arguments.compactMap { one in
      one.value.flatMap(one.option.warning).map { one.located("'--\(one.option.name)': \($0)") }
    }
  }

  private static func withoutEffect(among all: [Argument<Options>]) -> [String] {
    all.compactMap { one in
      guard let needed = one.option.needed, !all.contains(where: { $0.name == needed }) else { return nil }
      return one.located("'--\(one.option.name)' has no effect without '--\(needed)'")
    }
  }

  /// Includes overridden arguments.
  func all(_ path: PartialKeyPath<Options>) -> [Argument<Options>] {
    (fileArguments + resources + commandLine + remote).filter { $0.option.sets(path) }
  }

  func located(_ path: PartialKeyPath<Options>, _ text: String) -> String {
    merged.last { $0.option.sets(path) }?.located(text) ?? text
  }
}

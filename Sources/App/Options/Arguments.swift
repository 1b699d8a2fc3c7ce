import ColourClock
import CommandOptions
import ControlProtocol
import System
import XWindow

/// The options from all places where they may stand: options file, X resources and command line.
struct Arguments {
  private let line: [Argument<Options>]
  /// The options of the command line alone.
  private let own: Options
  private var file: [Argument<Options>]
  /// X resources, from the server and its files: none before there is a display.
  private var resources: [Argument<Options>] = []
  /// Options that clients of the control socket have set.
  private var remote: [Argument<Options>] = []
  /// Where the options file may stand, and what was there before it was read.
  let files: [(path: String, stamp: File.Stamp?)]

  /// - Throws: `answered` for what only has to be printed.
  init(_ words: [String]) throws(ProgramExit) {
    let scanned = ScannedLine(words, Options.table)
    line = scanned.arguments
    // Read alone first, as it says where the file is.
    own = try Options(applying: line)
    if let answer = own.answer { throw .answered(answer) }
    try scanned.check()
    files = OptionsFile<Options>.paths(own.files.config, isNone: own.files.noConfig, name: "colourclock.conf")
      .map { ($0, File.Stamp(of: $0)) }
    file = []
    try readFile(isAgain: false)
  }

  private mutating func readFile(isAgain: Bool) throws(ProgramExit) {
    let source = OptionsFile(files.map(\.path), isNamed: own.files.config != nil, Options.table)
    file = try source?.arguments(isAgain: isAgain) ?? []
  }

  /// The same with the options file as it is now: a pipe, which can be read once, is an error then.
  func readAgain() throws(ProgramExit) -> Arguments {
    var fresh = self
    try fresh.readFile(isAgain: true)
    return fresh
  }

  /// All of them as one value.
  func options() throws(ProgramExit) -> Options { try Options(applying: merged) }

  /// How the program runs; a picture is drawn as of a full screen.
  func runMode(_ options: Options) throws(ProgramExit) -> RunMode {
    if options.files.snapshot != nil { return .fullScreen }
    return try options.runMode(isModeGiven: lineHas(\.window.mode))
  }

  /// Whether the command line itself, or a client, sets one of these values.
  func lineHas(_ paths: PartialKeyPath<Options>...) -> Bool {
    (line + remote).contains { argument in paths.contains(where: argument.option.sets) }
  }

  private static let mostRemote = 32

  /// A copy in which a client of the control socket has set an option.
  func withSet(_ name: String, to value: String?) throws(ProgramExit) -> Arguments {
    var fresh = self
    guard value?.utf8.count ?? 0 <= 4096 else { throw .usage("set: a value has 4 kB at the most") }
    if let option = Options.table.option(name), option.place != .commandLine {
      try Arguments.checkPermission(toSet: option, value ?? "")
    }
    let argument = try Argument(name, value, in: Options.table, origin: "set")
    let option = argument.option
    // At the start the wall would speak English instead; here somebody can be told.
    if let reason = try Options(applying: [argument]).language.refusal { throw .usage("set: \(reason)") }
    // A repeatable option keeps all values that clients have set, up to a limit.
    let alike = fresh.remote.filter { $0.option.subject == option.subject }
    if option.isRepeatable, alike.contains(where: { $0.value == value }) { return fresh }
    guard alike.count < Arguments.mostRemote else { throw .usage("set: '\(option.name)' was set too often") }
    if !option.isRepeatable { fresh.remote.removeAll { $0.option.subject == option.subject } }
    fresh.remote.append(argument)
    return fresh
  }

  /// - Throws: for an option that clients may not set, whatever its value.
  private static func checkPermission(toSet option: Option, _ value: String) throws(ProgramExit) {
    if OptionTable.isFixed(option) {
      throw .usage(
        "set: '\(option.name)' holds from the clock's start to its end: \(Options.table.reason(ofFixed: option))")
    }
    if option.reachesOut(value) {
      throw .usage("set: '\(option.name)' runs commands or uses files: only options file and command line say which")
    }
  }

  /// A copy without what clients of the control socket have set of an option.
  func withUnset(_ name: String) throws(ProgramExit) -> Arguments {
    guard let subject = Options.table.option(name)?.subject else { throw .usage("unset: there is no option '\(name)'") }
    var fresh = self
    fresh.remote.removeAll { $0.option.subject == subject }
    guard fresh.remote.count < remote.count else { throw .usage("unset: '\(name)' was not set") }
    return fresh
  }

  /// An option's value and where it was given; `nil` if it was not given.
  func setting(_ option: Option) -> OptionStatus? {
    let given = merged.filter { $0.option.subject == option.subject }
    guard let last = given.last else { return nil }
    let value: JSON =
      if !option.takesValue {
        .bool(last.name == option.name)
      } else if option.isRepeatable {
        .array(given.map { .string($0.value ?? "") })
      } else {
        last.option.name == option.name ? .string(last.value ?? "") : .null
      }
    return OptionStatus(name: option.name, value: value, origin: last.origin ?? "command line")
  }

  /// The options given, one per group of alternatives.
  var given: [Option] {
    var seen: Set<String> = []
    return merged.reversed().filter { seen.insert($0.option.subject).inserted }.map(\.option).reversed()
  }

  /// Adds the resources that are there for this program: whether there are any.
  mutating func addResources(from display: Display, for options: Options) throws(ProgramExit) -> Bool {
    let found: ResourceDatabase
    do throws(Refusal) {
      found = try display.resources(
        name: options.window.name, lines: options.files.xrm, subject: Options.table.subject(of:))
    } catch { throw .usage(error.text) }
    // The same resources serve older and newer clocks on other machines, and all X programs put up with unknown ones.
    for each in found.unknown {
      Process.report("resource \(each.specifier): there is no option '\(each.name)'; going on")
    }
    guard !found.isEmpty else { return false }
    for resource in Options.table.subjects.compactMap(found.resource) {
      if let argument = try Argument(resource) { resources.append(argument) }
    }
    return true
  }

  /// The weakest first, without those that a later source replaces by another option. Each line of the file is a source
  /// of its own; of the resources, Xlib has chosen; on the command line, two that exclude each other are an error.
  private var merged: [Argument<Options>] {
    let sources = file.map { [$0] } + [resources, line, remote]
    return sources.reduce(into: []) { merged, source in
      let replaced = Set(source.flatMap { Options.table.replaced(by: $0.name) })
      merged.removeAll { argument in
        Options.table.subject(of: argument.name).map(replaced.contains) == true && !argument.option.isRepeatable
      }
      merged += source
    }
  }

  /// The options that say something else than in `other` and that a wall which runs cannot take over.
  func fixedChanges(from other: Arguments) -> [String] {
    let (mine, others) = (fixed, other.fixed)
    return Options.table.all.map(\.name).filter { mine[$0] != others[$0] }
  }

  private var fixed: [String: [String]] {
    Dictionary(grouping: merged.filter { OptionTable.isFixed($0.option) }, by: \.option.name).mapValues { arguments in
      arguments.map { "\($0.name) \($0.value ?? "")" }
    }
  }

  /// Says which options have no effect, for want of another, or may have been meant otherwise, but for what was so
  /// before.
  func reportDoubts(since before: Arguments? = nil) {
    let (all, known) = (merged, before?.merged ?? [])
    let fresh = all.filter { one in !known.contains { ($0.name, $0.value) == (one.name, one.value) } }
    let old = Arguments.idle(among: known)
    for line in Arguments.idle(among: all) where !old.contains(line) { Process.report(line) }
    for line in Arguments.misread(among: fresh) { Process.report(line) }
  }

  private static func misread(among arguments: [Argument<Options>]) -> [String] {
    arguments.compactMap { one in
      one.value.flatMap(one.option.doubt).map { one.located("'--\(one.option.name)': \($0)") }
    }
  }

  private static func idle(among all: [Argument<Options>]) -> [String] {
    all.compactMap { one in
      guard let needed = one.option.needed, !all.contains(where: { $0.name == needed }) else { return nil }
      return one.located("'--\(one.option.name)' has no effect without '--\(needed)'")
    }
  }

  /// Whatever sets the value, wherever it was given, also where that does not count.
  func all(_ path: PartialKeyPath<Options>) -> [Argument<Options>] {
    (file + resources + line + remote).filter { $0.option.sets(path) }
  }

  /// A message about a value, after the place where the value was set.
  func located(_ path: PartialKeyPath<Options>, _ text: String) -> String {
    merged.last { $0.option.sets(path) }?.located(text) ?? text
  }
}

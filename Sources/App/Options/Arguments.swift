import ArgumentParser
import ColourClock
import XWindow

/// The options from all places where they may stand, as arguments: options file, X resources and command line.
struct Arguments {
  private let line: [Argument]
  /// Those of the command line alone.
  private let own: Options
  private var file: [Argument]
  /// Those of the X server and of the files that go with it: none before there is a display.
  private var resources: [Argument] = []

  /// - Throws: `answered` for what only has to be printed.
  init(_ line: [String]) throws(Failure) {
    self.line = line.map(Argument.init)
    // By itself, since it says where the file is.
    own = try Options.read(self.line.flatMap(\.words))
    if own.look.listFaces { throw .answered(Face.list) }
    file = try OptionsFile(own.files)?.arguments(isAgain: false) ?? []
  }

  /// The same with the options file as it is now: a pipe, which can be read once, is an error then.
  func readAgain() throws(Failure) -> Arguments {
    var fresh = self
    fresh.file = try OptionsFile(own.files)?.arguments(isAgain: true) ?? []
    return fresh
  }

  /// All of them parsed into one value. Parsing takes milliseconds: options from elsewhere are parsed by themselves only
  /// to find the one that is wrong, or where they do not count.
  func options() throws(Failure) -> Options {
    let foreign = file + resources
    guard !foreign.isEmpty else { return own }
    let merged = merged
    do throws(Failure) {
      for each in foreign where each.name == "timezone" || !merged.contains(each) { try each.check() }
      return try Options.read(merged.flatMap(\.words))
    } catch {
      for each in foreign { try each.check() }
      throw error
    }
  }

  /// How the program runs; a picture is drawn as of a full screen.
  func runMode(_ options: Options) throws(Failure) -> RunMode {
    if options.files.snapshot != nil { return .fullScreen }
    return try options.runMode(isModeGiven: lineHas("window", "fullscreen", "kiosk"))
  }

  /// Whether the command line itself has one of these options.
  func lineHas(_ names: String...) -> Bool { line.contains { names.contains($0.name) } }

  /// Adds the resources that are there for this program: whether there are any.
  mutating func addResources(from display: Display, for options: Options) throws(Failure) -> Bool {
    let found: ResourceDatabase
    do {
      found = try display.resources(name: options.window.name, lines: options.files.xrm) {
        OptionSchema.shared.subject(of: $0)
      }
    } catch {
      throw .usage("'--xrm \(error.line)' is no resource: it takes a line such as 'ColourClock.face: hue'")
    }
    // The same resources serve older and newer clocks on other machines, and all X programs put up with unknown ones.
    for each in found.unknown {
      Process.report("resource \(each.specifier): there is no option '\(each.name)'; going on")
    }
    guard !found.isEmpty else { return false }
    let schema = OptionSchema.shared
    resources = try schema.arguments(schema.subjects.compactMap(found.resource))
    return true
  }

  /// The weakest first, without those that a later source replaces by another option. Each line of the file is a source
  /// of its own; of the resources, Xlib has chosen; on the command line, two that exclude each other are an error.
  private var merged: [Argument] {
    let sources = file.map { [$0] } + [resources, line]
    return sources.reduce(into: []) { merged, source in
      let replaced = Set(source.flatMap { OptionSchema.replaced(by: $0.name) })
      merged.removeAll { replaced.contains($0.name) }
      merged += source
    }
  }

  /// Says which options have no effect, for want of another.
  func reportIdle() {
    let all = merged
    let names = Set(all.map(\.name))
    for (name, needed) in [
      ("night-red", "night"), ("night-brightness", "night"), ("size", "snapshot"), ("aligned", "every"),
    ] where !names.contains(needed) {
      guard let idle = all.last(where: { $0.name == name }) else { continue }
      Process.report(idle.located("'--\(name)' has no effect without '--\(needed)'"))
    }
  }

  /// What is wrong with the value of an option that may stand anywhere, with the place where it stands.
  func located(_ name: String, _ text: String) -> String {
    merged.last { $0.name == name }?.located(text) ?? text
  }
}

/// A word of the command line, or an option from elsewhere written as it would stand there: `--face=hue`.
struct Argument: Hashable {
  /// Without dashes.
  let name: String
  /// One word or, for a value that is empty, two.
  let words: [String]
  /// Where it stands, for messages, such as `/etc/xdg/colourclock/colourclock.conf:3`; `nil` for the command line.
  let origin: String?

  /// A word of the command line. Hosts of screensavers and X users write long options with one dash.
  init(_ word: String) {
    let letters = word.drop { $0 == "-" }
    name = word.hasPrefix("-") ? String(letters.prefix { $0 != "=" }) : ""
    let isLong = letters.count > 1 && letters.first?.isLetter == true || ["12-hour", "24-hour"].contains(name)
    words = [word.hasPrefix("-") && !word.hasPrefix("--") && isLong ? "-\(word)" : word]
    origin = nil
  }

  /// An option from elsewhere.
  init(_ name: String, _ value: String?, origin: String) throws(Failure) {
    (self.name, self.origin) = (name, origin)
    words = value == "" ? ["--\(name)", ""] : [value.map { "--\(name)=\($0)" } ?? "--\(name)"]
    guard !OptionSchema.commandLineOnly.contains(name) else {
      throw .usage(located("'\(name)' can only stand on the command line"))
    }
  }

  /// Checks it as far as can be by itself.
  func check() throws(Failure) {
    do throws(Failure) {
      if let zone = try Options.read(words).time.timezone { _ = try ZoneChoice.named(zone).load() }
    } catch { throw .usage(located(error.text)) }
  }

  func located(_ text: String) -> String { origin.map { "\($0): \(text)" } ?? text }
}

extension Options {
  /// Parses arguments; every error becomes one line that names the option and the values it takes.
  static func read(_ arguments: [String]) throws(Failure) -> Options {
    do { return try parse(arguments) } catch {
      let text = message(for: error)
      throw exitCode(for: error).isSuccess ? .answered(text) : .usage(oneLine(text) + suggestion(for: text))
    }
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }.joined(separator: " ")
  }

  /// The name of a face alone is taken for a mistake of one who wants to see it.
  private static func suggestion(for text: String) -> String {
    let face = Face.all.first { text == "Unexpected argument '\($0.name)'" }
    return face.map { ": do you mean '--face \($0.name)'?" } ?? ""
  }
}

extension Face {
  fileprivate static var list: String {
    let width = all.map(\.name.count).max() ?? 0
    return all.map { $0.name + String(repeating: " ", count: width + 2 - $0.name.count) + $0.summary }
      .joined(separator: "\n")
  }
}

extension Substring {
  /// Without the blanks around it.
  var trimmed: String {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

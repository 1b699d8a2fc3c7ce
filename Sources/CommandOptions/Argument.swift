package import System

package import struct ColourClock.Refusal

package struct Argument<Target: OptionTarget> {
  package let option: OptionSpec<Target>
  /// The name as written, without dashes, such as `no-seconds`.
  package let name: String
  package let value: String?
  /// The source for messages, such as `FILE:3`; `nil` for the command line.
  package let origin: String?
  package let change: OptionSpec<Target>.Change

  package init(_ option: OptionSpec<Target>, _ name: String, _ value: String?, origin: String? = nil) throws(Refusal) {
    if option.takesValue, value == nil { throw Refusal("Missing value for '\(option.title)'") }
    if !option.takesValue, let value {
      throw Refusal("The option '--\(name)' takes no value, but has '\(value.shortened)'")
    }
    (self.option, self.name, self.value, self.origin) = (option, name, value, origin)
    do throws(Refusal) { change = try option.read(name, value ?? "") } catch {
      throw option.refusal(of: value, error)
    }
  }

  func set(in target: inout Target) throws(ProgramExit) {
    do throws(Refusal) { try change(&target) } catch {
      let status = origin == nil ? ExitStatus.usage : Target.statusOfMistakes
      throw ProgramExit(located(option.refusal(of: value, error).text), status)
    }
  }

  package func located(_ text: String) -> String { origin.map { "\($0): \(text)" } ?? text }

  // MARK: Arguments of other sources

  /// Parses an argument from a file, an X resource or a client. `name` has no dashes.
  package init(_ name: String, _ value: String?, in table: OptionTable<Target>, origin: String) throws(ProgramExit) {
    do throws(Refusal) {
      guard let option = table.option(name) else { throw Argument.unknown("--\(name)", table) }
      guard option.place != .commandLine else { throw Refusal("'\(name)' can only stand on the command line") }
      try self.init(option, name, value, origin: origin)
      if let value { try option.check(value) }
    } catch { throw ProgramExit("\(origin): \(error.text)", Target.statusOfMistakes) }
  }

  fileprivate static func unknown(_ written: String, _ table: OptionTable<Target>) -> Refusal {
    let like = table.name(like: String(written.drop { $0 == "-" }))
    return Refusal("Unknown option '\(written.shortened)'" + (like.map { ". Did you mean '--\($0)'?" } ?? ""))
  }
}

extension OptionTarget {
  /// Later arguments override earlier ones; options with `isAppliedFirst` come first.
  package init(applying arguments: [Argument<Self>]) throws(ProgramExit) {
    self.init()
    for each in arguments where each.option.isAppliedFirst { try each.set(in: &self) }
    for each in arguments where !each.option.isAppliedFirst { try each.set(in: &self) }
  }
}

package struct ScannedLine<Target: OptionTarget> {
  package private(set) var arguments: [Argument<Target>] = []
  /// The words that are no options. A table with a `hint` refuses them.
  package private(set) var operands: [String] = []
  /// The first mistake. `check` throws it, so that `init` still allows questions such as `--help`.
  private var mistake: Refusal?

  private let table: OptionTable<Target>
  private var rest: ArraySlice<String>

  /// Accepts `-long` too, as X programs do.
  package init(_ words: [String], _ table: OptionTable<Target>) {
    (self.table, rest) = (table, words[...])
    while let word = rest.popFirst() {
      do throws(Refusal) {
        if word == "--" {
          let others = rest
          rest = []
          for other in others { try takeOperand(other) }
        } else if word.hasPrefix("-"), word != "-" {
          arguments.append(try argument(word))
        } else {
          try takeOperand(word)
        }
      } catch {
        mistake = mistake ?? error
      }
    }
  }

  package func check() throws(ProgramExit) {
    if let text = mistake?.text ?? table.conflict(among: arguments.map(\.name)) { throw .usage(text) }
  }

  private mutating func takeOperand(_ word: String) throws(Refusal) {
    if let hint = table.hint { throw Refusal("Unexpected argument '\(word.shortened)'\(hint(word))") }
    operands.append(word)
  }

  private mutating func argument(_ word: String) throws(Refusal) -> Argument<Target> {
    let dashes = word.hasPrefix("--") ? 2 : 1
    let parts = word.dropFirst(dashes).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let isLetter = dashes == 1 && name.count == 1
    let found = isLetter ? table.all.first { $0.letter == name.first } : table.option(name)
    guard let option = found else { throw Argument.unknown(isLetter ? "-\(name)" : "--\(name)", table) }
    var value = parts.count > 1 ? String(parts[1]) : nil
    if option.takesValue, parts.count == 1, let next = rest.first,
      option.takesDash || !next.hasPrefix("-") || next == "-"
    {
      (value, rest) = (next, rest.dropFirst())
    } else if value == "", option.takesValue {
      // `--title=` has no value.
      value = nil
    }
    return try Argument(option, isLetter ? option.name : name, value)
  }
}

package import Notation
import System

package import struct ColourClock.Refusal

/// A value that options set: that of the clock, or of a companion.
package protocol OptionTarget: SendableMetatype {
  /// The state that `get` and the help read defaults from.
  associatedtype InForce

  /// No option was given.
  init()

  /// The state for the help.
  static var defaults: InForce { get }

  static func given(in state: InForce) -> Self

  /// The exit status for a mistake that is not on the command line.
  static var statusOfMistakes: Int32 { get }
  /// The exit status where the options file cannot be read.
  static var statusOfUnreadableFile: Int32 { get }
}

extension OptionTarget {
  package static var statusOfMistakes: Int32 { ExitStatus.usage }
  package static var statusOfUnreadableFile: Int32 { ExitStatus.unable }
}

/// One option, declared once. Parser, help, manual, completions, options file and X resources use it.
package struct OptionSpec<Target: OptionTarget>: Sendable {
  package typealias Reading<Value> = @Sendable (String) throws(Refusal) -> Value
  package typealias Change = @Sendable (inout Target) throws(Refusal) -> Void

  /// The name without dashes.
  package let name: String
  /// The meaning, with `{}` for the default.
  private let template: String
  package let form: OptionForm
  /// The property it sets, which options of one subject may share; `nil` for an option without effect. Key paths are
  /// made when needed: all of them at each start would take 4 million instructions.
  private let path: @Sendable () -> PartialKeyPath<Target>?
  /// Reads a value given under this name. Returns the change.
  private(set) var read: @Sendable (_ name: String, _ value: String) throws(Refusal) -> Change
  /// The value in force; `null` if no value of the option expresses it.
  package let value: @Sendable (Target.InForce) -> JSON
  /// The look-up name, equal for options of which only one counts.
  package private(set) var subject: String
  /// The subject that a stronger source's option switches off.
  package private(set) var replaced: String?
  /// The option without which it has no effect.
  package private(set) var needed: String?
  package private(set) var place = OptionPlace.anywhere
  /// True if its value may begin with a dash as a word of its own.
  package private(set) var takesDash = false
  package private(set) var isRepeatable = false
  /// True if it sets defaults of others.
  private(set) var isFirst = false
  /// True if the help names the default after the meaning.
  private(set) var showsDefault = false
  /// True if a running program keeps its value: a change in the options file has no effect.
  package private(set) var isFixed = false
  /// The reason; `nil` if its group has one.
  private(set) var reason: String?
  /// True if no other option of its subject may stand beside it on the command line, not even a flag.
  private(set) var isExclusive = false
  /// True if its value may hold a password, which no message may repeat.
  private(set) var isSecret = false
  /// Hidden in the help: for hosts and tests.
  package private(set) var isHidden = false
  /// True if one dash is enough.
  package private(set) var letter: Character?
  /// True if such a value runs commands or uses files.
  package private(set) var reachesOut: @Sendable (String) -> Bool = { _ in false }
  /// A warning about another meaning of such a value; `nil` without one.
  package private(set) var doubt: @Sendable (String) -> String? = { _ in nil }
  /// Checks a value that does not stand on the command line, where it may be refused.
  private(set) var check: @Sendable (String) throws(Refusal) -> Void = { _ throws(Refusal) in }

  init(
    _ name: String, _ meaning: String, _ form: OptionForm,
    _ path: @escaping @Sendable () -> PartialKeyPath<Target>?,
    read: @escaping @Sendable (String, String) throws(Refusal) -> Change,
    value: @escaping @Sendable (Target.InForce) -> JSON
  ) {
    (self.name, template, self.form, self.path, subject) = (name, meaning, form, path, name)
    (self.read, self.value) = (read, value)
  }

  /// Whether it sets the value at this path.
  package func sets(_ other: PartialKeyPath<Target>) -> Bool {
    path() == other
  }

  package var takesValue: Bool { valueForm != nil }

  private var isToggle: Bool { if case .toggle = form { true } else { false } }

  package var valueForm: OptionValueForm? { if case .value(let value) = form { value } else { nil } }

  /// The meaning for the help, a sentence or two.
  package var meaning: String {
    guard template.contains("{}") else { return template }
    let value = value(Target.defaults)
    return template.replacing("{}", with: value == .bool(true) ? "yes" : value == .bool(false) ? "no" : value.word)
  }

  /// The default as the help names it behind the meaning; `nil` where the meaning has it.
  package var initial: String? {
    guard showsDefault, !template.contains("{}") else { return nil }
    let value = value(Target.defaults)
    return takesValue ? value.word : value == .bool(true) ? "--\(name)" : "--no-\(name)"
  }

  /// All ways to write it, without dashes.
  package var names: [String] { isToggle ? [name, "no-\(name)"] : [name] }

  func isNamed(_ text: String) -> Bool {
    name == text || isToggle && text.hasPrefix("no-") && text.dropFirst(3) == name
  }

  /// As messages name it.
  package var title: String { "--\(name)" + (valueForm.map { " <\($0.name)>" } ?? "") }

  /// Says which value is refused. A value that may hold a password is not repeated.
  package func refusal(of value: String?, _ reason: Refusal) -> Refusal {
    let quoted = isSecret ? "" : " '\((value ?? "").cut)'"
    return Refusal("The value\(quoted) is invalid for '\(title)': \(reason.text)")
  }
}

package enum OptionForm: Sendable {
  /// Said or not.
  case flag
  /// With `no-` it says the opposite.
  case toggle
  case value(OptionValueForm)
}

/// A value's description in the help.
package struct OptionValueForm: Sendable {
  package let name: String
  /// Listed when they are wanted, as the key paths.
  var list: @Sendable () -> [String] = { [] }
  package var choices: [String] { list() }
  package var isFile: Bool { name == "file" }
}

/// Where an option may stand.
package enum OptionPlace: Sendable {
  case anywhere
  /// Not among X resources, since it must be known before there are any.
  case beforeResources
  case commandLine
}

/// How options concern each other, and where and when they count.
extension OptionSpec {
  /// Only one of this option and `subject` counts. Both on the command line are an error if either has a value; of two
  /// flags the last one counts.
  package func instead(of subject: String) -> OptionSpec { with { $0.subject = subject } }

  /// The same, but it is an error to give both, also if both are flags.
  package func exclusive(with subject: String) -> OptionSpec {
    with { ($0.subject, $0.isExclusive) = (subject, true) }
  }

  package func replacing(_ subject: String) -> OptionSpec { with { $0.replaced = subject } }

  package func needing(_ name: String) -> OptionSpec { with { $0.needed = name } }

  package func only(_ place: OptionPlace) -> OptionSpec { with { $0.place = place } }

  /// Also with a dash before it the next word is its value.
  package var withDash: OptionSpec { with { $0.takesDash = true } }

  /// Takes no empty value.
  package var filled: OptionSpec {
    with { option in
      option.read = { [read] name, value throws(Refusal) in
        if value.isEmpty { throw Refusal("it takes one that is not empty") }
        return try read(name, value)
      }
    }
  }

  /// Counts before all others, whose defaults it sets.
  package var first: OptionSpec { with { $0.isFirst = true } }

  var repeatable: OptionSpec { with { $0.isRepeatable = true } }

  /// With its default in the help.
  package var withDefault: OptionSpec { with { $0.showsDefault = true } }

  /// Counts at the start only.
  package var fixed: OptionSpec { with { $0.isFixed = true } }

  /// The same.
  /// - Parameter reason: why, behind a colon.
  package func fixed(_ reason: String) -> OptionSpec { with { ($0.isFixed, $0.reason) = (true, reason) } }

  package var secret: OptionSpec { with { $0.isSecret = true } }

  package var hidden: OptionSpec { with { $0.isHidden = true } }

  package func short(_ letter: Character) -> OptionSpec { with { $0.letter = letter } }

  /// Not taken from the X server: every client of a server can write in its properties, and would run commands or use
  /// files as the clock's user, perhaps on another machine.
  package func notFromServer(if reachesOut: @escaping @Sendable (String) -> Bool = { _ in true }) -> OptionSpec {
    with { $0.reachesOut = reachesOut }
  }

  /// - Parameter doubt: what else a value may mean, for a warning.
  package func doubted(_ doubt: @escaping @Sendable (String) -> String?) -> OptionSpec { with { $0.doubt = doubt } }

  /// - Parameter check: what its value also has to pass where it does not stand on the command line.
  package func checked(_ check: @escaping @Sendable (String) throws(Refusal) -> Void) -> OptionSpec {
    with { $0.check = check }
  }

  private func with(_ change: (inout OptionSpec) -> Void) -> OptionSpec {
    var changed = self
    change(&changed)
    return changed
  }
}

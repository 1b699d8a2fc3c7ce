package import ControlProtocol
import System

package import struct ColourClock.Refusal

/// The value that a program's options set.
package protocol OptionTarget: SendableMetatype {
  /// The state from which the command `get` and the help read the values of options.
  associatedtype InForce

  /// The value without any option.
  init()

  /// The state that the help describes.
  static var defaults: InForce { get }

  /// The options that the user gave, taken from `state`.
  static func given(in state: InForce) -> Self

  /// The exit status for a mistake outside the command line.
  static var statusOfMistakes: Int32 { get }
  /// The exit status if the options file cannot be read.
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

  /// The name without dashes. For a toggle, the name of its positive form.
  package let name: String
  /// The meaning, with `{}` for the default.
  private let template: String
  /// A flag, a toggle, or an option with a value.
  package let form: OptionForm
  /// The key path it sets, shared by options with the same `subject`; `nil` for an option without effect. Key paths are
  /// made on demand: all of them at each start would take 4 million instructions.
  private let path: @Sendable () -> PartialKeyPath<Target>?
  /// Parses a value given under this name. Returns the change.
  private(set) var read: @Sendable (_ name: String, _ value: String) throws(Refusal) -> Change
  /// The value in force; `null` if no value of the option expresses it.
  package let value: @Sendable (Target.InForce) -> JSON
  /// The name of the group of alternatives to which the option belongs. Only one option of a group counts. The name is
  /// also that of the X resource.
  package private(set) var subject: String
  /// The subject whose options this one overrides when it comes from a stronger source.
  package private(set) var replaced: String?
  /// The option without which this one has no effect.
  package private(set) var needed: String?
  /// The sources that may give the option.
  package private(set) var place = OptionPlace.anywhere
  /// True if the next word is its value even if it begins with a dash.
  package private(set) var takesDash = false
  /// True if it may be given several times, and all its values count.
  package private(set) var isRepeatable = false
  /// True if the values of a stronger source replace those of a weaker one, although it is repeatable.
  package private(set) var isOverriding = false
  /// True if it is applied first, because it sets defaults of other options.
  private(set) var isFirst = false
  /// True if the help names the default after the meaning.
  private(set) var showsDefault = false
  /// True if a running program ignores changes of it.
  package private(set) var isFixed = false
  /// Why it is fixed; `nil` if its section of the help gives the reason.
  private(set) var reason: String?
  /// True if it is an error to give it together with any other option of its subject. Without this, the last one of two
  /// flags counts.
  private(set) var isExclusive = false
  /// True if its value may hold a password, which no message may repeat.
  private(set) var isSecret = false
  /// True if the help omits it: it is for hosts and tests.
  package private(set) var isHidden = false
  /// The letter of its short form.
  package private(set) var letter: Character?
  /// True for a value that runs commands or uses files.
  package private(set) var reachesOut: @Sendable (String) -> Bool = { _ in false }
  /// A warning about another possible meaning of a value; `nil` without one.
  package private(set) var doubt: @Sendable (String) -> String? = { _ in nil }
  /// An additional check of a value from outside the command line.
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

  /// True if it sets the value at this key path.
  package func sets(_ other: PartialKeyPath<Target>) -> Bool {
    path() == other
  }

  /// True if it takes a value.
  package var takesValue: Bool { valueForm != nil }

  private var isToggle: Bool { if case .toggle = form { true } else { false } }

  /// How the help describes the value; `nil` for an option without one.
  package var valueForm: OptionValueForm? { if case .value(let value) = form { value } else { nil } }

  /// The help text, one or two sentences.
  package var meaning: String {
    guard template.contains("{}") else { return template }
    let value = value(Target.defaults)
    return template.replacing("{}", with: value == .bool(true) ? "yes" : value == .bool(false) ? "no" : value.word)
  }

  /// The default that the help shows after the meaning; `nil` if the meaning contains it.
  package var initial: String? {
    guard showsDefault, !template.contains("{}") else { return nil }
    let value = value(Target.defaults)
    return takesValue ? value.word : value == .bool(true) ? "--\(name)" : "--no-\(name)"
  }

  /// All spellings, without dashes.
  package var names: [String] { isToggle ? [name, "no-\(name)"] : [name] }

  /// True for the option's name, and for the negative form of a toggle.
  func isNamed(_ text: String) -> Bool {
    name == text || isToggle && text.hasPrefix("no-") && text.dropFirst(3) == name
  }

  /// The option in messages, for example `--title <text>`.
  package var title: String { "--\(name)" + (valueForm.map { " <\($0.name)>" } ?? "") }

  /// The message for a refused value. It does not repeat a value that may hold a password.
  package func refusal(of value: String?, _ reason: Refusal) -> Refusal {
    let quoted = isSecret ? "" : " '\((value ?? "").cut)'"
    return Refusal("The value\(quoted) is invalid for '\(title)': \(reason.text)")
  }
}

/// The form of an option on the command line.
package enum OptionForm: Sendable {
  /// Given or not given.
  case flag
  /// Has an opposite with the prefix `no-`.
  case toggle
  case value(OptionValueForm)
}

/// How the help describes a value.
package struct OptionValueForm: Sendable {
  /// The name of the value in the help, such as `span`.
  package let name: String
  /// Computed on demand, like the key paths.
  var list: @Sendable () -> [String] = { [] }
  /// The possible values, if they are few; otherwise empty.
  package var choices: [String] { list() }
  /// True if the value is completed as a file name.
  package var isFile: Bool { name == "file" }
}

/// The sources that may give an option.
package enum OptionPlace: Sendable {
  case anywhere
  /// Any source but X resources: the option must be known before they can be read.
  case beforeResources
  case commandLine
}

/// Modifiers of a row: each returns a changed copy of the option.
extension OptionSpec {
  /// Makes this option an alternative to `subject`: only one of them counts. On the command line both together are an
  /// error if either has a value. Of two flags the last one counts.
  package func instead(of subject: String) -> OptionSpec { with { $0.subject = subject } }

  /// Like `instead(of:)`, but both together are always an error.
  package func exclusive(with subject: String) -> OptionSpec {
    with { ($0.subject, $0.isExclusive) = (subject, true) }
  }

  /// Makes the option override the options of `subject` too, if they come from weaker sources.
  package func replacing(_ subject: String) -> OptionSpec { with { $0.replaced = subject } }

  /// The option has an effect only if the option `name` is given too.
  package func needing(_ name: String) -> OptionSpec { with { $0.needed = name } }

  /// Allows the option only at `place`.
  package func only(_ place: OptionPlace) -> OptionSpec { with { $0.place = place } }

  /// Takes the next word as the value even if it begins with a dash.
  package var withDash: OptionSpec { with { $0.takesDash = true } }

  /// Refuses an empty value.
  package var filled: OptionSpec {
    with { option in
      option.read = { [read] name, value throws(Refusal) in
        if value.isEmpty { throw Refusal("it must not be empty") }
        return try read(name, value)
      }
    }
  }

  /// Applies the option before all others, because it sets their defaults.
  package var first: OptionSpec { with { $0.isFirst = true } }

  /// Lets the option be given several times, with all its values.
  var repeatable: OptionSpec { with { $0.isRepeatable = true } }

  /// Lets the values of a stronger source replace those of a weaker one. The lines of an options file are one source.
  package var overriding: OptionSpec { with { $0.isOverriding = true } }

  /// Shows its default in the help.
  package var withDefault: OptionSpec { with { $0.showsDefault = true } }

  /// Makes a running program ignore changes of the option.
  package var fixed: OptionSpec { with { $0.isFixed = true } }

  /// Makes a running program ignore changes of the option.
  /// - Parameter reason: why; it follows a colon in the message.
  package func fixed(_ reason: String) -> OptionSpec { with { ($0.isFixed, $0.reason) = (true, reason) } }

  /// Keeps the value out of messages, because it may hold a password.
  package var secret: OptionSpec { with { $0.isSecret = true } }

  /// Leaves the option out of the help.
  package var hidden: OptionSpec { with { $0.isHidden = true } }

  /// Gives the option a short form with one letter.
  package func short(_ letter: Character) -> OptionSpec { with { $0.letter = letter } }

  /// Keeps the option out of X resources if its value runs commands or uses files. Any client of the X server can write
  /// resources, perhaps from another machine. Such a client could run commands as the clock's user.
  /// - Parameter reachesOut: true for such a value.
  package func notFromServer(if reachesOut: @escaping @Sendable (String) -> Bool = { _ in true }) -> OptionSpec {
    with { $0.reachesOut = reachesOut }
  }

  /// - Parameter doubt: returns another possible meaning of a value, for a warning.
  package func doubted(_ doubt: @escaping @Sendable (String) -> String?) -> OptionSpec { with { $0.doubt = doubt } }

  /// - Parameter check: an additional check of values from outside the command line.
  package func checked(_ check: @escaping @Sendable (String) throws(Refusal) -> Void) -> OptionSpec {
    with { $0.check = check }
  }

  private func with(_ change: (inout OptionSpec) -> Void) -> OptionSpec {
    var changed = self
    change(&changed)
    return changed
  }
}

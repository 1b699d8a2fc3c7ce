package import ControlProtocol
import System

package import struct ColourClock.Refusal
package import func ColourClock.with

/// The options of a program, as properties.
package protocol OptionTarget: SendableMetatype {
  /// The state from which the help and the command `get` read the values of options.
  associatedtype InForce

  init()

  /// The help reads the defaults from this state.
  static var defaults: InForce { get }

  /// The options that the user gave.
  static func given(in state: InForce) -> Self

  /// The exit status for a mistake outside the command line.
  static var statusOfMistakes: Int32 { get }
  static var statusOfUnreadableFile: Int32 { get }
}

extension OptionTarget {
  package static var statusOfMistakes: Int32 { ExitStatus.usage }
  package static var statusOfUnreadableFile: Int32 { ExitStatus.unable }
}

/// An option. Parser, help, manual, completions, options file and X resources use this description.
package struct OptionSpec<Target: OptionTarget>: Sendable {
  package typealias Reading<Value> = @Sendable (String) throws(Refusal) -> Value
  package typealias Change = @Sendable (inout Target) throws(Refusal) -> Void

  /// The name without the two dashes before it. The name of a toggle has no `no-`.
  package let name: String
  /// The help text, with `{}` in place of the default.
  private let template: String
  package let form: OptionForm
  /// The property that the option sets; `nil` for an option without effect. `path` is a function, because making all
  /// key paths at each start would take 4 million instructions.
  private let path: @Sendable () -> PartialKeyPath<Target>?
  /// Parses a value. `name` is as written, such as `no-seconds`.
  private(set) var read: @Sendable (_ name: String, _ value: String) throws(Refusal) -> Change
  /// The value in force; `null` if the value cannot be written as text.
  package let value: @Sendable (Target.InForce) -> JSON
  /// The common name of alternative options, of which only one counts. It is also the name of the X resource.
  package private(set) var subject: String
  /// Another subject. This option overrides options of that subject if they come from weaker sources.
  package private(set) var replaced: String?
  /// The option without which this option has no effect.
  package private(set) var needed: String?
  package private(set) var place = OptionPlace.anywhere
  /// The next word is the value even if that word begins with a dash.
  package private(set) var takesDash = false
  package private(set) var isRepeatable = false
  /// For a repeatable option: values from a stronger source replace values from a weaker source.
  package private(set) var isOverriding = false
  /// The option sets defaults of other options, so it is applied before them.
  private(set) var isFirst = false
  /// The help names the default after the meaning.
  private(set) var showsDefault = false
  /// A change of the option counts only at the next start.
  package private(set) var isFixed = false
  /// Why a change counts only at the next start; `nil` for the reason of the `OptionTable.Group`.
  private(set) var reason: String?
  /// True if the option excludes all other options of its subject. If false, the last of several flags counts.
  private(set) var isExclusive = false
  /// The value may be a password, so no message repeats it.
  private(set) var isSecret = false
  package private(set) var isHidden = false
  package private(set) var letter: Character?
  /// True for a value that runs commands or uses files.
  package private(set) var reachesOut: @Sendable (String) -> Bool = { _ in false }
  /// A warning about a doubtful value; `nil` for a clear value.
  package private(set) var doubt: @Sendable (String) -> String? = { _ in nil }
  /// A further check of values that are not from the command line.
  private(set) var check: @Sendable (String) throws(Refusal) -> Void = { _ throws(Refusal) in }

  init(
    _ name: String, _ meaning: String, _ form: OptionForm,
    _ path: @escaping @Sendable () -> PartialKeyPath<Target>?,
    read: @escaping @Sendable (String, String) throws(Refusal) -> Change,
    value: @escaping @Sendable (Target.InForce) -> JSON
  ) {
    self.name = name
    template = meaning
    self.form = form
    self.path = path
    subject = name
    (self.read, self.value) = (read, value)
  }

  package func sets(_ other: PartialKeyPath<Target>) -> Bool {
    path() == other
  }

  package var takesValue: Bool { valueForm != nil }

  private var isToggle: Bool { if case .toggle = form { true } else { false } }

  package var valueForm: OptionValueForm? { if case .value(let value) = form { value } else { nil } }

  package var meaning: String {
    guard template.contains("{}") else { return template }
    let value = value(Target.defaults)
    return template.replacing("{}", with: value == .bool(true) ? "yes" : value == .bool(false) ? "no" : value.word)
  }

  /// The default that the help shows after the meaning; `nil` if the help shows no default there.
  package var initial: String? {
    guard showsDefault, !template.contains("{}") else { return nil }
    let value = value(Target.defaults)
    return takesValue ? value.word : value == .bool(true) ? "--\(name)" : "--no-\(name)"
  }

  package var names: [String] { isToggle ? [name, "no-\(name)"] : [name] }

  func isNamed(_ text: String) -> Bool {
    name == text || isToggle && text.hasPrefix("no-") && text.dropFirst(3) == name
  }

  /// The option as the help shows it, such as `--title <text>`.
  package var title: String { "--\(name)" + (valueForm.map { " <\($0.name)>" } ?? "") }

  package func refusal(of value: String?, _ reason: Refusal) -> Refusal {
    let quoted = isSecret ? "" : " '\((value ?? "").shortened)'"
    return Refusal("The value\(quoted) is invalid for '\(title)': \(reason.text)")
  }
}

package enum OptionForm: Sendable {
  case flag
  /// A toggle has an opposite with `no-`.
  case toggle
  case value(OptionValueForm)
}

package struct OptionValueForm: Sendable {
  /// The value's name in the help, such as `span`.
  package let name: String
  /// A function, to save time at the start.
  var list: @Sendable () -> [String] = { [] }
  /// The possible values; empty if they cannot be listed.
  package var choices: [String] { list() }
  package var isFile: Bool { name == "file" }
}

package enum OptionPlace: Sendable {
  case anywhere
  /// The program needs the option before it can read X resources.
  case beforeResources
  case commandLine
}

/// Each of these functions returns a changed copy of the option.
extension OptionSpec {
  /// Makes the option an alternative to the options of `subject`. Two alternatives on the command line are an error if
  /// one of them takes a value. The last of two flags counts.
  package func instead(of subject: String) -> OptionSpec { with(self) { $0.subject = subject } }

  /// Like `instead(of:)`, but two flags are an error too.
  package func exclusive(with subject: String) -> OptionSpec {
    with(self) { ($0.subject, $0.isExclusive) = (subject, true) }
  }

  /// The option also overrides the options of `subject` from weaker sources.
  package func replacing(_ subject: String) -> OptionSpec { with(self) { $0.replaced = subject } }

  package func needing(_ name: String) -> OptionSpec { with(self) { $0.needed = name } }

  package func only(_ place: OptionPlace) -> OptionSpec { with(self) { $0.place = place } }

  package var withDash: OptionSpec { with(self) { $0.takesDash = true } }

  /// The option refuses an empty value.
  package var notEmpty: OptionSpec {
    with(self) { option in
      option.read = { [read] name, value throws(Refusal) in
        if value.isEmpty { throw Refusal("it must not be empty") }
        return try read(name, value)
      }
    }
  }

  package var first: OptionSpec { with(self) { $0.isFirst = true } }

  var repeatable: OptionSpec { with(self) { $0.isRepeatable = true } }

  /// Sets `isOverriding`. All lines with the option in an options file count as one source.
  package var overriding: OptionSpec { with(self) { $0.isOverriding = true } }

  package var withDefault: OptionSpec { with(self) { $0.showsDefault = true } }

  package var fixed: OptionSpec { with(self) { $0.isFixed = true } }

  /// - Parameter reason: why a change counts only at the next start. The user's message ends with this reason, after a
  ///   colon.
  package func fixed(_ reason: String) -> OptionSpec { with(self) { ($0.isFixed, $0.reason) = (true, reason) } }

  package var secret: OptionSpec { with(self) { $0.isSecret = true } }

  package var hidden: OptionSpec { with(self) { $0.isHidden = true } }

  package func short(_ letter: Character) -> OptionSpec { with(self) { $0.letter = letter } }

  /// Any client of the X server, perhaps on another machine, can write X resources. Therefore a resource cannot set a
  /// value that runs commands or uses files.
  /// - Parameter reachesOut: true for a value that runs commands or uses files.
  package func notFromServer(if reachesOut: @escaping @Sendable (String) -> Bool = { _ in true }) -> OptionSpec {
    with(self) { $0.reachesOut = reachesOut }
  }

  package func doubted(_ doubt: @escaping @Sendable (String) -> String?) -> OptionSpec {
    with(self) { $0.doubt = doubt }
  }

  package func checked(_ check: @escaping @Sendable (String) throws(Refusal) -> Void) -> OptionSpec {
    with(self) { $0.check = check }
  }
}

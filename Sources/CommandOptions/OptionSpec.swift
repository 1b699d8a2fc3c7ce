package import ControlProtocol
import System

package import struct ColourClock.Refusal
package import func ColourClock.with

/// A type with a program's options as properties.
package protocol OptionTarget: SendableMetatype {
  /// The state from which `get` and the help read values.
  associatedtype InForce

  init()

  static var defaults: InForce { get }

  static func given(in state: InForce) -> Self

  /// The exit status for mistakes outside the command line.
  static var statusOfMistakes: Int32 { get }
  static var statusOfUnreadableFile: Int32 { get }
}

extension OptionTarget {
  package static var statusOfMistakes: Int32 { ExitStatus.usage }
  package static var statusOfUnreadableFile: Int32 { ExitStatus.unable }
}

package struct OptionSpec<Target: OptionTarget>: Sendable {
  package typealias Reading<Value> = @Sendable (String) throws(Refusal) -> Value
  package typealias Change = @Sendable (inout Target) throws(Refusal) -> Void

  /// The name without dashes and `no-`.
  package let name: String
  private let template: String
  package let form: OptionForm
  /// `nil` means an option without effect. Making all key paths at each start would take 4 million instructions.
  private let path: @Sendable () -> PartialKeyPath<Target>?
  /// `name` is the name as written, such as `no-seconds`.
  private(set) var read: @Sendable (_ name: String, _ value: String) throws(Refusal) -> Change
  /// Returns `null` if the value has no text.
  package let value: @Sendable (Target.InForce) -> JSON
  /// Alternative options share this name. It is also the name of their X resource.
  package private(set) var settingName: String
  /// This option also overrides options with this `settingName` from weaker sources.
  package private(set) var alsoOverrides: String?
  /// Without the option `needed`, this one has no effect.
  package private(set) var needed: String?
  package private(set) var place = OptionPlace.anywhere
  /// The value may begin with a dash.
  package private(set) var takesDash = false
  package private(set) var isRepeatable = false
  /// Values of a stronger source replace weaker values, and do not add to them.
  package private(set) var isOverriding = false
  /// The option sets defaults of other options.
  private(set) var isAppliedFirst = false
  private(set) var showsDefault = false
  /// The option cannot change while the program runs.
  package private(set) var isFixed = false
  /// `nil` means the reason of the help group.
  private(set) var reason: String?
  private(set) var isExclusive = false
  /// The value may be a password, so no message repeats it.
  private(set) var isSecret = false
  package private(set) var isHidden = false
  package private(set) var letter: Character?
  package private(set) var touchesCommandsOrFiles: @Sendable (String) -> Bool = { _ in false }
  /// A warning about a value that is allowed but may be a mistake.
  package private(set) var warning: @Sendable (String) -> String? = { _ in nil }
  /// Checks values that come from outside the command line.
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
    settingName = name
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

  package var initial: String? {
    guard showsDefault, !template.contains("{}") else { return nil }
    let value = value(Target.defaults)
    return takesValue ? value.word : value == .bool(true) ? "--\(name)" : "--no-\(name)"
  }

  package var names: [String] { isToggle ? [name, "no-\(name)"] : [name] }

  func isNamed(_ text: String) -> Bool {
    name == text || isToggle && text.hasPrefix("no-") && text.dropFirst(3) == name
  }

  /// The form in the help: `--title <text>`.
  package var title: String { "--\(name)" + (valueForm.map { " <\($0.name)>" } ?? "") }

  package func refusal(of value: String?, _ reason: Refusal) -> Refusal {
    let quoted = isSecret ? "" : " '\((value ?? "").shortened)'"
    return Refusal("The value\(quoted) is invalid for '\(title)': \(reason.text)")
  }
}

package enum OptionForm: Sendable {
  case flag
  /// A toggle also has `no-NAME`.
  case toggle
  case value(OptionValueForm)
}

package struct OptionValueForm: Sendable {
  /// The value's name in the help, such as `span`.
  package let name: String
  var list: @Sendable () -> [String] = { [] }
  /// Empty if the values cannot be listed.
  package var choices: [String] { list() }
  package var isFile: Bool { name == "file" }
}

package enum OptionPlace: Sendable {
  case anywhere
  /// The option is needed to read X resources.
  case beforeResources
  case commandLine
}

extension OptionSpec {
  /// Makes the option an alternative to those of `settingName`. On a command line, two alternatives are an error if
  /// either takes a value. Of two flags, the last counts.
  package func instead(of settingName: String) -> OptionSpec { with(self) { $0.settingName = settingName } }

  /// Like `instead(of:)`, but two flags are an error too.
  package func exclusive(with settingName: String) -> OptionSpec {
    with(self) { ($0.settingName, $0.isExclusive) = (settingName, true) }
  }

  package func alsoOverriding(_ settingName: String) -> OptionSpec { with(self) { $0.alsoOverrides = settingName } }

  package func needing(_ name: String) -> OptionSpec { with(self) { $0.needed = name } }

  package func only(_ place: OptionPlace) -> OptionSpec { with(self) { $0.place = place } }

  package var withDash: OptionSpec { with(self) { $0.takesDash = true } }

  package var notEmpty: OptionSpec {
    with(self) { option in
      option.read = { [read] name, value throws(Refusal) in
        if value.isEmpty { throw Refusal("it must not be empty") }
        return try read(name, value)
      }
    }
  }

  package var appliedFirst: OptionSpec { with(self) { $0.isAppliedFirst = true } }

  var repeatable: OptionSpec { with(self) { $0.isRepeatable = true } }

  package var overriding: OptionSpec { with(self) { $0.isOverriding = true } }

  package var withDefault: OptionSpec { with(self) { $0.showsDefault = true } }

  package var fixed: OptionSpec { with(self) { $0.isFixed = true } }

  package func fixed(_ reason: String) -> OptionSpec { with(self) { ($0.isFixed, $0.reason) = (true, reason) } }

  package var secret: OptionSpec { with(self) { $0.isSecret = true } }

  package var hidden: OptionSpec { with(self) { $0.isHidden = true } }

  package func short(_ letter: Character) -> OptionSpec { with(self) { $0.letter = letter } }

  /// Refuses these values from `set` and from the X server, whose resources even remote clients can write.
  package func notFromRemote(if touchesCommandsOrFiles: @escaping @Sendable (String) -> Bool = { _ in true })
    -> OptionSpec
  {
    with(self) { $0.touchesCommandsOrFiles = touchesCommandsOrFiles }
  }

  package func withWarning(_ warning: @escaping @Sendable (String) -> String?) -> OptionSpec {
    with(self) { $0.warning = warning }
  }

  package func checked(_ check: @escaping @Sendable (String) throws(Refusal) -> Void) -> OptionSpec {
    with(self) { $0.check = check }
  }
}

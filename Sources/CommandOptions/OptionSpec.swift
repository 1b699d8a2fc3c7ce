package import Notation

/// A value that options set: that of the clock, or of a companion.
package protocol OptionTarget: SendableMetatype {
  /// The options with their defaults, which may go by run mode and preset: `get` and the help read from it.
  associatedtype InForce

  /// Nothing was given.
  init()

  /// The same.
  static var defaults: InForce { get }

  static func given(in state: InForce) -> Self
}

/// One option, declared once: parser, help, manual, completions, options file and X resources all go by this.
package struct OptionSpec<Target: OptionTarget>: Sendable {
  package typealias Reading<Value> = @Sendable (String) throws(Refusal) -> Value
  package typealias Change = @Sendable (inout Target) throws(Refusal) -> Void

  /// Without dashes.
  package let name: String
  /// As `meaning`, with `{}` in the place of the default.
  private let template: String
  package let form: OptionForm
  /// The value that it sets, which others of a subject may share; `nil` for an option without effect. Key paths are
  /// made when they are wanted: all of them at each start would take 4 million instructions.
  private let path: @Sendable () -> PartialKeyPath<Target>?
  /// Reads a value, given under this name, and says what it changes.
  private(set) var read: @Sendable (_ name: String, _ value: String) throws(Refusal) -> Change
  /// What is in force; `null` where there is nothing that the option could have said.
  package let value: @Sendable (Target.InForce) -> JSON
  /// The name under which it is looked up: the same for options of which only one counts.
  package private(set) var subject: String
  /// The subject that does not count any more where a stronger source has this option.
  package private(set) var replaced: String?
  /// The option without which it has no effect.
  package private(set) var needed: String?
  package private(set) var place = OptionPlace.anywhere
  /// Whether its value may begin with a dash also where it is a word of its own.
  package private(set) var takesDash = false
  package private(set) var isRepeatable = false
  /// Whether it sets defaults of others.
  private(set) var isFirst = false
  /// Whether the help names the default behind the meaning.
  private(set) var showsDefault = false
  /// Whether a program that runs stays as it was begun: what the options file says of it later does not count.
  package private(set) var isFixed = false
  /// Why that is; `nil` where its group says so.
  private(set) var reason: String?
  /// Whether its value may hold a password, which no message may repeat.
  private(set) var isSecret = false
  /// Left out of the help: for hosts and tests only.
  package private(set) var isHidden = false
  /// With one dash it is the same.
  package private(set) var letter: Character?
  /// Whether such a value runs commands or uses files.
  package private(set) var reachesOut: @Sendable (String) -> Bool = { _ in false }
  /// What else such a value may mean.
  package private(set) var doubt: @Sendable (String) -> String? = { _ in nil }
  /// Checks what stands elsewhere than on the command line, and may not count.
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

  /// For the help: a sentence or two.
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
}

package enum OptionForm: Sendable {
  /// Said or not.
  case flag
  /// With `no-` it says the opposite.
  case toggle
  case value(OptionValueForm)
}

/// What the help says of a value.
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

/// What options concern each other in, and where and when they count.
extension OptionSpec {
  /// Of this and the option `subject` only one counts. On the command line it is an error to give both if either has a
  /// value; of flags the last one counts.
  package func instead(of subject: String) -> OptionSpec { with { $0.subject = subject } }

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

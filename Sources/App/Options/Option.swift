import ColourClock
import Notation

/// One option, declared once: parser, help, manual, completions, options file and X resources all go by this.
struct Option: Sendable {
  /// Without dashes.
  let name: String
  /// As `meaning`, with `{}` in the place of the default.
  private let template: String
  let form: Form
  /// The name under which it is looked up: the same for options of which only one counts.
  private(set) var subject: String
  /// The subject that does not count any more where a stronger source has this option.
  private(set) var replaced: String?
  /// The option without which it has no effect.
  private(set) var needed: String?
  private(set) var place = Place.anywhere
  /// Whether its value may begin with a dash also where it is a word of its own.
  private(set) var takesDash = false
  private(set) var isRepeatable = false
  /// Whether a wall that runs stays as it was begun: what the options file says of it later does not count.
  private(set) var isFixed = false
  /// Left out of the help: for hosts and tests only.
  private(set) var isHidden = false
  /// With one dash it is the same.
  private(set) var letter: Character?
  /// Whether such a value runs commands or uses files.
  private(set) var reachesOut: @Sendable (String) -> Bool = { _ in false }

  enum Form: Sendable {
    /// Said or not.
    case flag(@Sendable (inout Options) -> Void)
    /// With `no-` it says the opposite. The help tells what it is `initially`.
    case toggle(initially: Bool?, @Sendable (inout Options, Bool) -> Void)
    case value(ValueForm, @Sendable (inout Options, String) throws(Refusal) -> Void)
  }

  /// What the help says of a value.
  struct ValueForm: Sendable {
    let name: String
    var choices: [String] = []
    var initially: String?
    var isFile: Bool { name == "file" }
  }

  /// Where it may stand.
  enum Place {
    case anywhere
    /// Not among resources, since it must be known before there are any.
    case beforeResources
    case commandLine
  }

  private init(_ name: String, _ meaning: String, _ form: Form) {
    (self.name, template, self.form, subject) = (name, meaning, form, name)
  }

  var takesValue: Bool { if case .value = form { true } else { false } }

  /// For the help: a sentence or two.
  var meaning: String {
    guard template.contains("{}") else { return template }
    let value = EffectiveOptions(Options(), .fullScreen).value(of: self)
    return template.replacing("{}", with: value == .bool(true) ? "yes" : value == .bool(false) ? "no" : value.word)
  }

  /// All ways to write it, without dashes.
  var names: [String] { if case .toggle = form { [name, "no-\(name)"] } else { [name] } }

  /// As messages name it.
  var title: String { if case .value(let value, _) = form { "--\(name) <\(value.name)>" } else { "--\(name)" } }
}

/// How options are declared.
extension Option {
  static func flag(_ name: String, _ meaning: String, set: @escaping @Sendable (inout Options) -> Void) -> Option {
    Option(name, meaning, .flag(set))
  }

  static func toggle(
    _ name: String, _ meaning: String, initially: Bool? = nil,
    set: @escaping @Sendable (inout Options, Bool) -> Void
  ) -> Option {
    Option(name, meaning, .toggle(initially: initially, set))
  }

  /// - Parameters:
  ///   - value: what the help calls the value; what is a `file` is completed as one.
  ///   - meaning: with `{}` in the place of a default that other code has.
  static func value<T>(
    _ name: String, _ value: String, _ meaning: String, choices: [String] = [], initially: String? = nil,
    _ read: @escaping @Sendable (String) throws(Refusal) -> T,
    set: @escaping @Sendable (inout Options, T) throws(Refusal) -> Void
  ) -> Option {
    let form = ValueForm(name: value, choices: choices, initially: initially)
    return Option(name, meaning, .value(form) { (options, text) throws(Refusal) in try set(&options, try read(text)) })
  }

  /// One that takes any text.
  static func text(
    _ name: String, _ value: String, _ meaning: String, initially: String? = nil,
    set: @escaping @Sendable (inout Options, String) -> Void
  ) -> Option {
    Option(name, meaning, .value(ValueForm(name: value, initially: initially), set))
  }

  /// One that takes the names of the cases of `T`.
  static func choice<T: CaseIterable & RawRepresentable<String> & Sendable>(
    _ name: String, _ value: String, _ meaning: String, of type: T.Type, initially: T? = nil,
    set: @escaping @Sendable (inout Options, T) -> Void
  ) -> Option {
    let choices = T.allCases.map(\.rawValue)
    return .value(
      name, value, meaning, choices: choices, initially: initially?.rawValue,
      { (text) throws(Refusal) in
        guard let chosen = T(rawValue: text) else { throw Refusal(listing: choices) }
        return chosen
      }, set: set)
  }

  /// Of this and the option `subject` only one counts. On the command line it is an error to give both if either has a
  /// value; of flags the last one counts.
  func instead(of subject: String) -> Option { with { $0.subject = subject } }

  func replacing(_ subject: String) -> Option { with { $0.replaced = subject } }

  func needing(_ name: String) -> Option { with { $0.needed = name } }

  func only(_ place: Place) -> Option { with { $0.place = place } }

  /// Also with a dash before it the next word is its value.
  var withDash: Option { with { $0.takesDash = true } }

  var repeatable: Option { with { $0.isRepeatable = true } }

  /// Counts at the start only.
  var fixed: Option { with { $0.isFixed = true } }

  var hidden: Option { with { $0.isHidden = true } }

  func short(_ letter: Character) -> Option { with { $0.letter = letter } }

  /// Not taken from the X server: every client of a server can write in its properties, and would run commands or use
  /// files as the clock's user, perhaps on another machine.
  func notFromServer(if reachesOut: @escaping @Sendable (String) -> Bool = { _ in true }) -> Option {
    with { $0.reachesOut = reachesOut }
  }

  private func with(_ change: (inout Option) -> Void) -> Option {
    var changed = self
    change(&changed)
    return changed
  }
}

import ColourClock
import CommandOptions
import ControlProtocol

/// A command in the HTTP API: its arguments are named fields of a JSON object.
struct CommandForm {
  let name: String
  let meaning: String
  let fields: [Field]

  struct Field: Equatable {
    let name: String
    let kind: Kind
    let isRequired: Bool
    var choices: [String] = []

    enum Kind {
      /// A positional argument of one word.
      case word
      /// The positional arguments from here on.
      case list
      /// `--name VALUE`, or `--name` alone.
      case option, flag
    }
  }

  /// - Parameter row: a command in the wall's answer to `help`.
  init?(_ row: JSON) {
    guard let name = row["name"]?.word, let arguments = row["arguments"]?.word else { return nil }
    (self.name, meaning) = (name, row["meaning"]?.word ?? "")
    let command = String(name.prefix { $0 != " " })
    fields = CommandForm.parts(arguments).map { Field($0, of: command) }
  }

  private static func parts(_ text: String) -> [String] {
    var (parts, depth) = ([""], 0)
    for letter in text {
      if letter == " ", depth == 0 {
        parts.append("")
        continue
      }
      depth += letter == "[" ? 1 : letter == "]" ? -1 : 0
      parts[parts.count - 1].append(letter)
    }
    return parts.filter { !$0.isEmpty }
  }

  // MARK: Words

  func words(_ body: JSON) throws(Refusal) -> [String] {
    let name = name.split(separator: " ").map(String.init)
    switch body {
    case .array(let words):
      guard words.allSatisfy(\.isWord) else { throw Refusal("a list holds words only: texts and numbers") }
      return name + words.map(\.word)
    case .object(let values):
      if let unknown = values.keys.sorted().first(where: { key in !fields.contains { $0.name == key } }) {
        let known = fields.isEmpty ? "it takes none" : "it takes \(fields.map(\.name).joined(separator: ", "))"
        throw Refusal("there is no field '\(unknown.shortened)': \(known)")
      }
      return name + (try words(values))
    default: throw Refusal("a command is an object of fields, or a list of words")
    }
  }

  private func words(_ values: [String: JSON]) throws(Refusal) -> [String] {
    var (positionals, options): ([String], [String]) = ([], [])
    // No positional argument can follow a missing optional one.
    var missing: String?
    for field in fields {
      guard let value = values[field.name] else {
        if field.isRequired { throw Refusal("the field '\(field.name)' is missing") }
        if field.kind == .word { missing = missing ?? field.name }
        continue
      }
      switch field.kind {
      case .flag:
        guard case .bool(let isOn) = value else { throw Refusal("'\(field.name)' must be true or false") }
        if isOn { options.append("--\(field.name)") }
      case .option: options += ["--\(field.name)", try field.word(value)]
      case .word, .list:
        if let missing { throw Refusal("'\(field.name)' needs '\(missing)' too") }
        positionals += try field.kind == .list ? field.list(value) : [field.word(value)]
      }
    }
    // `--` keeps a word such as `--x` from being read as an option. A command without options, such as `set`, takes
    // `--` only before its last word.
    let takesOptions = fields.contains { $0.kind == .option || $0.kind == .flag }
    let protected = takesOptions ? positionals[...] : positionals.suffix(1)
    if let first = protected.firstIndex(where: { $0.hasPrefix("--") }) { positionals.insert("--", at: first) }
    return options + positionals
  }

  // MARK: OpenAPI

  var schema: JSON {
    var schema: [String: JSON] = [
      "type": "object", "additionalProperties": false,
      "properties": .object(Dictionary(fields.map { ($0.name, $0.schema) }) { first, _ in first }),
    ]
    let required = fields.filter(\.isRequired).map { JSON.string($0.name) }
    if !required.isEmpty { schema["required"] = .array(required) }
    let words = fields.filter { $0.kind == .word && !$0.isRequired }.map(\.name)
    let needs = zip(words.dropFirst(), words).map { ($0, JSON.array([.string($1)])) }
    if !needs.isEmpty { schema["dependentRequired"] = .object(Dictionary(needs) { first, _ in first }) }
    let list: JSON = .object(["type": "array", "items": .object(["type": ["string", "number"]])])
    return .object(["anyOf": [.object(schema), list]])
  }
}

extension CommandForm.Field {
  init(_ text: String, of command: String) {
    let isOptional = text.hasPrefix("[") && text.hasSuffix("]")
    let inside = isOptional ? String(text.dropFirst().dropLast()) : text
    isRequired = !isOptional
    if inside.hasPrefix("--"), case let parts = inside.dropFirst(2).split(separator: " ").map(String.init),
      let first = parts.first
    {
      (name, kind) = (first, parts.count > 1 ? .option : .flag)
      // A placeholder in capitals allows any value.
      if parts.count > 1, parts[1].contains("|"), parts[1] == parts[1].lowercased() {
        choices = parts[1].split(separator: "|").map(String.init)
      }
    } else if inside.hasSuffix("…") {
      // The argument TOPIC… is the list `topics`.
      (name, kind) = (inside.dropLast().lowercased() + "s", .list)
    } else if inside.utf8.allSatisfy({ (0x41...0x5a).contains($0) }) {
      (name, kind) = (inside.lowercased(), .word)
    } else if inside == inside.lowercased(), inside.contains("|") {
      // Alternatives such as on|off have no name.
      (name, kind, choices) = ("state", .word, inside.split(separator: "|").map(String.init))
    } else {
      // Any other argument, such as TIME[=TITLE], has the command's name.
      (name, kind) = (command, .word)
    }
  }

  fileprivate func word(_ value: JSON) throws(Refusal) -> String {
    guard value.isWord else { throw Refusal("'\(name)' must be a text or a number") }
    let word = value.word
    guard choices.isEmpty || choices.contains(word) else {
      throw Refusal("'\(name)' must be one of \(choices.joined(separator: ", "))")
    }
    return word
  }

  /// A list with objects becomes a single word: its JSON text.
  fileprivate func list(_ value: JSON) throws(Refusal) -> [String] {
    guard case .array(let values) = value, !values.isEmpty else {
      throw Refusal("'\(name)' must be a list that is not empty")
    }
    if values.allSatisfy(\.isWord) { return values.map(\.word) }
    return [JSON.text(of: value)]
  }

  fileprivate var schema: JSON {
    switch kind {
    case .flag: .object(["type": "boolean"])
    case .list:
      .object([
        "type": "array", "minItems": 1, "items": .object(["type": .array(["string", "number", "object"])]),
      ])
    case .word, .option:
      choices.isEmpty
        ? .object(["type": .array(["string", "number"])])
        : .object(["type": "string", "enum": .array(choices.map(JSON.string))])
    }
  }
}

extension JSON {
  fileprivate var isWord: Bool {
    switch self {
    case .string, .integer, .number: true
    case .null, .bool, .array, .object: false
    }
  }
}

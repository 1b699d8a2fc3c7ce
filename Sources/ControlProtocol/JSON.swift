package import ColourClock

/// A value of JSON (RFC 8259).
package enum JSON: Hashable, Encodable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .null: try value.encodeNil()
    case .bool(let bool): try value.encode(bool)
    case .integer(let integer): try value.encode(integer)
    case .number(let number): try value.encode(number)
    case .string(let string): try value.encode(string)
    case .array(let array): try value.encode(array)
    case .object(let object): try value.encode(object)
    }
  }

  package init?(_ bytes: [UInt8]) {
    guard let value = JSONReader.value(of: bytes) else { return nil }
    self = value
  }

  /// The value as a word of a command, without quotes.
  package var word: String {
    switch self {
    case .string(let string): string
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .integer(let integer): "\(integer)"
    case .number, .array, .object: JSON.text(of: self)
    }
  }

  /// Writes one line, with sorted keys.
  package static func text(of value: some Encodable) -> String {
    // Encoding fails only for infinity and NaN.
    guard let json = try? JSON(encoding: value) else { return "null" }
    var text = ""
    json.write(to: &text)
    return text
  }

  package init(encoding value: some Encodable) throws { self = try JSONEncoding.value(of: value) }

  package func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    try JSONDecoding(json: self).decode(type)
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let bool): text += bool ? "true" : "false"
    case .integer(let integer): text += "\(integer)"
    case .number(let number):
      let digits = "\(number)"
      text += digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
    case .string(let string): JSON.write(string, to: &text)
    case .array(let array):
      text += "["
      for (index, value) in array.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let object):
      text += "{"
      for (index, field) in object.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { text += "," }
        JSON.write(field.key, to: &text)
        text += ":"
        field.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{8}": text += "\\b"
      case "\u{c}": text += "\\f"
      // C1 control characters are escaped too, because a terminal obeys them.
      case ..<" ", "\u{7f}"..."\u{9f}": text += "\\u00" + UInt8(truncatingIfNeeded: scalar.value).hex
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral
{
  package init(stringLiteral text: String) { self = .string(text) }
  package init(integerLiteral number: Int64) { self = .integer(number) }
  package init(booleanLiteral bool: Bool) { self = .bool(bool) }
  package init(arrayLiteral values: JSON...) { self = .array(values) }
}

extension JSON {
  package var number: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  package var string: String? { if case .string(let string) = self { string } else { nil } }

  package subscript(_ name: String) -> JSON? { if case .object(let object) = self { object[name] } else { nil } }

  /// Returns `nil` for a missing or null field.
  /// - Throws: `refusal` for other types.
  package func string(_ name: String, else refusal: Refusal) throws(Refusal) -> String? {
    switch self[name] {
    case nil, .null?: nil
    case .string(let string)?: string
    case .some: throw refusal
    }
  }
}

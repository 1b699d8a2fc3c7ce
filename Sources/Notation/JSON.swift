import FoundationEssentials

/// A value of JSON (RFC 8259), of any shape.
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

  /// The value in these bytes; `nil` if they are no JSON.
  package init?(_ bytes: [UInt8]) {
    guard let value = JSONReader.value(of: bytes) else { return nil }
    self = value
  }

  /// As a word of a command: what is no text in its own notation.
  package var word: String {
    switch self {
    case .string(let string): string
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .integer(let integer): "\(integer)"
    case .number, .array, .object: JSON.text(of: self)
    }
  }

  /// In one line, with the names in order.
  package static func text(of value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Only a number that JSON does not know cannot be encoded: none is ever answered.
    guard let data = try? encoder.encode(value) else { return "null" }
    return String(decoding: data, as: UTF8.self)
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

/// Its parts.
extension JSON {
  package var number: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  package subscript(_ name: String) -> JSON? { if case .object(let object) = self { object[name] } else { nil } }
}

/// Replaces Foundation's JSONEncoder, which would make each program 6 MB larger.
final class JSONEncoding: Encoder {
  private var value = JSON.null
  private var fields: [String: JSONEncoding]?
  private var elements: [JSONEncoding]?

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  /// - Throws: `EncodingError` for infinity and NaN.
  static func value(of value: some Encodable) throws -> JSON {
    let root = JSONEncoding()
    try root.encode(value)
    return root.json
  }

  private var json: JSON {
    if let fields { return .object(fields.mapValues(\.json)) }
    if let elements { return .array(elements.map(\.json)) }
    return value
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    fields = fields ?? [:]
    return KeyedEncodingContainer(Fields(owner: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    elements = elements ?? []
    return Elements(owner: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  private func field(_ key: any CodingKey) -> JSONEncoding {
    let field = JSONEncoding()
    fields?[key.stringValue] = field
    return field
  }

  private func element() -> JSONEncoding {
    let element = JSONEncoding()
    elements?.append(element)
    return element
  }

  private struct Fields<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let owner: JSONEncoding
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { owner.field(key).encodeNil() }
    func encode(_ value: some Encodable, forKey key: Key) throws { try owner.field(key).encode(value) }
    func superEncoder(forKey key: Key) -> any Encoder { owner.field(key) }
    func superEncoder() -> any Encoder { owner }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { owner.field(key).unkeyedContainer() }
    func nestedContainer<Inner>(keyedBy type: Inner.Type, forKey key: Key) -> KeyedEncodingContainer<Inner> {
      owner.field(key).container(keyedBy: type)
    }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let owner: JSONEncoding
    var codingPath: [any CodingKey] { [] }
    var count: Int { owner.elements?.count ?? 0 }

    func encodeNil() { owner.element().encodeNil() }
    func encode(_ value: some Encodable) throws { try owner.element().encode(value) }
    func superEncoder() -> any Encoder { owner.element() }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { owner.element().unkeyedContainer() }
    func nestedContainer<Inner>(keyedBy type: Inner.Type) -> KeyedEncodingContainer<Inner> {
      owner.element().container(keyedBy: type)
    }
  }
}

extension JSONEncoding: SingleValueEncodingContainer {
  func encodeNil() { value = .null }

  func encode(_ value: some Encodable) throws {
    switch value {
    case let json as JSON: self.value = json
    case let bool as Bool: self.value = .bool(bool)
    case let text as String: self.value = .string(text)
    case let integer as any BinaryInteger: self.value = .integer(Int64(clamping: integer))
    case let number as any BinaryFloatingPoint: self.value = try JSONEncoding.number(Double(number), value)
    default: try value.encode(to: self)
    }
  }

  private static func number(_ number: Double, _ value: Any) throws -> JSON {
    guard number.isFinite else {
      throw EncodingError.invalidValue(value, EncodingError.Context(codingPath: [], debugDescription: "\(number)"))
    }
    return .number(number)
  }
}

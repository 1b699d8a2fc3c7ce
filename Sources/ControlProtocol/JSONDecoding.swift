/// Replaces Foundation's JSONDecoder (see `JSONEncoding`).
struct JSONDecoding: Decoder {
  let json: JSON
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let fields) = json else { throw mismatch(type) }
    return KeyedDecodingContainer(Fields(owner: self, fields: fields))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = json else { throw mismatch([JSON].self) }
    return Elements(owner: self, elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  private func mismatch(_ type: Any.Type) -> DecodingError {
    .typeMismatch(type, DecodingError.Context(codingPath: [], debugDescription: JSON.text(of: json)))
  }

  private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let owner: JSONDecoding
    let fields: [String: JSON]
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { fields.keys.compactMap(Key.init) }

    private func field(_ key: some CodingKey) throws -> JSONDecoding {
      guard let field = fields[key.stringValue] else { throw owner.mismatch(Key.self) }
      return JSONDecoding(json: field)
    }

    func contains(_ key: Key) -> Bool { fields[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try field(key).decodeNil() }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try field(key).decode(type) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try field(key) }
    func superDecoder() -> any Decoder { owner }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try field(key).unkeyedContainer()
    }
    func nestedContainer<Inner>(keyedBy type: Inner.Type, forKey key: Key) throws -> KeyedDecodingContainer<Inner> {
      try field(key).container(keyedBy: type)
    }
  }

  private struct Elements: UnkeyedDecodingContainer {
    let owner: JSONDecoding
    let elements: [JSON]
    private(set) var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    init(owner: JSONDecoding, elements: [JSON]) { (self.owner, self.elements) = (owner, elements) }

    private mutating func next() throws -> JSONDecoding {
      guard !isAtEnd else { throw owner.mismatch(JSON.self) }
      defer { currentIndex += 1 }
      return JSONDecoding(json: elements[currentIndex])
    }

    mutating func decodeNil() -> Bool {
      let isNil = !isAtEnd && elements[currentIndex] == .null
      if isNil { currentIndex += 1 }
      return isNil
    }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next().decode(type) }
    mutating func superDecoder() throws -> any Decoder { try next() }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func nestedContainer<Inner>(keyedBy type: Inner.Type) throws -> KeyedDecodingContainer<Inner> {
      try next().container(keyedBy: type)
    }
  }
}

extension JSONDecoding: SingleValueDecodingContainer {
  func decodeNil() -> Bool { json == .null }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    // A plain type's `init(from:)` would call this method again, without end.
    let isPlain = type == Bool.self || type == String.self || type is any BinaryInteger.Type || type == Double.self
    guard isPlain else { return try T(from: self) }
    guard let value = plain(type) as? T else { throw mismatch(type) }
    return value
  }

  private func plain(_ type: Any.Type) -> Any? {
    switch json {
    case .bool(let bool): bool
    case .string(let text): text
    case .integer(let integer): (type as? any BinaryInteger.Type)?.init(exactly: integer) ?? Double(integer)
    case .number(let number): number
    case .null, .array, .object: nil
    }
  }
}

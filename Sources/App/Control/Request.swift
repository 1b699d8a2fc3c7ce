import Notation

/// A line that a client has sent, as words: JSON in the manner of mpv's, `{"command": ["face", "hue"], "request_id": 7}`,
/// or plain text, `face hue`.
struct Request: Equatable {
  let words: [String]
  /// Comes back with the answer.
  var id: JSON?

  init(words: [String], id: JSON? = nil) { (self.words, self.id) = (words, id) }

  /// - Throws: what is wrong with it, in words.
  init(_ line: some Collection<UInt8>) throws(Refusal) {
    guard let text = String(validating: line, as: UTF8.self) else { throw Refusal("a command is UTF-8") }
    guard text.drop(while: \.isWhitespace).first == "{" else {
      self.init(words: try PlainWords.of(text))
      return
    }
    guard case .object(let object)? = JSON(Array(line)) else { throw Refusal("that is no JSON") }
    guard let command = object["command"] else { throw Refusal("there is no \"command\" in that") }
    switch command {
    case .array(let parts): self.init(words: parts.map(\.word), id: object["request_id"])
    case .string(let text): self.init(words: try PlainWords.of(text), id: object["request_id"])
    default: throw Refusal("\"command\" is a list of words, such as [\"face\", \"hue\"]")
    }
  }
}

/// What a client is told of its request: mpv's `error` and `data`.
struct Reply: Encodable {
  let error: String
  var data: (any Encodable)?
  var id: JSON?

  private enum Key: String, CodingKey {
    case error, data
    case id = "request_id"
  }

  static func success(_ data: (any Encodable)? = nil) -> Reply { Reply(error: "success", data: data) }
  static func failure(_ reason: String) -> Reply { Reply(error: reason) }

  func encode(to encoder: any Encoder) throws {
    var reply = encoder.container(keyedBy: Key.self)
    try reply.encode(error, forKey: .error)
    try reply.encodeIfPresent(id, forKey: .id)
    if let data { try data.encode(to: reply.superEncoder(forKey: .data)) }
  }
}

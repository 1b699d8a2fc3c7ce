import ColourClock
import ControlProtocol

/// A line with a command: plain words such as `face hue`, or JSON in the form of mpv's IPC protocol, such as
/// `{"command": ["face", "hue"], "request_id": 7}`.
struct Request {
  let id: JSON?
  private let content: Content

  private enum Content {
    case text(String)
    case value(JSON?)
  }

  init(_ line: some Collection<UInt8>) throws(Refusal) {
    guard let text = String(validating: line, as: UTF8.self) else { throw Refusal("the command is not valid UTF-8") }
    guard text.drop(while: \.isWhitespace).first == "{" else {
      (id, content) = (nil, .text(text))
      return
    }
    guard case .object(let object)? = JSON(Array(line)) else { throw Refusal("the line is not valid JSON") }
    (id, content) = (object["request_id"], .value(object["command"]))
  }

  func words() throws(Refusal) -> [String] {
    switch content {
    case .text(let text), .value(.string(let text)?): return try CommandLineWords.of(text)
    case .value(.array(let parts)?):
      guard !parts.contains(.null) else { throw Refusal("null is no word of a command") }
      return parts.map(\.word)
    case .value(nil): throw Refusal("there is no field \"command\"")
    case .value: throw Refusal("\"command\" must be a list of words, such as [\"face\", \"hue\"]")
    }
  }
}

struct Reply: Encodable {
  /// "success" means that there is no error, as in mpv's IPC protocol.
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
    if let data { try reply.encode(data, forKey: .data) }
  }
}

import Notation

/// Where the broker is: `mqtts://host:8883`.
struct BrokerAddress: Hashable {
  let host: String
  let port: Int32
  let isEncrypted: Bool

  /// As it is named in messages.
  var text: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }

  init(_ text: String) throws(Refusal) {
    // Not repeated in the message: it may hold a password.
    guard !text.contains("@") else { throw Refusal("user name and password belong in the file of '--credentials'") }
    var rest = text[...]
    switch text.split(separator: ":", maxSplits: 1).first {
    case "mqtt" where text.contains("://"): (isEncrypted, rest) = (false, rest.dropFirst(7))
    case "mqtts" where text.contains("://"): (isEncrypted, rest) = (true, rest.dropFirst(8))
    default: isEncrypted = false
    }
    if rest.last == "/" { rest.removeLast() }
    guard let (host, port) = BrokerAddress.parts(rest), BrokerAddress.isHost(host) else {
      throw Refusal("it takes a broker's address, such as mqtts://broker.example:8883")
    }
    (self.host, self.port) = (host, port ?? (isEncrypted ? 8883 : 1883))
  }

  private static func parts(_ text: Substring) -> (String, Int32?)? {
    var (host, rest) = (text, text[text.endIndex...])
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]") else { return nil }
      (host, rest) = (text[text.index(after: text.startIndex)..<end], text[text.index(after: end)...])
    } else if let colon = text.firstIndex(of: ":") {
      (host, rest) = (text[..<colon], text[colon...])
    }
    if rest.isEmpty { return (String(host), nil) }
    guard rest.first == ":", let port = Int32(rest.dropFirst()), (1...65_535).contains(port) else { return nil }
    return (String(host), port)
  }

  private static func isHost(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count < 256 && !text.hasPrefix("-")
      && text.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || "0123456789.-_:%".unicodeScalars.contains($0) }
  }
}

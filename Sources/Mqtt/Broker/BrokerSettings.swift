import CMosquitto
import ColourClock
import ControlProtocol
import Glibc
import System

struct BrokerSettings {
  let address: BrokerAddress
  let credentials: CredentialsFile?
  let ca: String?
  let certificate: String?
  let key: String?
  /// The client identifier.
  let client: String
  let availability: String?

  /// Keep Alive (MQTT 5, 3.1.2.10), in seconds.
  static let keepAlive: Int32 = 30
  /// Receive Maximum (MQTT 5): the most messages without acknowledgement.
  static let receiveMaximum: UInt16 = 20
  /// Maximum Packet Size (MQTT 5), in bytes. A command that is too long must arrive to get a refusal.
  static let largestPacket: UInt32 = 1 << 20
}

extension BrokerSettings {
  init(_ options: Options, _ credentials: CredentialsFile?, _ address: BrokerAddress) {
    let topics = options.topics
    // The first `-` ends the prefix, so that two walls never share an identifier. `_` begins an escape.
    let prefix = topics.prefix.map { ["/": "_2F", "-": "_2D", "_": "_5F"][$0] ?? String($0) }.joined()
    self.init(
      address: address, credentials: credentials, ca: options.ca, certificate: options.certificate, key: options.key,
      client: "\(prefix)-\(topics.name)" + (options.forgetsWall ? "/forget" : ""),
      // `--forget` deletes the availability, and a last will would publish it again.
      availability: options.forgetsWall ? nil : topics.availability)
  }

  /// - Throws: if libmosquitto refuses a setting, or if the credentials cannot be read.
  func prepare(_ handle: OpaquePointer, isVersion5: Bool) throws(Refusal) {
    let version = isVersion5 ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311
    mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, version)
    mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1)
    if let credentials = try presentCredentials() {
      try check(mosquitto_username_pw_set(handle, credentials.user, credentials.password))
    }
    if let availability {
      try check(
        mosquitto_will_set(handle, availability, Int32(Availability.farewell.count), Availability.farewell, 1, true))
    }
    guard address.isEncrypted else { return }
    if ca == nil { mosquitto_int_option(handle, MOSQ_OPT_TLS_USE_OS_CERTS, 1) }
    let authorities = ca == nil ? "/etc/ssl/certs" : nil
    try check(mosquitto_tls_set(handle, ca, authorities, certificate, key, OpenSSL.noPassphrase))
    // The value 1 is SSL_VERIFY_PEER.
    try check(mosquitto_tls_opts_set(handle, 1, "tlsv1.2", nil))
  }

  private func presentCredentials() throws(Refusal) -> Credentials? {
    do throws(ProgramExit) { return try credentials?.read() } catch { throw Refusal(error.text) }
  }

  private func check(_ result: Int32) throws(Refusal) {
    if result != Int32(MOSQ_ERR_SUCCESS.rawValue) {
      throw Refusal(BrokerErrorText.problem(result, errno, nil, address.host))
    }
  }
}

struct BrokerAddress: Hashable {
  let host: String
  let port: Int32
  let isEncrypted: Bool

  var text: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }

  /// Names and addresses of this machine (RFC 6761, 6.3; RFC 1122, 3.2.1.3; RFC 4291, 2.5.3).
  var isLoopback: Bool {
    let name = host.lowercased()
    let isNumber = name.allSatisfy { $0 == "." || $0.isDigit }
    return name == "localhost" || name.hasSuffix(".localhost") || name == "::1" || isNumber && name.hasPrefix("127.")
  }

  init(_ text: String) throws(Refusal) {
    // The text may contain a password, so the message does not repeat it.
    guard !text.contains("@") else { throw Refusal("user name and password belong in the file of '--credentials'") }
    // Schemes ignore case (RFC 3986, 3.1).
    let scheme = ["mqtt://", "mqtts://"].first { text.lowercased().hasPrefix($0) } ?? ""
    isEncrypted = scheme == "mqtts://"
    var rest = text.dropFirst(scheme.count)
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
    let digits = rest.dropFirst()
    // Int32 would also take a sign.
    guard rest.first == ":", digits.allSatisfy(\.isDigit), let port = Int32(digits), (1...65_535).contains(port)
    else { return nil }
    return (String(host), port)
  }

  private static func isHost(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count < 256 && !text.hasPrefix("-")
      && text.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || "0123456789.-_:%".unicodeScalars.contains($0) }
  }
}

/// What a connection to the broker is made of.
struct BrokerSettings {
  let address: BrokerAddress
  let credentials: Credentials?
  let ca: String?
  let certificate: String?
  let key: String?
  /// By it the broker knows which connection takes the place of which.
  let client: String
  /// The last will's topic.
  let availability: String

  static let keepAlive: Int32 = 30
  /// So much is taken from the broker at a time before it is acknowledged.
  static let receiveMaximum: UInt16 = 20
  /// Larger ones are not sent to this client at all; those that are too large for the wall come, and are answered.
  static let largestPacket: UInt32 = 1 << 20
}

/// What comes of a connection.
enum BrokerEvent {
  /// The connection was made, or why not, or why it could not even be tried.
  case dialled(String?)
  case accepted
  /// The broker has refused it, in words.
  case refused(String, isVersion: Bool)
  case subscribed(Int32, isDenied: Bool)
  /// The broker does not let it publish to that topic, or subscribe to it.
  case denied(String, String)
  case message(BrokerMessage)
}

extension BrokerSettings {
  init(_ options: Options, _ credentials: Credentials?, _ address: BrokerAddress) {
    let topics = options.topics
    let client = "\(topics.prefix)-\(topics.name)".map { $0 == "/" ? "-" : $0 }
    self.init(
      address: address, credentials: credentials, ca: options.ca, certificate: options.certificate, key: options.key,
      client: String(client) + (options.isToForget ? "-forget" : ""), availability: topics.availability)
  }
}

import Notation

/// How Home Assistant finds a wall: a retained message for each entity, one entity a topic, which all its versions
/// read.
struct Discovery {
  /// `nil` for an entity that is not offered: what was offered once is taken away.
  let entities: [(topic: String, config: JSON?)]

  /// - Parameters: what the wall says of itself, where `nil` offers nothing, and where Home Assistant looks.
  init(_ options: Options, _ status: JSON?, under prefix: String) {
    let (topics, permissions) = (options.topics, options.permissions)
    var faces: [String] = []
    if case .array(let names)? = status?["faces"] { faces = names.map(\.word) }
    let identity = Discovery.identity(topics)
    entities = Entity.all(topics, faces: faces, dims: permissions.permits("dim")).map { entity in
      let isOffered =
        status != nil && entity.needs.map { !options.isReadOnly && permissions.permits($0) } ?? true
        && !(entity.object == "face" && faces.isEmpty)
      let topic = "\(prefix)/\(entity.component)/\(identity)/\(entity.object)/config"
      return (topic, isOffered ? Discovery.config(entity, topics, identity, status) : nil)
    }
  }

  private static func config(_ entity: Entity, _ topics: Topics, _ identity: String, _ status: JSON?) -> JSON {
    var common: [String: JSON] = [
      "name": .string(entity.name), "unique_id": .string("\(identity)_\(entity.object)"), "qos": 1,
      "device": .object([
        "identifiers": [.string(identity)], "name": .string("Colour Clock \(topics.name)"),
        "manufacturer": "Colour Clock", "model": "Wall", "sw_version": status?["version"] ?? .string(Release.version),
      ]),
      "origin": .object(["name": "colourclock-mqtt", "sw_version": .string(Release.version)]),
    ]
    // Home Assistant takes the one or the other.
    if entity.fields["availability"] == nil { common["availability_topic"] = .string(topics.availability) }
    return .object(common.merging(entity.fields) { $1 })
  }

  /// The same for a wall as long as its name and its prefix are; letters, digits, `-` and `_`, which is what Home
  /// Assistant takes, and no two walls have the same. A plain name is itself in it, as brokers' rules have it.
  static func identity(_ topics: Topics) -> String {
    (topics.prefix == "colourclock" ? "colourclock_" : "colourclock-\(escaped(topics.prefix))__in__")
      + escaped(topics.name)
  }

  /// The topics of all entities of a wall as brokers' rules have them, for one of them; any other topic as it is.
  static func rule(for topic: String) -> String {
    var parts = topic.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 5, parts.last == "config" else { return topic }
    (parts[parts.count - 4], parts[parts.count - 2]) = ("+", "+")
    return parts.joined(separator: "/")
  }

  /// Two underscores begin a byte in hexadecimal; one stands for itself, between signs that do so.
  private static func escaped(_ text: String) -> String {
    let bytes = Array(text.utf8)
    return bytes.indices.map { index in
      let isBetween = index > 0 && index + 1 < bytes.count && isPlain(bytes[index - 1]) && isPlain(bytes[index + 1])
      if isPlain(bytes[index]) || bytes[index] == UInt8(ascii: "_") && isBetween {
        return String(Unicode.Scalar(bytes[index]))
      }
      return "__" + (bytes[index] < 16 ? "0" : "") + String(bytes[index], radix: 16)
    }.joined()
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

/// Has Home Assistant find the wall, tells it again when the wall offers something else, when Home Assistant starts and
/// when one of these messages was deleted, and takes back what it was told under other options.
final class Offers {
  private let options: Options
  private let broker: BrokerSide
  private let memory: WallMemory
  /// The wall's last faces and version.
  private var shown: [JSON?]?
  /// Under what prefixes it is being taken back, until the broker has confirmed it.
  private var withdrawn: Set<String> = []
  /// The entities offered on this connection, by their topics.
  private var offered: Set<String> = []
  /// When all of it is said again.
  private(set) var deadline = Double.infinity

  /// In seconds: of many walls not all at once (a birth message reaches them in the same moment).
  private static let spread = 0.0...4.0

  init(_ options: Options, _ broker: BrokerSide, _ memory: WallMemory) {
    (self.options, self.broker, self.memory) = (options, broker, memory)
  }

  /// A broker that may know nothing of this wall, or too much.
  func brokerCame() {
    shown = nil
    withdrawn = memory.prefixes.subtracting(options.discovers ? [options.discoveryPrefix] : [])
    for prefix in withdrawn { publish(Discovery(options, nil, under: prefix)) }
    guard options.discovers else { return }
    // After the publications above, which MQTT 3.1.1 would send back.
    broker.client?.subscribe([birth, "\(own)+/config"], takesRetained: false, takesOwn: false)
  }

  func brokerWent() { (withdrawn, offered, deadline) = ([], [], .infinity) }

  /// Where Home Assistant says that it has started.
  private var birth: String { "\(options.discoveryPrefix)/status" }

  /// Below that are all topics of this wall.
  private var own: String { "\(options.discoveryPrefix)/+/\(Discovery.identity(options.topics))/" }

  /// Home Assistant has started, or somebody has deleted something of the wall.
  func receive(_ message: BrokerMessage, at uptime: Double) {
    let isBirth = message.topic == birth && message.payload == Array("online".utf8)
    guard isBirth || message.payload == [] && offered.contains(message.topic) else { return }
    deadline = min(deadline, uptime + Double.random(in: Offers.spread))
  }

  /// - Returns: whether all is to be said again now, the wall's status and availability too.
  func isDue(at uptime: Double) -> Bool {
    guard uptime >= deadline else { return false }
    (deadline, shown) = (.infinity, nil)
    return true
  }

  func step() {
    guard !withdrawn.isEmpty, broker.client?.backlog == 0 else { return }
    memory.prefixes.subtract(withdrawn)
    withdrawn = []
  }

  /// Topics that the broker does not let go are remembered for the next attempt.
  func broker(didDeny topic: String) { withdrawn = withdrawn.filter { !topic.hasPrefix("\($0)/") } }

  func offer(_ status: JSON) {
    let offered = [status["faces"], status["version"]]
    guard options.discovers, broker.client != nil, shown != offered else { return }
    shown = offered
    // First, for whatever happens then.
    memory.prefixes.insert(options.discoveryPrefix)
    publish(Discovery(options, status, under: options.discoveryPrefix))
  }

  private func publish(_ discovery: Discovery) {
    for entity in discovery.entities {
      if entity.config == nil { offered.remove(entity.topic) } else { offered.insert(entity.topic) }
      let text = entity.config.map { JSON.text(of: $0) } ?? ""
      broker.client?.publish(entity.topic, Array(text.utf8), isRetained: true)
    }
  }
}

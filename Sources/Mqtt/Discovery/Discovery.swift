import ColourClock
import ControlProtocol

/// One retained message per entity: all versions of Home Assistant read this form.
struct Discovery {
  /// Without a `config`, an empty message withdraws an earlier offer.
  let entities: [(topic: String, config: JSON?)]

  init(_ options: Options, _ status: JSON?, under prefix: String) {
    let (topics, permissions) = (options.topics, options.permissions)
    var faces: [String] = []
    if case .array(let names)? = status?["faces"] { faces = names.map(\.word) }
    let identity = Discovery.identity(topics)
    entities = Entity.all(topics, faces: faces, dims: permissions.permits("dim")).map { entity in
      let isPermitted = entity.requiredCommand.map { !options.isReadOnly && permissions.permits($0) } ?? true
      let hasChoices = entity.objectID != "face" || !faces.isEmpty
      let isOffered = status != nil && isPermitted && hasChoices
      let topic = "\(prefix)/\(entity.component)/\(identity)/\(entity.objectID)/config"
      return (topic, isOffered ? Discovery.config(entity, topics, identity, status) : nil)
    }
  }

  private static func config(_ entity: Entity, _ topics: Topics, _ identity: String, _ status: JSON?) -> JSON {
    var common: [String: JSON] = [
      "name": .string(entity.name), "unique_id": .string("\(identity)_\(entity.objectID)"), "qos": 1,
      "device": .object([
        "identifiers": [.string(identity)], "name": .string("Colour Clock \(topics.name)"),
        "manufacturer": "Colour Clock", "model": "Wall", "sw_version": status?["version"] ?? .string(Release.version),
      ]),
      "origin": .object(["name": "colourclock-mqtt", "sw_version": .string(Release.version)]),
    ]
    // Home Assistant refuses `availability` together with `availability_topic`.
    if entity.fields["availability"] == nil { common["availability_topic"] = .string(topics.availability) }
    return .object(common.merging(entity.fields) { $1 })
  }

  /// Home Assistant allows only letters, digits, `-` and `_`.
  static func identity(_ topics: Topics) -> String {
    (topics.prefix == "colourclock" ? "colourclock_" : "colourclock-\(escaped(topics.prefix))__in__")
      + escaped(topics.name)
  }

  /// Matches all of the wall's entities, for a broker's access rules.
  static func rule(for topic: String) -> String {
    var parts = topic.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 5, parts.last == "config" else { return topic }
    (parts[parts.count - 4], parts[parts.count - 2]) = ("+", "+")
    return parts.joined(separator: "/")
  }

  private static func escaped(_ text: String) -> String {
    let bytes = Array(text.utf8)
    return bytes.indices.map { index in
      let isBetween = index > 0 && index + 1 < bytes.count && isPlain(bytes[index - 1]) && isPlain(bytes[index + 1])
      if isPlain(bytes[index]) || bytes[index] == UInt8(ascii: "_") && isBetween {
        return String(Unicode.Scalar(bytes[index]))
      }
      return "__" + bytes[index].hex
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

/// Offers the entities again after a change, when Home Assistant starts, or when a client has deleted a message.
/// Withdraws offers under earlier prefixes.
final class DiscoveryOffers {
  private let options: Options
  private let broker: BrokerSide
  private let memory: WallMemory
  private var lastOffer: [JSON?]?
  private var withdrawn: Set<String> = []
  private var offered: Set<String> = []
  private(set) var deadline = Double.infinity

  /// A random delay in seconds spreads the walls' offers when Home Assistant starts.
  private static let spread = 0.5...4.0

  init(_ options: Options, _ broker: BrokerSide, _ memory: WallMemory) {
    (self.options, self.broker, self.memory) = (options, broker, memory)
  }

  func brokerCame() {
    lastOffer = nil
    withdrawn = memory.prefixes.subtracting(options.discovers ? [options.discoveryPrefix] : [])
    for prefix in withdrawn { publish(Discovery(options, nil, under: prefix)) }
    guard options.discovers else { return }
    // An MQTT 3.1.1 broker would send back the publications above, so the subscription comes last.
    broker.client?.subscribe([birth, "\(own)+/config"], takesRetained: false, takesOwn: false)
  }

  func brokerWent() { (withdrawn, offered, deadline) = ([], [], .infinity) }

  private var birth: String { "\(options.discoveryPrefix)/status" }

  private var own: String { "\(options.discoveryPrefix)/+/\(Discovery.identity(options.topics))/" }

  func receive(_ message: BrokerMessage, at uptime: Double) {
    let isBirth = message.topic == birth && message.payload == Array("online".utf8)
    guard isBirth || message.payload == [] && offered.contains(message.topic) else { return }
    deadline = min(deadline, uptime + Double.random(in: DiscoveryOffers.spread))
  }

  func isDue(at uptime: Double) -> Bool {
    guard uptime >= deadline else { return false }
    (deadline, lastOffer) = (.infinity, nil)
    return true
  }

  func step() {
    guard !withdrawn.isEmpty, broker.client?.backlog == 0 else { return }
    memory.prefixes.subtract(withdrawn)
    withdrawn = []
  }

  func broker(didDeny topic: String) { withdrawn = withdrawn.filter { !topic.hasPrefix("\($0)/") } }

  func offer(_ status: JSON) {
    let offer = [status["faces"], status["version"]]
    guard options.discovers, broker.client != nil, lastOffer != offer else { return }
    lastOffer = offer
    // A crash must not lose the prefix, so it is saved first.
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

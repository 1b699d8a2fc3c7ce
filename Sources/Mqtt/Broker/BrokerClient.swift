import CMosquitto
import Glibc
import Notation

/// One connection to the broker, by libmosquitto, from dialling to its end: for the next one there is another client, which
/// knows nothing of what this one has not sent any more.
///
/// Dialling looks names up and waits, so it has a thread of its own; until `dialled` comes nothing else may be called.
final class BrokerClient: @unchecked Sendable {
  private let handle: OpaquePointer
  private let settings: BrokerSettings
  let isVersion5: Bool
  private var events: [BrokerEvent] = []
  /// The topics of the messages that the broker has not acknowledged yet.
  private var unacknowledged: [Int32: String] = [:]
  /// What was subscribed to, and not answered yet.
  private var asked: [Int32: [String]] = [:]
  private let complaint = TLSComplaint()
  private let dialling: BackgroundTask
  private var isDialled = false
  /// Whether the broker has sent it away for another of the same name (MQTT 5).
  private var isReplaced = false

  /// So many messages are read before others have their turn.
  private static let batch = 64

  private static let library: Void = { mosquitto_lib_init() }()

  init?(_ settings: BrokerSettings, isVersion5: Bool) {
    BrokerClient.library
    guard let dialling = BackgroundTask(), let handle = mosquitto_new(settings.client, true, nil) else { return nil }
    (self.handle, self.settings, self.isVersion5, self.dialling) = (handle, settings, isVersion5, dialling)
    mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
    listen()
  }

  deinit { mosquitto_destroy(handle) }

  // MARK: Dialling

  /// Becomes readable when it was dialled.
  var dialDescriptor: Int32 { dialling.descriptor }

  func dial() {
    if dialling.begin({ [self] in events.append(.dialled(connect())) }) { return }
    events.append(.dialled("there is no thread left"))
    dialling.finish()
  }

  /// - Returns: why that was not possible.
  private func connect() -> String? {
    do throws(Refusal) { try settings.prepare(handle, isVersion5: isVersion5) } catch { return error.text }
    var properties: OpaquePointer?
    if isVersion5 {
      mosquitto_property_add_int16(&properties, MQTT_PROP_RECEIVE_MAXIMUM.number, BrokerSettings.receiveMaximum)
      mosquitto_property_add_int32(&properties, MQTT_PROP_MAXIMUM_PACKET_SIZE.number, BrokerSettings.largestPacket)
    }
    defer { mosquitto_property_free_all(&properties) }
    return over(
      mosquitto_connect_bind_v5(
        handle, settings.address.host, settings.address.port, BrokerSettings.keepAlive, nil, properties))
  }

  /// To be called when `dialDescriptor` is ready.
  func takeDial() {
    isDialled = true
    // What piles up is to wait at the broker, where others see it: not in the kernel, for minutes.
    var size: Int32 = 32_768
    setsockopt(mosquitto_socket(handle), SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
  }

  // MARK: The loop

  var descriptor: Int32 { isDialled ? mosquitto_socket(handle) : -1 }
  var wantsWrite: Bool { isDialled && mosquitto_want_write(handle) }

  /// - Returns: why the connection is over.
  func read() -> String? {
    for _ in 0..<BrokerClient.batch {
      let before = events.count
      if let problem = over(mosquitto_loop_read(handle, 1)) { return problem }
      // With MQTT 5 it may have taken its leave.
      if mosquitto_socket(handle) < 0 { return problem(Int32(MOSQ_ERR_CONN_LOST.rawValue), 0) }
      if events.count == before { return nil }
    }
    return nil
  }

  func write() -> String? { over(mosquitto_loop_write(handle, 1)) }

  /// Pings, and notices a broker that is silent. To be called every few seconds.
  func keepAlive() -> String? { mosquitto_loop_misc(handle) == success ? nil : "it is silent" }

  func takeEvents() -> [BrokerEvent] {
    defer { events = [] }
    return events
  }

  // MARK: Sending

  /// How many messages the broker has not acknowledged.
  var backlog: Int { unacknowledged.count }

  /// - Returns: whether it could be given to the broker, which may still deny it.
  @discardableResult
  func publish(_ topic: String, _ payload: [UInt8], isRetained: Bool, correlation: [UInt8]? = nil) -> Bool {
    var properties: OpaquePointer?
    if isVersion5, let correlation, let count = UInt16(exactly: correlation.count) {
      mosquitto_property_add_binary(&properties, MQTT_PROP_CORRELATION_DATA.number, correlation, count)
    }
    defer { mosquitto_property_free_all(&properties) }
    var id: Int32 = 0
    let result = mosquitto_publish_v5(
      handle, &id, topic, Int32(payload.count), payload, 1, isRetained, properties)
    if result == success {
      unacknowledged[id] = topic
    } else {
      events.append(.denied(topic, problem(result, errno)))
    }
    return result == success
  }

  /// - Parameter takesRetained: whether also what is retained there is to come, which MQTT 3.1.1 always sends.
  /// - Returns: what `subscribed` will name; `nil` if it could not be asked for.
  func subscribe(_ filters: [String], takesRetained: Bool = true) -> Int32? {
    var id: Int32 = 0
    let copies = filters.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    let never = takesRetained ? 0 : MQTT_SUB_OPT_SEND_RETAIN_NEVER.rawValue
    // So that what is published to be retained can be told from what is not.
    let options = isVersion5 ? MQTT_SUB_OPT_RETAIN_AS_PUBLISHED.rawValue | never : 0
    let result = mosquitto_subscribe_multiple(handle, &id, Int32(copies.count), copies, 1, Int32(options), nil)
    guard result == success else {
      events.append(.denied(filters.joined(separator: ", "), problem(result, errno)))
      return nil
    }
    asked[id] = filters
    return id
  }

  /// In good order, so that there is no last will.
  func disconnect() { mosquitto_disconnect_v5(handle, 0, nil) }

  // MARK: What it hears

  private func listen() {
    mosquitto_connect_v5_callback_set(handle) { _, context, code, _, _ in BrokerClient.of(context)?.accept(code) }
    mosquitto_publish_v5_callback_set(handle) { _, context, id, code, _ in
      BrokerClient.of(context)?.acknowledge(id, code)
    }
    mosquitto_subscribe_callback_set(handle) { _, context, id, count, codes in
      BrokerClient.of(context)?.grant(id, Array(UnsafeBufferPointer(start: codes, count: Int(count))))
    }
    mosquitto_message_v5_callback_set(handle) { _, context, message, properties in
      guard let message, let read = BrokerMessage(message.pointee, properties) else { return }
      BrokerClient.of(context)?.events.append(.message(read))
    }
    mosquitto_disconnect_v5_callback_set(handle) { _, context, code, _ in
      if code == 142 { BrokerClient.of(context)?.isReplaced = true }
    }
    mosquitto_log_callback_set(handle) { handle, context, _, text in
      guard let text else { return }
      BrokerClient.of(context)?.complaint.receive(String(cString: text), handle.flatMap(mosquitto_ssl_get))
    }
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> BrokerClient? {
    context.map { Unmanaged<BrokerClient>.fromOpaque($0).takeUnretainedValue() }
  }

  private func acknowledge(_ id: Int32, _ code: Int32) {
    guard let topic = unacknowledged.removeValue(forKey: id), code >= BrokerWords.denial else { return }
    events.append(.denied(topic, BrokerWords.reason(code)))
  }

  private func grant(_ id: Int32, _ codes: [Int32]) {
    let denied = zip(asked.removeValue(forKey: id) ?? [], codes).filter { $1 >= BrokerWords.denial }
    events += denied.map { .denied($0, BrokerWords.reason($1)) }
    events.append(.subscribed(id, isDenied: !denied.isEmpty))
  }

  private func accept(_ code: Int32) {
    if code == 0 { return events.append(.accepted) }
    let (reason, isVersion) = BrokerWords.refusal(
      code, isVersion5: isVersion5, hasCredentials: settings.credentials != nil)
    events.append(.refused(reason, isVersion: isVersion))
  }

  // MARK: What is wrong

  /// Whether the certificates are.
  var hasComplaint: Bool { complaint.text != nil }

  private var success: Int32 { Int32(MOSQ_ERR_SUCCESS.rawValue) }

  /// - Returns: why that has failed, if it has.
  private func over(_ result: Int32) -> String? { result == success ? nil : problem(result, errno) }

  private func problem(_ result: Int32, _ code: Int32) -> String {
    if isReplaced { return "another wall of the same name has taken its place: each needs a --name of its own" }
    return BrokerWords.problem(result, code, complaint.text, settings.address.host)
  }
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

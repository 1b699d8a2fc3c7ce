import CMosquitto
import ColourClock
import ControlProtocol
import Glibc

/// libmosquitto runs in its own process: 2.0.11 aborts on an unknown property, accepts packets of 256 MB, and blocks
/// while it resolves names.
final class BrokerLink {
  private let handle: OpaquePointer
  private let settings: BrokerSettings
  private let isVersion5: Bool
  private let descriptor: Int32
  private var orders = LinkFrameBuffer()
  private var published: [Int32: Int] = [:]
  private var asked: [Int32: (ticket: Int, filters: [String])] = [:]
  private let complaint = TLSComplaint()
  private var isAccepted = false
  private var isReplaced = false
  private var violation: String?
  private var isOver = false

  /// The limit in bytes, beyond inherited memory. TLS with the system's certificate authorities takes 5 MB.
  static let memory = 16 << 20

  private init?(_ settings: BrokerSettings, isVersion5: Bool, descriptor: Int32) {
    mosquitto_lib_init()
    guard let handle = mosquitto_new(settings.client, true, nil) else { return nil }
    (self.handle, self.settings, self.isVersion5, self.descriptor) = (handle, settings, isVersion5, descriptor)
  }

  static func run(_ settings: BrokerSettings, isVersion5: Bool, descriptor: Int32) {
    guard let link = BrokerLink(settings, isVersion5: isVersion5, descriptor: descriptor) else { return }
    mosquitto_user_data_set(link.handle, Unmanaged.passUnretained(link).toOpaque())
    link.setCallbacks()
    let problem = link.connect()
    link.report(.event(.dialled(problem)))
    if problem == nil { link.serve() }
  }

  private func connect() -> String? {
    do throws(Refusal) { try settings.prepare(handle, isVersion5: isVersion5) } catch { return error.text }
    var properties: OpaquePointer?
    if isVersion5 {
      mosquitto_property_add_int16(&properties, MQTT_PROP_RECEIVE_MAXIMUM.number, BrokerSettings.receiveMaximum)
      mosquitto_property_add_int32(&properties, MQTT_PROP_MAXIMUM_PACKET_SIZE.number, BrokerSettings.largestPacket)
    }
    defer { mosquitto_property_free_all(&properties) }
    let result = mosquitto_connect_bind_v5(
      handle, settings.address.host, settings.address.port, BrokerSettings.keepAlive, nil, properties)
    guard result == success else { return problem(result, errno) }
    // A backlog must wait at the broker, not in the kernel.
    var size: Int32 = 32_768
    setsockopt(mosquitto_socket(handle), SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    return nil
  }

  // MARK: The loop

  private func serve() {
    while !isOver {
      let socket = mosquitto_socket(handle)
      guard socket >= 0 else { return end(problem(Int32(MOSQ_ERR_CONN_LOST.rawValue), 0)) }
      let output = mosquitto_want_write(handle) ? POLLOUT : 0
      var places = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: socket, events: Int16(POLLIN | output), revents: 0),
      ]
      guard poll(&places, nfds_t(places.count), -1) > 0 else { continue }
      if places[0].revents != 0 { readOrders() }
      if isOver { return }
      if Int32(places[1].revents) & POLLOUT != 0 { check(mosquitto_loop_write(handle, 1)) }
      if Int32(places[1].revents) & ~POLLOUT != 0 { check(mosquitto_loop_read(handle, 1)) }
    }
  }

  private func check(_ result: Int32) {
    if let violation { return end(violation) }
    if result != success { end(problem(result, errno)) }
  }

  private func end(_ reason: String) {
    guard !isOver else { return }
    report(.over(reason, isCertificateProblem: complaint.text != nil))
    isOver = true
  }

  private func readOrders() {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &bytes, bytes.count)
    if count < 0, errno == EINTR { return }
    guard count > 0 else { return isOver = true }
    orders.append(Array(bytes.prefix(count)))
    while !isOver, let frame = orders.next() {
      if let order = LinkOrder(frame) { carryOut(order) }
    }
    if orders.isBroken { isOver = true }
  }

  /// Blocks while the parent process is busy.
  private func report(_ report: LinkReport) {
    var rest = report.frame.bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 || count < 0 && errno == EINTR else { return isOver = true }
      rest = rest.dropFirst(max(0, count))
    }
  }

  // MARK: Orders

  private func carryOut(_ order: LinkOrder) {
    switch order {
    case .publish(let ticket, let topic, let payload, let isRetained, let correlation):
      publish(ticket, topic, payload, isRetained, correlation)
    case .subscribe(let ticket, let filters, let takesRetained, let takesOwn):
      subscribe(ticket, filters, takesRetained, takesOwn)
    case .check:
      if mosquitto_loop_misc(handle) == success { report(.alive) } else { end("it is silent") }
    case .disconnect: disconnect()
    }
  }

  private func publish(_ ticket: Int, _ topic: String, _ payload: [UInt8], _ isRetained: Bool, _ correlation: [UInt8]?)
  {
    var properties: OpaquePointer?
    if isVersion5, let correlation, let count = UInt16(exactly: correlation.count) {
      mosquitto_property_add_binary(&properties, MQTT_PROP_CORRELATION_DATA.number, correlation, count)
    }
    defer { mosquitto_property_free_all(&properties) }
    var id: Int32 = 0
    let result = mosquitto_publish_v5(
      handle, &id, topic, Int32(payload.count), payload, 1, isRetained, properties)
    if result == success {
      published[id] = ticket
    } else {
      report(.acknowledged(ticket, problem(result, errno)))
    }
  }

  private func subscribe(_ ticket: Int, _ filters: [String], _ takesRetained: Bool, _ takesOwn: Bool) {
    var id: Int32 = 0
    let copies = filters.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    let retained = takesRetained ? 0 : MQTT_SUB_OPT_SEND_RETAIN_NEVER.rawValue
    let own = takesOwn ? 0 : MQTT_SUB_OPT_NO_LOCAL.rawValue
    let options = isVersion5 ? MQTT_SUB_OPT_RETAIN_AS_PUBLISHED.rawValue | retained | own : 0
    let result = mosquitto_subscribe_multiple(handle, &id, Int32(copies.count), copies, 1, Int32(options), nil)
    if result == success {
      asked[id] = (ticket, filters)
    } else {
      report(.event(.denied(filters.joined(separator: ", "), problem(result, errno))))
      report(.event(.subscribed(ticket, isDenied: true)))
    }
  }

  private func disconnect() {
    mosquitto_disconnect_v5(handle, 0, nil)
    var place = pollfd(fd: mosquitto_socket(handle), events: Int16(POLLOUT), revents: 0)
    while mosquitto_want_write(handle), poll(&place, 1, 1000) > 0, mosquitto_loop_write(handle, 1) == success {}
    mosquitto_destroy(handle)
    isOver = true
  }

  // MARK: Callbacks

  private func setCallbacks() {
    mosquitto_connect_v5_callback_set(handle) { _, context, code, _, _ in BrokerLink.of(context)?.accept(code) }
    mosquitto_publish_v5_callback_set(handle) { _, context, id, code, _ in
      BrokerLink.of(context)?.acknowledge(id, code)
    }
    mosquitto_subscribe_callback_set(handle) { _, context, id, count, codes in
      let codes = codes.map { Array(UnsafeBufferPointer(start: $0, count: max(0, Int(count)))) }
      BrokerLink.of(context)?.grant(id, codes ?? [])
    }
    mosquitto_message_v5_callback_set(handle) { _, context, message, properties in
      guard let message else { return }
      BrokerLink.of(context)?.receive(message.pointee, properties)
    }
    mosquitto_disconnect_v5_callback_set(handle) { _, context, code, _ in
      // Code 142 means that another client took over (MQTT 5, 3.14.2.1).
      if code == 142 { BrokerLink.of(context)?.isReplaced = true }
    }
    mosquitto_log_callback_set(handle) { handle, context, _, text in
      guard let text else { return }
      BrokerLink.of(context)?.complaint.receive(String(cString: text), handle.flatMap(mosquitto_ssl_get))
    }
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> BrokerLink? {
    context.map { Unmanaged<BrokerLink>.fromOpaque($0).takeUnretainedValue() }
  }

  /// One CONNACK must come first (MQTT 5, 3.2).
  private func accept(_ code: Int32) {
    guard !isAccepted else { return violate() }
    if code == 0 {
      isAccepted = true
      return report(.event(.accepted))
    }
    let (reason, isVersionUnsupported) = BrokerErrorText.refusal(
      code, isVersion5: isVersion5, hasCredentials: settings.credentials != nil)
    report(.event(.refused(reason, isVersionUnsupported: isVersionUnsupported)))
  }

  private func receive(_ message: mosquitto_message, _ properties: OpaquePointer?) {
    guard isAccepted else { return violate() }
    if let read = BrokerMessage(message, properties) { report(.event(.message(read))) }
  }

  private func acknowledge(_ id: Int32, _ code: Int32) {
    guard let ticket = published.removeValue(forKey: id) else { return }
    report(.acknowledged(ticket, code >= BrokerErrorText.denial ? BrokerErrorText.reason(code) : nil))
  }

  /// SUBACK must answer each filter (MQTT 5, 3.9.3).
  private func grant(_ id: Int32, _ codes: [Int32]) {
    guard let (ticket, filters) = asked.removeValue(forKey: id) else { return }
    guard codes.count == filters.count else { return violate() }
    let denied = zip(filters, codes).filter { $1 >= BrokerErrorText.denial }
    for (filter, code) in denied { report(.event(.denied(filter, BrokerErrorText.reason(code)))) }
    report(.event(.subscribed(ticket, isDenied: !denied.isEmpty)))
  }

  private func violate() { violation = BrokerErrorText.protocolError }

  // MARK: Problems

  private var success: Int32 { Int32(MOSQ_ERR_SUCCESS.rawValue) }

  private func problem(_ result: Int32, _ code: Int32) -> String {
    if isReplaced { return "another wall with the same name has connected: give each wall its own --name" }
    return BrokerErrorText.problem(result, code, complaint.text, settings.address.host)
  }
}

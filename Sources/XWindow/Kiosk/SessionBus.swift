/// The desktop session's screen saver, inhibited over D-Bus: `org.freedesktop.ScreenSaver.Inhibit` (Idle Inhibition
/// Service specification). It ends the inhibition when our connection ends, even by a crash.
///
/// Nothing here waits for an answer. A saver that is started later, or again, is asked when the bus reports its name. One
/// that answers with an error is asked again at each beat, since it may have taken its name before it was ready.
final class SessionBus: Inhibitor {
  let name = "session's screen saver"
  var holds: Bool { !cookies.isEmpty }
  private let address: () -> BusAddress?
  /// The question whether the bus is awake, until it is answered.
  private var probe: BusProbe?
  private var library: DBusLibrary?
  private var connection: BusConnection?
  private var isOn = false
  /// The serial numbers of requests without a reply so far, with the path of each.
  private var pending: [UInt32: String] = [:]
  /// The saver's receipts for inhibitions, by which they are ended, with the path that each came from.
  private(set) var cookies: [(cookie: UInt32, path: String)] = []

  private static let saver = "org.freedesktop.ScreenSaver"
  /// The specification's path, and the older one, the only one that some savers know (xssproxy).
  private static let paths = ["/org/freedesktop/ScreenSaver", "/ScreenSaver"]

  init(at address: @escaping () -> BusAddress? = { .session }) {
    self.address = address
  }

  /// Whether every request has its reply.
  var isIdle: Bool { pending.isEmpty }

  var descriptors: [Int32] { [probe?.descriptor, connection?.descriptor].compactMap(\.self) }

  func start() {
    isOn = true
    startProbe()
  }

  func beat() {
    guard isOn else { return }
    // The bus may have been started, or started again.
    if connection == nil && probe == nil { startProbe() }
    if isIdle && cookies.isEmpty { inhibit(at: SessionBus.paths.first) }
  }

  func receive() {
    if let probe { connectIfAwake(probe) }
    guard let connection else { return }
    guard let messages = connection.receive() else { return disconnect() }
    messages.forEach(handle)
  }

  func stop() {
    (isOn, probe) = (false, nil)
    guard let connection else { return }
    for (cookie, path) in cookies { _ = connection.send(saverCall("UnInhibit", at: path, [.number(cookie)])) }
    // Sends as much as is possible without waiting; the end of the connection says the same.
    _ = connection.receive()
    disconnect()
  }

  private func disconnect() { (connection, pending, cookies) = (nil, [:], []) }

  private func startProbe() { probe = address().flatMap { BusProbe(at: $0) } }

  private func connectIfAwake(_ probe: BusProbe) {
    guard let isAwake = probe.isAwake else { return }
    self.probe = nil
    if isAwake { connect(to: probe.address.text) }
  }

  private func connect(to address: String) {
    library = library ?? DBusLibrary()
    guard let library, let connection = BusConnection(address, library: library) else { return }
    self.connection = connection
    _ = connection.send(busCall("Hello"))
    let rule =
      "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
      + "path='/org/freedesktop/DBus',arg0='\(SessionBus.saver)'"
    _ = connection.send(busCall("AddMatch", [.text(rule)]))
    inhibit(at: SessionBus.paths.first)
  }

  private func inhibit(at path: String?) {
    guard let connection, let path else { return }
    let call = saverCall("Inhibit", at: path, [.text("colourclock"), .text("a clock on the wall")])
    let serial = connection.send(call)
    if serial != 0 { pending[serial] = path }
  }

  private func handle(_ message: BusMessage) {
    if message.isOwnerChange { return ownerChanged(message.arguments) }
    guard let path = pending.removeValue(forKey: message.replySerial) else { return }
    if case .number(let cookie) = message.arguments.first { return cookies.append((cookie, path)) }
    // The reply is an error.
    inhibit(at: SessionBus.paths.drop { $0 != path }.dropFirst().first)
  }

  /// `arguments` are the name, its old owner and its new owner, which is empty if there is none.
  private func ownerChanged(_ arguments: [BusValue]) {
    guard arguments.count == 3, arguments[0] == .text(SessionBus.saver) else { return }
    cookies = []
    if arguments[2] != .text("") { inhibit(at: SessionBus.paths.first) }
  }

  private func busCall(_ method: String, _ arguments: [BusValue] = []) -> BusCall {
    BusCall(
      destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", method: method, arguments: arguments)
  }

  private func saverCall(_ method: String, at path: String, _ arguments: [BusValue]) -> BusCall {
    BusCall(destination: SessionBus.saver, path: path, method: method, arguments: arguments)
  }
}

/// The desktop session's saver, asked by D-Bus to stay off: `org.freedesktop.ScreenSaver.Inhibit` (Idle Inhibition
/// Service specification). It forgets us when our connection ends, however that comes.
///
/// Nothing here waits for anybody. A saver that comes later, or is started anew, is asked when the bus says that it has
/// come; one that does not answer as it should is asked again with each beat, since it may have taken its name before
/// it can do anything.
final class SessionBus: Inhibitor {
  private let address: () -> BusAddress?
  /// Whether the bus is awake, while that is not known, and what it is called.
  private var knock: (answer: BusProbe, address: String)?
  private var library: DBusLibrary?
  private var connection: BusConnection?
  private var isOn = false
  /// Requests that nobody has answered yet, with the path of each.
  private var pending: [UInt32: String] = [:]
  /// What the saver has given us, to be named to it when it may go on, with the path that gave it.
  private(set) var cookies: [(cookie: UInt32, path: String)] = []

  private static let saver = "org.freedesktop.ScreenSaver"
  /// That of the specification, and the older one, the only one that some savers know (xssproxy).
  private static let paths = ["/org/freedesktop/ScreenSaver", "/ScreenSaver"]

  init(at address: @escaping () -> BusAddress? = { .session }) {
    self.address = address
  }

  /// Whether nobody owes an answer.
  var isIdle: Bool { pending.isEmpty }

  var descriptors: [Int32] { [knock?.answer.descriptor, connection?.descriptor].compactMap(\.self) }

  func start() {
    isOn = true
    look()
  }

  func beat() {
    guard isOn else { return }
    // The bus may have come, or come back.
    if connection == nil && knock == nil { look() }
    if isIdle && cookies.isEmpty { inhibit(at: SessionBus.paths.first) }
  }

  func receive() {
    if let knock { answered(knock.answer.answer, by: knock.address) }
    guard let connection else { return }
    guard let messages = connection.receive() else { return disconnect() }
    messages.forEach(take)
  }

  func stop() {
    (isOn, knock) = (false, nil)
    guard let connection else { return }
    for (cookie, path) in cookies { _ = connection.send(saverCall("UnInhibit", at: path, [.number(cookie)])) }
    // As much of it as goes; the end of the connection says the same.
    _ = connection.receive()
    disconnect()
  }

  private func disconnect() { (connection, pending, cookies) = (nil, [:], []) }

  private func look() {
    guard let address = address(), let place = SocketAddress(address.name) else { return }
    knock = BusProbe(at: place).map { ($0, address.text) }
  }

  private func answered(_ answer: BusProbe.Answer, by address: String) {
    if answer == .none { return }
    knock = nil
    if answer == .awake { connect(to: address) }
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

  private func take(_ message: BusMessage) {
    if message.isOwnerChange { return ownerChanged(message.arguments) }
    guard let path = pending.removeValue(forKey: message.replySerial) else { return }
    if case .number(let cookie) = message.arguments.first { return cookies.append((cookie, path)) }
    // It is an error.
    inhibit(at: SessionBus.paths.drop { $0 != path }.dropFirst().first)
  }

  /// `arguments` are the name, its old owner and its new one, which is empty if it has none.
  private func ownerChanged(_ arguments: [BusValue]) {
    guard arguments.count == 3, arguments[0] == .text(SessionBus.saver) else { return }
    cookies = []
    if arguments[2] != .text("") { inhibit(at: SessionBus.paths.first) }
  }

  private func busCall(_ method: String, _ arguments: [BusValue] = []) -> BusCall {
    BusCall(
      destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      method: method, arguments: arguments)
  }

  private func saverCall(_ method: String, at path: String, _ arguments: [BusValue]) -> BusCall {
    BusCall(
      destination: SessionBus.saver, path: path, interface: SessionBus.saver, method: method, arguments: arguments)
  }
}

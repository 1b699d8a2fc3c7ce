/// Asks services on a D-Bus daemon to keep the screen on, over one connection.
///
/// It never waits for an answer. When the bus reports that a service has started or restarted, the service is asked. If
/// it answers with an error it is asked again at each beat, because it may have registered its name before it was ready.
/// An absent service is not asked.
final class BusInhibitor: Inhibitor {
  var holding: [String] { states.filter { $0.receipt != nil }.map(\.service.name) }
  private let address: () -> BusAddress?
  /// Finds out whether the bus answers; `nil` once that is known.
  private var probe: BusProbe?
  private var library: DBusLibrary?
  private var connection: BusConnection?
  private var isOn = false
  private var states: [State]

  /// The state of one service.
  private struct State {
    let service: BusService
    /// The serial number of the unanswered request, and the object path it was sent to.
    var request: (serial: UInt32, path: String)?
    /// The answer, which is needed to end the inhibition, and the object path that gave it; `nil` without inhibition.
    var receipt: (answer: BusValue, path: String)?
    /// True if the bus has reported that the service does not exist.
    var isAbsent = false
  }

  /// - Parameter address: returns the present address of the bus; `nil` if there is none.
  init(_ services: [BusService], at address: @escaping () -> BusAddress?) {
    self.address = address
    states = services.map { State(service: $0) }
  }

  /// The services of the desktop session.
  convenience init() { self.init([.screenSaver, .portal]) { .session } }

  /// The services of the machine.
  static func ofSystem() -> BusInhibitor { BusInhibitor([.login]) { .system } }

  /// True if no request waits for its reply.
  var isIdle: Bool { states.allSatisfy { $0.request == nil } }

  var descriptors: [Int32] { [probe?.descriptor, connection?.descriptor].compactMap(\.self) }

  func start() {
    isOn = true
    startProbe()
  }

  func beat() {
    guard isOn else { return }
    // The bus may have started or restarted.
    if connection == nil && probe == nil { startProbe() }
    for index in states.indices where states[index].request == nil && states[index].receipt == nil {
      if !states[index].isAbsent { inhibit(index, at: states[index].service.paths.first) }
    }
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
    for state in states {
      let call = state.receipt.flatMap { state.service.release($0.answer, at: $0.path) }
      if let call { _ = connection.send(call) }
    }
    // Sends as much as possible without waiting. Closing the connection ends the inhibition as well.
    _ = connection.receive()
    disconnect()
  }

  private func disconnect() {
    connection = nil
    states = states.map { State(service: $0.service) }
  }

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
    for index in states.indices {
      _ = connection.send(busCall("AddMatch", [.text(BusInhibitor.rule(states[index].service.destination))]))
      inhibit(index, at: states[index].service.paths.first)
    }
  }

  /// The match rule for the service's start and end.
  private static func rule(_ name: String) -> String {
    "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
      + "path='/org/freedesktop/DBus',arg0='\(name)'"
  }

  /// Sends a request to a service; no effect if `path` is `nil`.
  private func inhibit(_ index: Int, at path: String?) {
    guard let connection, let path else { return }
    let serial = connection.send(states[index].service.request(at: path))
    if serial != 0 { states[index].request = (serial, path) }
  }

  private func handle(_ message: BusMessage) {
    if message.isOwnerChange { return ownerChanged(message.arguments) }
    guard message.replySerial != 0,
      let index = states.firstIndex(where: { $0.request?.serial == message.replySerial }),
      let path = states[index].request?.path
    else { return }
    states[index].request = nil
    let service = states[index].service
    if message.error == nil, let answer = message.arguments.first, service.accepts(answer) {
      return states[index].receipt = (answer, path)
    }
    states[index].isAbsent = BusInhibitor.absences.contains(message.error ?? "")
    // Try the next path.
    if !states[index].isAbsent { inhibit(index, at: service.paths.drop { $0 != path }.dropFirst().first) }
  }

  /// The errors with which the bus answers for an absent service.
  private static let absences = [
    "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
  ]

  /// Handles the start or end of a service.
  /// - Parameter arguments: the service's name, its old owner and its new owner; an empty text means no owner.
  private func ownerChanged(_ arguments: [BusValue]) {
    guard arguments.count == 3,
      let index = states.firstIndex(where: { arguments[0] == .text($0.service.destination) })
    else { return }
    states[index] = State(service: states[index].service)
    if arguments[2] == .text("") { return states[index].isAbsent = true }
    inhibit(index, at: states[index].service.paths.first)
  }

  private func busCall(_ method: String, _ arguments: [BusValue] = []) -> BusCall {
    let name = "org.freedesktop.DBus"
    return BusCall(
      destination: name, path: "/org/freedesktop/DBus", interface: name, method: method, arguments: arguments)
  }
}

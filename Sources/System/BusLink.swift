/// A connection to a D-Bus daemon, which may start and end at any time.
package final class BusLink {
  /// `nil` prevents an attempt to connect.
  private let address: () -> BusAddress?
  private var probe: BusProbe?
  private var library: DBusLibrary?
  private var connection: BusConnection?

  package init(_ address: @escaping () -> BusAddress?) { self.address = address }

  package var descriptors: [Int32] { [probe?.descriptor, connection?.descriptor].compactMap(\.self) }

  package var isUnderWay: Bool { probe != nil || connection != nil }

  package enum Received {
    case nothing
    /// Queue calls with `send`, then call `receive` again.
    case connected
    case received([BusMessage])
    case lost
  }

  package func startProbe() {
    if !isUnderWay { probe = address().flatMap { BusProbe(at: $0) } }
  }

  package func receive() -> Received {
    if let probe {
      guard let isAwake = probe.receive() else { return .nothing }
      self.probe = nil
      return isAwake && connect(to: probe.address.text) ? .connected : .lost
    }
    guard let connection else { return .nothing }
    if let messages = connection.receive() { return .received(messages) }
    self.connection = nil
    return .lost
  }

  private func connect(to address: String) -> Bool {
    library = library ?? DBusLibrary()
    guard let library, let connection = BusConnection(address, library: library) else { return false }
    self.connection = connection
    send(.ofDaemon("Hello"))
    return true
  }

  @discardableResult
  package func send(_ call: BusCall) -> UInt32 { connection?.send(call) ?? 0 }

  package func end() {
    // `receive` also sends the queued calls.
    _ = connection?.receive()
    (probe, connection) = (nil, nil)
  }
}

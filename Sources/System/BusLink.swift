/// Keeps a connection to a D-Bus daemon where one runs. It never waits: a probe asks whether the daemon is awake before
/// libdbus connects.
package final class BusLink {
  private let address: () -> BusAddress?
  /// Asks whether the daemon is awake; `nil` once that is known.
  private var probe: BusProbe?
  private var library: DBusLibrary?
  private var connection: BusConnection?

  package init(_ address: @escaping () -> BusAddress?) { self.address = address }

  /// What to poll for reading.
  package var descriptors: [Int32] { [probe?.descriptor, connection?.descriptor].compactMap(\.self) }

  /// Whether there is a connection, or the probe is waiting.
  package var isUnderWay: Bool { probe != nil || connection != nil }

  package enum News {
    case nothing
    /// Calls may be queued now; call `receive` again behind them.
    case connected
    case received([BusMessage])
    /// The daemon is gone, or refuses the connection: `look` tries anew.
    case lost
  }

  /// Looks for the daemon, if there is no connection yet.
  package func look() {
    if !isUnderWay { probe = address().flatMap { BusProbe(at: $0) } }
  }

  /// To be called when a descriptor is ready.
  package func receive() -> News {
    if let probe {
      guard let isAwake = probe.isAwake else { return .nothing }
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

  /// Queues a call.
  /// - Returns: its serial number; 0 without a connection.
  @discardableResult
  package func send(_ call: BusCall) -> UInt32 { connection?.send(call) ?? 0 }

  /// Sends what is queued, as far as that needs no waiting, and closes the connection.
  package func end() {
    _ = connection?.receive()
    (probe, connection) = (nil, nil)
  }
}

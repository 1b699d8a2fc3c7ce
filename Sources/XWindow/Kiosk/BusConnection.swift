/// A connection to a D-Bus daemon that never waits for it: what is sent lies in the library's queue until the daemon,
/// first of all asked who is there, takes it.
final class BusConnection {
  private let library: DBusLibrary
  private let connection: DBusLibrary.Connection
  /// What to poll for reading.
  let descriptor: Int32

  /// Signatures of values (D-Bus specification, Type System).
  private enum Signature {
    static let text = Int32(UInt8(ascii: "s"))
    static let number = Int32(UInt8(ascii: "u"))
  }

  /// `nil` if nobody takes the connection. The address must be one at which connecting cannot block.
  init?(_ address: String, library: DBusLibrary) {
    guard let connection = library.openPrivate(address, nil) else { return nil }
    (self.library, self.connection) = (library, connection)
    library.setExitOnDisconnect(connection, 0)
    var descriptor: Int32 = -1
    _ = library.getUnixDescriptor(connection, &descriptor)
    self.descriptor = descriptor
  }

  /// What is in the queue is dropped.
  deinit {
    library.close(connection)
    library.unrefConnection(connection)
  }

  /// Queues a call, and hands out the serial number of its reply; 0 if there is no memory for it. Nobody is started in
  /// order to be called.
  func send(_ call: BusCall) -> UInt32 {
    let message = library.newMethodCall(call.destination, call.path, call.interface, call.method)
    guard let message else { return 0 }
    defer { library.unrefMessage(message) }
    library.setAutoStart(message, 0)
    let iterator = BusIterator()
    library.beginWriting(message, iterator.pointer)
    for argument in call.arguments { append(argument, at: iterator.pointer) }
    var serial: UInt32 = 0
    return library.send(connection, message, &serial) == 0 ? 0 : serial
  }

  /// Writes and reads as much as goes without waiting; `nil` if the daemon is gone.
  ///
  /// One look is not enough: the handshake's last step makes the queued messages ready to be written, and after that
  /// there need not be anything to be read, which poll(2) would tell.
  func receive() -> [BusMessage]? {
    var messages: [BusMessage] = []
    for _ in 0..<8 {
      let isConnected = library.readWrite(connection, 0) != 0
      while let message = library.popMessage(connection) {
        messages.append(read(message))
        library.unrefMessage(message)
      }
      guard isConnected else { return nil }
      if library.hasMessagesToSend(connection) == 0 { break }
    }
    return messages
  }

  private func append(_ value: BusValue, at iterator: UnsafeMutableRawPointer) {
    switch value {
    case .text(let text):
      text.withCString { text in _ = withUnsafePointer(to: text) { library.append(iterator, Signature.text, $0) } }
    case .number(let number): _ = withUnsafePointer(to: number) { library.append(iterator, Signature.number, $0) }
    }
  }

  private func read(_ message: DBusLibrary.Message) -> BusMessage {
    BusMessage(
      replySerial: library.replySerial(message),
      isOwnerChange: library.isSignal(message, "org.freedesktop.DBus", "NameOwnerChanged") != 0,
      arguments: arguments(of: message))
  }

  private func arguments(of message: DBusLibrary.Message) -> [BusValue] {
    let iterator = BusIterator()
    guard library.beginReading(message, iterator.pointer) != 0 else { return [] }
    var values: [BusValue] = []
    repeat {
      guard let value = value(at: iterator.pointer) else { break }
      values.append(value)
    } while library.next(iterator.pointer) != 0
    return values
  }

  private func value(at iterator: UnsafeMutableRawPointer) -> BusValue? {
    switch library.type(iterator) {
    case Signature.text:
      var text: DBusLibrary.Text?
      library.value(iterator, &text)
      return text.map { .text(String(cString: $0)) }
    case Signature.number:
      var number: UInt32 = 0
      library.value(iterator, &number)
      return .number(number)
    default: return nil
    }
  }
}

/// Room for a DBusMessageIter, whose fields are nobody's business: 72 bytes where pointers have eight.
private final class BusIterator {
  let pointer = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 16)

  deinit { pointer.deallocate() }
}

package final class BusConnection {
  private let library: DBusLibrary
  private let connection: DBusLibrary.Connection
  private let watches = BusWatches()
  package let descriptor: Int32

  init?(_ address: String, library: DBusLibrary) {
    guard let connection = library.openPrivate(address, nil) else { return nil }
    (self.library, self.connection) = (library, connection)
    var descriptor: Int32 = -1
    _ = library.getUnixDescriptor(connection, &descriptor)
    self.descriptor = descriptor
    watches.follow(connection, library: library)
  }

  deinit {
    library.close(connection)
    library.unrefConnection(connection)
  }

  /// Returns the serial number, or 0 if memory is short.
  package func send(_ call: BusCall) -> UInt32 {
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

  /// Never blocks; returns `nil` if the connection is lost. Repeats while libdbus can write, because each step of the
  /// handshake reads and then writes.
  package func receive() -> [BusMessage]? {
    var messages: [BusMessage] = []
    while true {
      let isConnected = library.readWrite(connection, 0) != 0
      while let message = library.popMessage(connection) {
        messages.append(BusMessage(message, of: library))
        library.unrefMessage(message)
      }
      guard isConnected else { return nil }
      guard watches.wantToWrite(library), Poll.hasRoom(descriptor) else { return messages }
    }
  }

  private func append(_ value: BusValue, at iterator: UnsafeMutableRawPointer) {
    switch value {
    case .text(let text):
      text.withCString { text in
        _ = withUnsafePointer(to: text) { library.append(iterator, BusValue.Signature.text, $0) }
      }
    case .uint32(let number): append(number, BusValue.Signature.uint32, at: iterator)
    case .int32(let number): append(number, BusValue.Signature.int32, at: iterator)
    case .uint16(let number): append(number, BusValue.Signature.uint16, at: iterator)
    case .byteTexts(let texts):
      list(of: BusValue.Signature.byteListElement, at: iterator) { iterator in
        for text in texts {
          list(of: BusValue.Signature.byteElement, at: iterator) { iterator in
            for byte in text.utf8 { append(byte, BusValue.Signature.byte, at: iterator) }
          }
        }
      }
    case .noOptions: list(of: BusValue.Signature.optionElement, at: iterator) { _ in }
    case .path, .descriptor: break
    }
  }

  private func append<Number: BitwiseCopyable>(_ number: Number, _ type: Int32, at iterator: UnsafeMutableRawPointer) {
    _ = withUnsafePointer(to: number) { library.append(iterator, type, $0) }
  }

  private func list(
    of signature: String, at iterator: UnsafeMutableRawPointer, _ appendElements: (UnsafeMutableRawPointer) -> Void
  ) {
    let content = BusIterator()
    _ = library.openContainer(iterator, BusValue.Signature.list, signature, content.pointer)
    appendElements(content.pointer)
    _ = library.closeContainer(iterator, content.pointer)
  }
}

extension BusMessage {
  init(_ message: DBusLibrary.Message, of library: DBusLibrary) {
    self.init(
      replySerial: library.replySerial(message),
      signal: BusMessage.signal(message, library), path: library.path(message).map { String(cString: $0) },
      error: library.errorName(message).map { String(cString: $0) },
      arguments: BusMessage.arguments(of: message, library))
  }

  private static func signal(_ message: DBusLibrary.Message, _ library: DBusLibrary) -> String? {
    // DBUS_MESSAGE_TYPE_SIGNAL is 4.
    guard library.messageType(message) == 4, let interface = library.interface(message),
      let member = library.member(message)
    else { return nil }
    return "\(String(cString: interface)).\(String(cString: member))"
  }

  private static func arguments(of message: DBusLibrary.Message, _ library: DBusLibrary) -> [BusValue] {
    let iterator = BusIterator()
    guard library.beginReading(message, iterator.pointer) != 0 else { return [] }
    var values: [BusValue] = []
    repeat {
      guard let value = value(at: iterator.pointer, library) else { break }
      values.append(value)
    } while library.next(iterator.pointer) != 0
    return values
  }

  private static func value(at iterator: UnsafeMutableRawPointer, _ library: DBusLibrary) -> BusValue? {
    switch library.type(iterator) {
    case BusValue.Signature.text:
      var text: DBusLibrary.Text?
      library.value(iterator, &text)
      return text.map { .text(String(cString: $0)) }
    case BusValue.Signature.uint32:
      var number: UInt32 = 0
      library.value(iterator, &number)
      return .uint32(number)
    case BusValue.Signature.int32:
      var number: Int32 = 0
      library.value(iterator, &number)
      return .int32(number)
    case BusValue.Signature.path:
      var text: DBusLibrary.Text?
      library.value(iterator, &text)
      return text.map { .path(String(cString: $0)) }
    case BusValue.Signature.descriptor:
      // Each read duplicates the descriptor; `BusDescriptor` closes the duplicate.
      var descriptor: Int32 = -1
      library.value(iterator, &descriptor)
      return descriptor < 0 ? nil : .descriptor(BusDescriptor(descriptor))
    default: return nil
    }
  }
}

private final class BusWatches {
  private var present: Set<DBusLibrary.Watch> = []

  /// The value of DBUS_WATCH_WRITABLE.
  private static let writable: UInt32 = 2

  /// libdbus does not retain this object, which must outlive the connection.
  func follow(_ connection: DBusLibrary.Connection, library: DBusLibrary) {
    _ = library.setWatchFunctions(
      connection,
      { watch, watches in
        if let watch { BusWatches.from(watches)?.present.insert(watch) }
        return 1
      },
      { watch, watches in
        if let watch { BusWatches.from(watches)?.present.remove(watch) }
      }, nil, Unmanaged.passUnretained(self).toOpaque(), nil)
  }

  func wantToWrite(_ library: DBusLibrary) -> Bool {
    present.contains { library.isEnabled($0) != 0 && library.flags($0) & BusWatches.writable != 0 }
  }

  private static func from(_ pointer: UnsafeMutableRawPointer?) -> BusWatches? {
    pointer.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }
}

/// Memory for a DBusMessageIter, which has 72 bytes with 8-byte pointers.
private final class BusIterator {
  let pointer = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 16)

  deinit { pointer.deallocate() }
}

internal import Glibc

package struct BusCall: Sendable {
  package let destination: String
  package let path: String
  package let interface: String
  package let method: String
  package let arguments: [BusValue]

  package init(destination: String, path: String, interface: String, method: String, arguments: [BusValue] = []) {
    (self.destination, self.path, self.interface) = (destination, path, interface)
    (self.method, self.arguments) = (method, arguments)
  }

  package static func ofDaemon(_ method: String, _ arguments: [BusValue] = []) -> BusCall {
    let name = "org.freedesktop.DBus"
    return BusCall(
      destination: name, path: "/org/freedesktop/DBus", interface: name, method: method, arguments: arguments)
  }

  /// Asks the daemon for a signal at each start and end of the service `name`.
  package static func watch(_ name: String) -> BusCall {
    .ofDaemon(
      "AddMatch",
      [
        .text(
          "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
            + "path='/org/freedesktop/DBus',arg0='\(name)'")
      ])
  }
}

/// An argument of a message. The other types of D-Bus are not used.
package enum BusValue: Hashable, Sendable {
  case text(String)
  case number(UInt32)
  case integer(Int32)
  case path(String)
  case descriptor(BusDescriptor)
  /// A number that is only sent.
  case short(UInt16)
  /// Texts as arrays of bytes, `aay`. They are only sent.
  case byteTexts([String])
  /// An empty dictionary, `a{sv}`, which is only sent.
  case noOptions

  /// The codes of the types (D-Bus specification, Type System).
  fileprivate enum Signature {
    static let text = Int32(UInt8(ascii: "s"))
    static let number = Int32(UInt8(ascii: "u"))
    static let integer = Int32(UInt8(ascii: "i"))
    static let short = Int32(UInt8(ascii: "q"))
    static let byte = Int32(UInt8(ascii: "y"))
    static let path = Int32(UInt8(ascii: "o"))
    static let descriptor = Int32(UInt8(ascii: "h"))
    static let list = Int32(UInt8(ascii: "a"))
    static let option = "{sv}"
    static let bytes = "ay"
    static let ofBytes = "y"
  }
}

/// A descriptor that was received over a bus. It is closed with the last reference to this object.
package final class BusDescriptor: Hashable, Sendable {
  private let descriptor: Int32

  fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  package static func == (first: BusDescriptor, second: BusDescriptor) -> Bool { first === second }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

package struct BusMessage {
  /// The serial number of the call that this reply answers; 0 for a signal.
  package let replySerial: UInt32
  /// The interface and name of a signal, such as `org.freedesktop.DBus.NameOwnerChanged`; `nil` if the message is no
  /// signal.
  package let signal: String?
  package let path: String?
  package let error: String?
  /// The arguments before the first argument that `BusMessage` cannot read.
  package let arguments: [BusValue]

  package var isOwnerChange: Bool { signal == "org.freedesktop.DBus.NameOwnerChanged" }

  /// The daemon's error for a call to a service that does not run.
  package var isServiceMissing: Bool {
    ["org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner"].contains(error)
  }

  /// True if the service `name` has started, false if it has ended. `nil` if the message is about something else.
  package func hasStarted(_ name: String) -> Bool? {
    // The arguments are the name, the old owner and the new owner. An empty text means no owner.
    guard isOwnerChange, arguments.count == 3, arguments[0] == .text(name) else { return nil }
    return arguments[2] != .text("")
  }
}

/// A connection to a D-Bus daemon. `send` and `receive` never block. Messages wait in the library's queue until the
/// daemon reads them.
package final class BusConnection {
  private let library: DBusLibrary
  private let connection: DBusLibrary.Connection
  private let watches = BusWatches()
  package let descriptor: Int32

  /// Use `BusProbe` first, because connecting may block.
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

  /// Queues a call that does not start a stopped service. Returns the serial number; 0 if memory is short.
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

  /// Writes and reads without waiting. Returns the received messages; `nil` if the connection is lost.
  ///
  /// One call of `readWrite` is not enough. During the handshake the library has something to write after it has read,
  /// and polling for reading would not report that.
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
    case .number(let number): append(number, BusValue.Signature.number, at: iterator)
    case .integer(let number): append(number, BusValue.Signature.integer, at: iterator)
    case .short(let number): append(number, BusValue.Signature.short, at: iterator)
    case .byteTexts(let texts):
      list(of: BusValue.Signature.bytes, at: iterator) { iterator in
        for text in texts {
          list(of: BusValue.Signature.ofBytes, at: iterator) { iterator in
            for byte in text.utf8 { append(byte, BusValue.Signature.byte, at: iterator) }
          }
        }
      }
    case .noOptions: list(of: BusValue.Signature.option, at: iterator) { _ in }
    // The clock never sends these values.
    case .path, .descriptor: break
    }
  }

  private func append<Number: BitwiseCopyable>(_ number: Number, _ type: Int32, at iterator: UnsafeMutableRawPointer) {
    _ = withUnsafePointer(to: number) { library.append(iterator, type, $0) }
  }

  private func list(
    of signature: String, at iterator: UnsafeMutableRawPointer, _ append: (UnsafeMutableRawPointer) -> Void
  ) {
    let content = BusIterator()
    _ = library.openContainer(iterator, BusValue.Signature.list, signature, content.pointer)
    append(content.pointer)
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
    // 4 is DBUS_MESSAGE_TYPE_SIGNAL.
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
    case BusValue.Signature.number:
      var number: UInt32 = 0
      library.value(iterator, &number)
      return .number(number)
    case BusValue.Signature.integer:
      var number: Int32 = 0
      library.value(iterator, &number)
      return .integer(number)
    case BusValue.Signature.path:
      var text: DBusLibrary.Text?
      library.value(iterator, &text)
      return text.map { .path(String(cString: $0)) }
    case BusValue.Signature.descriptor:
      // The library duplicates the descriptor at each read, so `BusDescriptor` must close the duplicate.
      var descriptor: Int32 = -1
      library.value(iterator, &descriptor)
      return descriptor < 0 ? nil : .descriptor(BusDescriptor(descriptor))
    default: return nil
    }
  }
}

/// The watches of the library (DBusWatch). They show whether the library has something to write.
private final class BusWatches {
  private var present: Set<DBusLibrary.Watch> = []

  /// The value of DBUS_WATCH_WRITABLE.
  private static let writable: UInt32 = 2

  /// Follows the watches of a connection. This object must live as long as the connection.
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

/// Memory for a DBusMessageIter, which is opaque and has 72 bytes on machines with 8-byte pointers.
private final class BusIterator {
  let pointer = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 16)

  deinit { pointer.deallocate() }
}

/// The functions of libdbus that the clock and its companions call. The library is loaded only if there is a bus. The
/// names and types of the functions, and the name of the library's file, have been the same since 2006.
struct DBusLibrary {
  typealias Connection = OpaquePointer
  typealias Message = OpaquePointer
  typealias Text = UnsafePointer<CChar>
  typealias Watch = OpaquePointer
  typealias Data = UnsafeMutableRawPointer
  /// The C type is `dbus_bool_t`.
  typealias Boolean = UInt32

  let openPrivate: @convention(c) (Text, OpaquePointer?) -> Connection?
  let getUnixDescriptor: @convention(c) (Connection, UnsafeMutablePointer<Int32>) -> Boolean
  let send: @convention(c) (Connection, Message, UnsafeMutablePointer<UInt32>?) -> Boolean
  let setWatchFunctions:
    @convention(c) (
      Connection, _ add: @convention(c) (Watch?, Data?) -> Boolean, _ remove: @convention(c) (Watch?, Data?) -> Void,
      _ toggle: OpaquePointer?, Data?, _ free: OpaquePointer?
    ) -> Boolean
  let isEnabled: @convention(c) (Watch) -> Boolean
  let flags: @convention(c) (Watch) -> UInt32
  let readWrite: @convention(c) (Connection, _ milliseconds: Int32) -> Boolean
  let popMessage: @convention(c) (Connection) -> Message?
  let close: @convention(c) (Connection) -> Void
  let unrefConnection: @convention(c) (Connection) -> Void
  let newMethodCall: @convention(c) (Text, Text, Text, Text) -> Message?
  let setAutoStart: @convention(c) (Message, Boolean) -> Void
  let messageType: @convention(c) (Message) -> Int32
  let interface: @convention(c) (Message) -> Text?
  let member: @convention(c) (Message) -> Text?
  let path: @convention(c) (Message) -> Text?
  let errorName: @convention(c) (Message) -> Text?
  let replySerial: @convention(c) (Message) -> UInt32
  let unrefMessage: @convention(c) (Message) -> Void
  let beginReading: @convention(c) (Message, UnsafeMutableRawPointer) -> Boolean
  let beginWriting: @convention(c) (Message, UnsafeMutableRawPointer) -> Void
  let append: @convention(c) (UnsafeMutableRawPointer, _ type: Int32, UnsafeRawPointer) -> Boolean
  let openContainer:
    @convention(c) (UnsafeMutableRawPointer, _ type: Int32, _ signature: Text, UnsafeMutableRawPointer) -> Boolean
  let closeContainer: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Boolean
  let type: @convention(c) (UnsafeMutableRawPointer) -> Int32
  let value: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void
  let next: @convention(c) (UnsafeMutableRawPointer) -> Boolean

  init?(_ file: String = "libdbus-1.so.3") {
    do {
      let library = try SharedLibrary.load(file)
      openPrivate = try library.function("dbus_connection_open_private")
      getUnixDescriptor = try library.function("dbus_connection_get_unix_fd")
      send = try library.function("dbus_connection_send")
      setWatchFunctions = try library.function("dbus_connection_set_watch_functions")
      isEnabled = try library.function("dbus_watch_get_enabled")
      flags = try library.function("dbus_watch_get_flags")
      readWrite = try library.function("dbus_connection_read_write")
      popMessage = try library.function("dbus_connection_pop_message")
      close = try library.function("dbus_connection_close")
      unrefConnection = try library.function("dbus_connection_unref")
      newMethodCall = try library.function("dbus_message_new_method_call")
      setAutoStart = try library.function("dbus_message_set_auto_start")
      messageType = try library.function("dbus_message_get_type")
      interface = try library.function("dbus_message_get_interface")
      member = try library.function("dbus_message_get_member")
      path = try library.function("dbus_message_get_path")
      errorName = try library.function("dbus_message_get_error_name")
      replySerial = try library.function("dbus_message_get_reply_serial")
      unrefMessage = try library.function("dbus_message_unref")
      beginReading = try library.function("dbus_message_iter_init")
      beginWriting = try library.function("dbus_message_iter_init_append")
      append = try library.function("dbus_message_iter_append_basic")
      openContainer = try library.function("dbus_message_iter_open_container")
      closeContainer = try library.function("dbus_message_iter_close_container")
      type = try library.function("dbus_message_iter_get_arg_type")
      value = try library.function("dbus_message_iter_get_basic")
      next = try library.function("dbus_message_iter_next")
    } catch {
      return nil
    }
  }
}

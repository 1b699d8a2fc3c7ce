private import Glibc
private import System

/// A method to be called over D-Bus.
struct BusCall: Sendable {
  let destination: String
  let path: String
  let interface: String
  let method: String
  let arguments: [BusValue]
}

/// A value that the clock sends or reads.
enum BusValue: Hashable, Sendable {
  case text(String)
  case number(UInt32)
  /// An object's path.
  case path(String)
  case descriptor(BusDescriptor)
  /// An empty dictionary, `a{sv}`; only sent.
  case noOptions

  /// The type codes (D-Bus specification, Type System).
  fileprivate enum Signature {
    static let text = Int32(UInt8(ascii: "s"))
    static let number = Int32(UInt8(ascii: "u"))
    static let path = Int32(UInt8(ascii: "o"))
    static let descriptor = Int32(UInt8(ascii: "h"))
    static let list = Int32(UInt8(ascii: "a"))
    static let option = "{sv}"
  }
}

/// A file descriptor received over a bus. It is closed with the last reference.
final class BusDescriptor: Hashable, Sendable {
  private let descriptor: Int32

  fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  static func == (first: BusDescriptor, second: BusDescriptor) -> Bool { first === second }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A message from a bus: a reply, or a signal.
struct BusMessage {
  /// The serial number of the call that the message answers; 0 for a signal.
  let replySerial: UInt32
  /// True for the signal NameOwnerChanged.
  let isOwnerChange: Bool
  /// The name of the error; `nil` if the message is not an error.
  let error: String?
  /// The arguments before the first one of a type that `BusValue` lacks.
  let arguments: [BusValue]
}

/// A connection to a D-Bus daemon that never blocks. Messages wait in the library's queue until the daemon has finished
/// the handshake and reads them.
final class BusConnection {
  private let library: DBusLibrary
  private let connection: DBusLibrary.Connection
  private let watches = BusWatches()
  /// The descriptor to poll for reading.
  let descriptor: Int32

  /// Connects; `nil` if the daemon refuses. Use `BusProbe` first, since connecting may block.
  init?(_ address: String, library: DBusLibrary) {
    guard let connection = library.openPrivate(address, nil) else { return nil }
    (self.library, self.connection) = (library, connection)
    var descriptor: Int32 = -1
    _ = library.getUnixDescriptor(connection, &descriptor)
    self.descriptor = descriptor
    watches.follow(connection, library: library)
  }

  /// Closes the connection and drops the queue.
  deinit {
    library.close(connection)
    library.unrefConnection(connection)
  }

  /// Queues a call. It does not start a service that does not run.
  /// - Returns: the serial number of the call; 0 if memory is short.
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

  /// Writes and reads as much as possible without waiting, and returns the messages; `nil` if the daemon is gone.
  ///
  /// One call of the library is not enough: during the handshake it has something to write after it has read, and
  /// polling for reading would not report that.
  func receive() -> [BusMessage]? {
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
    case .number(let number):
      _ = withUnsafePointer(to: number) { library.append(iterator, BusValue.Signature.number, $0) }
    case .noOptions:
      let content = BusIterator()
      _ = library.openContainer(iterator, BusValue.Signature.list, BusValue.Signature.option, content.pointer)
      _ = library.closeContainer(iterator, content.pointer)
    // The clock never sends these.
    case .path, .descriptor: break
    }
  }
}

extension BusMessage {
  init(_ message: DBusLibrary.Message, of library: DBusLibrary) {
    self.init(
      replySerial: library.replySerial(message),
      isOwnerChange: library.isSignal(message, "org.freedesktop.DBus", "NameOwnerChanged") != 0,
      error: library.errorName(message).map { String(cString: $0) },
      arguments: BusMessage.arguments(of: message, library))
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
    case BusValue.Signature.path:
      var text: DBusLibrary.Text?
      library.value(iterator, &text)
      return text.map { .path(String(cString: $0)) }
    case BusValue.Signature.descriptor:
      // The library duplicates the descriptor at each read.
      var descriptor: Int32 = -1
      library.value(iterator, &descriptor)
      return descriptor < 0 ? nil : .descriptor(BusDescriptor(descriptor))
    default: return nil
    }
  }
}

/// The library's watches, which tell whether the library has something to write, also during the handshake.
private final class BusWatches {
  private var present: Set<DBusLibrary.Watch> = []

  /// DBUS_WATCH_WRITABLE
  private static let writable: UInt32 = 2

  /// Registers for the connection's watches. This object must live as long as the connection.
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

  /// True if the library has something to write.
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

/// The functions of libdbus that the clock calls. The library is loaded only if there is a bus. Its file name, and the
/// functions' names and types, have been the same since 2006.
struct DBusLibrary {
  typealias Connection = OpaquePointer
  typealias Message = OpaquePointer
  typealias Text = UnsafePointer<CChar>
  typealias Watch = OpaquePointer
  typealias Data = UnsafeMutableRawPointer
  /// dbus_bool_t
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
  let isSignal: @convention(c) (Message, Text, Text) -> Boolean
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

  /// `nil` if the library or a function is missing.
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
      isSignal = try library.function("dbus_message_is_signal")
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

import Glibc

@testable import System

/// Parses an address list as in `$DBUS_SESSION_BUS_ADDRESS`. The address that is written from the result must have the
/// same socket.
func tryBus(_ bytes: [UInt8]) {
  guard let address = BusAddress(String(decoding: bytes, as: UTF8.self)) else { return }
  expect(BusAddress(address.text)?.name, is: address.name, address.text)
  _ = SocketAddress(address.name)
}

/// Reads messages as from a D-Bus daemon. libdbus makes them from values; all values before the first of an unknown
/// type must be read. Then some bits are flipped, and what libdbus still accepts as a message is read too.
final class MessageTrial {
  private typealias Message = DBusLibrary.Message
  private lazy var dbus = MessageTrial.library { DBusLibrary() }
  private lazy var maker = MessageTrial.library { try Maker() }

  /// The functions of libdbus that make messages.
  private struct Maker {
    let new: @convention(c) (_ type: Int32) -> Message?
    let newSignal: @convention(c) (DBusLibrary.Text, DBusLibrary.Text, DBusLibrary.Text) -> Message?
    let setSerial: @convention(c) (Message, UInt32) -> Void
    let setReplySerial: @convention(c) (Message, UInt32) -> DBusLibrary.Boolean
    let marshal:
      @convention(c) (
        Message, UnsafeMutablePointer<UnsafeMutableRawPointer?>, UnsafeMutablePointer<Int32>
      ) -> DBusLibrary.Boolean
    let demarshal: @convention(c) (UnsafeRawPointer, Int32, _ error: OpaquePointer?) -> Message?
    let free: @convention(c) (UnsafeMutableRawPointer) -> Void

    init() throws {
      let library = try SharedLibrary.load("libdbus-1.so.3")
      new = try library.function("dbus_message_new")
      newSignal = try library.function("dbus_message_new_signal")
      setSerial = try library.function("dbus_message_set_serial")
      setReplySerial = try library.function("dbus_message_set_reply_serial")
      marshal = try library.function("dbus_message_marshal")
      demarshal = try library.function("dbus_message_demarshal")
      free = try library.function("dbus_free")
    }
  }

  /// An input has a byte for the kind of message and its reply serial, a byte for the number of bytes that describe
  /// values, these bytes, and bytes that flip bits.
  func run(_ bytes: [UInt8]) {
    guard bytes.count >= 2, let message = message(bytes[0]) else { return }
    defer { dbus.unrefMessage(message) }
    let rest = bytes.dropFirst(2)
    let expected = append(rest.prefix(Int(bytes[1])), to: message)
    let read = BusMessage(message, of: dbus)
    expect(read.arguments, is: expected, "arguments")
    expect(read.isOwnerChange, is: bytes[0] & 1 == 0, "a change of an owner")
    expect(read.replySerial, is: read.isOwnerChange ? 0 : UInt32(bytes[0]), "what it replies to")
    flipBits(of: message, by: rest.dropFirst(Int(bytes[1])))
  }

  private func message(_ byte: UInt8) -> Message? {
    guard byte & 1 == 1 else {
      return maker.newSignal("/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged")
    }
    // A method return.
    let message = maker.new(2)
    if let message { _ = maker.setReplySerial(message, UInt32(byte)) }
    return message
  }

  /// Appends values to a message. Each has a byte for its type and the length of its bytes, which follow.
  /// - Returns: the values that must be read.
  private func append(_ bytes: ArraySlice<UInt8>, to message: Message) -> [BusValue] {
    let others = "ynqxtd".utf8.map { Int32($0) }
    var (rest, expected, isRead) = (bytes, [BusValue](), true)
    let iterator = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 16)
    defer { iterator.deallocate() }
    dbus.beginWriting(message, iterator)
    while let kind = rest.popFirst() {
      let value = Array(rest.prefix(Int(kind >> 4)))
      rest = rest.dropFirst(value.count)
      switch kind & 3 {
      case 0, 1:
        let text = String(decoding: value.filter { $0 != 0 }, as: UTF8.self)
        text.withCString { text in
          _ = withUnsafePointer(to: text) { dbus.append(iterator, Int32(UInt8(ascii: "s")), $0) }
        }
        if isRead { expected.append(.text(text)) }
      case 2:
        let number = value.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        _ = withUnsafePointer(to: number) { dbus.append(iterator, Int32(UInt8(ascii: "u")), $0) }
        if isRead { expected.append(.uint32(number)) }
      default:
        let number = value.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        _ = withUnsafePointer(to: number) { dbus.append(iterator, others[Int(kind >> 2 & 3)], $0) }
        isRead = false
      }
    }
    return expected
  }

  /// Reads a message again after changing bytes of its wire format. Each change has three bytes: place and bit mask.
  private func flipBits(of message: Message, by bytes: ArraySlice<UInt8>) {
    var (start, count) = (UnsafeMutableRawPointer?.none, Int32(0))
    maker.setSerial(message, 1)
    guard maker.marshal(message, &start, &count) != 0, let start else { return }
    defer { maker.free(start) }
    let changes = Array(bytes)
    for place in stride(from: 0, to: changes.count - 2, by: 3) {
      let offset = (Int(changes[place]) << 8 | Int(changes[place + 1])) % Int(count)
      start.storeBytes(
        of: start.load(fromByteOffset: offset, as: UInt8.self) ^ changes[place + 2], toByteOffset: offset,
        as: UInt8.self)
    }
    guard let other = maker.demarshal(start, count, nil) else { return }
    countReading()
    let read = BusMessage(other, of: dbus)
    expect(read.arguments.count <= Int(count), "\(read.arguments.count) arguments of \(count) bytes")
    dbus.unrefMessage(other)
  }

  private static func library<Library>(_ load: () throws -> Library?) -> Library {
    guard let library = try? load() else { fatalError("there is no libdbus-1.so.3") }
    return library
  }
}

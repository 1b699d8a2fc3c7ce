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

package enum BusValue: Hashable, Sendable {
  case text(String)
  case uint32(UInt32)
  case int32(Int32)
  case path(String)
  case descriptor(BusDescriptor)
  case uint16(UInt16)
  case byteTexts([String])
  /// An empty `a{sv}`.
  case noOptions

  enum Signature {
    static let text = Int32(UInt8(ascii: "s"))
    static let uint32 = Int32(UInt8(ascii: "u"))
    static let int32 = Int32(UInt8(ascii: "i"))
    static let uint16 = Int32(UInt8(ascii: "q"))
    static let byte = Int32(UInt8(ascii: "y"))
    static let path = Int32(UInt8(ascii: "o"))
    static let descriptor = Int32(UInt8(ascii: "h"))
    static let list = Int32(UInt8(ascii: "a"))
    /// The signatures of a list's elements.
    static let optionElement = "{sv}"
    static let byteListElement = "ay"
    static let byteElement = "y"
  }
}

package final class BusDescriptor: Hashable, Sendable {
  private let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  package static func == (first: BusDescriptor, second: BusDescriptor) -> Bool { first === second }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

package struct BusMessage {
  /// 0 if the message is no reply.
  package let replySerial: UInt32
  /// A signal's interface and member, such as `org.freedesktop.DBus.NameOwnerChanged`.
  package let signal: String?
  package let path: String?
  package let error: String?
  /// The list ends before an argument of unknown type.
  package let arguments: [BusValue]

  package var isOwnerChange: Bool { signal == "org.freedesktop.DBus.NameOwnerChanged" }

  package var isServiceMissing: Bool {
    ["org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner"].contains(error)
  }

  /// False if the service has ended; `nil` for other messages.
  package func hasStarted(_ name: String) -> Bool? {
    // The arguments are name, old owner and new owner. No owner is an empty text.
    guard isOwnerChange, arguments.count == 3, arguments[0] == .text(name) else { return nil }
    return arguments[2] != .text("")
  }
}

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

  /// NameOwnerChanged: the service `name` has started or ended.
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
  case number(UInt32)
  case integer(Int32)
  case path(String)
  case descriptor(BusDescriptor)
  /// `q`, only sent.
  case short(UInt16)
  /// `aay`, byte strings, only sent.
  case byteTexts([String])
  /// `a{sv}`, empty, only sent.
  case noOptions

  /// D-Bus specification, Type System.
  enum Signature {
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

/// Closed with its last reference.
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
  /// Such as `org.freedesktop.DBus.NameOwnerChanged`; `nil` if the message is no signal.
  package let signal: String?
  package let path: String?
  /// `nil` if the message is no error.
  package let error: String?
  /// Ends before an argument of unknown type.
  package let arguments: [BusValue]

  package var isOwnerChange: Bool { signal == "org.freedesktop.DBus.NameOwnerChanged" }

  /// The error of a service that does not run.
  package var isServiceMissing: Bool {
    ["org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner"].contains(error)
  }

  /// False after the service's end; `nil` for other messages.
  package func hasStarted(_ name: String) -> Bool? {
    // Name, old owner, new owner; empty for none.
    guard isOwnerChange, arguments.count == 3, arguments[0] == .text(name) else { return nil }
    return arguments[2] != .text("")
  }
}

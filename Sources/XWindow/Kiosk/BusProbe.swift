private import Glibc
private import System

/// Where a D-Bus daemon listens.
///
/// Only local sockets count. For other kinds of addresses (D-Bus specification, Server Addresses) a program is started or
/// a name is looked up in the network, either of which may take long.
struct BusAddress {
  /// The socket's path, or its abstract name after an `@`.
  let name: String

  /// `$DBUS_SESSION_BUS_ADDRESS`, or else where systemd puts it (dbus-daemon(1), unix:runtime=yes).
  static var session: BusAddress? {
    if let addresses = Process.environment("DBUS_SESSION_BUS_ADDRESS") { return BusAddress(addresses) }
    guard let folder = Process.environment("XDG_RUNTIME_DIR") else { return nil }
    return BusAddress(name: "\(folder)/bus")
  }

  /// `$DBUS_SYSTEM_BUS_ADDRESS`, or else where the machine's own one is (D-Bus specification, Well-known Message Bus Instances).
  static var system: BusAddress? {
    if let addresses = Process.environment("DBUS_SYSTEM_BUS_ADDRESS") { return BusAddress(addresses) }
    return BusAddress(name: "/var/run/dbus/system_bus_socket")
  }

  init(name: String) { self.name = name }

  /// The first local socket of a list of addresses.
  init?(_ addresses: String) {
    let names = addresses.split(separator: ";").lazy.compactMap(BusAddress.name)
    guard let name = names.first else { return nil }
    self.name = name
  }

  /// As libdbus takes it.
  var text: String {
    let value = name.dropFirst(isAbstract ? 1 : 0).utf8.map(BusAddress.escape).joined()
    return "unix:\(isAbstract ? "abstract" : "path")=\(value)"
  }

  private var isAbstract: Bool { name.hasPrefix("@") }

  private static func name(of address: Substring) -> String? {
    guard address.hasPrefix("unix:") else { return nil }
    for pair in address.dropFirst(5).split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let value = unescape(parts[1]) else { continue }
      // Of what begins otherwise there is no path that means the same in every folder, nor one that is told from an abstract name.
      if parts[0] == "path" { return value.hasPrefix("/") ? value : nil }
      if parts[0] == "abstract" { return "@\(value)" }
    }
    return nil
  }

  /// Two hexadecimal digits after a per cent sign stand for a byte.
  private static func unescape(_ value: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = value.utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: Array(rest.prefix(2)), as: UTF8.self)
      guard digits.utf8.count == 2, let escaped = UInt8(digits, radix: 16) else { return nil }
      bytes.append(escaped)
      rest = rest.dropFirst(2)
    }
    return bytes.isEmpty || bytes.contains(0) ? nil : String(decoding: bytes, as: UTF8.self)
  }

  private static func escape(_ byte: UInt8) -> String {
    let isPlain = byte < 128 && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber)
    guard !isPlain && !"-_/.\\*".utf8.contains(byte) else { return String(UnicodeScalar(byte)) }
    let digits = String(byte, radix: 16)
    return "%" + (digits.count == 1 ? "0" : "") + digits
  }
}

/// A first, short connection to a D-Bus daemon, to learn whether it answers.
///
/// libdbus cannot connect without the risk of blocking, which it does when a daemon hangs and its queue of connections is
/// full (unix(7)). So it connects only to a daemon that has just answered the probe.
final class BusProbe {
  let address: BusAddress
  /// What to poll for reading.
  let descriptor: Int32

  /// `nil` if no daemon listens at the address, or its queue is full.
  init?(at address: BusAddress) {
    guard let descriptor = SocketAddress(address.name)?.connect() else { return nil }
    (self.address, self.descriptor) = (address, descriptor)
    // Asks for the kinds of authentication, after the zero with which every connection begins (D-Bus specification,
    // Authentication Protocol).
    let question = Array("\0AUTH\r\n".utf8)
    _ = send(descriptor, question, question.count, Int32(MSG_NOSIGNAL))
  }

  deinit { close(descriptor) }

  /// Whether the daemon has answered, with any byte, rather than gone; `nil` while it has done neither.
  var isAwake: Bool? {
    var byte: UInt8 = 0
    let count = read(descriptor, &byte, 1)
    return count < 0 && errno == EAGAIN ? nil : count > 0
  }
}

internal import Glibc

package struct BusAddress {
  /// A path, or `@` and an abstract name.
  package let name: String

  /// The default is systemd's (dbus-daemon(1), unix:runtime=yes).
  package static var session: BusAddress? {
    if let addresses = Process.environment("DBUS_SESSION_BUS_ADDRESS") { return BusAddress(addresses) }
    guard let folder = Process.environment("XDG_RUNTIME_DIR") else { return nil }
    return BusAddress(name: "\(folder)/bus")
  }

  /// The default is the standard path (D-Bus specification).
  package static var system: BusAddress? {
    if let addresses = Process.environment("DBUS_SYSTEM_BUS_ADDRESS") { return BusAddress(addresses) }
    return BusAddress(name: "/var/run/dbus/system_bus_socket")
  }

  package init(name: String) { self.name = name }

  package init?(_ addresses: String) {
    let names = addresses.split(separator: ";").lazy.compactMap(BusAddress.name)
    guard let name = names.first else { return nil }
    self.name = name
  }

  package var text: String {
    let value = name.dropFirst(isAbstract ? 1 : 0).utf8.map(BusAddress.escape).joined()
    return "unix:\(isAbstract ? "abstract" : "path")=\(value)"
  }

  private var isAbstract: Bool { name.hasPrefix("@") }

  private static func name(of address: Substring) -> String? {
    guard address.hasPrefix("unix:") else { return nil }
    for pair in address.dropFirst(5).split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let value = unescape(parts[1]) else { continue }
      // A relative path is refused, because it could look like an abstract name.
      if parts[0] == "path" { return value.hasPrefix("/") ? value : nil }
      if parts[0] == "abstract" { return "@\(value)" }
    }
    return nil
  }

  private static func unescape(_ value: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = value.utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: Array(rest.prefix(2)), as: UTF8.self)
      guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit), let escaped = UInt8(digits, radix: 16) else {
        return nil
      }
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

/// Tests whether a D-Bus daemon answers: libdbus would block on a hung daemon with a full queue (unix(7)).
final class BusProbe {
  let address: BusAddress
  let descriptor: Int32

  init?(at address: BusAddress) {
    guard let descriptor = SocketAddress(address.name)?.connect() else { return nil }
    (self.address, self.descriptor) = (address, descriptor)
    // Any daemon answers an empty AUTH (D-Bus specification).
    let question = Array("\0AUTH\r\n".utf8)
    _ = send(descriptor, question, question.count, Int32(MSG_NOSIGNAL))
  }

  deinit { close(descriptor) }

  /// True means an answer, false a closed connection, `nil` no answer yet.
  func receive() -> Bool? {
    var byte: UInt8 = 0
    let count = read(descriptor, &byte, 1)
    return count < 0 && errno == EAGAIN ? nil : count > 0
  }
}

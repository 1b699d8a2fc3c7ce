/// Where the session's D-Bus daemon is.
///
/// Only local sockets count. Another kind of address (D-Bus specification, Server Addresses) has a program started or a
/// name looked up in the network, either of which may take its time.
struct BusAddress {
  /// The socket's path, or its abstract name after an `@`.
  let name: String

  /// `$DBUS_SESSION_BUS_ADDRESS`, else the place where systemd has it (dbus-daemon(1), unix:runtime=yes).
  static var session: BusAddress? {
    if let addresses = Process.environment("DBUS_SESSION_BUS_ADDRESS") { return BusAddress(addresses) }
    guard let folder = Process.environment("XDG_RUNTIME_DIR") else { return nil }
    return BusAddress(name: "\(folder)/bus")
  }

  init(name: String) { self.name = name }

  /// The first local socket of a list of addresses.
  init?(_ addresses: String) {
    let names = addresses.split(separator: ";").lazy.compactMap(BusAddress.name)
    guard let name = names.first else { return nil }
    self.name = name
  }

  /// As libdbus wants it.
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
      if parts[0] == "path" { return value }
      if parts[0] == "abstract" { return "@\(value)" }
    }
    return nil
  }

  /// Two hexadecimal digits after a per cent sign are a byte.
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

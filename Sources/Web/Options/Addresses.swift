import ColourClock
import Glibc
import System

struct ListenAddress: Hashable {
  /// The host in lower case, without brackets.
  let host: String
  let port: UInt16
  let isVersion6: Bool

  static let usual = ListenAddress(host: "127.0.0.1", port: 8460)
  private static let takes = "it takes an address of this machine, such as 127.0.0.1:8460 or [::]:8460"

  private init(host: String, port: UInt16) { (self.host, self.port, isVersion6) = (host, port, false) }

  init(_ text: String) throws(Refusal) {
    guard let host = HostName(text), host.isAddress else { throw Refusal(ListenAddress.takes) }
    (self.host, port, isVersion6) = (host.name, host.port ?? ListenAddress.usual.port, host.isVersion6)
  }

  var text: String { isVersion6 ? "[\(host)]:\(port)" : "\(host):\(port)" }

  var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }
  var isAny: Bool { host == "0.0.0.0" || host == "::" }

  func withSocketAddress<Result>(_ body: (UnsafeMutableRawPointer) throws(ProgramExit) -> Result) throws(ProgramExit)
    -> Result
  {
    var six = sockaddr_in6()
    var four = sockaddr_in()
    if isVersion6 {
      (six.sin6_family, six.sin6_port) = (sa_family_t(AF_INET6), port.bigEndian)
      inet_pton(AF_INET6, host, &six.sin6_addr)
      return try body(&six)
    }
    (four.sin_family, four.sin_port) = (sa_family_t(AF_INET), port.bigEndian)
    inet_pton(AF_INET, host, &four.sin_addr)
    return try body(&four)
  }

  /// The host in the address for phones.
  var reachable: String {
    guard isAny else { return isVersion6 ? "[\(host)]" : host }
    return ListenAddress.ofNetwork ?? "localhost"
  }

  private static var ofNetwork: String? {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return nil }
    defer { freeifaddrs(first) }
    var next = first
    while let entry = next?.pointee {
      next = entry.ifa_next
      guard let address = entry.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET),
        entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0, entry.ifa_flags & UInt32(IFF_UP) != 0
      else { continue }
      var four = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee.sin_addr }
      if let text = HostName.text(of: &four, AF_INET) { return text }
    }
    return nil
  }
}

struct PublicAddress: Hashable {
  let isEncrypted: Bool
  let host: HostName

  init(_ text: String) throws(Refusal) {
    let scheme = ["https://", "http://"].first { text.hasPrefix($0) }
    guard let scheme, let host = HostName(String(text.dropFirst(scheme.count)).withoutSlash) else {
      throw Refusal("it takes an address such as https://wall.example, without a path")
    }
    (isEncrypted, self.host) = (scheme == "https://", host)
  }

  var text: String { "\(isEncrypted ? "https" : "http")://\(host.text)" }
}

extension String {
  fileprivate var withoutSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}

/// A host and perhaps a port (RFC 9110, 7.2).
struct HostName: Hashable {
  let name: String
  let port: UInt16?
  let isVersion6: Bool
  /// True for an IP address, which DNS rebinding cannot redirect.
  let isAddress: Bool

  private static let longest = 255

  init?(_ text: String) {
    guard text.utf8.count <= HostName.longest, text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else { return nil }
    isVersion6 = text.hasPrefix("[")
    let (written, rest): (String, Substring)
    if isVersion6 {
      guard let end = text.firstIndex(of: "]") else { return nil }
      written = text[..<end].dropFirst().lowercased()
      rest = text[text.index(after: end)...]
    } else {
      written = text.prefix { $0 != ":" }.lowercased()
      rest = text.dropFirst(written.count)
    }
    if rest.isEmpty {
      port = nil
    } else {
      let figures = rest.dropFirst()
      guard rest.first == ":", figures.isAllDigits, let number = UInt16(figures)
      else { return nil }
      port = number
    }
    var address = in6_addr()
    isAddress = inet_pton(isVersion6 ? AF_INET6 : AF_INET, written, &address) == 1
    guard isAddress || !isVersion6 && HostName.isName(written) else { return nil }
    name = isVersion6 ? HostName.text(of: &address, AF_INET6) ?? written : written
  }

  fileprivate static func text(of address: UnsafeRawPointer, _ family: Int32) -> String? {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(family, address, &text, socklen_t(text.count)) != nil else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || "-._".utf8.contains($0)
      }
  }

  var text: String { (isVersion6 ? "[\(name)]" : name) + (port.map { ":\($0)" } ?? "") }

  static var ofMachine: String { Process.hostName.lowercased() }
  static var labelOfMachine: String { Process.hostLabel?.lowercased() ?? ofMachine }
}

private import Glibc

/// The address of a local socket (unix(7)).
struct SocketAddress {
  private var address = sockaddr_un()
  private let length: socklen_t

  /// `name` is a path, or begins with `@` for an abstract name; `nil` if it is empty or too long.
  init?(_ name: String) {
    var bytes = Array(name.utf8)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard let first = bytes.first, bytes.count < capacity else { return nil }
    // An abstract name begins with a zero and ends with the address; a path ends with a zero.
    let isAbstract = first == UInt8(ascii: "@")
    if isAbstract { bytes[0] = 0 }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + (isAbstract ? 0 : 1))
  }

  /// A datagram socket that never blocks and that no child inherits.
  static func datagrams() -> Int32 { make(SOCK_DGRAM) }

  /// Sends one datagram: whether that has worked, else `errno` says why not.
  func send(_ text: String, from socket: Int32) -> Bool {
    let bytes = Array(text.utf8)
    return withPointer { sendto(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, length) } == bytes.count
  }

  /// A connection that never blocks and that no child inherits; `nil` if it is not accepted at once.
  func connect() -> Int32? {
    let socket = SocketAddress.make(SOCK_STREAM)
    if withPointer({ Glibc.connect(socket, $0, length) }) == 0 { return socket }
    close(socket)
    return nil
  }

  /// A socket that hears at this path, for its owner alone (mode 0600); `errno` says why there is none.
  func listen(backlog: Int32) -> Int32? {
    let socket = SocketAddress.make(SOCK_STREAM)
    // Of a local socket the descriptor's mode becomes the file's (unix(7)), so that it never has another one.
    fchmod(socket, 0o600)
    if withPointer({ bind(socket, $0, length) }) == 0, Glibc.listen(socket, backlog) == 0 { return socket }
    close(socket)
    return nil
  }

  private static func make(_ kind: __socket_type) -> Int32 {
    socket(AF_UNIX, Int32(kind.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }

  private func withPointer<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
    withUnsafePointer(to: address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body) }
  }
}

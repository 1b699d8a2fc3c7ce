private import CLinux
private import Glibc

/// A listening stream socket, for this user and root only (unix(7)).
package final class LocalSocket {
  package let descriptor: Int32
  package let path: String
  private let file: File.Identity?

  private static let taken = SystemError("another program listens there", .taken)

  private static let backlog = Int32(16)

  /// Replaces an ended program's socket.
  /// - Parameter makesFolder: true to create the folder, and to make even an existing one private.
  package init(at path: String, makesFolder: Bool) throws(SystemError) {
    let folder = File.folder(of: path)
    if makesFolder {
      try Folder.create(folder)
      try Folder.makePrivate(folder)
    }
    guard LocalSocket.isPrivate(folder) else { throw SystemError("other users can write in \(folder)", .exposed) }
    guard let address = SocketAddress(path: path) else { throw SystemError("the socket's path is too long") }
    (descriptor, self.path) = (try LocalSocket.listen(at: address, path, in: folder), path)
    file = File.Identity(of: path)
  }

  /// The lock lets one program at a time replace the socket.
  private static func listen(at address: SocketAddress, _ path: String, in folder: String) throws(SystemError) -> Int32
  {
    let lock = try FolderLock(folder)
    defer { lock.release() }
    if let listening = address.listen(backlog: backlog) { return listening }
    guard errno == EADDRINUSE else { throw .last }
    if let other = address.connect() {
      Glibc.close(other)
      throw taken
    }
    // EAGAIN (a full queue) also means that a program listens.
    guard errno == ECONNREFUSED else { throw taken }
    guard isSocket(path) else { throw SystemError("the file at this path is not a socket") }
    unlink(path)
    guard let listening = address.listen(backlog: backlog) else { throw .last }
    return listening
  }

  private static func isSocket(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// True for a missing folder too, which `listen` reports.
  private static func isPrivate(_ folder: String) -> Bool {
    var status = stat()
    guard stat(folder, &status) == 0 else { return true }
    return status.st_mode & (S_IWOTH | S_IWGRP) == 0 && [geteuid(), 0].contains(status.st_uid)
  }

  package var exists: Bool { file != nil && File.Identity(of: path) == file }

  package func accept() -> Connection? {
    while case let client = Glibc.accept(descriptor, nil, nil), client >= 0 {
      // Swift's Glibc module lacks accept4(2).
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      _ = fcntl(client, F_SETFL, O_NONBLOCK)
      if let user = LocalSocket.peer(of: client), user == 0 || user == geteuid() { return Connection(client) }
      Glibc.close(client)
    }
    return nil
  }

  private static func peer(of socket: Int32) -> uid_t? {
    var credentials = peer_credentials()
    var size = socklen_t(MemoryLayout.size(ofValue: credentials))
    return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 ? credentials.uid : nil
  }

  deinit { Glibc.close(descriptor) }

  package func remove() {
    if exists { unlink(path) }
  }

  package static func listening(in folder: String) -> [String] {
    ((try? Folder.names(in: folder)) ?? []).filter {
      $0.hasSuffix(".sock") && Connection(to: "\(folder)/\($0)") != nil
    }
  }

  /// `nil` without such a folder (XDG base directory specification; systemd.exec(5)).
  package static var runtimeFolder: String? {
    if let folder = Process.environment("XDG_RUNTIME_DIR"), folder.hasPrefix("/") { return "\(folder)/colourclock" }
    if let folders = Process.environment("RUNTIME_DIRECTORY"), let folder = folders.split(separator: ":").first {
      return String(folder)
    }
    let own = "/run/user/\(geteuid())"
    return File.Stamp(of: own) == nil ? nil : "\(own)/colourclock"
  }
}

/// Reading and writing never block.
package final class Connection {
  package let descriptor: Int32
  private var isOpen = true
  private var output: [UInt8] = []

  /// `descriptor` must be non-blocking; this object closes it.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close() }

  /// `nil` if no program listens, the path is too long, or the queue stays full for 1 s.
  package init?(to path: String) {
    guard let address = SocketAddress(path: path) else { return nil }
    for _ in 0..<100 {
      if let descriptor = address.connect() {
        self.descriptor = descriptor
        return
      }
      guard errno == EAGAIN else { return nil }
      usleep(10_000)
    }
    return nil
  }

  /// Returns `nil` at the end or on an error.
  package func read(limit: Int) -> [UInt8]? {
    var isOver = false
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      let result = Glibc.read(descriptor, buffer.baseAddress, limit)
      count = max(0, result)
      isOver = result == 0 || result < 0 && errno != EAGAIN && errno != EINTR
    }
    return isOver ? nil : bytes
  }

  package var backlog: Int { output.count }

  /// Sends as much as possible without blocking; the next call sends the rest. Returns false if the other end is
  /// closed.
  @discardableResult
  package func send(_ bytes: [UInt8] = []) -> Bool {
    output += bytes
    while !output.isEmpty {
      let count = output.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count < 0 else {
        output.removeSubrange(..<count)
        continue
      }
      if errno == EAGAIN || errno == EINTR { break }
      output = []
      return false
    }
    return true
  }

  package func close() {
    if isOpen { Glibc.close(descriptor) }
    isOpen = false
  }
}

package struct SocketAddress {
  private var address = sockaddr_un()
  private let length: socklen_t

  /// - Parameter name: a path, or `@` and an abstract name. `nil` results if the name is empty or too long.
  package init?(_ name: String) {
    var bytes = Array(name.utf8)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard let first = bytes.first, bytes.count < capacity else { return nil }
    let isAbstract = first == UInt8(ascii: "@")
    if isAbstract { bytes[0] = 0 }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + (isAbstract ? 0 : 1))
  }

  /// Without `./`, a leading `@` would make the name abstract.
  init?(path: String) { self.init(path.hasPrefix("@") ? "./\(path)" : path) }

  static func datagrams() -> Int32 { make(SOCK_DGRAM) }

  /// Returns false and sets `errno` on failure.
  func send(_ text: String, from socket: Int32) -> Bool {
    let bytes = Array(text.utf8)
    return withPointer { sendto(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, length) } == bytes.count
  }

  /// Returns `nil` and sets `errno` if the listener does not accept at once.
  package func connect() -> Int32? {
    let socket = SocketAddress.make(SOCK_STREAM)
    guard socket >= 0 else { return nil }
    if withPointer({ Glibc.connect(socket, $0, length) }) == 0 { return socket }
    SocketAddress.closeKeepingError(socket)
    return nil
  }

  /// Makes a socket for its owner alone. Returns `nil` and sets `errno` on failure.
  func listen(backlog: Int32) -> Int32? {
    let socket = SocketAddress.make(SOCK_STREAM)
    guard socket >= 0 else { return nil }
    // `bind` creates the file with this mode (unix(7)).
    fchmod(socket, 0o600)
    if withPointer({ bind(socket, $0, length) }) == 0, Glibc.listen(socket, backlog) == 0 { return socket }
    SocketAddress.closeKeepingError(socket)
    return nil
  }

  private static func closeKeepingError(_ socket: Int32) {
    let error = errno
    close(socket)
    errno = error
  }

  /// Returns -1 and sets `errno` on failure.
  private static func make(_ kind: __socket_type) -> Int32 {
    socket(AF_UNIX, Int32(kind.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }

  private func withPointer<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
    withUnsafePointer(to: address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body) }
  }
}

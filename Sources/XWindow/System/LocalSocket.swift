private import CX11
private import Glibc

/// A socket by which programs of the same user speak to this one: unix(7), a stream of bytes.
package final class LocalSocket {
  /// What to poll for reading: a client is waiting.
  package let descriptor: Int32
  package let path: String
  private let stamp: File.Stamp?

  package enum Failure: Error {
    /// Another program listens there.
    case taken
    /// Other users could put a socket of their own in its place.
    case open(folder: String)
    case unusable(String)
  }

  private static let backlog = Int32(16)

  /// Listens at an absolute path. A socket that is left of a program that is gone is replaced.
  ///
  /// - Parameter makesFolder: whether the folder is this program's own, and is created if there is none.
  package init(at path: String, makesFolder: Bool) throws(Failure) {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    if makesFolder {
      do { try Folder.create(folder) } catch { throw .unusable(error.reason) }
    }
    guard LocalSocket.isPrivate(folder) else { throw .open(folder: folder) }
    guard let address = SocketAddress(path) else { throw .unusable("its path is too long") }
    (descriptor, self.path) = (try LocalSocket.listen(at: address, path, in: folder), path)
    stamp = File.Stamp(of: path)
  }

  /// Only one program at a time looks whether a socket is alive and takes its place: the folder is locked meanwhile.
  private static func listen(at address: SocketAddress, _ path: String, in folder: String) throws(Failure) -> Int32 {
    let lock: FolderLock
    do { lock = try FolderLock(folder) } catch { throw .unusable(error.reason) }
    defer { lock.release() }
    if let listening = address.listen(backlog: backlog) { return listening }
    guard errno == EADDRINUSE else { throw .unusable(File.lastFailure().reason) }
    if let other = address.connect() {
      Glibc.close(other)
      throw .taken
    }
    // Full queues are those of a program that lives.
    guard errno == ECONNREFUSED else { throw .taken }
    unlink(path)
    guard let listening = address.listen(backlog: backlog) else { throw .unusable(File.lastFailure().reason) }
    return listening
  }

  /// Whether no other user, except root, can write in a folder.
  private static func isPrivate(_ folder: String) -> Bool {
    var status = stat()
    guard stat(folder.isEmpty ? "/" : folder, &status) == 0 else { return true }
    return status.st_mode & (S_IWOTH | S_IWGRP) == 0 && [geteuid(), 0].contains(status.st_uid)
  }

  /// Whether it is still what stands at its path.
  package var isThere: Bool { stamp != nil && File.Stamp(of: path) == stamp }

  /// The next client that is waiting and may speak; others are sent away. `nil` if there is none.
  package func accept() -> Connection? {
    while case let client = Glibc.accept(descriptor, nil, nil), client >= 0 {
      // accept4(2), which does this at once, is not in Swift's Glibc module.
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      _ = fcntl(client, F_SETFL, O_NONBLOCK)
      if let user = LocalSocket.peer(of: client), user == 0 || user == geteuid() { return Connection(client) }
      Glibc.close(client)
    }
    return nil
  }

  /// The user at the other end (`SO_PEERCRED`, unix(7)).
  private static func peer(of socket: Int32) -> uid_t? {
    var credentials = peer_credentials()
    var size = socklen_t(MemoryLayout.size(ofValue: credentials))
    return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 ? credentials.uid : nil
  }

  deinit { Glibc.close(descriptor) }

  /// Removes the socket from its folder, unless another program has put its own there.
  package func remove() {
    if isThere { unlink(path) }
  }

  /// The user's own folder of sockets and the like (XDG base directory specification; systemd.exec(5)); `nil` if there
  /// is none.
  package static var runtimeFolder: String? {
    if let folder = Process.environment("XDG_RUNTIME_DIR"), folder.hasPrefix("/") { return "\(folder)/colourclock" }
    if let folders = Process.environment("RUNTIME_DIRECTORY"), let folder = folders.split(separator: ":").first {
      return String(folder)
    }
    let own = "/run/user/\(geteuid())"
    return File.Stamp(of: own) == nil ? nil : "\(own)/colourclock"
  }
}

/// One end of a stream of bytes between two programs. Neither reading nor writing ever waits.
package final class Connection {
  package let descriptor: Int32
  private var isOpen = true

  fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close() }

  /// As a client; `nil` if no program listens there.
  package init?(to path: String) {
    guard let descriptor = SocketAddress(path)?.connect() else { return nil }
    self.descriptor = descriptor
  }

  /// What has come, up to `limit` bytes, which may be none; `nil` at its end.
  package func read(limit: Int) -> [UInt8]? {
    var isOver = false
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      let result = Glibc.read(descriptor, buffer.baseAddress, limit)
      count = max(0, result)
      isOver = result == 0 || result < 0 && errno != EAGAIN && errno != EINTR
    }
    return isOver ? nil : bytes
  }

  /// How many of the bytes could be sent at once; `nil` if the other end is gone.
  package func write(_ bytes: ArraySlice<UInt8>) -> Int? {
    let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EINTR ? 0 : nil
  }

  package func close() {
    if isOpen { Glibc.close(descriptor) }
    isOpen = false
  }
}

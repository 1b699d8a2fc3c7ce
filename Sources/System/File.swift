private import Glibc

/// Files, read whole and written whole or not at all.
package enum File {
  /// Changes when a file is written, replaced or renamed over, and so has to be read again.
  package struct Stamp: Hashable, Sendable {
    /// Device, inode and size, and the times of the last changes of content and of inode.
    private let device, inode, size: Int
    private let content, change: Time

    private struct Time: Hashable, Sendable {
      let seconds, nanoseconds: Int
      init(_ time: timespec) { (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec) }
    }

    /// The stamp of the file that `path` leads to, through links; `nil` if there is none.
    package init?(of path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      device = Int(truncatingIfNeeded: status.st_dev)
      (inode, size) = (Int(truncatingIfNeeded: status.st_ino), Int(status.st_size))
      (content, change) = (Time(status.st_mtim), Time(status.st_ctim))
    }
  }

  /// Which file it is, whatever mode, owner or second name it is given. An inode may be another file's later, with
  /// another time.
  struct Identity: Hashable {
    private let values: [Int]

    /// The identity of the file that `path` leads to, through links; `nil` if there is none.
    init?(of path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      values = [
        Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino), status.st_mtim.tv_sec,
        status.st_mtim.tv_nsec,
      ]
    }
  }

  /// The bytes of a regular file, or of a pipe or device up to its end.
  ///
  /// - Throws: a `SystemError` if it cannot be read, is a directory or is longer than `limit` bytes.
  package static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    return try readAll(of: descriptor, limit: limit)
  }

  /// As `read`, but only a regular file, so that it waits for no terminal and for no pipe without a writer.
  package static func readRegular(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    try whole(readStartOfRegular(path, limit: limit), limit)
  }

  /// As `readRegular`, but of a file that is longer than `limit` bytes so many.
  package static func readStartOfRegular(_ path: String, limit: Int) throws(SystemError) -> Start {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError("not a regular file") }
    return try readStart(of: descriptor, limit: limit)
  }

  /// All bytes of a descriptor up to its end; the errors are those of `read`.
  package static func readAll(of descriptor: Int32, limit: Int) throws(SystemError) -> [UInt8] {
    try whole(readStart(of: descriptor, limit: limit), limit)
  }

  private static func whole(_ start: Start, _ limit: Int) throws(SystemError) -> [UInt8] {
    guard start.isWhole else { throw SystemError("longer than \(limit) bytes", .tooLong) }
    return start.bytes
  }

  /// The first bytes of a file, and whether there are no more.
  package typealias Start = (bytes: [UInt8], isWhole: Bool)

  /// The first bytes of a descriptor, `limit` at most; the errors are those of `read`.
  package static func readStart(of descriptor: Int32, limit: Int) throws(SystemError) -> Start {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .last }
      if count == 0 { return (bytes, true) }
      let room = limit - bytes.count
      bytes += chunk[..<min(count, room)]
      guard count <= room else { return (bytes, false) }
    }
  }

  /// Lets `fill` write a file of another name in the same folder, and renames it to `path` when it is complete: other
  /// programs never see half a file, and a failure leaves none. A link stays a link; a pipe or device is written
  /// directly.
  /// - Parameter waits: until it is on the disk; without that a loss of power can leave the old file, or an empty one.
  package static func replace(
    _ path: String, waits: Bool = true, fill: (OpaquePointer) -> Bool
  ) throws(SystemError) {
    guard !isSpecial(path) else { return try write(path, mode: "we", fill: fill) }
    let path = target(of: path)
    let part = "\(path).\(getpid()).part"
    // Perhaps left by a process with the same ID that was killed, before the machine was started again.
    unlink(part)
    do throws(SystemError) {
      try write(part, mode: "wxe") { stream in
        let file = UnsafeMutablePointer<FILE>(stream)
        return fill(stream) && fflush(file) == 0 && (!waits || fsync(fileno(file)) == 0)
      }
      try Folder.rename(part, to: path)
    } catch {
      unlink(part)
      throw error
    }
  }

  /// As `replace`, by a file of `bytes`.
  package static func replace(_ path: String, with bytes: [UInt8], waits: Bool = true) throws(SystemError) {
    try replace(path, waits: waits) { stream in
      bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, UnsafeMutablePointer(stream)) } == bytes.count
    }
  }

  /// Waits until what was written to the file `path` is on the disk.
  package static func flush(_ path: String) throws(SystemError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw .last }
  }

  private static func write(_ path: String, mode: String, fill: (OpaquePointer) -> Bool) throws(SystemError) {
    guard let stream = fopen(path, mode) else { throw .last }
    let isWritten = fill(OpaquePointer(stream)) && fflush(stream) == 0
    let failure = SystemError.last
    fclose(stream)
    guard isWritten else { throw failure }
  }

  /// Whether there is anything at `path`, be it a link that leads nowhere.
  package static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Whether `path` leads to a folder.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether there is something other than a regular file at `path` itself, be it a link.
  package static func isOther(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  /// Whether `path` is something other than a regular file, and must not be replaced by one.
  package static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  /// Where `path` leads through links, whether a file exists there or not.
  private static func target(of path: String, hops: Int = 8) -> String {
    guard hops > 0, let link = link(at: path) else { return path }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    return target(of: link.hasPrefix("/") ? link : folder + link, hops: hops - 1)
  }

  /// The target of the symbolic link `path`; `nil` if it is no link.
  static func link(at path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// Keeps other programs that ask for the same out, until it is released.
package struct FolderLock {
  private let descriptor: Int32
  /// Whether it keeps them out: else another program has it, and does not let go.
  package let isHeld: Bool

  /// How long a program that was stopped while it had the lock is waited for, where that can be.
  package static let patience = Duration.milliseconds(200)

  /// - Parameter patience: how long it is waited for.
  /// - Throws: why the folder cannot be opened.
  package init(_ path: String, patience: Duration = patience) throws(SystemError) {
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    let end = Now.boot + patience
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard Now.boot < end else {
        isHeld = false
        return
      }
      usleep(1000)
    }
    isHeld = true
  }

  package func release() { close(descriptor) }
}

/// Folders, and the names in them.
package enum Folder {
  /// Creates the folder `path` and those above it, for their owner alone (mode 0700); an existing one stays as it is.
  package static func create(_ path: String) throws(SystemError) {
    if mkdir(path, 0o700) == 0 { return }
    switch errno {
    case EEXIST where File.isFolder(path): return
    case ENOENT:
      guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { throw .last }
      try create(String(path[..<slash]))
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last }
    default: throw .last
    }
  }

  /// Takes what others may do in the folder `path` away (mode 0700).
  /// - Throws: where it is a link, which could lead anywhere, or another user's.
  package static func makePrivate(_ path: String) throws(SystemError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw .last }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw SystemError("\(path) is no folder")
    }
    guard status.st_uid == geteuid() else {
      throw SystemError("\(path) is another user's")
    }
    if status.st_mode & 0o077 != 0, chmod(path, 0o700) != 0 { throw .last }
  }

  /// Waits until the names in the folder are on the disk; without that, a loss of power can undo a renaming.
  package static func flush(_ path: String) throws(SystemError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    // EINVAL: the file system does not support it for folders (fsync(2)).
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw .last }
  }

  /// The names in the folder `path` in order, without hidden ones.
  /// - Throws: why it cannot be read.
  package static func names(in path: String) throws(SystemError) -> [String] {
    guard let folder = opendir(path) else { throw .last }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// Gives the file `path` the name `other` in the place of any that has it.
  package static func rename(_ path: String, to other: String) throws(SystemError) {
    guard Glibc.rename(path, other) == 0 else { throw .last }
  }

  /// Deletes the file `path`.
  package static func delete(_ path: String) throws(SystemError) {
    guard unlink(path) == 0 else { throw .last }
  }
}

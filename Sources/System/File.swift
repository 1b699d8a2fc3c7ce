private import Glibc

package enum File {
  /// A stamp changes when a file is written, replaced or renamed, and with the file's mode, owner or links.
  package struct Stamp: Hashable, Sendable {
    private let device, inode, size: Int
    private let content, change: Time

    private struct Time: Hashable, Sendable {
      let seconds, nanoseconds: Int
      init(_ time: timespec) { (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec) }
    }

    package init?(of path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      device = Int(truncatingIfNeeded: status.st_dev)
      (inode, size) = (Int(truncatingIfNeeded: status.st_ino), Int(status.st_size))
      (content, change) = (Time(status.st_mtim), Time(status.st_ctim))
    }
  }

  /// Identifies a file that is never rewritten, such as a socket. Inode numbers are reused, so mtime is compared too.
  struct Identity: Hashable {
    private let values: [Int]

    init?(of path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      values = [
        Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino), status.st_mtim.tv_sec,
        status.st_mtim.tv_nsec,
      ]
    }
  }

  package static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    return try readAll(of: descriptor, limit: limit)
  }

  /// Throws an error if the file is not regular, so reading never blocks.
  package static func readRegular(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    try whole(readPrefixOfRegular(path, limit: limit), limit)
  }

  package static func readPrefixOfRegular(_ path: String, limit: Int) throws(SystemError) -> Prefix {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError("not a regular file") }
    return try readPrefix(of: descriptor, limit: limit)
  }

  package static func readAll(of descriptor: Int32, limit: Int) throws(SystemError) -> [UInt8] {
    try whole(readPrefix(of: descriptor, limit: limit), limit)
  }

  private static func whole(_ prefix: Prefix, _ limit: Int) throws(SystemError) -> [UInt8] {
    guard prefix.isWhole else { throw SystemError("longer than \(limit) bytes", .tooLong) }
    return prefix.bytes
  }

  /// `isWhole` is false if the input has more bytes than `limit`.
  package typealias Prefix = (bytes: [UInt8], isWhole: Bool)

  package static func readPrefix(of descriptor: Int32, limit: Int) throws(SystemError) -> Prefix {
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

  /// Replaces a file atomically. Follows symbolic links; writes a pipe or device directly.
  /// - Parameters:
  ///   - waits: true to sync the contents. If false, a power failure can leave an empty file.
  ///   - fill: writes to a `FILE *`; returns false and sets `errno` on failure.
  package static func replace(
    _ path: String, waits: Bool = true, fill: (OpaquePointer) -> Bool
  ) throws(SystemError) {
    let target = try target(of: path)
    guard !isSpecial(path) else { return try write(path, mode: "we", fill: fill) }
    let part = "\(target).\(getpid()).part"
    unlink(part)
    do throws(SystemError) {
      try write(part, mode: "wxe") { stream in
        let file = UnsafeMutablePointer<FILE>(stream)
        return fill(stream) && fflush(file) == 0 && (!waits || fsync(fileno(file)) == 0)
      }
      try Folder.rename(part, to: target)
    } catch {
      unlink(part)
      throw error
    }
  }

  package static func replace(_ path: String, with bytes: [UInt8], waits: Bool = true) throws(SystemError) {
    try replace(path, waits: waits) { stream in
      bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, UnsafeMutablePointer(stream)) } == bytes.count
    }
  }

  /// Syncs a file, or a folder's entries. Without this call, a power failure can undo a rename.
  package static func flush(_ path: String) throws(SystemError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    // EINVAL means that the file system lacks fsync(2).
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw .last }
  }

  private static func write(_ path: String, mode: String, fill: (OpaquePointer) -> Bool) throws(SystemError) {
    guard let stream = fopen(path, mode) else { throw .last }
    let isWritten = fill(OpaquePointer(stream)) && fflush(stream) == 0
    let failure = SystemError.last
    fclose(stream)
    guard isWritten else { throw failure }
  }

  /// True even for a dangling symbolic link.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// True for a folder, device or other object that a file must not replace.
  package static func isSpecial(_ path: String, followsLinks: Bool = true) -> Bool {
    var status = stat()
    let exists = (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0
    return exists && status.st_mode & S_IFMT != S_IFREG
  }

  package static func absolute(_ path: String) -> String? {
    path.hasPrefix("/") ? path : Folder.working.map { "\($0)/\(path)" }
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Follows symbolic links of the last component.
  /// - Throws: for another user's link in a folder such as /tmp.
  static func target(of path: String, hops: Int = 8) throws(SystemError) -> String {
    guard hops > 0, let link = link(at: path) else { return path }
    if isForeignLink(path) { throw SystemError("the symbolic link \(path) belongs to another user") }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    return try target(of: link.hasPrefix("/") ? link : folder + link, hops: hops - 1)
  }

  /// The rule of fs.protected_symlinks (proc_sys_fs(5)).
  private static func isForeignLink(_ path: String) -> Bool {
    var (link, parent) = (stat(), stat())
    guard lstat(path, &link) == 0, stat(folder(of: path), &parent) == 0 else { return false }
    let shared = S_ISVTX | S_IWOTH
    return parent.st_mode & shared == shared && ![geteuid(), parent.st_uid].contains(link.st_uid)
  }

  static func link(at path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

package struct FolderLock {
  private let descriptor: Int32
  package let isHeld: Bool

  package static let patience = Duration.milliseconds(200)

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

package enum Folder {
  static var working: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

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

  package static func makePrivate(_ path: String) throws(SystemError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw .last }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw SystemError("\(path) is not a folder")
    }
    guard status.st_uid == geteuid() else {
      throw SystemError("\(path) belongs to another user")
    }
    if status.st_mode & 0o077 != 0, chmod(path, 0o700) != 0 { throw .last }
  }

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

  package static func rename(_ path: String, to other: String) throws(SystemError) {
    guard Glibc.rename(path, other) == 0 else { throw .last }
  }

  package static func delete(_ path: String) throws(SystemError) {
    guard unlink(path) == 0 else { throw .last }
  }
}

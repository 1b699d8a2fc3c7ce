import Glibc
import Notation

/// What the companions need of the system. The clock's own module for that would bring the X libraries with it.
package enum System {
  package static let version = Release.version

  /// Why something could not be done, in the system's words.
  package struct Failure: Error {
    package let reason: String

    package init(reason: String) { self.reason = reason }
  }

  /// Changes when a file is written, replaced or renamed over, and so has to be read again.
  package struct Stamp: Hashable {
    private let values: [Int]

    /// `nil` if there is no such file.
    package init?(of path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      values =
        [Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino), Int(status.st_size)]
        + [status.st_mtim, status.st_ctim].flatMap { [$0.tv_sec, $0.tv_nsec] }
    }
  }

  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The names in a folder, in order, without hidden ones.
  package static func names(in folder: String) throws(Failure) -> [String] {
    guard let stream = opendir(folder) else { throw lastFailure }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// All bytes of a regular file, and of nothing else: it would wait for pipes, or take those without a writer for empty.
  package static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw lastFailure }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw lastFailure }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Failure(reason: "not a regular file") }
    return try readAll(of: descriptor, limit: limit)
  }

  /// All bytes of a descriptor up to its end.
  package static func readAll(of descriptor: Int32, limit: Int) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw lastFailure }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= limit else { throw Failure(reason: "longer than \(limit) bytes") }
    }
  }

  /// Puts a file in the place of the one that was there, never half of it; makes its folders if there are none.
  package static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    for end in path.indices where path[end] == "/" && end > path.startIndex { mkdir(String(path[..<end]), 0o700) }
    let part = "\(path).part"
    let descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw lastFailure }
    let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    // Of a disk that is full, some of it may be there.
    if count >= 0, count < bytes.count { errno = ENOSPC }
    let failure = count == bytes.count && fsync(descriptor) == 0 ? nil : lastFailure
    close(descriptor)
    if failure == nil, rename(part, path) == 0 { return }
    let reason = failure ?? lastFailure
    unlink(part)
    throw reason
  }

  package static var lastFailure: Failure { Failure(reason: String(cString: strerror(errno))) }

  /// `nil` if it is unset or empty.
  package static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// The words of the command line, the program's name first.
  ///
  /// As the kernel has them (proc_pid_cmdline(5)): Swift's run time looks for them in front of the environment, and finds none where
  /// a library that is loaded before `main` has moved that, as libfaketime does; a kiosk would then start without its options.
  package static let arguments: [String] = {
    let bytes = (try? read("/proc/self/cmdline", limit: 1 << 23)) ?? []
    let words = bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
    return words.isEmpty ? CommandLine.arguments : words.map { String(decoding: $0, as: UTF8.self) }
  }()

  /// The program, as its messages begin.
  private static let program =
    arguments.first?.split(separator: "/").last.map(String.init) ?? "colourclock"

  /// As sd-daemon(3) has them.
  package enum Priority: Int {
    case error = 3
    case warning, notice, info
  }

  /// Whether standard error leads to the journal: device and inode, as systemd.exec(5) has it.
  private static let isJournal: Bool = {
    var status = stat()
    guard let stream = environment("JOURNAL_STREAM"), fstat(STDERR_FILENO, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }()

  /// One line on standard error. Control characters, which would break it or command a terminal, become question marks.
  package static func report(_ message: String, as priority: Priority) {
    let text = message.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : String($0) }.joined()
    write("\(isJournal ? "<\(priority.rawValue)>" : "")\(program): \(text)\n", to: STDERR_FILENO)
  }

  package static func report(_ message: String) { report(message, as: .warning) }

  /// Ends the program if it cannot be written.
  package static func print(_ text: String) {
    guard write(text + "\n", to: STDOUT_FILENO) else {
      report("cannot write to standard output: \(lastFailure.reason)")
      exit(1)
    }
  }

  /// - Returns: whether all of it could be written.
  @discardableResult private static func write(_ text: String, to descriptor: Int32) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Seconds since the machine was started, also those in suspend.
  package static var uptime: Double {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Of wall-clock time, since 1970.
  package static var unixMilliseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  package enum Direction {
    case input, output
  }

  /// Waits until a descriptor has something to read or takes something, or its other end is gone.
  /// - Returns: whether that was before the time was over.
  package static func wait(for descriptor: Int32?, _ direction: Direction = .input, seconds: Double) -> Bool {
    let events = direction == .input ? POLLIN : POLLOUT
    var place = pollfd(fd: descriptor ?? -1, events: Int16(events), revents: 0)
    return poll(&place, 1, Int32(seconds * 1000)) > 0
  }
}

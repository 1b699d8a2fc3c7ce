private import CLinux
private import Glibc

/// A forked copy of this process for one task, connected with its parent by a socket pair. A crash or a lack of memory
/// ends only the copy.
///
/// Use this only in a process with one thread, because fork(2) copies the locks of other threads, but not the threads.
package final class Worker {
  /// The parent's end of the socket pair, which is non-blocking.
  package let link: Connection
  private let identifier: pid_t
  private var isReaped = false

  /// - Parameters:
  ///   - memory: bytes of private memory that the copy may use beyond the parent's present amount (RLIMIT_DATA).
  ///   - body: the task. Its parameter is the copy's end of the socket pair, which is blocking. The copy exits after
  ///     the task, or when the parent ends.
  package init?(memory: Int, _ body: (Int32) -> Void) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { return nil }
    let (own, other) = (ends[0], ends[1])
    let parent = getpid()
    // An ignored SIGCHLD would discard the exit status (wait(2)).
    signal(SIGCHLD, SIG_DFL)
    identifier = fork_process()
    if identifier == 0 {
      Worker.prepare(keeping: other, memory: memory, parent: parent)
      body(Worker.descriptor)
      _exit(0)
    }
    close(other)
    _ = fcntl(own, F_SETFL, O_NONBLOCK)
    link = Connection(own)
    if identifier < 0 { return nil }
  }

  deinit {
    guard identifier > 0, !isReaped else { return }
    kill(identifier, SIGKILL)
    Worker.wait(for: identifier)
  }

  /// True if a signal ended the copy, such as SIGABRT. Call this once, when `link` reports the end of the stream.
  package func hasCrashed() -> Bool {
    guard !isReaped else { return false }
    isReaped = true
    // The kernel records how the copy ended before it closes the socket, so SIGKILL does not change the result.
    kill(identifier, SIGKILL)
    return Worker.wait(for: identifier) & 0x7f != 0
  }

  /// Returns the wait status (waitpid(2)).
  @discardableResult
  private static func wait(for identifier: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    return status
  }

  // MARK: The copy

  private static let descriptor: Int32 = 3

  /// Prepares the copy: its end with the parent, its signals, its descriptors, its memory limit, and no core dump.
  private static func prepare(keeping socket: Int32, memory: Int, parent: pid_t) {
    _ = process_control(PR_SET_PDEATHSIG, UInt(SIGKILL), 0, 0, 0)
    // The parent may have ended before the call above.
    if getppid() != parent { _exit(0) }
    // A terminal or systemd sends ending signals to both processes, but the parent sends its last messages through the
    // copy. SIGPIPE would end the copy when it writes to a closed connection.
    for number in [SIGTERM, SIGINT, SIGHUP, SIGPIPE] { signal(number, SIG_IGN) }
    // With the inherited handlers, Swift's runtime would print a backtrace, which takes about 1 s (SWIFT_BACKTRACE).
    for number in [SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGQUIT, SIGXCPU] { signal(number, SIG_DFL) }
    dup2(socket, descriptor)
    _ = close_range(UInt32(descriptor + 1), .max, 0)
    // A library may print something when it aborts. Discard it.
    let nothing = open("/dev/null", O_RDWR)
    for standard in 0...2 { dup2(nothing, Int32(standard)) }
    if nothing > 2 { close(nothing) }
    limit(memory)
    // Prevents a core dump, which may contain a password, even if a program collects core dumps (core(5)).
    _ = process_control(PR_SET_DUMPABLE, 0, 0, 0, 0)
  }

  private static func limit(_ memory: Int) {
    guard let used = usedMemory else { return }
    var most = rlimit(rlim_cur: rlim_t(used + memory), rlim_max: rlim_t(used + memory))
    setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &most)
  }

  /// The private memory in use, in bytes: the sixth field of `/proc/pid/statm` (proc_pid_statm(5)).
  private static var usedMemory: Int? {
    guard let bytes = try? File.read("/proc/self/statm", limit: 256) else { return nil }
    let fields = bytes.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    return fields.count > 5 ? Int(fields[5]).map { $0 * Int(getpagesize()) } : nil
  }
}

private import CLinux
private import Glibc

/// A forked copy of this process for one task: a crash or a lack of memory ends only the copy.
///
/// The process must have a single thread, because fork(2) copies the locks of others.
package final class Worker {
  package let link: Connection
  private let identifier: pid_t
  private var isReaped = false

  /// - Parameters:
  ///   - memory: private bytes beyond the present amount (RLIMIT_DATA).
  ///   - body: runs in the copy, with the blocking end of the socket pair.
  package init?(memory: Int, _ body: (Int32) -> Void) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { return nil }
    let (own, other) = (ends[0], ends[1])
    let parent = getpid()
    // An ignored SIGCHLD would discard the status (wait(2)).
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

  /// True if a signal ended the copy. Call once, after the end of `link`.
  package func hasCrashed() -> Bool {
    guard !isReaped else { return false }
    isReaped = true
    // An ended copy keeps its status: the kernel records it before it closes the socket.
    kill(identifier, SIGKILL)
    return Worker.wait(for: identifier) & 0x7f != 0
  }

  @discardableResult
  private static func wait(for identifier: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    return status
  }

  // MARK: The copy

  private static let descriptor: Int32 = 3

  private static func prepare(keeping socket: Int32, memory: Int, parent: pid_t) {
    _ = process_control(PR_SET_PDEATHSIG, UInt(SIGKILL), 0, 0, 0)
    // If the parent ended before this call, no signal will come.
    if getppid() != parent { _exit(0) }
    // Terminals and systemd send these signals to the copy too, but the parent needs the copy for its last messages.
    for number in [SIGTERM, SIGINT, SIGHUP, SIGPIPE] { signal(number, SIG_IGN) }
    // Swift's handlers would print a backtrace for 1 s (SWIFT_BACKTRACE).
    for number in [SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGQUIT, SIGXCPU] { signal(number, SIG_DFL) }
    dup2(socket, descriptor)
    _ = close_range(UInt32(descriptor + 1), .max, 0)
    let nothing = open("/dev/null", O_RDWR)
    for standard in 0...2 { dup2(nothing, Int32(standard)) }
    if nothing > 2 { close(nothing) }
    limit(memory)
    // A core dump is prevented, because it may contain a password.
    _ = process_control(PR_SET_DUMPABLE, 0, 0, 0, 0)
  }

  private static func limit(_ memory: Int) {
    guard let used = usedMemory else { return }
    var most = rlimit(rlim_cur: rlim_t(used + memory), rlim_max: rlim_t(used + memory))
    setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &most)
  }

  /// Private bytes: field 6 of `/proc/pid/statm` (proc_pid_statm(5)).
  private static var usedMemory: Int? {
    guard let bytes = try? File.read("/proc/self/statm", limit: 256) else { return nil }
    let fields = bytes.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    return fields.count > 5 ? Int(fields[5]).map { $0 * Int(getpagesize()) } : nil
  }
}

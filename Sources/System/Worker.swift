private import CLinux
private import Glibc

/// A copy of the process that does one thing for it, joined to it by a pair of sockets. A crash, a hang, or hunger for
/// memory ends the copy alone.
///
/// Only for a process with one thread: of others fork(2) copies the locks that they hold, but not the threads.
package final class Worker {
  /// Its end of the pair, which does not wait.
  package let link: Connection
  private let identifier: pid_t
  private var isReaped = false

  /// - Parameters:
  ///   - memory: the bytes of private memory that it may take beyond those of the process at this moment (RLIMIT_DATA).
  ///   - body: what it does with its own end, which waits. It ends after that, and where the process ends.
  /// - Returns: `nil` if there is no process, memory or descriptor left.
  package init?(memory: Int, _ body: (Int32) -> Void) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { return nil }
    let (own, other) = (ends[0], ends[1])
    let parent = getpid()
    // Where it is left ignored, the kernel keeps no status (wait(2)).
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

  /// To be called at the end of `link`: whether a signal has ended it, such as that of abort(3).
  package func hasCrashed() -> Bool {
    guard !isReaped else { return false }
    isReaped = true
    // The kernel keeps why it ends before it closes its socket: this changes nothing of that.
    kill(identifier, SIGKILL)
    return Worker.wait(for: identifier) & 0x7f != 0
  }

  /// - Returns: the status as waitpid(2) has it.
  @discardableResult
  private static func wait(for identifier: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    return status
  }

  // MARK: The copy

  private static let descriptor: Int32 = 3

  /// Only the socket joins it to the process.
  private static func prepare(keeping socket: Int32, memory: Int, parent: pid_t) {
    _ = process_control(PR_SET_PDEATHSIG, UInt(SIGKILL), 0, 0, 0)
    // The parent may have ended before that.
    if getppid() != parent { _exit(0) }
    // A terminal and systemd signal all processes at once; the parent has something to say yet.
    for number in [SIGTERM, SIGINT, SIGHUP, SIGPIPE] { signal(number, SIG_IGN) }
    // Without the backtraces of Swift's run time, which take a second (SWIFT_BACKTRACE), and without the handlers of
    // the process.
    for number in [SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGQUIT, SIGXCPU] { signal(number, SIG_DFL) }
    dup2(socket, descriptor)
    _ = close_range(UInt32(descriptor + 1), .max, 0)
    // Nobody needs what a library prints as it aborts.
    let nothing = open("/dev/null", O_RDWR)
    for standard in 0...2 { dup2(nothing, Int32(standard)) }
    if nothing > 2 { close(nothing) }
    limit(memory)
    // No memory image of it, which may have a password in it, also where a program takes these (core(5)).
    _ = process_control(PR_SET_DUMPABLE, 0, 0, 0, 0)
  }

  private static func limit(_ memory: Int) {
    guard let used = usedMemory else { return }
    var most = rlimit(rlim_cur: rlim_t(used + memory), rlim_max: rlim_t(used + memory))
    setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &most)
  }

  /// Private memory in bytes: the sixth field of proc_pid_statm(5).
  private static var usedMemory: Int? {
    guard let bytes = try? File.read("/proc/self/statm", limit: 256) else { return nil }
    let fields = bytes.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    return fields.count > 5 ? Int(fields[5]).map { $0 * Int(getpagesize()) } : nil
  }
}

private import CLinux
private import Glibc

/// Reads signals through a descriptor (signalfd(2)). After `takeEndings`, an ending signal requests shutdown. SIGUSR1
/// and SIGCONT request a repaint. Users send SIGUSR1 when another program has drawn over the window. SIGCONT comes
/// after a stop, when the picture is out of date.
package final class SignalDescriptor {
  package let descriptor: Int32
  private var ending: Int32?

  /// Blocks the signals that the descriptor reads; otherwise they would not reach it. A blocked SIGCONT still continues
  /// a stopped program (signal(7)).
  package init() {
    EndingSignals.ignoreOthers()
    var signals = SignalDescriptor.set(SIGUSR1, SIGCONT, EndingSignals.messenger)
    sigprocmask(SIG_BLOCK, &signals, nil)
    descriptor = signalfd(-1, &signals, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
    if descriptor < 0 { Process.fail("cannot wait for signals: \(SystemError.last.reason)") }
  }

  deinit { close(descriptor) }

  /// The first ending signal requests shutdown (`isToEnd`). A later ending signal ends the program at once.
  /// - Parameter seconds: the time allowed for shutdown. Without this limit, an X server that does not answer could
  ///   block the shutdown.
  package func takeEndings(within seconds: UInt32 = 2) { EndingSignals.askFirst(patience: seconds) }

  package var isToEnd: Bool { ending != nil }

  /// Reads all waiting signals. Returns true if the picture must be repainted.
  package func receive() -> Bool {
    var isToRepaint = false
    var details = signalfd_siginfo()
    while read(descriptor, &details, MemoryLayout.size(ofValue: details)) > 0 {
      let isMessage = details.ssi_signo == UInt32(EndingSignals.messenger)
      if !isMessage { isToRepaint = true } else if details.ssi_pid == UInt32(getpid()) { ending = details.ssi_int }
    }
    return isToRepaint
  }

  /// Ends the program with the signal that has requested shutdown, so that the parent sees this signal.
  package func endByIt() {
    guard let ending else { return }
    signal(ending, SIG_DFL)
    raise(ending)
  }

  private static func set(_ numbers: Int32...) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    return set
  }
}

/// The signals that end the program. Those that the parent ignores stay ignored. SIGXCPU reports that the CPU time
/// limit is reached (setrlimit(2)).
package enum EndingSignals {
  package static let all = [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGXCPU]
  /// Signals that would end the program silently without a handler. Error signals such as SIGSEGV are not among them.
  private static let others =
    [SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR, SIGSTKFLT, SIGPIPE, SIGXFSZ]
    + Array(34...64)
  /// The signals that the C library reserves. `signal` refuses them.
  private static let reserved: [Int32] = [32, 33]
  /// Carries the first ending signal to the descriptor. The kernel queues real-time signals such as this. A standard
  /// signal would be lost if it was already pending (signal(7)).
  static let messenger: Int32 = 40
  /// The time allowed for shutdown, in seconds. Assigned before a handler reads it.
  nonisolated(unsafe) private static var patience: UInt32 = 2

  /// Ignores the signals that would end the program silently. Install handlers after this call.
  package static func ignoreOthers() {
    for number in others { signal(number, SIG_IGN) }
    for number in reserved { ignore_reserved_signal(number) }
  }

  /// From now on, an ending signal first kills the program's commands and then ends the program. No command runs yet:
  /// `killAll` is called only to allocate the table of process groups. A signal handler must not allocate.
  static func dieWithTheProgram() {
    ProcessGroups.killAll()
    for number in all { set(endAtOnce, for: number) }
  }

  /// After the first ending signal, a later ending signal or the end of `patience` ends the program at once.
  static func askFirst(patience: UInt32) {
    self.patience = patience
    for number in all { set(ask, for: number) }
  }

  private static let losePatience: @convention(c) (Int32) -> Void = { _ in
    ProcessGroups.killAll()
    signal(SIGTERM, SIG_DFL)
    raise(SIGTERM)
  }

  private static func set(_ handler: @escaping @convention(c) (Int32) -> Void, for number: Int32) {
    var present = sigaction()
    sigaction(number, nil, &present)
    let isIgnored = unsafeBitCast(present.__sigaction_handler.sa_handler, to: Int.self) == 1
    if !isIgnored { signal(number, handler) }
  }

  private static let endAtOnce: @convention(c) (Int32) -> Void = { number in
    ProcessGroups.killAll()
    // The pending signal ends the program when this handler returns.
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Calls only async-signal-safe functions (signal-safety(7)).
  private static let ask: @convention(c) (Int32) -> Void = { number in
    let error = errno
    set(endAtOnce, for: SIGTERM)
    set(endAtOnce, for: SIGINT)
    set(endAtOnce, for: SIGHUP)
    set(endAtOnce, for: SIGQUIT)
    set(endAtOnce, for: SIGXCPU)
    signal(SIGALRM, losePatience)
    sigqueue(getpid(), messenger, sigval(sival_int: number))
    alarm(patience)
    errno = error
  }
}

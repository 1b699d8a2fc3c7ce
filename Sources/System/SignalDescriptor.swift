private import CLinux
private import Glibc

/// Signals as a readable descriptor (signalfd(2)). SIGUSR1 (another program has drawn over the window) and SIGCONT ask
/// for a repaint.
package final class SignalDescriptor {
  package let descriptor: Int32
  /// The number of the ending signal that came first; `nil` if none has come.
  private var ending: Int32?

  /// Blocks the signals: unblocked signals would not reach the descriptor. A blocked SIGCONT still continues a stopped
  /// program (signal(7)).
  package init() {
    EndingSignals.ignoreOthers()
    var signals = SignalDescriptor.set(SIGUSR1, SIGCONT, EndingSignals.messenger)
    sigprocmask(SIG_BLOCK, &signals, nil)
    descriptor = signalfd(-1, &signals, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
    if descriptor < 0 { Process.fail("cannot wait for signals: \(SystemError.last.reason)") }
  }

  deinit { close(descriptor) }

  /// Handles the ending signals from now on: the first sets `isToEnd`, a later one ends the program.
  /// - Parameter seconds: the limit of a shutdown, which a hung X server could block.
  package func takeEndings(within seconds: UInt32 = 2) { EndingSignals.askFirst(patience: seconds) }

  package var isToEnd: Bool { ending != nil }

  /// Reads all waiting signals. Returns true if one of them asks for a repaint.
  package func receive() -> Bool {
    var isToRepaint = false
    var details = signalfd_siginfo()
    while read(descriptor, &details, MemoryLayout.size(ofValue: details)) > 0 {
      let isMessage = details.ssi_signo == UInt32(EndingSignals.messenger)
      if !isMessage { isToRepaint = true } else if details.ssi_pid == UInt32(getpid()) { ending = details.ssi_int }
    }
    return isToRepaint
  }

  /// Ends the program by the signal that requested shutdown, so that the parent sees this signal. Returns if there was
  /// none.
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

/// Signals that end the program. Signals that the parent ignores stay ignored.
package enum EndingSignals {
  package static let all = [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGXCPU]
  /// Other signals that would end the program silently. Errors such as SIGSEGV are not among them.
  private static let others =
    [SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR, SIGSTKFLT, SIGPIPE, SIGXFSZ]
    + Array(34...64)
  /// `signal` refuses these signals of the C library.
  private static let reserved: [Int32] = [32, 33]
  /// The signal by which the handler `ask` sends the number of an ending signal to the descriptor. The kernel queues
  /// real-time signals, but would lose a second pending standard signal (signal(7)).
  static let messenger: Int32 = 40
  /// The limit of a shutdown in seconds; assigned before a handler reads it.
  nonisolated(unsafe) private static var patience: UInt32 = 2

  /// Ignores all other signals that would end the program. Install handlers after this call.
  package static func ignoreOthers() {
    for number in others { signal(number, SIG_IGN) }
    for number in reserved { ignore_reserved_signal(number) }
  }

  /// Makes ending signals kill the commands before the program ends. The first `killAll` allocates the table, which a
  /// signal handler must not do.
  static func killCommandsFirst() {
    ProcessGroups.killAll()
    for number in all { set(endAtOnce, for: number) }
  }

  /// Makes the first ending signal ask for shutdown. A later signal, or the end of `patience`, ends the program.
  static func askFirst(patience: UInt32) {
    self.patience = patience
    for number in all { set(ask, for: number) }
  }

  private static let endAfterPatience: @convention(c) (Int32) -> Void = { _ in
    ProcessGroups.killAll()
    signal(SIGTERM, SIG_DFL)
    raise(SIGTERM)
  }

  /// Installs the handler, unless the signal is ignored.
  private static func set(_ handler: @escaping @convention(c) (Int32) -> Void, for number: Int32) {
    var present = sigaction()
    sigaction(number, nil, &present)
    // SIG_IGN is 1.
    let isIgnored = unsafeBitCast(present.__sigaction_handler.sa_handler, to: Int.self) == 1
    if !isIgnored { signal(number, handler) }
  }

  private static let endAtOnce: @convention(c) (Int32) -> Void = { number in
    ProcessGroups.killAll()
    // The signal is pending until this handler returns.
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
    signal(SIGALRM, endAfterPatience)
    sigqueue(getpid(), messenger, sigval(sival_int: number))
    alarm(patience)
    errno = error
  }
}

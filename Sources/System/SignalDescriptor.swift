internal import CLinux
internal import Glibc

/// A signalfd(2). SIGUSR1 (another program drew over the window) and SIGCONT ask for a repaint.
package final class SignalDescriptor {
  package let descriptor: Int32
  private var ending: Int32?

  /// Blocks the signals, because a signalfd gets only blocked signals.
  package init() {
    EndingSignals.ignoreOthers()
    var signals = SignalDescriptor.set([SIGUSR1, SIGCONT, EndingSignals.messenger])
    sigprocmask(SIG_BLOCK, &signals, nil)
    descriptor = signalfd(-1, &signals, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
    if descriptor < 0 { Process.fail("cannot wait for signals: \(SystemError.last.reason)") }
  }

  deinit { close(descriptor) }

  /// From now on, the first ending signal sets `isToEnd`; a later one ends the program.
  /// - Parameter seconds: limits the shutdown.
  package func handleShutdownSignals(within seconds: UInt32 = 2) { EndingSignals.askFirst(patience: seconds) }

  package var isToEnd: Bool { ending != nil }

  /// True if a repaint is requested.
  package func receive() -> Bool {
    var isToRepaint = false
    var details = signalfd_siginfo()
    while read(descriptor, &details, MemoryLayout.size(ofValue: details)) > 0 {
      let isMessage = details.ssi_signo == UInt32(EndingSignals.messenger)
      if !isMessage { isToRepaint = true } else if details.ssi_pid == UInt32(getpid()) { ending = details.ssi_int }
    }
    return isToRepaint
  }

  /// Ends the program by the signal that requested shutdown, if any, so that the parent sees this signal.
  package func endBySignal() {
    guard let ending else { return }
    signal(ending, SIG_DFL)
    raise(ending)
  }

  static func set(_ numbers: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    return set
  }
}

/// Signals that ask the program to end. Signals that the parent ignores stay ignored.
package enum EndingSignals {
  package static let all = [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGXCPU]
  /// By default each of these signals ends a program silently, so this program ignores them.
  private static let others =
    [SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR, SIGSTKFLT, SIGPIPE, SIGXFSZ]
    + Array(34...64)
  /// The C library's signals, which `signal` refuses.
  private static let reserved: [Int32] = [32, 33]
  /// Carries an ending signal's number from `ask` to the descriptor. Only real-time signals queue (signal(7)).
  static let messenger: Int32 = 40
  /// The limit of a shutdown, in seconds.
  nonisolated(unsafe) private static var patience: UInt32 = 2

  /// Install handlers after this call, because it replaces those of `others`.
  package static func ignoreOthers() {
    for number in others { signal(number, SIG_IGN) }
    for number in reserved { ignore_reserved_signal(number) }
  }

  static func killCommandsFirst() {
    // The first `killAll` allocates its table, which a signal handler must not do.
    ProcessGroups.killAll()
    for number in all { set(endAtOnce, for: number) }
  }

  static func askFirst(patience: UInt32) {
    self.patience = patience
    for number in all { set(ask, for: number) }
  }

  private static let endAfterPatience: @convention(c) (Int32) -> Void = { _ in
    ProcessGroups.killAll()
    signal(SIGTERM, SIG_DFL)
    raise(SIGTERM)
  }

  private static func set(_ handler: @escaping @convention(c) (Int32) -> Void, for number: Int32) {
    var present = sigaction()
    sigaction(number, nil, &present)
    // SIG_IGN is 1.
    let isIgnored = unsafeBitCast(present.__sigaction_handler.sa_handler, to: Int.self) == 1
    if !isIgnored { signal(number, handler) }
  }

  private static let endAtOnce: @convention(c) (Int32) -> Void = { number in
    ProcessGroups.killAll()
    // The raised signal stays pending until the handler returns.
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Only async-signal-safe functions may be called here (signal-safety(7)).
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

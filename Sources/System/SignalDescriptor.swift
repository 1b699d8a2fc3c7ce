private import CLinux
private import Glibc

/// Reads signals through a descriptor. SIGUSR1, by which a host says that it has drawn over ours, and SIGCONT, after
/// which the picture is out of date, ask for a repaint. After `takeEndings`, an ending signal asks for the end of the
/// program.
package final class SignalDescriptor {
  /// What to poll for reading.
  package let descriptor: Int32
  /// The ending signal that has come; `nil` before.
  private var ending: Int32?

  /// Blocks the signals that it reads, which otherwise would end the program or be lost. A stopped program continues at
  /// SIGCONT even if that is blocked (signal(7)).
  package init() {
    EndingSignals.ignoreOthers()
    var signals = SignalDescriptor.set(SIGUSR1, SIGCONT, EndingSignals.messenger)
    sigprocmask(SIG_BLOCK, &signals, nil)
    descriptor = signalfd(-1, &signals, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
    if descriptor < 0 { Process.fail("cannot wait for signals: \(SystemError.last.reason)") }
  }

  deinit { close(descriptor) }

  /// From now on the first signal that ends the program is told here (`isToEnd`), and only a second one ends it at
  /// once.
  /// - Parameter seconds: how long the program may take to end in order: a server that does not answer would hold it up
  ///   for ever.
  package func takeEndings(within seconds: UInt32 = 2) { EndingSignals.askFirst(patience: seconds) }

  package var isToEnd: Bool { ending != nil }

  /// Reads the signals that have arrived: whether the picture has to be painted anew.
  package func receive() -> Bool {
    var isToRepaint = false
    var details = signalfd_siginfo()
    while read(descriptor, &details, MemoryLayout.size(ofValue: details)) > 0 {
      let isMessage = details.ssi_signo == UInt32(EndingSignals.messenger)
      if !isMessage { isToRepaint = true } else if details.ssi_pid == UInt32(getpid()) { ending = details.ssi_int }
    }
    return isToRepaint
  }

  /// Ends the program by the signal that has asked for it, so that its parent sees that signal; returns if none has.
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

/// The signals that end the program. Those that its parent has had it ignore stay ignored. SIGXCPU comes where it has
/// used up the time that it was given (setrlimit(2)).
package enum EndingSignals {
  package static let all = [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGXCPU]
  /// Signals without a meaning here, which would end the program without a word. Signals of its own errors, such as
  /// SIGSEGV, are not among them.
  private static let others =
    [SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR, SIGSTKFLT, SIGPIPE, SIGXFSZ]
    + Array(34...64)
  /// The C library's own, of which `signal` knows nothing.
  private static let reserved: [Int32] = [32, 33]
  /// Tells the descriptor of signals which of them was the first. A signal of real time: unlike SIGUSR2 it waits behind
  /// others of its kind, such as one that another program has just sent (signal(7)).
  static let messenger: Int32 = 40
  /// In seconds. It is set before a handler reads it.
  nonisolated(unsafe) private static var patience: UInt32 = 2

  /// Ignores the signals that would end the program for no reason. Handlers that it needs are set afterwards.
  package static func ignoreOthers() {
    for number in others { signal(number, SIG_IGN) }
    for number in reserved { ignore_reserved_signal(number) }
  }

  /// Has each of them end the program's commands first.
  static func dieWithTheProgram() {
    ProcessGroups.killAll()
    for number in all { set(endAtOnce, for: number) }
  }

  /// From now on the first ending signal asks for shutdown. A second one, or the end of `patience`, ends the program at
  /// once.
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
    // The signal itself ends the program, once its handler has returned.
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Nothing but what a handler may call (signal-safety(7)).
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

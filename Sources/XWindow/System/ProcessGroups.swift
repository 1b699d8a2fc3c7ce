private import Glibc

/// The process groups of the commands that run, which must not outlive the program, whatever ends it but SIGKILL.
enum ProcessGroups {
  /// More than ever run at a time. Allocated once, since a signal handler may not allocate; 0 is a free slot.
  nonisolated(unsafe) private static let slots: UnsafeMutableBufferPointer<Int32> = {
    let slots = UnsafeMutableBufferPointer<Int32>.allocate(capacity: 64)
    slots.initialize(repeating: 0)
    return slots
  }()

  static func add(_ id: Int32) {
    if let free = slots.firstIndex(of: 0) { slots[free] = id }
  }

  static func remove(_ id: Int32) {
    if let own = slots.firstIndex(of: id) { slots[own] = 0 }
  }

  /// Runs `body`, which makes or clears away a group, with the ending signals held back: their handler is to know each
  /// group as soon as there is one, and none that is somebody else's by now.
  static func changing<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    var (ending, usual) = (sigset_t(), sigset_t())
    sigemptyset(&ending)
    for number in endingSignals { sigaddset(&ending, number) }
    pthread_sigmask(SIG_BLOCK, &ending, &usual)
    defer { pthread_sigmask(SIG_SETMASK, &usual, nil) }
    return try body()
  }

  private static let endingSignals = [SIGTERM, SIGINT, SIGHUP, SIGQUIT]

  static func killAll() {
    for index in 0..<slots.count where slots[index] != 0 { kill(-slots[index], SIGKILL) }
  }

  /// Has the signals that end a program end its commands first. Those that its parent has it ignore stay ignored.
  static func dieWithTheProgram() {
    killAll()
    for number in endingSignals {
      var present = sigaction()
      sigaction(number, nil, &present)
      let isIgnored = unsafeBitCast(present.__sigaction_handler.sa_handler, to: Int.self) == 1
      guard !isIgnored else { continue }
      signal(number) { number in
        ProcessGroups.killAll()
        // The signal itself ends the program, once its handler has returned.
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }
}

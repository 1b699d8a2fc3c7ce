private import Glibc

/// The process groups of the commands that run, which must not outlive the program, however that ends.
enum Groups {
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

  static func killAll() {
    for index in 0..<slots.count where slots[index] != 0 { kill(-slots[index], SIGKILL) }
  }

  /// Has the signals that end a program end its commands first. Those that its parent has it ignore stay ignored.
  static func dieWithTheProgram() {
    killAll()
    for number in [SIGTERM, SIGINT, SIGHUP, SIGQUIT] {
      var present = sigaction()
      sigaction(number, nil, &present)
      let isIgnored = unsafeBitCast(present.__sigaction_handler.sa_handler, to: Int.self) == 1
      guard !isIgnored else { continue }
      signal(number) { number in
        Groups.killAll()
        // The signal itself ends the program, once its handler has returned.
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }
}

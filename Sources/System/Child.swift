private import CLinux
@preconcurrency private import Glibc
private import Synchronization

/// A child process that leads its own process group.
final class Child {
  /// A pidfd, which is readable after the process's exit (pidfd_open(2)).
  let descriptor: Int32
  private let id: pid_t
  private var ending: Termination?

  enum Termination: Hashable {
    case exited(Int32)
    case signalled(Int32)
  }

  struct Program {
    let path: String
    let words: [String]
    var variables: [String: String] = [:]

    static func shell(_ text: String, _ variables: [String: String] = [:]) -> Program {
      Program(path: "/bin/sh", words: ["sh", "-c", "--", text], variables: variables)
    }
    /// The running program, even if its file was replaced.
    static func own(_ words: [String]) -> Program { Program(path: "/proc/self/exe", words: ["colourclock"] + words) }
  }

  convenience init(_ program: Program, output: Int32?, errors: Int32?) throws(SystemError) {
    try self.init(program, [nil, output, errors])
  }

  /// The descriptors become 0, 1, 2…; `nil` stands for `/dev/null`.
  init(_ program: Program, _ descriptors: [Int32?]) throws(SystemError) {
    // If the parent ignored SIGCHLD, the kernel would keep no exit status (wait(2)).
    signal(SIGCHLD, SIG_DFL)
    Child.reapLate()
    let id: pid_t = try ProcessGroups.changing { () throws(SystemError) in
      let id = try Child.spawn(program, descriptors)
      ProcessGroups.add(id)
      return id
    }
    let descriptor = pidfd_open(id, 0)
    guard descriptor >= 0 else {
      let refusal = SystemError.last
      kill(-id, SIGKILL)
      ProcessGroups.changing {
        ProcessGroups.remove(id)
        waitpid(id, nil, 0)
      }
      throw refusal
    }
    // The properties are set last: an error after that would run `deinit`, which reaps the process again.
    (self.id, self.descriptor) = (id, descriptor)
  }

  deinit {
    _ = reap()
    if ending == nil { Child.late.withLock { $0.append(id) } }
    ProcessGroups.remove(id)
    close(descriptor)
  }

  /// Processes that outlived their `Child`; the next `Child` reaps them.
  private static let late = Mutex<[pid_t]>([])

  static func reapLate() { late.withLock { $0.removeAll { waitpid($0, nil, WNOHANG) != 0 } } }

  var hasExited: Bool { Poll.wait(for: [descriptor], timeout: .zero) }

  /// Does nothing once the process is reaped, because another group may then have its ID.
  func killGroup() {
    if ending == nil { kill(-id, SIGKILL) }
  }

  /// Returns `.exited(0)` while the process runs.
  func reap() -> Termination {
    if let ending { return ending }
    var word: Int32 = 0
    let hasEnded = ProcessGroups.changing {
      guard waitpid(id, &word, WNOHANG) == id else { return false }
      ProcessGroups.remove(id)
      return true
    }
    guard hasEnded else { return .exited(0) }
    // wait(2): the low seven bits are the signal; if 0, the second byte is the status.
    let signal = word & 0x7f
    let ending: Termination = signal == 0 ? .exited(word >> 8 & 0xff) : .signalled(signal)
    self.ending = ending
    return ending
  }

  private static func spawn(_ program: Program, _ descriptors: [Int32?]) throws(SystemError) -> pid_t {
    var (attributes, actions) = (posix_spawnattr_t(), posix_spawn_file_actions_t())
    posix_spawnattr_init(&attributes)
    posix_spawn_file_actions_init(&actions)
    defer {
      posix_spawnattr_destroy(&attributes)
      posix_spawn_file_actions_destroy(&actions)
    }
    setAttributes(&attributes)
    addActions(&actions, descriptors)
    var arguments: [UnsafeMutablePointer<CChar>?] = program.words.map { strdup($0) } + [nil]
    let own = program.variables.map { strdup("\($0)=\($1)") }
    defer { for text in arguments + own { free(text) } }
    var environment = own + inherited(without: Array(program.variables.keys)) + [nil]
    var id: pid_t = 0
    let code = posix_spawn(&id, program.path, &actions, &attributes, &arguments, &environment)
    guard code == 0 else { throw SystemError(code: code) }
    return id
  }

  private static func inherited(without names: [String]) -> [UnsafeMutablePointer<CChar>?] {
    var (all, next) = ([UnsafeMutablePointer<CChar>?](), environ)
    while let text = next.pointee {
      if names.isEmpty || !names.contains(where: { String(cString: text).hasPrefix("\($0)=") }) { all.append(text) }
      next = next.advanced(by: 1)
    }
    return all
  }

  /// A child must not inherit ignored or blocked signals, such as SIGPIPE.
  private static func setAttributes(_ attributes: inout posix_spawnattr_t) {
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
  }

  private static func addActions(_ actions: inout posix_spawn_file_actions_t, _ descriptors: [Int32?]) {
    for (number, descriptor) in descriptors.enumerated() {
      if let descriptor {
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
      } else {
        posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0)
      }
    }
    posix_spawn_file_actions_addclosefrom_np(&actions, Int32(descriptors.count))
  }
}

struct Pipe {
  let reading: Int32
  let writing: Int32

  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .last }
    (reading, writing) = (ends[0], ends[1])
    // Swift's Glibc module lacks pipe2(2). No other thread forks in between.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(reading, F_SETFL, O_NONBLOCK)
  }
}

/// The process groups of running commands. This program kills them before it ends, unless SIGKILL ends it.
enum ProcessGroups {
  /// 0 marks a free slot. Signal handlers must not allocate, so the size is fixed.
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

  /// Blocks the signals that end the program while `body` runs. Their handler could miss a new group, or kill another
  /// program's group that got the ID of a reaped process.
  static func changing<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    var (ending, usual) = (SignalDescriptor.set(EndingSignals.all), sigset_t())
    pthread_sigmask(SIG_BLOCK, &ending, &usual)
    defer { pthread_sigmask(SIG_SETMASK, &usual, nil) }
    return try body()
  }

  /// Signal handlers may call this.
  static func killAll() {
    for index in 0..<slots.count where slots[index] != 0 { kill(-slots[index], SIGKILL) }
  }
}

private import CLinux
private import Glibc
private import Synchronization

/// The program's surroundings: environment, messages, exit.
package enum Process {
  /// The value of an environment variable; an empty one counts as unset unless `orEmpty`.
  package static func environment(_ name: String, orEmpty: Bool = false) -> String? {
    guard let value = getenv(name), orEmpty || value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// The words of the command line, the program's name first.
  ///
  /// As the kernel has them (proc_pid_cmdline(5)): Swift's run time looks for them in front of the environment, and
  /// finds none where a library that is loaded before `main` has moved that, as libfaketime does; a kiosk would then
  /// start without its options.
  package static let arguments: [String] = {
    let bytes = (try? File.read("/proc/self/cmdline", limit: longestCommandLine)) ?? []
    let words = bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
    return words.isEmpty ? CommandLine.arguments : words.map { String(decoding: $0, as: UTF8.self) }
  }()

  /// More than Linux lets a program have.
  private static let longestCommandLine = 1 << 23

  package static var identifier: Int { Int(getpid()) }

  /// The machine's name in its network.
  package static var hostName: String {
    var name = utsname()
    uname(&name)
    return withUnsafeBytes(of: &name.nodename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// As `environment`, and removes the variable, so that no child inherits it.
  package static func takeEnvironment(_ name: String) -> String? {
    defer { unsetenv(name) }
    return environment(name)
  }

  /// As its messages begin, and whether it is a companion.
  nonisolated(unsafe) private static var speaker = (name: "colourclock", isCompanion: false)

  /// Says that this is a companion of the clock, before it says anything else. Companions limit by themselves how much
  /// they say, and wait where a reader is slow; a clock must not.
  package static func becomeCompanion(_ name: String) {
    speaker = (name, true)
    EndingSignals.ignoreOthers()
  }

  /// Writes one line to standard error, after the program's name. Control characters, which would break the line or
  /// command a terminal, become question marks. Where the reader of a clock's pipe has left no room, the line is
  /// dropped.
  package static func report(_ message: String) { report(message, as: .warning) }

  /// The same; in the journal the line has its priority in the place of the program's name, which is known there.
  package static func report(_ message: String, as priority: Journal.Priority) {
    guard speaker.isCompanion || Poll.hasRoom(STDERR_FILENO) else { return }
    let text = message.unicodeScalars.prefix(longestReport).map {
      $0.properties.generalCategory == .control ? "?" : String($0)
    }.joined()
    let line =
      if !Journal.isThere {
        "\(speaker.name): \(text)\n"
      } else if speaker.isCompanion {
        Journal.line(text, as: priority)
      } else {
        Journal.line(text, as: priority, at: Now.boot)
      }
    if let line { write(line, to: STDERR_FILENO) }
  }

  /// In Unicode scalars. With its prefix such a line fits into the room that `Poll.hasRoom` asks for.
  private static let longestReport = 900

  /// Runs `body` and drops what the libraries that it calls write to standard error.
  package static func silently<Result>(_ body: () -> Result?) -> Result? {
    // Two calls at a time, which only tests make, would end with the null device restored.
    var result: Result?
    silence.withLock { _ in
      let (usual, nothing) = (dup(STDERR_FILENO), open("/dev/null", O_WRONLY | O_CLOEXEC))
      silenced.store(usual, ordering: .relaxed)
      dup2(nothing, STDERR_FILENO)
      result = body()
      dup2(usual, STDERR_FILENO)
      silenced.store(-1, ordering: .relaxed)
      for descriptor in [usual, nothing] { close(descriptor) }
    }
    return result
  }

  private static let silence = Mutex(())
  /// The usual standard error while it is silenced; otherwise -1.
  private static let silenced = Atomic<Int32>(-1)

  /// Lets the program itself be heard again where it ends in the midst of `silently`.
  package static func endSilence() {
    let usual = silenced.load(ordering: .relaxed)
    if usual >= 0 { dup2(usual, STDERR_FILENO) }
  }

  /// Writes what was asked for to standard output; ends the program if it cannot be written, as to a full disk.
  package static func print(_ text: String) {
    if !write(text + "\n", to: STDOUT_FILENO) { fail("cannot write to standard output: \(SystemError.last.reason)") }
  }

  /// Ends the program where the system gives it too little to go on: one line, and exit status 1.
  static func fail(_ message: String) -> Never {
    report(message, as: .error)
    exit(1)
  }

  /// Ends the program, and the commands that it runs.
  package static func exit(_ status: Int32) -> Never {
    ProcessGroups.killAll()
    Glibc.exit(status)
  }

  /// Makes a vanished reader or server an error instead of a deadly signal. And opens standard descriptors that the
  /// parent has closed: else the X connection would get one of them, and a stray message would corrupt the protocol.
  package static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    // A file that may not grow any more is an error to be reported too (setrlimit(2), RLIMIT_FSIZE).
    signal(SIGXFSZ, SIG_IGN)
    EndingSignals.dieWithTheProgram()
    var lowest = open("/dev/null", O_RDWR)
    while (0...2).contains(lowest) { lowest = dup(lowest) }
    close(lowest)
  }

  /// What the C library knows of dates in the locale of `LC_TIME`: weekdays, the same abbreviated, months, the same
  /// abbreviated, and the short form of a date as strftime(3) takes it. `nil` where that locale is not installed.
  package static func dates() -> (lists: [[String]], shortForm: String)? {
    guard setlocale(LC_TIME, "") != nil, text(_NL_TIME_CODESET) == "UTF-8" else { return nil }
    let lists = [(Int(DAY_1), 7), (Int(ABDAY_1), 7), (Int(MON_1), 12), (Int(ABMON_1), 12)].map { first, count in
      (first..<first + count).map(text)
    }
    return (lists, text(D_FMT))
  }

  private static func text(_ item: some BinaryInteger) -> String { String(cString: nl_langinfo(nl_item(item))) }

  /// Where the program's own file is, through all links.
  package static var file: String? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// The file of a program that is found on `$PATH`; `nil` if there is none.
  package static func program(_ name: String) -> String? {
    let folders = (environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return folders.lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 && !File.isFolder($0) }
  }

  /// Whether all of it was written.
  @discardableResult
  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard written > 0 || errno == EINTR else { return false }
      rest = rest.dropFirst(max(0, written))
    }
    return true
  }
}

private import CLinux
private import Glibc
private import Synchronization

/// The program's surroundings: environment, messages, exit.
package enum Process {
  /// The value of an environment variable. An empty value counts as unset unless `orEmpty` is true.
  package static func environment(_ name: String, orEmpty: Bool = false) -> String? {
    guard let value = getenv(name), orEmpty || value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// The command line, from the kernel (proc_pid_cmdline(5)). Swift's runtime looks for the arguments next to the
  /// environment. It finds none if a preloaded library such as libfaketime has moved the environment. A kiosk would
  /// then start without its options.
  package static let arguments: [String] = {
    let bytes = (try? File.read("/proc/self/cmdline", limit: longestCommandLine)) ?? []
    let words = bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
    return words.isEmpty ? CommandLine.arguments : words.map { String(decoding: $0, as: UTF8.self) }
  }()

  /// The longest command line that is read, in bytes. Linux allows less.
  private static let longestCommandLine = 1 << 23

  package static var identifier: Int { Int(getpid()) }

  package static var hostName: String {
    var name = utsname()
    uname(&name)
    return withUnsafeBytes(of: &name.nodename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// Returns a variable and removes it from the environment, so that no child inherits it.
  package static func takeEnvironment(_ name: String) -> String? {
    defer { unsetenv(name) }
    return environment(name)
  }

  nonisolated(unsafe) private static var speaker = (name: "colourclock", isCompanion: false)

  /// Call this before the first message. A companion limits its own messages, and may wait for a slow reader. The clock
  /// must never wait.
  package static func becomeCompanion(_ name: String) {
    speaker = (name, true)
    EndingSignals.ignoreOthers()
  }

  /// Writes one line to standard error. Control and format characters become question marks, because they could break
  /// the line, control a terminal or reverse the text. The clock drops the line if standard error has no room.
  package static func report(_ message: String) { report(message, as: .warning) }

  /// Reports with a priority for the journal. The journal adds the program's name itself.
  package static func report(_ message: String, as priority: Journal.Priority) {
    guard speaker.isCompanion || Poll.hasRoom(STDERR_FILENO) else { return }
    let text = message.unicodeScalars.prefix(longestReport).map {
      isPrintable($0) ? String($0) : "?"
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

  /// False for control and format characters. Joiners and tags are exceptions, because emoji and some scripts need
  /// them. The core has the same rule for texts on the wall. This module must not import the core, so a test compares
  /// the rules.
  package static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control: false
    case .format: scalar == "\u{200c}" || scalar == "\u{200d}" || 0xe0020...0xe007f ~= scalar.value
    default: true
    }
  }

  /// The longest message, in Unicode scalars. Its line fits into `PIPE_BUF` bytes (4096), for which `Poll.hasRoom`
  /// tests.
  private static let longestReport = 900

  /// Discards what libraries write to standard error during `body`.
  package static func silently<Result>(_ body: () -> Result?) -> Result? {
    var result: Result?
    // The lock is only for tests, which call this function concurrently.
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
  /// A copy of standard error during `silently`; otherwise -1.
  private static let silenced = Atomic<Int32>(-1)

  /// Restores standard error within `silently`, for an exit during `body`.
  package static func endSilence() {
    let usual = silenced.load(ordering: .relaxed)
    if usual >= 0 { dup2(usual, STDERR_FILENO) }
  }

  /// Writes a line to standard output. Ends the program if writing fails, as on a full disk.
  package static func print(_ text: String) {
    if !write(text + "\n", to: STDOUT_FILENO) { fail("cannot write to standard output: \(SystemError.last.reason)") }
  }

  /// Ends the program because the system lacks a needed resource.
  static func fail(_ message: String) -> Never {
    report(message, as: .error)
    exit(1)
  }

  package static func exit(_ status: Int32) -> Never {
    ProcessGroups.killAll()
    Glibc.exit(status)
  }

  /// Ignores SIGPIPE, so that writing to a closed connection is an error and does not end the program. Opens the
  /// standard descriptors that the parent has closed. Otherwise the X connection could become standard error, and a
  /// message would corrupt the X protocol.
  package static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    // Writing beyond the largest allowed file (RLIMIT_FSIZE, setrlimit(2)) must also be only an error.
    signal(SIGXFSZ, SIG_IGN)
    EndingSignals.dieWithTheProgram()
    var lowest = open("/dev/null", O_RDWR)
    while (0...2).contains(lowest) { lowest = dup(lowest) }
    close(lowest)
  }

  /// `lists`: weekdays, short weekdays, months and short months in the locale of `LC_TIME`. `shortForm`: the short date
  /// format for strftime(3). `nil` if the locale is not installed or is not UTF-8.
  package static func dates() -> (lists: [[String]], shortForm: String)? {
    guard setlocale(LC_TIME, "") != nil, text(_NL_TIME_CODESET) == "UTF-8" else { return nil }
    let lists = [(Int(DAY_1), 7), (Int(ABDAY_1), 7), (Int(MON_1), 12), (Int(ABMON_1), 12)].map { first, count in
      (first..<first + count).map(text)
    }
    return (lists, text(D_FMT))
  }

  private static func text(_ item: some BinaryInteger) -> String { String(cString: nl_langinfo(nl_item(item))) }

  /// The path of this program, without symbolic links.
  package static var file: String? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  package static func program(_ name: String) -> String? {
    let folders = (environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return folders.lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 && !File.isFolder($0) }
  }

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

private import CLinux
private import Glibc
private import Synchronization

/// This process: its environment, arguments, messages and exit.
package enum Process {
  /// The value of a variable; `nil` if it is unset. An empty value counts as unset, unless `orEmpty`.
  package static func environment(_ name: String, orEmpty: Bool = false) -> String? {
    guard let value = getenv(name), orEmpty || value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// The words of the command line, with the program's name first. Read from `/proc` (proc_pid_cmdline(5)), because
  /// Swift's runtime finds no arguments if a library such as libfaketime has moved the environment.
  package static let arguments: [String] = {
    let bytes = (try? File.read("/proc/self/cmdline", limit: longestCommandLine)) ?? []
    let words = bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
    return words.isEmpty ? CommandLine.arguments : words.map { String(decoding: $0, as: UTF8.self) }
  }()

  /// The limit in bytes; Linux allows less.
  private static let longestCommandLine = 1 << 23

  package static var identifier: Int { Int(getpid()) }

  package static var hostName: String {
    var name = utsname()
    uname(&name)
    return withUnsafeBytes(of: &name.nodename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// Returns the variable's value, and removes the variable so that no child inherits it.
  package static func takeEnvironment(_ name: String) -> String? {
    defer { unsetenv(name) }
    return environment(name)
  }

  /// Messages begin with `name`.
  nonisolated(unsafe) private static var speaker = (name: "colourclock", isCompanion: false)

  /// Makes messages begin with `name`. Call before the first message. A companion may wait for a slow reader of
  /// standard error; the clock never waits.
  package static func becomeCompanion(_ name: String) {
    speaker = (name, true)
    EndingSignals.ignoreOthers()
  }

  /// Prints a line on standard error, without control and format characters: they could break the line, control a
  /// terminal or reverse text. The clock drops the line if standard error has no room.
  package static func report(_ message: String) { report(message, as: .warning) }

  /// Like `report(_:)`, but with a priority for the journal. A line for the journal has no name, because the journal
  /// adds it.
  package static func report(_ message: String, as priority: Journal.Priority) {
    guard speaker.isCompanion || Poll.hasRoom(STDERR_FILENO) else { return }
    let text = printable(message.unicodeScalars.prefix(longestReport))
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

  /// The text with `?` in place of control and format characters, and of separators of lines and paragraphs.
  /// - Parameter kept: the control characters that stay.
  package static func printable(
    _ text: some Sequence<Unicode.Scalar>, keeping kept: Set<Unicode.Scalar> = []
  ) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in text { shown.append(isPrintable(scalar) || kept.contains(scalar) ? scalar : "?") }
    return String(shown)
  }

  /// False for control and format characters, except the joiners and tags that emoji and some scripts need. The core
  /// has the same rule, and a test compares them: this module must not import the core.
  package static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    case .format: scalar == "\u{200c}" || scalar == "\u{200d}" || 0xe0020...0xe007f ~= scalar.value
    default: true
    }
  }

  /// The longest message, in Unicode scalars. Its line fits into `PIPE_BUF` (4096 bytes).
  private static let longestReport = 900

  /// Runs `body`, and discards what libraries write to standard error meanwhile.
  package static func silently<Result>(_ body: () -> Result?) -> Result? {
    var result: Result?
    // Only tests call this concurrently.
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
  /// Standard error during `silently`; otherwise -1.
  private static let silenced = Atomic<Int32>(-1)

  /// Restores standard error. Call before an exit within `silently`.
  package static func endSilence() {
    let usual = silenced.load(ordering: .relaxed)
    if usual >= 0 { dup2(usual, STDERR_FILENO) }
  }

  /// Prints a line on standard output. Ends the program if writing fails, as on a full disk.
  package static func print(_ text: String) {
    if !write(text + "\n", to: STDOUT_FILENO) { fail("cannot write to standard output: \(SystemError.last.reason)") }
  }

  /// Reports why the program cannot go on, and ends it with status 1.
  static func fail(_ message: String) -> Never {
    report(message, as: .error)
    exit(1)
  }

  /// Kills the running commands, and exits.
  package static func exit(_ status: Int32) -> Never {
    ProcessGroups.killAll()
    Glibc.exit(status)
  }

  /// Call at the start of the program. Ignores SIGPIPE, so that writing to a closed connection only fails. Keeps
  /// descriptors 0 to 2 open: if one were closed, the X connection could get its number, and a message would corrupt
  /// it.
  package static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    // With SIGXFSZ ignored, writing beyond RLIMIT_FSIZE only fails (setrlimit(2)).
    signal(SIGXFSZ, SIG_IGN)
    EndingSignals.killCommandsFirst()
    var lowest = open("/dev/null", O_RDWR)
    while (0...2).contains(lowest) { lowest = dup(lowest) }
    close(lowest)
  }

  /// The names and the form of dates in the user's locale (`LC_TIME`); `nil` if it is missing or not UTF-8. `lists`:
  /// weekdays, short weekdays, months and short months. `shortForm`: a format for strftime(3).
  package static func dates() -> (lists: [[String]], shortForm: String)? {
    guard setlocale(LC_TIME, "") != nil, text(_NL_TIME_CODESET) == "UTF-8" else { return nil }
    let lists = [(Int(DAY_1), 7), (Int(ABDAY_1), 7), (Int(MON_1), 12), (Int(ABMON_1), 12)].map { first, count in
      (first..<first + count).map(text)
    }
    return (lists, text(D_FMT))
  }

  private static func text(_ item: some BinaryInteger) -> String { String(cString: nl_langinfo(nl_item(item))) }

  /// The path of this program's file, without symbolic links; `nil` if the file was removed.
  package static var file: String? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// The path of the program `name` in `$PATH`; `nil` if there is none.
  package static func program(_ name: String) -> String? {
    let folders = (environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return folders.lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 && !File.isFolder($0) }
  }

  /// Returns false, with `errno`, if writing fails.
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

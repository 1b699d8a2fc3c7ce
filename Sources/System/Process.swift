private import CLinux
private import Glibc
private import Synchronization

package enum Process {
  /// `nil` if the variable is unset; empty values are also `nil` without `orEmpty`.
  package static func environment(_ name: String, orEmpty: Bool = false) -> String? {
    guard let value = getenv(name), orEmpty || value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// The program's name is first. Swift's runtime finds no arguments if a library such as libfaketime has moved the
  /// environment.
  package static let arguments: [String] = {
    let bytes = (try? File.read("/proc/self/cmdline", limit: longestCommandLine)) ?? []
    let words = bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
    return words.isEmpty ? CommandLine.arguments : words.map { String(decoding: $0, as: UTF8.self) }
  }()

  private static let longestCommandLine = 1 << 23

  package static var identifier: Int { Int(getpid()) }

  package static var hostName: String {
    var name = utsname()
    uname(&name)
    return withUnsafeBytes(of: &name.nodename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  package static var hostLabel: String? { hostName.split(separator: ".").first.map(String.init) }

  /// Removes the variable, so that no child inherits it.
  package static func takeEnvironment(_ name: String) -> String? {
    defer { unsetenv(name) }
    return environment(name)
  }

  nonisolated(unsafe) private static var speaker = (name: "colourclock", isCompanion: false)

  /// Call this in a program other than the clock. `report` then waits for a slow reader of standard error.
  package static func becomeCompanion(_ name: String) {
    speaker = (name, true)
    EndingSignals.ignoreOthers()
  }

  /// Prints on standard error, without characters that could break the line, control a terminal or reverse text. The
  /// clock drops a line if standard error has no room.
  package static func report(_ message: String) { report(message, as: .warning) }

  package static func report(_ message: String, as priority: Journal.Priority) {
    guard speaker.isCompanion || Poll.hasRoom(STDERR_FILENO) else { return }
    let text = printable(message.unicodeScalars.prefix(longestReport))
    let line =
      if !Journal.isConnected {
        "\(speaker.name): \(text)\n"
      } else if speaker.isCompanion {
        Journal.line(text, as: priority)
      } else {
        Journal.line(text, as: priority, at: Now.boot)
      }
    if let line { write(line, to: STDERR_FILENO) }
  }

  package static func printable(
    _ text: some Sequence<Unicode.Scalar>, keeping kept: Set<Unicode.Scalar> = []
  ) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in text { shown.append(isPrintable(scalar) || kept.contains(scalar) ? scalar : "?") }
    return String(shown)
  }

  /// False for control and format characters, except those of emoji and some scripts. This must agree with
  /// `Unicode.Scalar.isPrintable` of ColourClock.
  package static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    // The clock's own marks of direction.
    case .privateUse: !(0x10fffa...0x10fffd ~= scalar.value)
    case .format: scalar == "\u{200c}" || scalar == "\u{200d}" || 0xe0020...0xe007f ~= scalar.value
    default: true
    }
  }

  /// This many Unicode scalars fit into `PIPE_BUF` (4096 bytes).
  private static let longestReport = 900

  /// Discards what libraries print on standard error.
  package static func silently<Result>(_ body: () -> Result?) -> Result? {
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
  /// The descriptor of standard error during `silently`; else -1.
  private static let silenced = Atomic<Int32>(-1)

  /// Call this before an exit within `silently`.
  package static func endSilence() {
    let usual = silenced.load(ordering: .relaxed)
    if usual >= 0 { dup2(usual, STDERR_FILENO) }
  }

  /// Ends the program on failure.
  package static func print(_ text: String) {
    if !write(text + "\n", to: STDOUT_FILENO) { fail("cannot write to standard output: \(SystemError.last.reason)") }
  }

  static func fail(_ message: String) -> Never {
    report(message, as: .error)
    exit(1)
  }

  package static func exit(_ status: Int32) -> Never {
    ProcessGroups.killAll()
    Glibc.exit(status)
  }

  /// Ignores SIGPIPE, so that writing to a closed connection only fails. Opens descriptors 0 to 2: otherwise an X
  /// connection could get number 2, and a message would corrupt it.
  package static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    // Ignoring SIGXFSZ makes writing beyond RLIMIT_FSIZE only fail (setrlimit(2)).
    signal(SIGXFSZ, SIG_IGN)
    EndingSignals.killCommandsFirst()
    var lowest = open("/dev/null", O_RDWR)
    while (0...2).contains(lowest) { lowest = dup(lowest) }
    close(lowest)
  }

  /// The names of `LC_TIME`; `nil` if missing or not UTF-8. `lists` are weekdays, short weekdays, months, short months.
  /// `shortForm` is for strftime(3).
  package static func dates() -> (lists: [[String]], shortForm: String)? {
    guard setlocale(LC_TIME, "") != nil, text(_NL_TIME_CODESET) == "UTF-8" else { return nil }
    let lists = [(Int(DAY_1), 7), (Int(ABDAY_1), 7), (Int(MON_1), 12), (Int(ABMON_1), 12)].map { first, count in
      (first..<first + count).map(text)
    }
    return (lists, text(D_FMT))
  }

  private static func text(_ item: some BinaryInteger) -> String { String(cString: nl_langinfo(nl_item(item))) }

  /// The program's file, without symbolic links; `nil` if it was removed.
  package static var file: String? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  package static var shareFolder: String? { file.map { "\(File.folder(of: $0))/../share" } }

  package static func program(_ name: String) -> String? {
    let folders = (environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return folders.lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 && !File.isFolder($0) }
  }

  /// Returns false and sets `errno` on failure.
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

private import CX11
package import ColourClock
private import Glibc
private import Synchronization

/// The program's surroundings: environment, messages, exit.
package enum Process {
  /// The value of an environment variable; an empty one counts as unset unless `orEmpty`.
  package static func environment(_ name: String, orEmpty: Bool = false) -> String? {
    guard let value = getenv(name), orEmpty || value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// The machine's name among its neighbours.
  static var hostName: String {
    var name = utsname()
    uname(&name)
    return withUnsafeBytes(of: &name.nodename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// As `environment`, and takes the variable away, so that no child inherits it.
  static func takeEnvironment(_ name: String) -> String? {
    defer { unsetenv(name) }
    return environment(name)
  }

  /// One line on standard error, after the program's name; whatever would break it or command a terminal is shown as a
  /// question mark. It is dropped where nobody reads and there is no room left: a wall does not wait for that.
  package static func report(_ message: String) {
    guard Poll.hasRoom(STDERR_FILENO) else { return }
    let line = message.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : String($0) }.joined()
    write("colourclock: \(line)\n", to: STDERR_FILENO)
  }

  /// Runs `body` without a word on standard error from the libraries it calls.
  static func silently<Result>(_ body: () -> Result?) -> Result? {
    // Of two at a time the second would take the first one's silence for the usual state; only tests have two.
    var result: Result?
    silence.withLock { _ in result = withoutErrors(body) }
    return result
  }

  private static func withoutErrors<Result>(_ body: () -> Result) -> Result {
    let (usual, nothing) = (dup(STDERR_FILENO), open("/dev/null", O_WRONLY | O_CLOEXEC))
    dup2(nothing, STDERR_FILENO)
    defer {
      dup2(usual, STDERR_FILENO)
      close(usual)
      close(nothing)
    }
    return body()
  }

  private static let silence = Mutex(())

  package static func print(_ text: String) {
    write(text + "\n", to: STDOUT_FILENO)
  }

  /// Ends the program, and the commands that it runs.
  package static func exit(_ status: Int32) -> Never {
    ProcessGroups.killAll()
    Glibc.exit(status)
  }

  /// A vanished reader or server is an error to be told, not a signal to die of; and standard descriptors that the
  /// parent closed must not be taken over by the X connection, where a stray message would corrupt the protocol.
  package static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    ProcessGroups.dieWithTheProgram()
    var lowest = open("/dev/null", O_RDWR)
    while (0...2).contains(lowest) { lowest = dup(lowest) }
    close(lowest)
  }

  /// The names of days and months in the language of `LC_TIME`; English where there is none.
  package static func dateNames() -> DateNames {
    guard setlocale(LC_TIME, "") != nil, setlocale(LC_CTYPE, "") != nil, codeset == "UTF-8" else { return .english }
    return DateNames(weekdays: names(from: DAY_1, count: 7), months: names(from: MON_1, count: 12))
  }

  private static var codeset: String { String(cString: nl_langinfo(nl_item(CODESET))) }

  private static func names(from first: some BinaryInteger, count: Int) -> [String] {
    (0..<count).map { String(cString: nl_langinfo(nl_item(Int(first) + $0))) }
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard written > 0 || errno == EINTR else { return }
      rest = rest.dropFirst(max(0, written))
    }
  }
}

/// Reports problems: each message once, at a limited rate.
package struct Reporter {
  private var said: Set<String> = []
  /// The lines of the last `say(all:)`.
  package private(set) var lines: [String] = []
  private var limiter = RateLimiter(burst: 20, each: .seconds(5))
  /// True if a problem was reported, but not its end (`close`).
  private var isOpen = false
  /// The longest message, in Unicode scalars. A message may quote a long text.
  private let longest: Int
  private let write: (String, Journal.Priority) -> Void

  private static let mostRemembered = 200

  package init(
    longest: Int = 300, write: @escaping (String, Journal.Priority) -> Void = { Process.report($0, as: $1) }
  ) {
    (self.longest, self.write) = (longest, write)
  }

  /// Reports a message, unless it is remembered or the rate limit is reached.
  package mutating func say(_ whole: String, as priority: Journal.Priority = .warning, at uptime: Duration = Now.boot) {
    let text = cut(whole)
    guard !said.contains(text), limiter.admit(at: uptime) else { return }
    if said.count >= Reporter.mostRemembered { said = [] }
    said.insert(text)
    isOpen = true
    write(text, priority)
  }

  /// Reports the lines that the last call did not have.
  package mutating func say(all lines: [String]) {
    for line in lines where !self.lines.contains(line) { write(line, .warning) }
    self.lines = lines
  }

  private func cut(_ text: String) -> String {
    let scalars = text.unicodeScalars.prefix(longest)
    return scalars.endIndex == text.endIndex ? text : "\(String(String.UnicodeScalarView(scalars)))…"
  }

  /// Reports the end of the problem, if a problem was reported. Messages stay remembered until `reset`, because the
  /// problem may return soon.
  package mutating func close(_ text: String) {
    guard isOpen else { return }
    isOpen = false
    write(text, .notice)
  }

  /// Forgets the messages, so that `say` reports them again. Call after a long time without a problem.
  package mutating func reset() { said = [] }
}

/// Reports each message once, at a limited rate.
package struct Reporter {
  private var said: Set<String> = []
  package private(set) var lines: [String] = []
  private var limiter = RateLimiter(burst: 20, each: .seconds(5))
  private var isOpen = false
  /// The most Unicode scalars of a message, which may quote a long text.
  private let longest: Int
  private let write: (String, Journal.Priority) -> Void

  private static let mostRemembered = 200

  package init(
    longest: Int = 300, write: @escaping (String, Journal.Priority) -> Void = { Process.report($0, as: $1) }
  ) {
    (self.longest, self.write) = (longest, write)
  }

  package mutating func say(_ whole: String, as priority: Journal.Priority = .warning, at uptime: Duration = Now.boot) {
    let text = cut(whole)
    guard !said.contains(text), limiter.admit(at: uptime) else { return }
    if said.count >= Reporter.mostRemembered { said = [] }
    said.insert(text)
    isOpen = true
    write(text, priority)
  }

  /// Reports the lines that the last call did not have. Neither the rate limit nor the memory of the other `say`
  /// applies.
  package mutating func say(all lines: [String]) {
    for line in lines where !self.lines.contains(line) { write(line, .warning) }
    self.lines = lines
  }

  private func cut(_ text: String) -> String {
    let scalars = text.unicodeScalars.prefix(longest)
    return scalars.endIndex == text.endIndex ? text : "\(String(String.UnicodeScalarView(scalars)))…"
  }

  /// Reports that the problem is over, if one was reported. Its messages stay remembered until `reset`, because the
  /// problem may return soon.
  package mutating func close(_ text: String) {
    guard isOpen else { return }
    isOpen = false
    write(text, .notice)
  }

  /// Forgets the reported messages, so that they are reported again. Call after a long time without a problem.
  package mutating func reset() { said = [] }
}

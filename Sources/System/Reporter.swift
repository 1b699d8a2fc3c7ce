/// Reports each message once, at a limited rate.
package struct Reporter {
  private var said: Set<String> = []
  package private(set) var lines: [String] = []
  private var limiter = RateLimiter(burst: 20, each: .seconds(5))
  private var hasOpenProblem = false
  /// The length limit of a message, in Unicode scalars.
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
    hasOpenProblem = true
    write(text, priority)
  }

  /// Reports new lines, without the limits of the other `say`.
  package mutating func say(all lines: [String]) {
    for line in lines where !self.lines.contains(line) { write(line, .warning) }
    self.lines = lines
  }

  private func cut(_ text: String) -> String {
    let scalars = text.unicodeScalars.prefix(longest)
    return scalars.endIndex == text.endIndex ? text : "\(String(String.UnicodeScalarView(scalars)))…"
  }

  /// Reports the end of a reported problem. Its messages stay remembered until `reset`.
  package mutating func close(_ text: String) {
    guard hasOpenProblem else { return }
    hasOpenProblem = false
    write(text, .notice)
  }

  package mutating func reset() { said = [] }
}

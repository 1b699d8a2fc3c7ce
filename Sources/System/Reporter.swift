/// Says each thing once, and no more than a reader can follow, however often it happens.
package struct Reporter {
  private var said: Set<String> = []
  /// What `say(all:)` said last.
  package private(set) var lines: [String] = []
  private var limiter = RateLimiter(burst: 20, each: .seconds(5))
  /// Whether something was said, and not yet that it is all right again.
  private var isOpen = false
  /// In Unicode scalars: what others have written may be repeated in a line.
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

  /// Says all that is wrong with something now, unless it is the same as at the last call.
  package mutating func say(all lines: [String]) {
    if lines != self.lines { for line in lines { write(line, .warning) } }
    self.lines = lines
  }

  private func cut(_ text: String) -> String {
    let scalars = text.unicodeScalars.prefix(longest)
    return scalars.endIndex == text.endIndex ? text : "\(String(String.UnicodeScalarView(scalars)))…"
  }

  /// All is right again, perhaps not for long: said if something else was.
  package mutating func close(_ text: String) {
    guard isOpen else { return }
    isOpen = false
    write(text, .notice)
  }

  /// It has been right for long enough: what goes wrong then is news.
  package mutating func forget() { said = [] }
}

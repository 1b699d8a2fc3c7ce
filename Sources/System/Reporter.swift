/// Says each thing once, and no more than a reader can follow, however often it happens.
package struct Reporter {
  private var said: Set<String> = []
  private var limiter = RateLimiter(burst: 20, each: .seconds(5))
  /// Whether something was said, and not yet that it is all right again.
  private var isOpen = false
  private let write: (String, Journal.Priority) -> Void

  private static let mostRemembered = 200
  /// In Unicode scalars.
  private static let longest = 300

  package init(write: @escaping (String, Journal.Priority) -> Void = { Process.report($0, as: $1) }) {
    self.write = write
  }

  package mutating func say(_ whole: String, as priority: Journal.Priority = .warning, at uptime: Duration = Now.boot) {
    let text = Reporter.cut(whole)
    guard !said.contains(text), limiter.admit(at: uptime) else { return }
    if said.count >= Reporter.mostRemembered { said = [] }
    said.insert(text)
    isOpen = true
    write(text, priority)
  }

  /// What others have written may be repeated in it.
  private static func cut(_ text: String) -> String {
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

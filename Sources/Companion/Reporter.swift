/// Says each thing once, and no more than a reader can follow, however often it happens.
package struct Reporter {
  private var said: Set<String> = []
  private var limiter = RateLimiter(burst: 20, each: 5)
  /// Whether something was said, and not yet that it is all right again.
  private var isOpen = false
  private let write: (String, System.Priority) -> Void

  private static let mostRemembered = 200
  /// In Unicode scalars.
  private static let longest = 300

  package init(write: @escaping (String, System.Priority) -> Void = { System.report($0, as: $1) }) {
    self.write = write
  }

  package mutating func say(_ whole: String, as priority: System.Priority = .warning, at uptime: Double = System.uptime)
  {
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

/// How a companion ends, as sysexits.h has it.
package enum ExitStatus {
  package static let done: Int32 = 0
  /// There was nothing to be done, as grep has it, or the clock has refused.
  package static let nothing: Int32 = 1, refused: Int32 = 1
  package static let usage: Int32 = 64, data: Int32 = 65, noInput: Int32 = 66, unavailable: Int32 = 69
  package static let noPermission: Int32 = 77, configuration: Int32 = 78
}

/// Why a program cannot go on, in a line, and how it ends then.
package struct Ending: Error {
  package let reason: String
  package let status: Int32

  package init(_ reason: String, _ status: Int32) { (self.reason, self.status) = (reason, status) }
}

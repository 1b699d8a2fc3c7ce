/// Says each thing once, and no more than a reader can follow, however often it happens.
package struct Reporter {
  private var said: Set<String> = []
  private var left: Double = Reporter.burst
  private var last = System.uptime
  private let write: (String, System.Priority) -> Void

  private static let burst = 20.0
  /// In seconds.
  private static let each = 5.0
  private static let mostRemembered = 200

  package init(write: @escaping (String, System.Priority) -> Void = { System.report($0, as: $1) }) {
    self.write = write
  }

  package mutating func say(_ text: String, as priority: System.Priority = .warning, at uptime: Double = System.uptime)
  {
    left = min(Reporter.burst, left + max(0, uptime - last) / Reporter.each)
    last = uptime
    guard !said.contains(text), left >= 1 else { return }
    if said.count >= Reporter.mostRemembered { said = [] }
    said.insert(text)
    left -= 1
    write(text, priority)
  }

  /// Whether anything was said since it was all right.
  package var hasSaid: Bool { !said.isEmpty }

  /// All is right again: what goes wrong then is news.
  package mutating func forget() { said = [] }
}

/// Whether the help is open. A pointer that rests on the bar's `?` opens it too, once until it leaves.
struct Help: Hashable, Sendable {
  /// `nil` before the first time.
  private var end: Duration?
  private var isLookedAt = false
  private var lookStart: Duration?

  /// An unattended wall must be a clock again.
  private static let span = Duration.seconds(30)
  private static let longLook = Duration.seconds(2)

  func isOpen(at uptime: Duration) -> Bool { end.map { uptime < $0 } ?? false }

  mutating func open(at uptime: Duration) { end = uptime + Help.span }

  /// - Returns: whether it was open.
  @discardableResult mutating func close(at uptime: Duration) -> Bool {
    defer { end = nil }
    return isOpen(at: uptime)
  }

  /// To be called with each move.
  mutating func point(isOn: Bool, at uptime: Duration) {
    if isOn != isLookedAt { lookStart = isOn ? uptime : nil }
    isLookedAt = isOn
  }

  /// A press ends the wait.
  mutating func act() { lookStart = nil }

  var due: Duration? { lookStart.map { $0 + Help.longLook } }

  mutating func advance(to uptime: Duration) {
    guard let due, due <= uptime else { return }
    lookStart = nil
    open(at: uptime)
  }

  func nextChange(after uptime: Duration) -> Duration? {
    end.flatMap { $0 > uptime ? $0 : nil }
  }
}

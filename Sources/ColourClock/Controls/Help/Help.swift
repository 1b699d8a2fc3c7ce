/// Whether the card that says what hands and keys do is open, and the long look at the bar's `?` that opens it: a pointer that rests
/// there, once until it leaves.
struct Help: Hashable, Sendable {
  /// Until when it is open, once it was asked for.
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

  /// To be called where the pointer is.
  mutating func point(isOn: Bool, at uptime: Duration) {
    if isOn != isLookedAt { lookStart = isOn ? uptime : nil }
    isLookedAt = isOn
  }

  /// Something is done during the look.
  mutating func act() { lookStart = nil }

  /// When the look has been long enough; `nil` for none.
  var due: Duration? { lookStart.map { $0 + Help.longLook } }

  /// Opens it when the look has been long enough.
  mutating func advance(to uptime: Duration) {
    guard let due, due <= uptime else { return }
    lookStart = nil
    open(at: uptime)
  }

  /// When it closes by itself.
  func nextChange(after uptime: Duration) -> Duration? {
    end.flatMap { $0 > uptime ? $0 : nil }
  }
}

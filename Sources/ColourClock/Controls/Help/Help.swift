/// The help also opens, once, if a pointer rests on the bar's `?`.
struct Help: Hashable, Sendable {
  private var card = Overlay()
  private var isLookedAt = false
  private var lookStart: Duration?

  private static let longLook = Duration.seconds(2)

  func isOpen(at uptime: Duration) -> Bool { card.isOpen(at: uptime) }

  mutating func open(at uptime: Duration) { card.open(at: uptime) }

  @discardableResult mutating func close(at uptime: Duration) -> Bool { card.close(at: uptime) }

  mutating func point(isOn: Bool, at uptime: Duration) {
    if isOn != isLookedAt { lookStart = isOn ? uptime : nil }
    isLookedAt = isOn
  }

  mutating func cancelLook() { lookStart = nil }

  var due: Duration? { lookStart.map { $0 + Help.longLook } }

  mutating func advance(to uptime: Duration) {
    guard let due, due <= uptime else { return }
    lookStart = nil
    open(at: uptime)
  }

  func nextChange(after uptime: Duration) -> Duration? { card.nextChange(after: uptime) }
}

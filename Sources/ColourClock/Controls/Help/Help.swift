/// The help also opens each time that a pointer comes to rest on the bar's `?`.
struct Help: Hashable, Sendable {
  private var card = Overlay()
  private var isHovered = false
  private var hoverStart: Duration?

  private static let hoverSpan = Duration.seconds(2)

  func isOpen(at uptime: Duration) -> Bool { card.isOpen(at: uptime) }

  mutating func open(at uptime: Duration) { card.open(at: uptime) }

  @discardableResult mutating func close(at uptime: Duration) -> Bool { card.close(at: uptime) }

  mutating func point(isOn: Bool, at uptime: Duration) {
    if isOn != isHovered { hoverStart = isOn ? uptime : nil }
    isHovered = isOn
  }

  mutating func cancelHover() { hoverStart = nil }

  var due: Duration? { hoverStart.map { $0 + Help.hoverSpan } }

  mutating func advance(to uptime: Duration) {
    guard let due, due <= uptime else { return }
    hoverStart = nil
    open(at: uptime)
  }

  func nextChange(after uptime: Duration) -> Duration? { card.nextChange(after: uptime) }
}

/// The state of a card that replaces the wall. The card closes by itself after 30 s without input.
struct Overlay: Hashable, Sendable {
  /// The uptime at which the card closes by itself, perhaps in the past. `nil` before the first `open` and after
  /// `close`.
  private(set) var end: Duration?

  private static let span = Duration.seconds(30)

  func isOpen(at uptime: Duration) -> Bool { end.map { uptime < $0 } ?? false }

  /// Restarts the 30 s of an open card.
  mutating func open(at uptime: Duration) { end = uptime + Overlay.span }

  @discardableResult mutating func close(at uptime: Duration) -> Bool {
    defer { end = nil }
    return isOpen(at: uptime)
  }

  func nextChange(after uptime: Duration) -> Duration? { end.flatMap { $0 > uptime ? $0 : nil } }
}

/// A press while the help or the running order is open. It only closes the card.
struct CardPress: Press {
  func begin(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] {
    scene.wall.closeCards(at: moment.uptime)
    scene.setGesture(.spent)
    return []
  }
}

extension WallState {
  mutating func closeCards(at uptime: Duration) {
    help.close(at: uptime)
    order.close(at: uptime)
  }
}

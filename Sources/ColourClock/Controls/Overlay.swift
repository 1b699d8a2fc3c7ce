/// A card that replaces the wall, such as the help. It closes 30 s after the last call of `open`.
struct Overlay: Hashable, Sendable {
  /// An uptime, perhaps in the past; `nil` after `close`.
  private(set) var end: Duration?

  private static let span = Duration.seconds(30)

  func isOpen(at uptime: Duration) -> Bool { end.map { uptime < $0 } ?? false }

  mutating func open(at uptime: Duration) { end = uptime + Overlay.span }

  @discardableResult mutating func close(at uptime: Duration) -> Bool {
    defer { end = nil }
    return isOpen(at: uptime)
  }

  func nextChange(after uptime: Duration) -> Duration? { end.flatMap { $0 > uptime ? $0 : nil } }
}

struct CardPress: Press {
  func begin(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] {
    scene.wall.closeCards(at: moment.uptime)
    scene.setGesture(.ignoredUntilRelease)
    return []
  }
}

extension WallState {
  mutating func closeCards(at uptime: Duration) {
    help.close(at: uptime)
    runningOrder.close(at: uptime)
  }
}

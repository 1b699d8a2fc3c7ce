import CompanionSupport
import ControlProtocol

/// Commands for the wall. As many commands are sent at once as the connection accepts, and the rest wait.
final class WallQueue {
  private let wall: WallSide
  private var waiting: [(words: [String], then: (ClockConnection.Answer) -> Void)] = []

  /// The most commands that wait. Further commands fail, because they would be too old when they are sent.
  private static let most = 256

  init(_ wall: WallSide) { self.wall = wall }

  /// The answer is `.none` without a wall, or if too many commands wait.
  func ask(_ words: [String], then: @escaping (ClockConnection.Answer) -> Void) {
    guard wall.link != nil, waiting.count < WallQueue.most else { return then(.none) }
    waiting.append((words, then))
    work()
  }

  func work() {
    while let link = wall.link, !link.isFull, !waiting.isEmpty {
      let next = waiting.removeFirst()
      link.ask(next.words, then: next.then)
    }
    if wall.link == nil { drop() }
  }

  /// Call this when the wall is gone.
  func drop() {
    let dropped = waiting
    waiting = []
    for each in dropped { each.then(.none) }
  }
}

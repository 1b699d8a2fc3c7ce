import CompanionSupport
import ControlProtocol

/// The commands to the wall. Sends as many as the connection accepts; the rest wait.
final class WallQueue {
  private let wall: WallSide
  private var waiting: [(words: [String], then: (ClockConnection.Answer) -> Void)] = []

  /// The most commands that wait. Later commands would be too old when sent.
  private static let most = 256

  init(_ wall: WallSide) { self.wall = wall }

  /// Calls `then` with the wall's answer: `.none` without a wall, or if too many commands wait.
  func ask(_ words: [String], then: @escaping (ClockConnection.Answer) -> Void) {
    guard wall.link != nil, waiting.count < WallQueue.most else { return then(.none) }
    waiting.append((words, then))
    work()
  }

  /// Sends waiting commands. Call this when the connection may accept more.
  func work() {
    while let link = wall.link, !link.isFull, !waiting.isEmpty {
      let next = waiting.removeFirst()
      link.ask(next.words, then: next.then)
    }
    if wall.link == nil { drop() }
  }

  /// Answers all waiting commands by `.none`. Call when the wall is gone.
  func drop() {
    let dropped = waiting
    waiting = []
    for each in dropped { each.then(.none) }
  }
}

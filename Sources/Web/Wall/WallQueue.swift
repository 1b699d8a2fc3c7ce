import CompanionSupport
import ControlProtocol

/// What is asked of the wall: as many questions at once as its connection takes, and the others after them.
final class WallQueue {
  private let wall: WallSide
  private var waiting: [(words: [String], then: (ClockConnection.Answer) -> Void)] = []

  /// More are refused: they would be old when the wall takes them.
  private static let most = 256

  init(_ wall: WallSide) { self.wall = wall }

  func ask(_ words: [String], then: @escaping (ClockConnection.Answer) -> Void) {
    guard wall.link != nil, waiting.count < WallQueue.most else { return then(.none) }
    waiting.append((words, then))
    work()
  }

  /// Passes on what the wall takes now. To be called at each turn of the loop.
  func work() {
    while let link = wall.link, !link.isFull, !waiting.isEmpty {
      let next = waiting.removeFirst()
      link.ask(next.words, then: next.then)
    }
    if wall.link == nil { drop() }
  }

  /// Answers all that wait: there is no wall.
  func drop() {
    let dropped = waiting
    waiting = []
    for each in dropped { each.then(.none) }
  }
}

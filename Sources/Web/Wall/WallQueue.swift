import CompanionSupport
import ControlProtocol

final class WallQueue {
  private let wall: ClockLink
  private var waiting: [(words: [String], then: (ClockConnection.Answer) -> Void)] = []

  /// The most waiting commands; more would be too old when sent.
  private static let most = 256

  init(_ wall: ClockLink) { self.wall = wall }

  /// Answers `.noAnswer` without a wall, or if too many commands wait.
  func ask(_ words: [String], then: @escaping (ClockConnection.Answer) -> Void) {
    guard wall.link != nil, waiting.count < WallQueue.most else { return then(.noAnswer) }
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

  func drop() {
    let dropped = waiting
    waiting = []
    for each in dropped { each.then(.noAnswer) }
  }
}

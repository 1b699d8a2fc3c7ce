import Companion
import Notation

/// The commands that have come, until the wall takes them.
///
/// They are read as fast as they come, and what is too much is refused: what the broker or TCP held back instead,
/// acknowledgements and pings among it, would be old when it comes.
final class CommandQueue {
  private let permissions: Permissions
  private let wall: WallSide
  private let answers: Answers
  private var jobs: [Job] = []

  private struct Job {
    let words: [String]
    let place: BrokerMessage.AnswerPlace?
    let isRetained: Bool
  }

  private static let most = 64

  init(_ permissions: Permissions, _ wall: WallSide, _ answers: Answers) {
    (self.permissions, self.wall, self.answers) = (permissions, wall, answers)
  }

  /// - Parameter parts: the command's words, as far as the topic has them.
  func take(_ parts: [String], _ message: BrokerMessage) {
    var words = parts
    do throws(Refusal) {
      guard let payload = message.payload else { throw Refusal("a payload has 64 kB at the most") }
      words = try CommandPayload.words(parts, payload)
      try permissions.check(words)
      guard jobs.count < CommandQueue.most else { throw Refusal("too many commands at once") }
      jobs.append(Job(words: words, place: message.answer, isRetained: message.isRetained))
    } catch {
      answers.refuse(words, message.answer, error.text)
    }
  }

  /// Tells the wall as much as it takes.
  /// - Returns: whether the rest has to wait for the pace.
  func work(_ pace: inout Pace) -> Bool {
    while let job = jobs.first {
      if let link = wall.link {
        guard pace.isOpen else { return true }
        // Its next answer goes on from here.
        guard !link.isFull else { return false }
        pace.spend()
        ask(link, job)
      } else if !job.isRetained {
        // A retained one comes again with the wall.
        answers.refuse(job.words, job.place, "there is no clock")
      }
      jobs.removeFirst()
    }
    return false
  }

  private func ask(_ link: WallLink, _ job: Job) {
    link.ask(job.words) { [answers] reply in
      switch reply {
      case .success(let data): answers.tell(job.words, job.place, error: "success", data: data)
      case .refused(let reason): answers.tell(job.words, job.place, error: reason)
      case .none: answers.tell(job.words, job.place, error: "the clock is gone")
      }
    }
    wall.enquireSoon()
  }
}

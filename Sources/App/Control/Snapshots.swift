import ColourClock
import ControlProtocol
import System
import XWindow

/// Paints snapshots. Another process writes the file, because writing would delay a tick.
final class Snapshots {
  private let display: Display
  private let typeface: Typeface
  private let clock: SystemClock
  private var waiting: [SnapshotRequest] = []
  private var current: Job?
  private let timer = KernelTimer(.boot)

  private struct SnapshotRequest {
    let file: String
    let answer: (Reply) -> Void
  }

  private struct Job {
    let command: ShellCommand
    let picture: Snapshot.SharedPicture
    let answer: (Reply) -> Void
  }

  /// A snapshot begins only if the next tick is farther away. Painting takes less time.
  private static let leastGap = Duration.milliseconds(50)
  private static let timeLimit = ProtocolLimits.snapshotLimit

  init(_ clock: SystemClock, on display: Display, _ typeface: Typeface) {
    (self.clock, self.display, self.typeface) = (clock, display, typeface)
  }

  var descriptors: [Int32] { current.map { [timer.descriptor] + $0.command.descriptors } ?? [] }

  func add(_ file: String, answer: @escaping (Reply) -> Void) {
    waiting.append(SnapshotRequest(file: file, answer: answer))
  }

  func step(for session: Session) {
    if current != nil { receive() }
    while current == nil, !waiting.isEmpty, hasTime { begin(waiting.removeFirst(), session) }
  }

  private var hasTime: Bool {
    guard let rest = clock.timeToTick, let interval = clock.interval else { return true }
    // A fast clock (`--speed`) has no such gap, so its snapshot may delay a tick.
    return interval <= Snapshots.leastGap * 2 || rest > Snapshots.leastGap
  }

  private func begin(_ request: SnapshotRequest, _ session: Session) {
    guard !File.isSpecial(request.file, followsLinks: false) else {
      return request.answer(.failure("snapshot: \(request.file) exists and is no regular file"))
    }
    // A client that may only take snapshots must not learn the pairing code.
    guard !session.scene.showsPairing(at: clock.now) else {
      return request.answer(.failure("snapshot: a pairing code is on the wall: wait until it is gone"))
    }
    guard let frame = session.scene.frame(at: clock.now) else {
      return request.answer(.failure("snapshot: no part of the wall can be seen"))
    }
    guard let picture = try? Snapshot.sharedPicture(of: frame, on: display, typeface: typeface) else {
      return request.answer(.failure(SnapshotProcess.failure))
    }
    let words = [SnapshotProcess.name, display.name, request.file] + picture.words
    let command = ShellCommand(own: words, .captured(limit: 4096), timeLimit: Snapshots.timeLimit)
    current = Job(command: command, picture: picture, answer: request.answer)
    timer.arm(at: command.deadline)
  }

  private func receive() {
    _ = timer.acknowledge()
    guard let job = current, let ending = job.command.receive() else { return }
    timer.arm(at: nil)
    job.command.end()
    job.picture.free()
    current = nil
    switch ending {
    case .finished(0, _): job.answer(.success())
    case .finished(_, let output) where !output.isEmpty:
      job.answer(.failure(String(decoding: output.dropLast(), as: UTF8.self)))
    case .finished, .signalled, .tooMuch: job.answer(.failure(SnapshotProcess.failure))
    case .timedOut: job.answer(.failure("snapshot: it was not ready in time"))
    case .notStarted(let reason): job.answer(.failure("snapshot: \(reason)"))
    }
  }

  func end() { current?.command.end() }
}

/// The arguments are the X server, the file, and the picture on the server.
enum SnapshotProcess {
  static let name = "write-snapshot"
  static let failure = "snapshot: the X server cannot draw it"

  static func run(_ words: ArraySlice<String>) -> Int32 {
    guard words.count > 2, let display = try? Display(words[words.startIndex]) else { return fail(failure) }
    guard let picture = Snapshot.picture(shared: words.dropFirst(2), of: display) else { return fail(failure) }
    let file = words[words.startIndex + 1]
    do { try picture.write(to: file) } catch { return fail("snapshot: cannot write \(file): \(error.reason)") }
    return 0
  }

  private static func fail(_ reason: String) -> Int32 {
    Process.print(reason)
    return 1
  }
}

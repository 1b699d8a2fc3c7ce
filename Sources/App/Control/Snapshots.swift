import ColourClock
import ControlProtocol
import System
import XWindow

/// The snapshots that clients have asked for, one after another. The clock paints each out of sight, and leaves
/// reading, packing and writing to a process of its own: a tick would be late by that.
final class Snapshots {
  private let display: Display
  private let typeface: Typeface
  private let clock: SystemClock
  private var waiting: [Wish] = []
  private var written: Written?
  /// Rings when the process has taken too long.
  private let timer = KernelTimer(.boot)

  private struct Wish {
    let file: String
    let answer: (Reply) -> Void
  }

  private struct Written {
    let command: ShellCommand
    let picture: Snapshot.SharedPicture
    let answer: (Reply) -> Void
  }

  /// Longer than painting takes: less than that before a tick, the tick goes first.
  private static let margin = Duration.milliseconds(50)
  private static let timeLimit = ProtocolLimits.snapshotLimit

  init(_ clock: SystemClock, on display: Display, _ typeface: Typeface) {
    (self.clock, self.display, self.typeface) = (clock, display, typeface)
  }

  /// What to poll for reading.
  var descriptors: [Int32] { written.map { [timer.descriptor] + $0.command.descriptors } ?? [] }

  /// - Parameter answer: called when the file is there, or with the reason why it is not.
  func add(_ file: String, answer: @escaping (Reply) -> Void) {
    waiting.append(Wish(file: file, answer: answer))
  }

  /// To be called at each turn of the loop.
  func step(for session: Session) {
    if written != nil { receive() }
    // Those that fail at once leave room for the next: no other turn may come soon.
    while written == nil, !waiting.isEmpty, hasTime { begin(waiting.removeFirst(), session) }
  }

  /// A wall that runs so fast that there never is time between two ticks has no tick that must not be late.
  private var hasTime: Bool {
    guard let rest = clock.timeToTick, let interval = clock.interval, interval > Snapshots.margin * 2 else {
      return true
    }
    return rest > Snapshots.margin
  }

  private func begin(_ wish: Wish, _ session: Session) {
    guard !File.isSpecial(wish.file, followsLinks: false) else {
      return wish.answer(.failure("snapshot: \(wish.file) is there, and is no regular file"))
    }
    guard let frame = session.scene.frame(at: clock.now) else {
      return wish.answer(.failure("snapshot: nothing can be seen"))
    }
    guard let picture = try? Snapshot.sharedPicture(of: frame, on: display, typeface: typeface) else {
      return wish.answer(.failure(SnapshotProcess.failure))
    }
    let words = [SnapshotProcess.name, display.name, wish.file] + picture.words
    let command = ShellCommand(own: words, .captured(limit: 4096), timeLimit: Snapshots.timeLimit)
    written = Written(command: command, picture: picture, answer: wish.answer)
    timer.arm(at: command.deadline)
  }

  private func receive() {
    _ = timer.acknowledge()
    guard let written, let ending = written.command.receive() else { return }
    timer.arm(at: nil)
    written.command.end()
    written.picture.free()
    self.written = nil
    switch ending {
    case .finished(0, _): written.answer(.success())
    case .finished(_, let output) where !output.isEmpty:
      written.answer(.failure(String(decoding: output.dropLast(), as: UTF8.self)))
    case .finished, .signalled, .tooMuch: written.answer(.failure(SnapshotProcess.failure))
    case .timedOut: written.answer(.failure("snapshot: it takes too long"))
    case .notStarted(let reason): written.answer(.failure("snapshot: \(reason)"))
    }
  }

  func end() { written?.command.end() }
}

/// The process that writes a snapshot: this program, which is given the X server, the file and the picture that was
/// painted there.
enum SnapshotProcess {
  static let name = "write-snapshot"
  static let failure = "snapshot: the X server cannot draw it"

  /// What is wrong is printed, for the clock to pass it on.
  /// - Returns: the exit status.
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

import ColourClock
import System

/// Says when the options file has become another one: an editor that writes it in several steps is waited for.
final class OptionsWatch {
  private let watch: FileWatch
  private let timer = KernelTimer(.boot)
  private let paths: [String]
  /// What was there when the options were read last.
  private var stamps: [File.Stamp?]
  /// When the first of the changes that are waited out came.
  private var start: Duration?

  /// How long there must have been no further change: after one that is complete; while a file is being written; and
  /// where there is no file any more, since many editors take the old one away before the new one is there.
  private static let pauses = (
    done: Duration.milliseconds(100), begun: Duration.milliseconds(500), gone: Duration.seconds(1)
  )
  /// A file that is changed again and again is read all the same.
  private static let longest = Duration.seconds(2)

  /// `nil` where there is nothing to watch, such as a pipe that was read.
  init?(_ arguments: Arguments) {
    let files = arguments.files.filter { !File.isSpecial($0.path) }
    (paths, stamps) = (files.map(\.path), files.map(\.stamp))
    guard !paths.isEmpty else { return nil }
    guard let watch = FileWatch(paths) else {
      Process.report("the system has no more room to watch the options file: changes are taken over at a refresh")
      return nil
    }
    self.watch = watch
    // It may have changed since it was read.
    if present != stamps { wait(OptionsWatch.pauses.done) }
  }

  /// What to poll for reading: at rest one descriptor.
  var descriptors: [Int32] { isWaiting ? [watch.descriptor, timer.descriptor] : [watch.descriptor] }

  var isWaiting: Bool { start != nil }

  /// Whether the options are to be read again now.
  func receive() -> Bool {
    if let change = watch.receive() {
      let isGone = zip(present, stamps).contains { $0 == nil && $1 != nil }
      wait(isGone ? OptionsWatch.pauses.gone : change == .done ? OptionsWatch.pauses.done : OptionsWatch.pauses.begun)
    }
    guard timer.acknowledge() else { return false }
    start = nil
    let present = present
    defer { stamps = present }
    return present != stamps
  }

  private var present: [File.Stamp?] { paths.map(File.Stamp.init) }

  private func wait(_ pause: Duration) {
    let now = Now.boot
    let first = start ?? now
    start = first
    timer.arm(at: min(now + pause, first + OptionsWatch.longest))
  }
}

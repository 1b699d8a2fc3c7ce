import ColourClock
import System

/// Waits while an editor writes an options file in several steps.
final class OptionsWatch {
  private let watch: FileWatch
  private let timer = KernelTimer(.boot)
  private var files: [StatWatch]
  private var firstChange: Duration?

  /// Many editors delete the old file first, so the pause after a deletion is longest.
  private static let pauses = (
    done: Duration.milliseconds(100), begun: Duration.milliseconds(500), gone: Duration.seconds(1)
  )
  private static let longest = Duration.seconds(2)

  /// Returns `nil` if no file can be watched, as with a pipe.
  init?(_ arguments: Arguments) {
    files = arguments.files.filter { !File.isSpecial($0.path) }
    guard !files.isEmpty else { return nil }
    guard let watch = FileWatch(files.map(\.path)) else {
      Process.report("the system cannot watch the options file: its changes count only after a refresh")
      return nil
    }
    self.watch = watch
    // The file may have changed before it was watched.
    if files.contains(where: \.differs) { postpone(by: OptionsWatch.pauses.done) }
  }

  var descriptors: [Int32] { isWaiting ? [watch.descriptor, timer.descriptor] : [watch.descriptor] }

  var isWaiting: Bool { firstChange != nil }

  func receive() -> Bool {
    if let change = watch.receive() { postpone(by: pause(after: change)) }
    guard timer.acknowledge() else { return false }
    firstChange = nil
    return files.haveChanged()
  }

  private func pause(after change: FileWatch.Change) -> Duration {
    if files.contains(where: \.isGone) { return OptionsWatch.pauses.gone }
    return change == .done ? OptionsWatch.pauses.done : OptionsWatch.pauses.begun
  }

  private func postpone(by pause: Duration) {
    let now = Now.boot
    let first = firstChange ?? now
    firstChange = first
    timer.arm(at: min(now + pause, first + OptionsWatch.longest))
  }
}

import ColourClock
import System

/// Notices that an options file has changed. Waits while an editor writes the file in several steps.
final class OptionsWatch {
  private let watch: FileWatch
  private let timer = KernelTimer(.boot)
  private var files: [StatWatch]
  /// The time of the first change that is not read yet, on the boot clock; `nil` if there is none.
  private var firstChange: Duration?

  /// How long to wait for further changes. `done`: after a complete change. `begun`: while a program writes. `gone`:
  /// after a file was deleted, because many editors delete the old file before they write the new file.
  private static let pauses = (
    done: Duration.milliseconds(100), begun: Duration.milliseconds(500), gone: Duration.seconds(1)
  )
  /// The longest wait. After this time, even a file that changes again and again is read.
  private static let longest = Duration.seconds(2)

  /// `nil` if no file can be watched, as when the options come from a pipe.
  init?(_ arguments: Arguments) {
    files = arguments.files.filter { !File.isSpecial($0.path) }
    guard !files.isEmpty else { return nil }
    guard let watch = FileWatch(files.map(\.path)) else {
      Process.report("the system cannot watch the options file: its changes count only after a refresh")
      return nil
    }
    self.watch = watch
    // The file may have changed after it was read and before it was watched.
    if files.contains(where: \.differs) { postpone(by: OptionsWatch.pauses.done) }
  }

  var descriptors: [Int32] { isWaiting ? [watch.descriptor, timer.descriptor] : [watch.descriptor] }

  var isWaiting: Bool { firstChange != nil }

  /// True if the options must be read again now. Call this function when a descriptor is ready.
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

  /// Reads the files after a pause without a further change.
  private func postpone(by pause: Duration) {
    let now = Now.boot
    let first = firstChange ?? now
    firstChange = first
    timer.arm(at: min(now + pause, first + OptionsWatch.longest))
  }
}

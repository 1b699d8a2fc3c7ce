import ColourClock
import System

/// Reports when the options file has changed. Waits while an editor writes it in several steps.
final class OptionsWatch {
  private let watch: FileWatch
  private let timer = KernelTimer(.boot)
  /// The options files, as they were when the options were last read.
  private var files: [StatWatch]
  /// The uptime of the first change that is not reported yet; `nil` if there is none.
  private var start: Duration?

  /// How long to wait for further changes. `done` is the wait after a complete change, `begun` while a file is being
  /// written. `gone` is the wait after the file was deleted: many editors delete the old file before they write the new
  /// one.
  private static let pauses = (
    done: Duration.milliseconds(100), begun: Duration.milliseconds(500), gone: Duration.seconds(1)
  )
  /// The longest wait: a file that changes again and again is read all the same.
  private static let longest = Duration.seconds(2)

  /// `nil` if there is nothing to watch, such as a pipe that was read.
  init?(_ arguments: Arguments) {
    files = arguments.files.filter { !File.isSpecial($0.path) }
    guard !files.isEmpty else { return nil }
    guard let watch = FileWatch(files.map(\.path)) else {
      Process.report("the system has no more room to watch the options file: changes are taken over at a refresh")
      return nil
    }
    self.watch = watch
    // The file may have changed since it was read.
    if files.contains(where: \.differs) { wait(OptionsWatch.pauses.done) }
  }

  /// The descriptors to poll for reading; at rest only one.
  var descriptors: [Int32] { isWaiting ? [watch.descriptor, timer.descriptor] : [watch.descriptor] }

  /// True while a change is not reported yet.
  var isWaiting: Bool { start != nil }

  /// Call this when a descriptor is ready.
  /// - Returns: true if the options must be read again now.
  func receive() -> Bool {
    if let change = watch.receive() {
      wait(
        files.contains(where: \.isGone)
          ? OptionsWatch.pauses.gone : change == .done ? OptionsWatch.pauses.done : OptionsWatch.pauses.begun)
    }
    guard timer.acknowledge() else { return false }
    start = nil
    return files.haveChanged()
  }

  private func wait(_ pause: Duration) {
    let now = Now.boot
    let first = start ?? now
    start = first
    timer.arm(at: min(now + pause, first + OptionsWatch.longest))
  }
}

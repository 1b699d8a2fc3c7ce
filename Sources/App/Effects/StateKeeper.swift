import ColourClock
import System

/// Writes changes at once, but timers at most every `timerWriteInterval`. Flushes between ticks and frames, or after
/// `patience` at the latest.
final class StateKeeper {
  private(set) var kept: SavedState
  private let clock: SystemClock
  private let timer = KernelTimer(.boot)
  private var lastWritten: Duration?
  /// `timer` is set for a write or a flush, not for `retry` or `renewal`.
  private var isDueSoon = false
  private var flushDeadline: Duration?

  /// The wall shows the change before the flush.
  private static let flushDelay = Duration.milliseconds(10)
  private static let timerWriteInterval = Duration.milliseconds(500)
  private static let patience = Duration.seconds(1)
  /// A tick or frame within this time postpones the flush.
  private static let flushMargin = Duration.milliseconds(200)
  /// The interval for saving a running stopwatch. After a day without a save, it is not restored.
  private static let renewal = Duration.seconds(3600)
  private static let retry = Duration.seconds(60)

  init(_ kept: SavedState, _ clock: SystemClock) { (self.kept, self.clock) = (kept, clock) }

  var descriptor: Int32 { timer.descriptor }

  func change(_ edit: (inout SavedState) -> Void) {
    edit(&kept)
    write()
  }

  func saveAtOnce(_ alarms: [DailyAlarm]) -> String? {
    let reason = kept.saveAtOnce(alarms)
    lastWritten = Now.boot
    wait(until: Now.boot + StateKeeper.flushDelay)
    return reason
  }

  func saveTimers(of scene: Scene) {
    save(scene)
    let next = lastWritten.map { $0 + StateKeeper.timerWriteInterval } ?? .zero
    if Now.boot >= next { write() } else { wait(until: next) }
  }

  private func save(_ scene: Scene) {
    kept.save(scene.clock.recents)
    kept.save(scene.countdowns, scene.stopwatch, snoozed: scene.snoozedAlarms, at: clock.now)
  }

  private func write() {
    guard kept.isToBeWritten else { return }
    kept.write()
    lastWritten = Now.boot
    wait(until: Now.boot + StateKeeper.flushDelay)
  }

  private func wait(until time: Duration) {
    guard kept.isToBeWritten || kept.isToBeFlushed, !isDueSoon else { return }
    isDueSoon = true
    timer.arm(at: time)
  }

  func receive(for scene: Scene) {
    guard timer.acknowledge() else { return }
    if !isDueSoon, scene.stopwatch?.isRunning == true { save(scene) }
    kept.write()
    if kept.isLocked {
      isDueSoon = true
      return timer.arm(at: Now.boot + StateKeeper.flushDelay)
    }
    if kept.isToBeFlushed {
      let deadline = flushDeadline ?? Now.boot + StateKeeper.patience
      if Now.boot < deadline, let timeToWake = clock.timeToWake, timeToWake < StateKeeper.flushMargin {
        (isDueSoon, flushDeadline) = (true, deadline)
        return timer.arm(at: Now.boot + max(.zero, timeToWake) + StateKeeper.flushDelay)
      }
      kept.flush()
    }
    (lastWritten, flushDeadline, isDueSoon) = (Now.boot, nil, false)
    if kept.isToBeWritten {
      timer.arm(at: Now.boot + StateKeeper.retry)
    } else if scene.stopwatch?.isRunning == true {
      timer.arm(at: Now.boot + StateKeeper.renewal)
    }
  }

  func end(_ scene: Scene) {
    if scene.stopwatch?.isRunning == true { save(scene) }
    kept.write(waits: true)
    kept.flush()
  }
}

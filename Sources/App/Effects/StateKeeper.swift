import ColourClock
import System

/// Puts what is kept into its file at once, where no signal undoes it, and onto the disk when there is time for that.
final class StateKeeper {
  private(set) var kept: SavedState
  private let clock: SystemClock
  private let timer = KernelTimer(.boot)
  /// When it was written last.
  private var lastWritten: Duration?
  /// Whether the timer is armed for what is not written yet, or not on the disk.
  private var isWaiting = false
  /// When that has to be on the disk at the latest, once it was put off.
  private var latest: Duration?

  /// Between what is shown, and what waits for the disk.
  private static let pause = Duration.milliseconds(10)
  /// Between two countdowns of many in a row.
  private static let longPause = Duration.milliseconds(500)
  /// How long the disk is put off for what is to be shown next, and what is too little time before that.
  private static let patience = Duration.seconds(1)
  private static let room = Duration.milliseconds(200)
  /// How often a stopwatch that runs is kept anew: it waits for the next start for a day from then, and a signal or a
  /// power cut ends the program without a word.
  private static let renewal = Duration.seconds(3600)
  /// How often what could not be written, as on a disk that is full, is tried again.
  private static let retry = Duration.seconds(60)

  init(_ kept: SavedState, _ clock: SystemClock) { (self.kept, self.clock) = (kept, clock) }

  /// What to poll for reading.
  var descriptor: Int32 { timer.descriptor }

  func change(_ change: (inout SavedState) -> Void) {
    change(&kept)
    write()
  }

  /// Puts the alarms into the file, or leaves all as it is.
  /// - Returns: why it cannot be done; `nil` if it is done.
  func keepAtOnce(_ alarms: [DailyAlarm]) -> String? {
    let reason = kept.keepAtOnce(alarms)
    lastWritten = Now.boot
    wait(until: Now.boot + StateKeeper.pause)
    return reason
  }

  /// Many changes in a row, as by a key that repeats, are written once, after half a second.
  func keepTimers(of scene: Scene) {
    keep(scene)
    let next = lastWritten.map { $0 + StateKeeper.longPause } ?? .zero
    if Now.boot >= next { write() } else { wait(until: next) }
  }

  private func keep(_ scene: Scene) {
    kept.keep(scene.countdowns, scene.stopwatch, snoozed: scene.snoozedAlarms, at: clock.now)
  }

  private func write() {
    guard kept.isToBeWritten else { return }
    kept.write()
    lastWritten = Now.boot
    wait(until: Now.boot + StateKeeper.pause)
  }

  private func wait(until time: Duration) {
    guard kept.isToBeWritten || kept.isToBeFlushed, !isWaiting else { return }
    isWaiting = true
    timer.arm(at: time)
  }

  /// When the timer has rung. Cheap disks take their time to say that something is really on them: no tick is to wait
  /// for that, nor what moves, but for a second at the most.
  func receive(for scene: Scene) {
    guard timer.acknowledge() else { return }
    if !isWaiting, scene.stopwatch?.isRunning == true { keep(scene) }
    kept.write()
    if kept.isLocked {
      isWaiting = true
      return timer.arm(at: Now.boot + StateKeeper.pause)
    }
    if kept.isToBeFlushed {
      let latest = latest ?? Now.boot + StateKeeper.patience
      if Now.boot < latest, let rest = clock.timeToWake, rest < StateKeeper.room {
        (isWaiting, self.latest) = (true, latest)
        return timer.arm(at: Now.boot + max(.zero, rest) + StateKeeper.pause)
      }
      kept.flush()
    }
    (lastWritten, latest, isWaiting) = (Now.boot, nil, false)
    if kept.isToBeWritten {
      timer.arm(at: Now.boot + StateKeeper.retry)
    } else if scene.stopwatch?.isRunning == true {
      timer.arm(at: Now.boot + StateKeeper.renewal)
    }
  }

  /// Keeps what runs as it is now, and waits until all is on the disk.
  func end(_ scene: Scene) {
    if scene.stopwatch?.isRunning == true { keep(scene) }
    kept.write(waits: true)
    kept.flush()
  }
}

import ColourClock
import System
import XWindow

/// Keeps the screen on, and sends WATCHDOG=1 (sd_notify(3)).
final class Watchdog {
  private let keepAwake: KeepAwake?
  private let serviceManager: ServiceManager?
  private let windows: WindowSet
  private let display: Display
  /// The number of painted frames at the last sign of life.
  private var painted = 0
  /// Fires if no tick comes, as with `--speed 0`.
  private let timer = KernelTimer(.boot)

  init(_ windows: WindowSet, on display: Display, inhibits: Bool) {
    (self.windows, self.display) = (windows, display)
    timerDescriptors = [timer.descriptor]
    keepAwake = inhibits ? KeepAwake(on: display) : nil
    serviceManager = ServiceManager.fromEnvironment()
  }

  var descriptors: [Int32] { keepAwake.map { timerDescriptors + $0.descriptors } ?? timerDescriptors }
  /// The array is stored, so that polling allocates nothing.
  private let timerDescriptors: [Int32]

  func begin(for session: Session) {
    keepAwake?.start()
    tick(at: Now.boot, for: session)
  }

  func receive(for session: Session) {
    keepAwake?.receive()
    if timer.acknowledge() { tick(at: Now.boot, for: session) }
  }

  /// Tells the service manager that the clock has started, once the wall is painted.
  func announce() {
    if let serviceManager, windows.isPainted { serviceManager.ready() }
  }

  func isDue(at uptime: Duration) -> Bool {
    keepAwake?.isDue(at: uptime) == true || serviceManager?.isDue(at: uptime) == true
  }

  func tick(at uptime: Duration, for session: Session) {
    keepAwake?.tick(at: uptime)
    giveSignOfLife(at: uptime, for: session)
    // The next tick usually comes first and arms the timer again.
    if let pause = pauses.min() { timer.arm(at: uptime + pause) }
  }

  /// The shortest pause arms `timer`. Each pause is longer than its interval, so that a tick usually comes first.
  private var pauses: [Duration] {
    [serviceManager?.interval, keepAwake?.pause].compactMap(\.self).map { $0 + min($0 / 2, .seconds(1)) }
  }

  /// A sign of life means that the wall has painted a new frame. If nothing has changed on the wall, this function
  /// paints it again. An unmapped wall sends no sign of life.
  private func giveSignOfLife(at uptime: Duration, for session: Session) {
    guard let serviceManager, serviceManager.isDue(at: uptime), windows.areMapped else { return }
    if windows.painted == painted { windows.repaint(by: session) }
    // A covered wall may have no new frame, not even after a change of size.
    guard windows.painted > painted || windows.areCovered else { return }
    display.waitUntilDone()
    painted = windows.painted
    serviceManager.alive(at: uptime)
  }

  var inhibitors: [String] { keepAwake?.holding ?? [] }

  func status(at uptime: Duration) -> WatchdogStatus? {
    guard let serviceManager, let interval = serviceManager.interval else { return nil }
    return WatchdogStatus(
      timeout: (interval * 2).inSeconds, interval: interval.inSeconds,
      sinceSign: serviceManager.lastSignal.map { (uptime - $0).inSeconds })
  }

  func end() { keepAwake?.stop() }
}

extension WindowSet {
  func repaint(by session: Session) {
    session.receive(.ticked)
    repaint()
  }
}

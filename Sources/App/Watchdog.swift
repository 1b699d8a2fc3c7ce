import ColourClock
import System
import XWindow

/// Keeps the screen on, and sends signs of life to systemd (WATCHDOG=1, sd_notify(3)).
final class Watchdog {
  private let keepAwake: KeepAwake?
  private let serviceManager: ServiceManager?
  private let windows: WindowSet
  private let display: Display
  private var painted = 0
  /// The timer fires if no tick comes, as with `--speed 0`.
  private let timer = KernelTimer(.boot)

  init(_ windows: WindowSet, on display: Display, inhibits: Bool) {
    (self.windows, self.display) = (windows, display)
    timerDescriptors = [timer.descriptor]
    keepAwake = inhibits ? KeepAwake(on: display) : nil
    serviceManager = ServiceManager.fromEnvironment()
  }

  var descriptors: [Int32] { keepAwake.map { timerDescriptors + $0.descriptors } ?? timerDescriptors }
  /// The array is stored, so that polling without `keepAwake` allocates nothing.
  private let timerDescriptors: [Int32]

  func begin(for session: Session) {
    keepAwake?.start()
    tick(at: Now.boot, for: session)
  }

  func receive(for session: Session) {
    keepAwake?.receive()
    if timer.acknowledge() { tick(at: Now.boot, for: session) }
  }

  func announce() {
    if let serviceManager, windows.isPainted { serviceManager.ready() }
  }

  func isDue(at uptime: Duration) -> Bool {
    keepAwake?.isDue(at: uptime) == true || serviceManager?.isDue(at: uptime) == true
  }

  func tick(at uptime: Duration, for session: Session) {
    keepAwake?.tick(at: uptime)
    giveSignOfLife(at: uptime, for: session)
    if let pause = pauses.min() { timer.arm(at: uptime + pause) }
  }

  /// The pauses are longer than the intervals, so that usually a tick comes first.
  private var pauses: [Duration] {
    [serviceManager?.interval, keepAwake?.pause].compactMap(\.self).map { $0 + min($0 / 2, .seconds(1)) }
  }

  /// A sign of life needs a new frame, so an unchanged wall is repainted. An unmapped wall sends no sign.
  private func giveSignOfLife(at uptime: Duration, for session: Session) {
    guard let serviceManager, serviceManager.isDue(at: uptime), windows.areMapped else { return }
    if windows.painted == painted { windows.repaint(by: session) }
    // X may ask for no painting of a covered window.
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

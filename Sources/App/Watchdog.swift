import ColourClock
import System
import XWindow

/// Keeps the screen on, and sends signs of life to the service manager.
final class Watchdog {
  private let keepAwake: KeepAwake?
  private let serviceManager: ServiceManager?
  private let windows: WindowSet
  private let display: Display
  /// The number of frames that had been painted at the last sign of life.
  private var painted = 0
  /// Fires if no tick comes, as on a wall whose time stands still.
  private let timer = KernelTimer(.boot)

  init(_ windows: WindowSet, on display: Display, inhibits: Bool) {
    (self.windows, self.display) = (windows, display)
    timerDescriptors = [timer.descriptor]
    keepAwake = inhibits ? KeepAwake(on: display) : nil
    serviceManager = ServiceManager.fromEnvironment()
  }

  /// The descriptors to poll for reading. The list may change between calls.
  var descriptors: [Int32] { keepAwake.map { timerDescriptors + $0.descriptors } ?? timerDescriptors }
  /// Stored, so that polling allocates nothing.
  private let timerDescriptors: [Int32]

  /// Begins to keep the screen on, and sends the first sign of life.
  func begin(for session: Session) {
    keepAwake?.start()
    tick(at: Now.boot, for: session)
  }

  /// Call this when one of the descriptors is ready.
  func receive(for session: Session) {
    keepAwake?.receive()
    if timer.acknowledge() { tick(at: Now.boot, for: session) }
  }

  /// Tells the service manager that the program is ready, once the windows are painted.
  func announce() {
    if let serviceManager, windows.isPainted { serviceManager.ready() }
  }

  /// True if a tick at this uptime has something to do.
  func isDue(at uptime: Duration) -> Bool {
    keepAwake?.isDue(at: uptime) == true || serviceManager?.isDue(at: uptime) == true
  }

  /// Call this at each tick.
  func tick(at uptime: Duration, for session: Session) {
    keepAwake?.tick(at: uptime)
    giveSignOfLife(at: uptime, for: session)
    // The timer fires after the tick that is due then, so it acts only if that tick does not come.
    if let pause = pauses.min() { timer.arm(at: uptime + pause) }
  }

  /// How long after a tick the timer fires. Each interval has a margin of half of it, at most 1 s, so that a tick comes
  /// first.
  private var pauses: [Duration] {
    [serviceManager?.interval, keepAwake?.pause].compactMap(\.self).map { $0 + min($0 / 2, .seconds(1)) }
  }

  /// Sends a sign of life if one is due. It proves that a frame was painted since the last sign, and that the server
  /// has drawn it. If no frame was painted, as on a frozen, black or covered wall, one is painted now. A wall that is
  /// not mapped sends no sign.
  private func giveSignOfLife(at uptime: Duration, for session: Session) {
    guard let serviceManager, serviceManager.isDue(at: uptime), windows.areMapped else { return }
    if windows.painted == painted { windows.repaint(by: session) }
    // A window that was resized while covered has no frame until it is visible again.
    guard windows.painted > painted || windows.areCovered else { return }
    display.waitUntilDone()
    painted = windows.painted
    serviceManager.alive(at: uptime)
  }

  /// The services that keep the screen on for the clock now.
  var inhibitors: [String] { keepAwake?.holding ?? [] }

  /// `nil` without a watchdog.
  func status(at uptime: Duration) -> WatchdogStatus? {
    guard let serviceManager, let interval = serviceManager.interval else { return nil }
    return WatchdogStatus(
      timeout: (interval * 2).inSeconds, interval: interval.inSeconds,
      sinceSign: serviceManager.lastSignal.map { (uptime - $0).inSeconds })
  }

  func end() { keepAwake?.stop() }
}

extension WindowSet {
  /// Paints the present frame completely on all windows.
  func repaint(by session: Session) {
    session.receive(.ticked)
    repaint()
  }
}

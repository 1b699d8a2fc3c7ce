import ColourClock
import System
import XWindow

/// Keeps the screen on, and tells a service manager that the wall is alive.
final class Watchdog {
  private let keepAwake: KeepAwake?
  private let serviceManager: ServiceManager?
  private let windows: WindowSet
  private let display: Display
  /// How many frames had been painted at the last sign of life.
  private var painted = 0
  /// Rings where no tick does: a wall may be frozen.
  private let timer = KernelTimer(.boot)

  init(_ windows: WindowSet, on display: Display, inhibits: Bool) {
    (self.windows, self.display) = (windows, display)
    own = [timer.descriptor]
    keepAwake = inhibits ? KeepAwake(on: display) : nil
    serviceManager = ServiceManager.fromEnvironment()
  }

  /// What to poll for reading, another list each time.
  var descriptors: [Int32] { keepAwake.map { own + $0.descriptors } ?? own }
  private let own: [Int32]

  func begin(for session: Session) {
    keepAwake?.start()
    tick(at: Now.boot, for: session)
  }

  /// To be called when one of the descriptors is ready.
  func receive(for session: Session) {
    keepAwake?.receive()
    if timer.acknowledge() { tick(at: Now.boot, for: session) }
  }

  /// Says that all has come up, once it has.
  func announce() {
    if let serviceManager, windows.isPainted { serviceManager.ready() }
  }

  /// Whether there is something to do at a tick.
  func isDue(at uptime: Duration) -> Bool {
    keepAwake?.isDue(at: uptime) == true || serviceManager?.isDue(at: uptime) == true
  }

  /// To be called at each tick.
  func tick(at uptime: Duration, for session: Session) {
    keepAwake?.tick(at: uptime)
    giveSignOfLife(at: uptime, for: session)
    // After the tick that comes then, if there is one.
    if let pause = pauses.min() { timer.arm(at: uptime + pause) }
  }

  /// The longest times until the next sign of life and the next beat that keeps the screen on.
  private var pauses: [Duration] {
    [serviceManager?.interval, keepAwake?.pause].compactMap(\.self).map { $0 + min($0 / 2, .seconds(1)) }
  }

  /// A sign of life means that a frame has been painted since the last one, and that the server has drawn it. Where
  /// nothing changes, as on a frozen wall or a black one by night, a frame is painted for that; so also where other
  /// windows cover the wall, since nothing is painted there otherwise. A wall that is not mapped is not alive.
  private func giveSignOfLife(at uptime: Duration, for session: Session) {
    guard let serviceManager, serviceManager.isDue(at: uptime), windows.areMapped else { return }
    if windows.painted == painted { windows.repaint(by: session) }
    // One that was resized while it is covered has no frame until it comes to light.
    guard windows.painted > painted || windows.areCovered else { return }
    display.waitUntilDone()
    painted = windows.painted
    serviceManager.alive(at: uptime)
  }

  /// What is kept from darkening the screen.
  var inhibitors: [String] { keepAwake?.holding ?? [] }

  /// `nil` where there is no watchdog.
  func status(at uptime: Duration) -> WatchdogStatus? {
    guard let serviceManager, let interval = serviceManager.interval else { return nil }
    return WatchdogStatus(
      timeout: (interval * 2).inSeconds, interval: interval.inSeconds,
      sinceSign: serviceManager.lastSignal.map { (uptime - $0).inSeconds })
  }

  func end() { keepAwake?.stop() }
}

extension WindowSet {
  /// The present, and all of it, whatever the windows show.
  func repaint(by session: Session) {
    session.receive(.ticked)
    repaint()
  }
}

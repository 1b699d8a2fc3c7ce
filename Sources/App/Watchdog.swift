import ColourClock
import XWindow

/// What the wall owes to those who look after it: the screen is to stay on, and a service manager wants to hear that it is
/// well.
final class Watchdog {
  private let keepAwake: KeepAwake?
  private let supervisor: ServiceManager?
  private let walls: WindowSet
  private let display: Display
  /// How many frames had been painted at the last sign of life.
  private var painted = 0
  /// Rings where no tick does: a wall may be frozen.
  private let timer = KernelTimer(.boot)

  init(_ walls: WindowSet, on display: Display, inhibits: Bool) {
    (self.walls, self.display) = (walls, display)
    keepAwake = inhibits ? KeepAwake(on: display) : nil
    supervisor = ServiceManager.fromEnvironment()
  }

  /// What to poll for reading, another list each time.
  var descriptors: [Int32] { [timer.descriptor] + (keepAwake?.descriptors ?? []) }

  func begin(for session: Session) {
    keepAwake?.start()
    tick(at: Now.boot, for: session)
  }

  /// To be called at each turn of the loop.
  func receive(for session: Session) {
    keepAwake?.receive()
    if timer.acknowledge() { tick(at: Now.boot, for: session) }
  }

  /// Says that all has come up, once it has.
  func announce() {
    if walls.isPainted { supervisor?.ready() }
  }

  /// To be called at each tick.
  func tick(at uptime: Duration, for session: Session) {
    keepAwake?.tick(at: uptime)
    giveSign(at: uptime, for: session)
    // After the tick that comes then, if there is one.
    if let pause = pauses.min() { timer.arm(at: uptime + pause) }
  }

  /// How long it may be until somebody has to be told something again.
  private var pauses: [Duration] {
    [supervisor?.interval, keepAwake?.pause].compactMap(\.self).map { $0 + min($0 / 2, .seconds(1)) }
  }

  /// A sign of life means that the wall is alive: a frame has been painted since the last one, and the server has got
  /// through with it. Where nothing changes, as on a frozen wall or a black one by night, one is painted for that; so also
  /// where others cover it, as nothing is painted there otherwise: that nobody sees it is not its fault. A wall that is not
  /// on the screen at all is not alive.
  private func giveSign(at uptime: Duration, for session: Session) {
    guard let supervisor, supervisor.isDue(at: uptime), walls.areMapped else { return }
    if walls.painted == painted { walls.repaint(by: session) }
    // One that was resized while it is covered has no frame until it comes to light.
    guard walls.painted > painted || walls.areCovered else { return }
    display.waitUntilDone()
    painted = walls.painted
    supervisor.alive(at: uptime)
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

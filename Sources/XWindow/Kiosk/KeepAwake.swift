internal import CX11
private import System

/// Keeps the screen on by several inhibitors, because no single one reaches every screen saver. Call `tick` when
/// `isDue`.
package final class KeepAwake {
  /// The longest time between two beats: screen savers wait for at least a minute.
  static let pause = Duration.seconds(50)

  /// The longest time between two ticks.
  package var pause: Duration { inhibitors.map(\.interval).min() ?? KeepAwake.pause }

  private let inhibitors: [any Inhibitor]
  /// The uptime of each inhibitor's last beat; `nil` if it is due.
  private var lastBeats: [Duration?]
  private var isOn = false

  /// Call `stop` before `display` is closed.
  package convenience init(on display: Display) {
    self.init([
      ServerTimers(display), BusInhibitor(), BusInhibitor.ofSystem(), ScreenSaverDaemon(on: display),
    ])
  }

  init(_ inhibitors: [any Inhibitor]) {
    self.inhibitors = inhibitors
    lastBeats = inhibitors.map { _ in nil }
  }

  deinit { stop() }

  package var descriptors: [Int32] { inhibitors.flatMap(\.descriptors) }

  /// The names of everything that is inhibited, as far as known.
  package var holding: [String] { isOn ? inhibitors.flatMap(\.holding) : [] }

  package func start() {
    guard !isOn else { return }
    isOn = true
    for inhibitor in inhibitors { inhibitor.start() }
  }

  package func isDue(at uptime: Duration) -> Bool {
    guard isOn else { return false }
    for (index, inhibitor) in inhibitors.enumerated()
    where lastBeats[index].map({ uptime - $0 < inhibitor.interval }) != true {
      return true
    }
    return false
  }

  /// Calls `beat` of each inhibitor that is due. After `start`, all are due.
  package func tick(at uptime: Duration) {
    guard isOn else { return }
    for (index, inhibitor) in inhibitors.enumerated() {
      if let last = lastBeats[index], uptime - last < inhibitor.interval { continue }
      lastBeats[index] = uptime
      inhibitor.beat()
    }
  }

  package func receive() {
    for inhibitor in inhibitors { inhibitor.receive() }
  }

  package func stop() {
    guard isOn else { return }
    isOn = false
    lastBeats = inhibitors.map { _ in nil }
    for inhibitor in inhibitors { inhibitor.stop() }
  }
}

/// Keeps the screen on until the program ends or crashes.
protocol Inhibitor: AnyObject {
  /// The names of what is inhibited, as far as known.
  var holding: [String] { get }
  /// The longest time between two beats.
  var interval: Duration { get }
  var descriptors: [Int32] { get }
  /// Begins the inhibition. The next tick calls `beat`.
  func start()
  /// Repeats the inhibition if it must be repeated.
  func beat()
  /// Call this when a descriptor is readable.
  func receive()
  func stop()
}

extension Inhibitor {
  var interval: Duration { KeepAwake.pause }
  var descriptors: [Int32] { [] }
  func receive() {}
}

/// Runs xscreensaver-command(1) at each beat: xscreensaver 6 heeds neither XScreenSaverSuspend(3) nor full-screen
/// windows.
final class ScreenSaverDaemon: Inhibitor {
  var holding: [String] { holds ? ["xscreensaver"] : [] }
  /// True if the daemon ran at the last beat, and the last command succeeded.
  private(set) var holds = false
  private let isRunning: () -> Bool
  /// A command for the shell.
  private let text: String
  private let timeLimit: Duration
  private var command: ShellCommand?

  init(_ text: String, timeLimit: Duration = .seconds(10), isRunning: @escaping () -> Bool) {
    (self.text, self.timeLimit, self.isRunning) = (text, timeLimit, isRunning)
  }

  /// A running daemon has a property on the root window.
  convenience init(on display: Display) {
    let name = String(cString: XDisplayString(display.pointer)).split(separator: "'").joined()
    self.init("DISPLAY='\(name)' exec xscreensaver-command -deactivate") {
      !display.longs(of: display.root, display.atoms[.screenSaverStatus], type: Atom(XA_INTEGER)).isEmpty
    }
  }

  var descriptors: [Int32] { command?.descriptors ?? [] }

  func start() {}

  /// Does nothing while a command runs.
  func beat() {
    receive()
    guard command == nil else { return }
    guard isRunning() else { return holds = false }
    command = ShellCommand(text, .captured(limit: 4096), timeLimit: timeLimit)
  }

  /// A failure is normal: the command may be missing, or the daemon may have ended.
  func receive() {
    if let ending = command?.receive() { if case .finished(0, _) = ending { holds = true } else { holds = false } }
    if command?.deadline == nil && descriptors.isEmpty { command = nil }
  }

  func stop() { command = nil }
}

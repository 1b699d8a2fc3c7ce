internal import CX11
private import System

/// Keeps the screen on by several inhibitors, as no single one reaches every screen saver. The caller ticks it: it has
/// no timer.
package final class KeepAwake {
  /// The longest time between two beats. Screen savers wait for a minute at least.
  static let pause = Duration.seconds(50)

  /// The longest time between two ticks.
  package var pause: Duration { inhibitors.map(\.interval).min() ?? KeepAwake.pause }

  private let inhibitors: [any Inhibitor]
  /// The uptime of each inhibitor's last beat.
  private var lastBeats: [Duration?]
  private var isOn = false

  /// Must be stopped before `display` is closed.
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

  /// What to poll for reading.
  package var descriptors: [Int32] { inhibitors.flatMap(\.descriptors) }

  /// The names of those that hold now, as far as known.
  package var holding: [String] { isOn ? inhibitors.flatMap(\.holding) : [] }

  package func start() {
    guard !isOn else { return }
    isOn = true
    for inhibitor in inhibitors { inhibitor.start() }
  }

  /// True if an inhibitor must be renewed.
  package func isDue(at uptime: Duration) -> Bool {
    guard isOn else { return false }
    for (index, inhibitor) in inhibitors.enumerated()
    where lastBeats[index].map({ uptime - $0 < inhibitor.interval }) != true {
      return true
    }
    return false
  }

  /// Renews the inhibitors that are due. The first tick renews everything.
  package func tick(at uptime: Duration) {
    guard isOn else { return }
    for (index, inhibitor) in inhibitors.enumerated() {
      if let last = lastBeats[index], uptime - last < inhibitor.interval { continue }
      lastBeats[index] = uptime
      inhibitor.beat()
    }
  }

  /// Call this when a descriptor is readable.
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

/// One way to keep the screen on. It must end when the program ends or crashes.
protocol Inhibitor: AnyObject {
  /// The names of those it keeps from darkening the screen now, as far as known.
  var holding: [String] { get }
  /// The longest time between two beats.
  var interval: Duration { get }
  /// What to poll for reading.
  var descriptors: [Int32] { get }
  func start()
  /// Renews it.
  func beat()
  /// Call this when a descriptor is readable.
  func receive()
  /// Ends it.
  func stop()
}

extension Inhibitor {
  var interval: Duration { KeepAwake.pause }
  var descriptors: [Int32] { [] }
  func receive() {}
}

/// Keeps xscreensaver quiet by its own command (xscreensaver-command(1)), again and again. Since version 6 it ignores
/// both the server's suspension and full-screen windows.
final class ScreenSaverDaemon: Inhibitor {
  var holding: [String] { holds ? ["xscreensaver"] : [] }
  /// True if the last command succeeded.
  private(set) var holds = false
  private let isRunning: () -> Bool
  private let text: String
  private let timeLimit: Duration
  private var command: ShellCommand?

  init(_ text: String, timeLimit: Duration = .seconds(10), isRunning: @escaping () -> Bool) {
    (self.text, self.timeLimit, self.isRunning) = (text, timeLimit, isRunning)
  }

  /// The daemon of `display`, which may come and go. While it runs it keeps a property on the root window.
  convenience init(on display: Display) {
    let name = String(cString: XDisplayString(display.pointer)).split(separator: "'").joined()
    self.init("DISPLAY='\(name)' exec xscreensaver-command -deactivate") {
      !display.longs(of: display.root, display.atoms[.screenSaverStatus], type: Atom(XA_INTEGER)).isEmpty
    }
  }

  var descriptors: [Int32] { command?.descriptors ?? [] }

  func start() {}

  /// The first beat after its time limit ends a command that hangs.
  func beat() {
    receive()
    guard command == nil else { return }
    guard isRunning() else { return holds = false }
    command = ShellCommand(text, .captured(limit: 4096), timeLimit: timeLimit)
  }

  /// A failure is not reported: the command may not exist, or the daemon may have just ended.
  func receive() {
    if let ending = command?.receive() { if case .finished(0, _) = ending { holds = true } else { holds = false } }
    if command?.deadline == nil && descriptors.isEmpty { command = nil }
  }

  func stop() { command = nil }
}

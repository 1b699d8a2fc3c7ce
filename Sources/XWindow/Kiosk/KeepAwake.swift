internal import CX11
private import System

/// Keeps the screen on by several inhibitors, as none of them reaches every screen saver. It has no timer of its own: the
/// caller ticks it.
package final class KeepAwake {
  /// The longest pause between two beats: screen savers wait for a minute at least.
  static let pause = Duration.seconds(50)

  /// How long it may be from one tick to the next.
  package var pause: Duration { inhibitors.map(\.interval).min() ?? KeepAwake.pause }

  private let inhibitors: [any Inhibitor]
  /// The uptime of each one's last beat.
  private var lastBeats: [Duration?]
  private var isOn = false

  /// Must end before `display` is closed.
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

  /// The names of those that hold now, as far as is known.
  package var holding: [String] { isOn ? inhibitors.flatMap(\.holding) : [] }

  package func start() {
    guard !isOn else { return }
    isOn = true
    for inhibitor in inhibitors { inhibitor.start() }
  }

  /// Whether there is something to renew.
  package func isDue(at uptime: Duration) -> Bool {
    guard isOn else { return false }
    for (index, inhibitor) in inhibitors.enumerated()
    where lastBeats[index].map({ uptime - $0 < inhibitor.interval }) != true {
      return true
    }
    return false
  }

  /// Renews what is due; the first tick after the start renews everything.
  package func tick(at uptime: Duration) {
    guard isOn else { return }
    for (index, inhibitor) in inhibitors.enumerated() {
      if let last = lastBeats[index], uptime - last < inhibitor.interval { continue }
      lastBeats[index] = uptime
      inhibitor.beat()
    }
  }

  /// To be called when a descriptor is readable.
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

/// One way of keeping the screen from going dark. It must end with the program, even if that crashes.
protocol Inhibitor: AnyObject {
  /// The names of what it keeps from darkening the screen now, as far as is known.
  var holding: [String] { get }
  /// The longest time to let pass between two beats.
  var interval: Duration { get }
  /// What to poll for reading.
  var descriptors: [Int32] { get }
  func start()
  /// Renews it.
  func beat()
  /// To be called when a descriptor is readable.
  func receive()
  /// Ends it.
  func stop()
}

extension Inhibitor {
  var interval: Duration { KeepAwake.pause }
  var descriptors: [Int32] { [] }
  func receive() {}
}

/// xscreensaver, which since its version 6 ignores both the server's suspension and full-screen windows: it is told again
/// and again that the user is active, by its own command (xscreensaver-command(1)).
final class ScreenSaverDaemon: Inhibitor {
  var holding: [String] { holds ? ["xscreensaver"] : [] }
  /// Whether it was told, the last time.
  private(set) var holds = false
  private let isRunning: () -> Bool
  private let text: String
  private let timeLimit: Duration
  private var command: ShellCommand?

  init(_ text: String, timeLimit: Duration = .seconds(10), isRunning: @escaping () -> Bool) {
    (self.text, self.timeLimit, self.isRunning) = (text, timeLimit, isRunning)
  }

  /// The daemon of `display`, which may come and go: while it runs it keeps a property on the root window.
  convenience init(on display: Display) {
    let name = String(cString: XDisplayString(display.pointer)).split(separator: "'").joined()
    self.init("DISPLAY='\(name)' exec xscreensaver-command -deactivate") {
      !display.longs(of: display.root, display.atoms[.screenSaverStatus], type: Atom(XA_INTEGER)).isEmpty
    }
  }

  var descriptors: [Int32] { command?.descriptors ?? [] }

  func start() {}

  /// A command that hangs is ended by the first beat after its time limit.
  func beat() {
    receive()
    guard command == nil else { return }
    guard isRunning() else { return holds = false }
    command = ShellCommand(text, .captured(limit: 4096), timeLimit: timeLimit)
  }

  /// Its ending is not reported: there may be no such command, or the daemon may just have ended.
  func receive() {
    if let ending = command?.receive() { if case .finished(0, _) = ending { holds = true } else { holds = false } }
    if command?.deadline == nil && descriptors.isEmpty { command = nil }
  }

  func stop() { command = nil }
}

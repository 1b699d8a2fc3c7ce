internal import CX11
private import System

/// Keeps the screen on with several inhibitors, because no single inhibitor reaches every screen saver. The caller must
/// call `tick`.
package final class KeepAwake {
  /// The longest time between two beats, which renew an inhibition. Screen savers wait for a minute or longer.
  static let pause = Duration.seconds(50)

  /// The longest time that may pass between two ticks.
  package var pause: Duration { inhibitors.map(\.interval).min() ?? KeepAwake.pause }

  private let inhibitors: [any Inhibitor]
  /// The uptime of each inhibitor's last beat.
  private var lastBeats: [Duration?]
  private var isOn = false

  /// Creates the inhibitors of an X server. Call `stop` before `display` is closed.
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

  /// The descriptors to poll for reading.
  package var descriptors: [Int32] { inhibitors.flatMap(\.descriptors) }

  /// The names of the screen savers and services that are inhibited now, as far as known.
  package var holding: [String] { isOn ? inhibitors.flatMap(\.holding) : [] }

  /// Begins to keep the screen on, until `stop`.
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

/// One way to keep the screen on. The inhibition must end when the program ends or crashes.
protocol Inhibitor: AnyObject {
  /// The names of the screen savers and services that are inhibited now, as far as known.
  var holding: [String] { get }
  /// The longest time between two beats.
  var interval: Duration { get }
  /// The descriptors to poll for reading.
  var descriptors: [Int32] { get }
  /// Begins the inhibition. The next tick calls `beat`.
  func start()
  /// Renews the inhibition.
  func beat()
  /// Call this when a descriptor is readable.
  func receive()
  /// Ends the inhibition.
  func stop()
}

extension Inhibitor {
  var interval: Duration { KeepAwake.pause }
  var descriptors: [Int32] { [] }
  func receive() {}
}

/// Inhibits xscreensaver by running its command (xscreensaver-command(1)) at each beat. Since version 6, xscreensaver
/// ignores the server's suspension and full-screen windows.
final class ScreenSaverDaemon: Inhibitor {
  var holding: [String] { holds ? ["xscreensaver"] : [] }
  /// True if the daemon ran at the last beat, and the last command succeeded.
  private(set) var holds = false
  private let isRunning: () -> Bool
  private let text: String
  private let timeLimit: Duration
  private var command: ShellCommand?

  /// - Parameters:
  ///   - text: the shell command.
  ///   - isRunning: true if the daemon runs.
  init(_ text: String, timeLimit: Duration = .seconds(10), isRunning: @escaping () -> Bool) {
    (self.text, self.timeLimit, self.isRunning) = (text, timeLimit, isRunning)
  }

  /// The daemon of `display`, which may start and end at any time. While it runs, the root window has its status
  /// property.
  convenience init(on display: Display) {
    let name = String(cString: XDisplayString(display.pointer)).split(separator: "'").joined()
    self.init("DISPLAY='\(name)' exec xscreensaver-command -deactivate") {
      !display.longs(of: display.root, display.atoms[.screenSaverStatus], type: Atom(XA_INTEGER)).isEmpty
    }
  }

  var descriptors: [Int32] { command?.descriptors ?? [] }

  func start() {}

  /// Runs the command if the daemon runs, unless the command of an earlier beat still runs.
  func beat() {
    receive()
    guard command == nil else { return }
    guard isRunning() else { return holds = false }
    command = ShellCommand(text, .captured(limit: 4096), timeLimit: timeLimit)
  }

  /// Reads the result of the command. Does not report a failure, because the command may not be installed, or the
  /// daemon may just have ended.
  func receive() {
    if let ending = command?.receive() { if case .finished(0, _) = ending { holds = true } else { holds = false } }
    if command?.deadline == nil && descriptors.isEmpty { command = nil }
  }

  func stop() { command = nil }
}

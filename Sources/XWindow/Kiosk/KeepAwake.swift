internal import CX11
private import System

/// Call `tick` when `isDue`.
package final class KeepAwake {
  /// The time between two beats. Screen savers wait at least a minute.
  static let pause = Duration.seconds(50)

  package var pause: Duration { inhibitors.map(\.interval).min() ?? KeepAwake.pause }

  private let inhibitors: [any Inhibitor]
  /// `nil` means that a beat is due.
  private var lastBeats: [Duration?]
  private var isOn = false

  /// Call `stop` before `display` closes.
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

  /// Names of the screensavers that are held off now.
  package var holding: [String] { isOn ? inhibitors.flatMap(\.holding) : [] }

  package func start() {
    guard !isOn else { return }
    isOn = true
    for inhibitor in inhibitors { inhibitor.start() }
  }

  package func isDue(at uptime: Duration) -> Bool {
    isOn && inhibitors.indices.contains { isDue($0, at: uptime) }
  }

  package func tick(at uptime: Duration) {
    guard isOn else { return }
    for index in inhibitors.indices where isDue(index, at: uptime) {
      lastBeats[index] = uptime
      inhibitors[index].beat()
    }
  }

  private func isDue(_ index: Int, at uptime: Duration) -> Bool {
    lastBeats[index].map { uptime - $0 >= inhibitors[index].interval } ?? true
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

protocol Inhibitor: AnyObject {
  var holding: [String] { get }
  /// The longest time between two beats.
  var interval: Duration { get }
  var descriptors: [Int32] { get }
  func start()
  func beat()
  func receive()
  func stop()
}

extension Inhibitor {
  var interval: Duration { KeepAwake.pause }
  var descriptors: [Int32] { [] }
  func receive() {}
}

/// Runs xscreensaver-command(1), because xscreensaver 6 ignores XScreenSaverSuspend(3) and full-screen windows.
final class ScreenSaverDaemon: Inhibitor {
  var holding: [String] { holds ? ["xscreensaver"] : [] }
  private(set) var holds = false
  private let isRunning: () -> Bool
  private let text: String
  private let timeLimit: Duration
  private var command: ShellCommand?

  init(_ text: String, timeLimit: Duration = .seconds(10), isRunning: @escaping () -> Bool) {
    (self.text, self.timeLimit, self.isRunning) = (text, timeLimit, isRunning)
  }

  convenience init(on display: Display) {
    let name = String(cString: XDisplayString(display.pointer)).split(separator: "'").joined()
    self.init("DISPLAY='\(name)' exec xscreensaver-command -deactivate") {
      !display.longs(of: display.root, display.atoms[.screenSaverStatus], type: Atom(XA_INTEGER)).isEmpty
    }
  }

  var descriptors: [Int32] { command?.descriptors ?? [] }

  func start() {}

  func beat() {
    receive()
    guard command == nil else { return }
    guard isRunning() else { return holds = false }
    command = ShellCommand(text, .captured(limit: 4096), timeLimit: timeLimit)
  }

  func receive() {
    if let ending = command?.receive() { if case .finished(0, _) = ending { holds = true } else { holds = false } }
    if command?.deadline == nil && descriptors.isEmpty { command = nil }
  }

  func stop() { command = nil }
}

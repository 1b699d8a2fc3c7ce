internal import CX11

/// xscreensaver, which since its version 6 heeds neither the server's suspension nor a full screen window: it is told
/// again and again that somebody is there, by its own command (xscreensaver-command(1)).
final class ScreenSaverDaemon: Inhibitor {
  private let isRunning: () -> Bool
  private let text: String
  private let timeLimit: Duration
  private var command: Command?

  init(_ text: String, timeLimit: Duration = .seconds(10), isRunning: @escaping () -> Bool) {
    (self.text, self.timeLimit, self.isRunning) = (text, timeLimit, isRunning)
  }

  /// The daemon of `display`, which may come and go: it keeps a property on the root window.
  convenience init(on display: Display) {
    let name = String(cString: XDisplayString(display.pointer)).split(separator: "'").joined()
    self.init("DISPLAY='\(name)' exec xscreensaver-command -deactivate") {
      !display.longs(of: display.root, display.atoms[.screenSaverStatus], type: Atom(XA_INTEGER)).isEmpty
    }
  }

  var descriptors: [Int32] { command?.descriptors ?? [] }

  func start() {}

  /// One that hangs is ended by the first beat after its time.
  func beat() {
    receive()
    guard command == nil, isRunning() else { return }
    command = Command(text, .captured(limit: 4096), timeLimit: timeLimit)
  }

  /// How it ends is nobody's business: there may be no such command, or the daemon may just have gone.
  func receive() {
    _ = command?.receive()
    if command?.deadline == nil && descriptors.isEmpty { command = nil }
  }

  func stop() { command = nil }
}

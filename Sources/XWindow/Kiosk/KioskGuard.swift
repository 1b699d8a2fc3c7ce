internal import CX11
internal import ColourClock
private import System

/// Guards the windows of a kiosk, and others that stay on top. Grabs the input, and hides the cursor. Raises the
/// windows if no window manager is in charge.
final class KioskGuard {
  let keepsAbove: Bool
  let descriptors: [Int32]
  private let display: Display
  private let main: TopLevel
  private let grab: InputGrab?
  private let timer = KernelTimer(.boot)
  private var lastTry: Duration?
  /// Only for a guard without `grab`: true while another client, such as a menu or a screen locker, has grabbed the
  /// keyboard. The windows must stay below that client's windows.
  private var waitsForKeyboard = false

  /// The shortest pause between two attempts. Two programs that raise themselves in turn must not flood the server.
  private static let raisePause = Duration.seconds(1)
  private static let returnPause = Duration.milliseconds(500)
  /// After these events, another window may be above ours. VisibilityNotify is not enough, because with a compositor no
  /// window is reported as obscured.
  private static let risingEvents = [MapNotify, ConfigureNotify, ReparentNotify, CirculateNotify]
  private static let leavingEvents = [UnmapNotify, ConfigureNotify, ReparentNotify, CirculateNotify]
  /// True if the server ends the pointer's grab when the window lies outside the screen.
  private let losesPointerBesideScreen: Bool

  /// `nil` unless the windows grab the input, stay above other windows, or bypass the window manager.
  init?(of main: TopLevel, _ options: WindowDescription, on display: Display) {
    let mode = options.mode
    guard mode.grabsInput || mode.staysOnTop || options.isOverride || options.isAbove else { return nil }
    (self.display, self.main) = (display, main)
    losesPointerBesideScreen = mode.confinesPointer
    keepsAbove = main.form != .managed
    if mode.hidesPointer { display.hideCursor() }
    grab = mode.grabsInput ? InputGrab { display.grab($0, for: $1, confinesPointer: mode.confinesPointer) } : nil
    descriptors = [timer.descriptor] + (grab?.descriptors ?? [])
  }

  var grabbed: [GrabDevice] { GrabDevice.allCases.filter { grab?.isHeld($0) == true } }

  var isPointerTaken: Bool { grab?.isTaken(.pointer) ?? false }

  /// Selects events of the root window about all top-level windows, in addition to the events that are already
  /// selected.
  func selectInput() {
    guard keepsAbove else { return }
    var attributes = XWindowAttributes()
    XGetWindowAttributes(display.pointer, display.root, &attributes)
    XSelectInput(display.pointer, display.root, attributes.your_event_mask | SubstructureNotifyMask)
  }

  /// - Parameter event: an event of one of our `windows`, or of the root window about a top-level window.
  func handle(_ event: XEvent, windows: [Window]) {
    if event.xany.window == display.root { handleTopLevel(event, windows: windows) }
    guard windows.contains(event.xany.window) else { return }
    // The root window reports only its own children. Of our window inside another window, only this event says that it
    // was destroyed.
    if event.type == DestroyNotify { scheduleRaise() }
    guard event.xany.window == main.window else { return }
    switch event.type {
    case MapNotify: grab?.hold(window: main.window)
    // The server ends both grabs without an event.
    case UnmapNotify, DestroyNotify: grab?.letGo()
    // If the confining window lies outside the screen, the server ends the pointer's grab without an event.
    case ConfigureNotify where losesPointerBesideScreen && event.xany.send_event == False: grab?.lost()
    // A keyboard grab has begun or ended. Our grabs may have ended, because the window was not viewable for a time.
    case FocusOut where [NotifyGrab, NotifyUngrab].contains(event.xfocus.mode):
      waitsForKeyboard = grab == nil && event.xfocus.mode == NotifyGrab
      grab?.lost()
    case FocusIn where waitsForKeyboard:
      waitsForKeyboard = false
      scheduleRaise()
    default: break
    }
  }

  /// Call this when a descriptor is readable. Returns true if the windows must be raised now.
  func receive() -> Bool {
    grab?.receive()
    guard timer.acknowledge() else { return false }
    lastTry = Now.boot
    // While another window has the focus, no event reports the end of a grab. So test again after each pause.
    if waitsForKeyboard { waitsForKeyboard = display.isKeyboardTaken(from: main.window) }
    if waitsForKeyboard { arm() }
    return !waitsForKeyboard
  }

  /// Handles an event of a window that another client has put into our window, where it would cover the wall.
  func handleChild(_ event: XEvent) { if event.type == MapNotify { arm() } }

  private func handleTopLevel(_ event: XEvent, windows: [Window]) {
    // All these event types have the window at the same offset.
    let isOurs = windows.contains(event.xmap.window)
    let events = isOurs ? KioskGuard.leavingEvents : KioskGuard.risingEvents
    if events.contains(event.type) { scheduleRaise() }
  }

  /// Call this when a window is still not in its place.
  func tryAgain() { timer.arm(at: Now.boot + KioskGuard.returnPause) }

  private func scheduleRaise() { if keepsAbove { arm() } }

  private func arm() {
    timer.arm(at: max(Now.boot, lastTry.map { $0 + KioskGuard.raisePause } ?? .zero))
  }
}

extension Display {
  /// Hides the cursor on the whole screen, even when a touch moves it (HideCursor of XFIXES 4.0). The server shows the
  /// cursor again when the connection ends. On older servers, only the blank cursor of each window hides it.
  func hideCursor() {
    var (major, minor): (Int32, Int32) = (0, 0)
    guard XFixesQueryExtension(pointer, &major, &minor) != 0, XFixesQueryVersion(pointer, &major, &minor) != 0,
      major >= 4
    else { return }
    XFixesHideCursor(pointer, root)
    XFlush(pointer)
  }
}

internal import CX11
internal import ColourClock
private import System

/// Guards windows that stay on top, as in a kiosk: grabs input, hides the cursor, and raises windows without a window
/// manager.
final class KioskGuard {
  /// True if the guard raises the windows, because no window manager is in charge of them.
  let keepsAbove: Bool
  let descriptors: [Int32]
  private let display: Display
  private let main: TopLevel
  private let grab: InputGrab?
  private let timer = KernelTimer(.boot)
  /// The uptime of the last attempt to raise the windows.
  private var lastTry: Duration?
  /// True if another client, such as a menu or a screen locker, has grabbed the keyboard. The windows must stay below
  /// it. Used only without `grab`.
  private var waitsForKeyboard = false

  /// The shortest time between two raises. Rival programs that raise themselves must not flood the server.
  private static let raisePause = Duration.seconds(1)
  /// The time until the next attempt to put a window in its place.
  private static let returnPause = Duration.milliseconds(500)
  /// Events after which another window may be above this program's. VisibilityNotify is no help with a compositor.
  private static let risingEvents = [MapNotify, ConfigureNotify, ReparentNotify, CirculateNotify]
  /// Events after which a window of this program may be out of its place.
  private static let leavingEvents = [UnmapNotify, ConfigureNotify, ReparentNotify, CirculateNotify]
  /// True if the pointer's grab ends when the window lies outside the screen.
  private let losesPointerBesideScreen: Bool

  /// `nil` unless the windows grab input, stay on top, or bypass the manager.
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

  /// Selects the events of all top-level windows, in addition to the selected events of the root window.
  func selectInput() {
    guard keepsAbove else { return }
    var attributes = XWindowAttributes()
    XGetWindowAttributes(display.pointer, display.root, &attributes)
    XSelectInput(display.pointer, display.root, attributes.your_event_mask | SubstructureNotifyMask)
  }

  /// - Parameter event: an event of one of `windows`, or the root window's event about a top-level window.
  func handle(_ event: XEvent, windows: [Window]) {
    if event.xany.window == display.root { handleTopLevel(event, windows: windows) }
    guard windows.contains(event.xany.window) else { return }
    // The root window does not report a window inside another.
    if event.type == DestroyNotify { scheduleRaise() }
    guard event.xany.window == main.window else { return }
    switch event.type {
    case MapNotify: grab?.hold(window: main.window)
    // The server ends both grabs without an event.
    case UnmapNotify, DestroyNotify: grab?.letGo()
    // If the confining window leaves the screen, the grab ends without an event.
    case ConfigureNotify where losesPointerBesideScreen && event.xany.send_event == False: grab?.lost()
    // The grabs may have ended, because the window was not viewable for a time.
    case FocusOut where [NotifyGrab, NotifyUngrab].contains(event.xfocus.mode):
      waitsForKeyboard = grab == nil && event.xfocus.mode == NotifyGrab
      grab?.lost()
    case FocusIn where waitsForKeyboard:
      waitsForKeyboard = false
      scheduleRaise()
    default: break
    }
  }

  /// Call this when a descriptor is readable. Returns true to raise the windows now.
  func receive() -> Bool {
    grab?.receive()
    guard timer.acknowledge() else { return false }
    lastTry = Now.boot
    // Without the focus, no event reports a grab's end.
    if waitsForKeyboard { waitsForKeyboard = display.isKeyboardTaken(from: main.window) }
    if waitsForKeyboard { arm() }
    return !waitsForKeyboard
  }

  /// Call this for the event of another client's window inside this program's. That window would cover the wall.
  func handleChild(_ event: XEvent) { if event.type == MapNotify { arm() } }

  private func handleTopLevel(_ event: XEvent, windows: [Window]) {
    // All these events have the window's ID at the same offset as `xmap`.
    let isOurs = windows.contains(event.xmap.window)
    let events = isOurs ? KioskGuard.leavingEvents : KioskGuard.risingEvents
    if events.contains(event.type) { scheduleRaise() }
  }

  /// Raises the windows again soon. Call this if a window is not yet in its place.
  func tryAgain() { timer.arm(at: Now.boot + KioskGuard.returnPause) }

  private func scheduleRaise() { if keepsAbove { arm() } }

  /// Raises the windows as soon as `raisePause` allows.
  private func arm() {
    timer.arm(at: max(Now.boot, lastTry.map { $0 + KioskGuard.raisePause } ?? .zero))
  }
}

extension Display {
  /// Hides the cursor until the connection ends, even after a touch (HideCursor of XFIXES 4.0). With an older server,
  /// only the blank cursor of each window hides it.
  func hideCursor() {
    var (major, minor): (Int32, Int32) = (0, 0)
    guard XFixesQueryExtension(pointer, &major, &minor) != 0, XFixesQueryVersion(pointer, &major, &minor) != 0,
      major >= 4
    else { return }
    XFixesHideCursor(pointer, root)
    XFlush(pointer)
  }
}

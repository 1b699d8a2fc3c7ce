internal import CX11
internal import ColourClock
private import System

/// Guards a kiosk and other windows that stay on top: grabs keyboard and pointer, hides the cursor, and raises the
/// windows above others where no window manager is in charge.
final class KioskGuard {
  /// True if the windows are to be above all others.
  let keepsAbove: Bool
  /// What to poll for reading.
  let descriptors: [Int32]
  private let display: Display
  private let main: TopLevel
  private let grab: InputGrab?
  private let timer = KernelTimer(.boot)
  private var lastTry: Duration?
  /// True if another client has grabbed the keyboard while the guard does not grab it: a menu, or a screen locker,
  /// which must stay above.
  private var yields = false

  /// Two programs that both raise themselves must not flood the server.
  private static let raisePause = Duration.seconds(1)
  /// The time between two attempts to bring a window back.
  private static let returnPause = Duration.milliseconds(500)
  /// Events that may bring a window above another. VisibilityNotify is not enough: under a compositor the server
  /// reports no window as obscured.
  private static let risingEvents = [MapNotify, ConfigureNotify, ReparentNotify, CirculateNotify]
  /// Events by which a window of ours may have left its place.
  private static let leavingEvents = [UnmapNotify, ConfigureNotify, ReparentNotify, CirculateNotify]
  private let losesPointerBesideScreen: Bool

  /// `nil` if nothing is to be guarded.
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

  /// The devices that are grabbed now.
  var grabbed: [GrabDevice] { GrabDevice.allCases.filter { grab?.isHeld($0) == true } }

  /// True if another client holds the pointer that is to be grabbed.
  var isPointerTaken: Bool { grab?.isTaken(.pointer) ?? false }

  /// Selects the events of all top-level windows, in addition to those selected on the root.
  func selectInput() {
    guard keepsAbove else { return }
    var attributes = XWindowAttributes()
    XGetWindowAttributes(display.pointer, display.root, &attributes)
    XSelectInput(display.pointer, display.root, attributes.your_event_mask | SubstructureNotifyMask)
  }

  /// Handles an event of one of our `windows` or of another top-level window.
  func handle(_ event: XEvent, windows: [Window]) {
    if event.xany.window == display.root { handleTopLevel(event, windows: windows) }
    guard windows.contains(event.xany.window) else { return }
    // The window may have been within another one, and so no top-level window.
    if event.type == DestroyNotify { scheduleRaise() }
    guard event.xany.window == main.window else { return }
    switch event.type {
    case MapNotify: grab?.hold(window: main.window)
    // The server ends both grabs then, without an event.
    case UnmapNotify, DestroyNotify: grab?.letGo()
    // The server ends the pointer's grab when its confining window lies beside the screen, without an event.
    case ConfigureNotify where losesPointerBesideScreen && event.xany.send_event == False: grab?.lost()
    // The server ends a grab when its window is no longer viewable.
    case FocusOut where [NotifyGrab, NotifyUngrab].contains(event.xfocus.mode):
      yields = grab == nil && event.xfocus.mode == NotifyGrab
      grab?.lost()
    case FocusIn where yields:
      yields = false
      scheduleRaise()
    default: break
    }
  }

  /// Call this when a descriptor is readable.
  /// - Returns: true if the windows are to be raised now.
  func receive() -> Bool {
    grab?.receive()
    guard timer.acknowledge() else { return false }
    lastTry = Now.boot
    // No event reports the end of a grab while the focus is elsewhere. The server is asked until the windows may be
    // raised.
    if yields { yields = display.isKeyboardTaken(from: main.window) }
    if yields { arm() }
    return !yields
  }

  /// A window that another client has put into ours covers the wall.
  func handleChild(_ event: XEvent) { if event.type == MapNotify { arm() } }

  /// A window may have come above ours; or another client may have unmapped, lowered, moved or reparented ours.
  private func handleTopLevel(_ event: XEvent, windows: [Window]) {
    // These events have the window at the same place.
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
  /// Hides the cursor on the whole screen, over any window and also when a touch moves it (XFIXES protocol 4.0,
  /// HideCursor). The server shows it again when the connection ends, also by a crash.
  ///
  /// Without XFIXES 4 nothing is hidden: a window needs a blank cursor then.
  func hideCursor() {
    var (major, minor): (Int32, Int32) = (0, 0)
    guard XFixesQueryExtension(pointer, &major, &minor) != 0, XFixesQueryVersion(pointer, &major, &minor) != 0,
      major >= 4
    else { return }
    XFixesHideCursor(pointer, root)
    XFlush(pointer)
  }
}

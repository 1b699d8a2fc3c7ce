internal import CX11
internal import ColourClock
private import System

/// Grabs input, hides the cursor and keeps windows above others.
final class KioskGuard {
  /// True if no window manager is in charge of the windows.
  let keepsAbove: Bool
  let descriptors: [Int32]
  private let display: Display
  private let main: TopLevel
  private let grab: InputGrab?
  private let timer = KernelTimer(.boot)
  private var lastTry: Duration?
  /// True if another client, such as a menu or screen locker, has the keyboard and must stay above.
  private var waitsForKeyboard = false

  /// The least time between two raises.
  private static let raisePause = Duration.seconds(1)
  private static let returnPause = Duration.milliseconds(500)
  /// After these events, another window may be above. With a compositor, VisibilityNotify does not report this.
  private static let risingEvents = [MapNotify, ConfigureNotify, ReparentNotify, CirculateNotify]
  /// After these events, this program's window may be out of place.
  private static let leavingEvents = [UnmapNotify, ConfigureNotify, ReparentNotify, CirculateNotify]
  /// If the window leaves the screen, a grab that confines the pointer ends without an event.
  private let confinesPointer: Bool

  init?(of main: TopLevel, _ options: WindowDescription, on display: Display) {
    let mode = options.mode
    guard mode.grabsInput || mode.staysOnTop || options.isOverride || options.isAbove else { return nil }
    (self.display, self.main) = (display, main)
    confinesPointer = mode.confinesPointer
    keepsAbove = main.form != .managed
    if mode.hidesPointer { display.hideCursor() }
    grab = mode.grabsInput ? InputGrab { display.grab($0, for: $1, confinesPointer: mode.confinesPointer) } : nil
    descriptors = [timer.descriptor] + (grab?.descriptors ?? [])
  }

  var grabbed: [GrabDevice] { GrabDevice.allCases.filter { grab?.isHeld($0) == true } }

  var isPointerTaken: Bool { grab?.isTaken(.pointer) ?? false }

  func selectInput() {
    guard keepsAbove else { return }
    var attributes = XWindowAttributes()
    XGetWindowAttributes(display.pointer, display.root, &attributes)
    XSelectInput(display.pointer, display.root, attributes.your_event_mask | SubstructureNotifyMask)
  }

  func handle(_ event: XEvent, windows: [Window]) {
    if event.xany.window == display.root { handleTopLevel(event, windows: windows) }
    guard windows.contains(event.xany.window) else { return }
    // The root window does not report nested windows.
    if event.type == DestroyNotify { scheduleRaise() }
    guard event.xany.window == main.window else { return }
    switch event.type {
    case MapNotify: grab?.hold(window: main.window)
    case UnmapNotify, DestroyNotify: grab?.letGo()
    case ConfigureNotify where confinesPointer && event.xany.send_event == False: grab?.lost()
    case FocusOut where [NotifyGrab, NotifyUngrab].contains(event.xfocus.mode):
      waitsForKeyboard = grab == nil && event.xfocus.mode == NotifyGrab
      grab?.lost()
    case FocusIn where waitsForKeyboard:
      waitsForKeyboard = false
      scheduleRaise()
    default: break
    }
  }

  func receive() -> Bool {
    grab?.receive()
    guard timer.acknowledge() else { return false }
    lastTry = Now.boot
    // Without the focus, no event reports the end of another client's grab.
    if waitsForKeyboard { waitsForKeyboard = display.isKeyboardTaken(from: main.window) }
    if waitsForKeyboard { arm() }
    return !waitsForKeyboard
  }

  func handleChild(_ event: XEvent) { if event.type == MapNotify { arm() } }

  private func handleTopLevel(_ event: XEvent, windows: [Window]) {
    // In all these events, the window's ID is where `xmap` has it.
    let isOurs = windows.contains(event.xmap.window)
    let events = isOurs ? KioskGuard.leavingEvents : KioskGuard.risingEvents
    if events.contains(event.type) { scheduleRaise() }
  }

  func tryAgain() { timer.arm(at: Now.boot + KioskGuard.returnPause) }

  private func scheduleRaise() { if keepsAbove { arm() } }

  private func arm() {
    timer.arm(at: max(Now.boot, lastTry.map { $0 + KioskGuard.raisePause } ?? .zero))
  }
}

extension Display {
  /// Hides the cursor until the connection ends.
  func hideCursor() {
    var (major, minor): (Int32, Int32) = (0, 0)
    guard XFixesQueryExtension(pointer, &major, &minor) != 0, XFixesQueryVersion(pointer, &major, &minor) != 0,
      major >= 4
    else { return }
    XFixesHideCursor(pointer, root)
    XFlush(pointer)
  }
}

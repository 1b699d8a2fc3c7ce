internal import CX11
internal import ColourClock
private import System

/// Guards a kiosk and other windows that stay on top: keyboard and pointer are grabbed, the cursor is hidden, and where no
/// window manager is in charge, the windows are raised above any that come over them.
final class KioskGuard {
  /// Whether the windows are to be above all others.
  let keepsAbove: Bool
  /// What to poll for reading.
  let descriptors: [Int32]
  private let display: Display
  private let main: TopLevel
  private let grab: InputGrab?
  private let timer = KernelTimer(.boot)
  private var lastTry: Duration?
  /// Whether another client has grabbed the keyboard while we do not grab it: a menu, or a screen locker, which has to
  /// stay above.
  private var yields = false

  /// Two programs that both want to be on top must not flood the server.
  private static let raisePause = Duration.seconds(1)
  /// While a window is not where it belongs it is brought back again and again.
  private static let returnPause = Duration.milliseconds(500)
  /// The events by which a window may come above another. VisibilityNotify is not enough: under a compositor the server
  /// takes no window for obscured.
  private static let risingEvents = [MapNotify, ConfigureNotify, ReparentNotify, CirculateNotify]
  /// Those by which one of ours may have left its place.
  private static let leavingEvents = [UnmapNotify, ConfigureNotify, ReparentNotify, CirculateNotify]
  private let losesPointerBesideScreen: Bool

  /// `main` is the main window; `nil` where nothing is to be guarded.
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

  /// Whether another client has the pointer that is to be grabbed.
  var isPointerTaken: Bool { grab?.isTaken(.pointer) ?? false }

  /// Selects the events of all top-level windows, beside what is already selected on the root.
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
    // Wherever it was: within another window it is no top-level one.
    if event.type == DestroyNotify { scheduleRaise() }
    guard event.xany.window == main.window else { return }
    switch event.type {
    case MapNotify: grab?.hold(window: main.window)
    // The server ends both with this, and tells of neither.
    case UnmapNotify, DestroyNotify: grab?.letGo()
    // It ends the pointer's when the window that confines the pointer lies beside the screen, and does not tell.
    case ConfigureNotify where losesPointerBesideScreen && event.xany.send_event == False: grab?.lost()
    // The server ends a grab when its window cannot be seen any more.
    case FocusOut where [NotifyGrab, NotifyUngrab].contains(event.xfocus.mode):
      yields = grab == nil && event.xfocus.mode == NotifyGrab
      grab?.lost()
    case FocusIn where yields:
      yields = false
      scheduleRaise()
    default: break
    }
  }

  /// To be called when a descriptor is readable: whether the windows are to be raised now.
  func receive() -> Bool {
    grab?.receive()
    guard timer.acknowledge() else { return false }
    lastTry = Now.boot
    // Nothing tells of a grab that ends while the focus is elsewhere: the server is asked, until the windows may be raised.
    if yields { yields = display.isKeyboardTaken(from: main.window) }
    if yields { arm() }
    return !yields
  }

  /// A window within one of ours, which another client has put there: it covers the wall.
  func handleChild(_ event: XEvent) { if event.type == MapNotify { arm() } }

  /// Another window may have come above ours, or another client may have unmapped, lowered, moved or taken away ours.
  private func handleTopLevel(_ event: XEvent, windows: [Window]) {
    // All these events have the window at the same place.
    let isOurs = windows.contains(event.xmap.window)
    let events = isOurs ? KioskGuard.leavingEvents : KioskGuard.risingEvents
    if events.contains(event.type) { scheduleRaise() }
  }

  /// A window is not where it belongs, although it was asked for.
  func tryAgain() { timer.arm(at: Now.boot + KioskGuard.returnPause) }

  private func scheduleRaise() { if keepsAbove { arm() } }

  private func arm() {
    timer.arm(at: max(Now.boot, lastTry.map { $0 + KioskGuard.raisePause } ?? .zero))
  }
}

extension Display {
  /// Hides the cursor on the whole screen: over any window, also when a touch moves it (XFIXES protocol 4.0, HideCursor).
  /// The server shows it again when our connection ends, even by a crash.
  ///
  /// Without XFIXES 4 nothing is hidden: a window then needs a blank cursor of its own.
  func hideCursor() {
    var (major, minor): (Int32, Int32) = (0, 0)
    guard XFixesQueryExtension(pointer, &major, &minor) != 0, XFixesQueryVersion(pointer, &major, &minor) != 0,
      major >= 4
    else { return }
    XFixesHideCursor(pointer, root)
    XFlush(pointer)
  }
}

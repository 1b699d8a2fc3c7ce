internal import CX11

/// Who gives the keyboard and the pointer to one client alone: an X server, or a test.
protocol GrabServer {
  /// Asks for the device, once.
  func grab(_ device: GrabDevice, for window: Window) -> GrabAnswer
}

/// What can be grabbed.
enum GrabDevice: CaseIterable {
  case keyboard
  case pointer
}

/// What the server says to a request for a grab (XGrabKeyboard(3), XGrabPointer(3)).
enum GrabAnswer {
  case granted
  /// Another client has it, or has frozen it: GrabFrozen, AlreadyGrabbed.
  case taken
  /// The window is not on the screen: GrabNotViewable.
  case unseen

  init(_ status: Int32) {
    switch status {
    case GrabSuccess: self = .granted
    case GrabNotViewable: self = .unseen
    default: self = .taken
    }
  }
}

/// The grabs of a real server: events go on arriving as they would without, but to nobody else.
struct RealGrabs: GrabServer {
  let display: OpaquePointer
  /// Whether the pointer cannot leave the window.
  let confinesPointer: Bool

  /// Of what windows select for people's sake, that which is the pointer's.
  private static let pointerMask = Input.eventMask & ~(KeyPressMask | KeyReleaseMask | FocusChangeMask)

  func grab(_ device: GrabDevice, for window: Window) -> GrabAnswer {
    switch device {
    case .keyboard:
      GrabAnswer(XGrabKeyboard(display, window, True, GrabModeAsync, GrabModeAsync, Time(CurrentTime)))
    case .pointer:
      // Over windows of others it looks as over ours.
      GrabAnswer(
        XGrabPointer(
          display, window, True, UInt32(RealGrabs.pointerMask), GrabModeAsync, GrabModeAsync,
          confinesPointer ? window : Window(None), Cursor(None), Time(CurrentTime)))
    }
  }
}

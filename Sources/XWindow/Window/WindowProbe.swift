internal import CX11
package import ColourClock

/// How the server has one of our windows.
package struct WindowStanding: Hashable, Sendable {
  /// Where it is on the screen, without a border.
  package let box: PixelRect
  /// Whether that is what was drawn for.
  package let isInPlace: Bool
  /// Whether another client keeps what is drawn from the screen.
  package let isHidden: Bool
}

/// Questions about a window that are sent in one go with others, so that they cost no write and no wake-up of their own.
struct WindowQuestion {
  private let topLevel: TopLevel
  private let window: Window
  private let geometry: UInt32
  private let place: UInt32
  /// The request that fails unless the window is redirected.
  private let naming: UInt32?

  /// - Parameter pixmap: an identifier that names nothing; nor does it afterwards.
  init(about topLevel: TopLevel, on display: Display, _ composite: CompositeRequests?, pixmap: UInt32) {
    let connection = XGetXCBConnection(display.pointer)
    (self.topLevel, window) = (topLevel, topLevel.window)
    let id = UInt32(truncatingIfNeeded: window)
    geometry = xcb_get_geometry(connection, id).sequence
    place = xcb_translate_coordinates(connection, id, UInt32(truncatingIfNeeded: display.root), 0, 0).sequence
    naming = composite?.name(id, as: pixmap)
    if naming != nil {
      xcb_discard_reply(connection, xcb_free_pixmap_checked(connection, pixmap).sequence)
    }
  }

  /// To be asked for when the server has answered a later request. Waits only where the window is redirected.
  /// - Returns: `nil` if the window is gone.
  func answer(on display: Display, _ composite: CompositeRequests?) -> WindowStanding? {
    let connection = XGetXCBConnection(display.pointer)
    let size: Size? = Self.reply(geometry, on: connection) { (reply: xcb_get_geometry_reply_t) in
      Size(width: Int(reply.width), height: Int(reply.height))
    }
    let origin: (x: Int, y: Int)? = Self.reply(place, on: connection) {
      (reply: xcb_translate_coordinates_reply_t) in (Int(reply.dst_x), Int(reply.dst_y))
    }
    let isRedirected = naming.map { composite?.isAccepted($0) == true } ?? false
    guard let size, let origin, topLevel.window == window else { return nil }
    let box = PixelRect(x: origin.x, y: origin.y, size: size)
    return WindowStanding(
      box: box, isInPlace: topLevel.isInPlace(box), isHidden: isRedirected && composite?.isHidden(window) == true)
  }

  private static func reply<Reply, Value>(
    _ number: UInt32, on connection: OpaquePointer?, _ read: (Reply) -> Value
  ) -> Value? {
    var (reply, error): (UnsafeMutableRawPointer?, UnsafeMutablePointer<xcb_generic_error_t>?) = (nil, nil)
    guard xcb_poll_for_reply(connection, number, &reply, &error) != 0 else { return nil }
    defer {
      free(reply)
      free(error)
    }
    return reply.map { read($0.load(as: Reply.self)) }
  }
}

/// Requests of the Composite extension (version 0.4 of its protocol).
///
/// No request asks who redirects a window. But one names the pixmap that a window is redirected to, and fails where it is
/// not; and only one client may redirect it manually, which keeps it from the screen until that client draws it there.
final class CompositeRequests {
  private let display: Display
  private let requests: ExtensionRequests
  private let compositor: Atom

  private enum Request: UInt8 {
    case queryVersion = 0
    case redirectWindow = 1
    case unredirectWindow = 3
    case nameWindowPixmap = 6
  }

  private static let manual: UInt32 = 1

  /// - Returns: `nil` if the server does not have the extension. Waits for replies.
  init?(on display: Display) {
    guard let requests = ExtensionRequests("Composite", on: display.pointer) else { return nil }
    (self.display, self.requests) = (display, requests)
    let screen = XDefaultScreen(display.pointer)
    compositor = XInternAtom(display.pointer, "_NET_WM_CM_S\(screen)", False)
    guard requests.reply(to: bytes(.queryVersion, 0, 4)) != nil else { return nil }
  }

  /// Sends the request that gives a redirected window's pixmap that identifier, to be freed again.
  /// - Returns: its number.
  func name(_ window: UInt32, as pixmap: UInt32) -> UInt32 { requests.post(bytes(.nameWindowPixmap, window, pixmap)) }

  /// Whether the server has carried out the request of that number.
  func isAccepted(_ number: UInt32) -> Bool { requests.isAccepted(number) }

  /// Whether another client redirects a redirected window manually, and is no compositor, which would show it (EWMH 1.5,
  /// `_NET_WM_CM_Sn`). Waits for replies.
  func isHidden(_ window: Window) -> Bool {
    guard XGetSelectionOwner(display.pointer, compositor) == Window(None) else { return false }
    let window = UInt32(truncatingIfNeeded: window)
    let isFree = requests.isAccepted(requests.post(bytes(.redirectWindow, window, Self.manual)))
    if isFree { requests.attempt(bytes(.unredirectWindow, window, Self.manual)) }
    return !isFree
  }

  private func bytes(_ request: Request, _ first: UInt32, _ second: UInt32) -> [UInt8] {
    [UInt8(truncatingIfNeeded: requests.opcode), request.rawValue] + ExtensionRequests.bytes(of: UInt16(3))
      + ExtensionRequests.bytes(of: first) + ExtensionRequests.bytes(of: second)
  }
}

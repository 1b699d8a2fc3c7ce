internal import CX11
package import ColourClock

package struct ProbedWindow: Hashable, Sendable {
  /// The place on the screen, without the border.
  package let box: PixelRect
  package let isInPlace: Bool
  /// See `CompositeRequests.isHidden`.
  package let isHidden: Bool
}

/// Requests about one window, whose replies `answer` reads later.
struct WindowQuestion {
  private let topLevel: TopLevel
  private let window: Window
  private let geometry: UInt32
  private let place: UInt32
  /// NameWindowPixmap, which fails unless the window is redirected. `nil` without Composite.
  private let nameRequest: UInt32?

  /// - Parameter pixmap: an unused ID, which is unused again afterwards.
  init(about topLevel: TopLevel, on display: Display, _ composite: CompositeRequests?, pixmap: UInt32) {
    let connection = XGetXCBConnection(display.pointer)
    (self.topLevel, window) = (topLevel, topLevel.window)
    let id = UInt32(truncatingIfNeeded: window)
    geometry = xcb_get_geometry(connection, id).sequence
    place = xcb_translate_coordinates(connection, id, UInt32(truncatingIfNeeded: display.root), 0, 0).sequence
    nameRequest = composite?.name(id, as: pixmap)
    if nameRequest != nil {
      xcb_discard_reply(connection, xcb_free_pixmap_checked(connection, pixmap).sequence)
    }
  }

  /// Call after a later request was answered. Waits for the server only if the window is redirected. Returns `nil` if
  /// the window is gone.
  func answer(on display: Display, _ composite: CompositeRequests?) -> ProbedWindow? {
    let connection = XGetXCBConnection(display.pointer)
    let size: Size? = Self.reply(geometry, on: connection) { (reply: xcb_get_geometry_reply_t) in
      Size(width: Int(reply.width), height: Int(reply.height))
    }
    let origin: (x: Int, y: Int)? = Self.reply(place, on: connection) {
      (reply: xcb_translate_coordinates_reply_t) in (Int(reply.dst_x), Int(reply.dst_y))
    }
    let isRedirected = nameRequest.map { composite?.isAccepted($0) == true } ?? false
    guard let size, let origin, topLevel.window == window else { return nil }
    let box = PixelRect(x: origin.x, y: origin.y, size: size)
    return ProbedWindow(
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

/// Requests of Composite 0.4. Only one client may redirect a window manually. The window is then hidden until that
/// client draws it.
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

  /// CompositeRedirectManual.
  private static let manual: UInt32 = 1

  /// Waits for replies; `nil` if the server lacks the extension.
  init?(on display: Display) {
    guard let requests = ExtensionRequests("Composite", on: display.pointer) else { return nil }
    (self.display, self.requests) = (display, requests)
    let screen = XDefaultScreen(display.pointer)
    compositor = XInternAtom(display.pointer, "_NET_WM_CM_S\(screen)", False)
    guard requests.reply(to: bytes(.queryVersion, 0, 4)) != nil else { return nil }
  }

  /// The caller frees `pixmap`. Returns the request's number.
  func name(_ window: UInt32, as pixmap: UInt32) -> UInt32 { requests.post(bytes(.nameWindowPixmap, window, pixmap)) }

  func isAccepted(_ number: UInt32) -> Bool { requests.isAccepted(number) }

  /// True if another client redirects the window manually, although no compositor runs (EWMH 1.5, `_NET_WM_CM_Sn`).
  /// Waits for replies.
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

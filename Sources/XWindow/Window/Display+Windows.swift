internal import CX11
internal import ColourClock

/// What the server tells of windows when it is asked: each a round trip.
extension Display {
  /// The value of a 32-bit property; empty if it is missing or of another type.
  func longs(of window: Window, _ property: Atom, type: Atom) -> [UInt] {
    var (actual, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var bytes: UnsafeMutablePointer<UInt8>?
    let status = XGetWindowProperty(
      pointer, window, property, 0, 1024, False, type, &actual, &format, &count, &rest, &bytes)
    guard status == Success, let bytes else { return [] }
    defer { XFree(bytes) }
    guard format == 32, actual == type else { return [] }
    return bytes.withMemoryRebound(to: UInt.self, capacity: Int(count)) {
      Array(UnsafeBufferPointer(start: $0, count: Int(count)))
    }
  }

  /// The windows within another, from the lowest up.
  func children(of window: Window) -> [Window] {
    var (root, parent, children, count): (Window, Window, UnsafeMutablePointer<Window>?, UInt32) = (0, 0, nil, 0)
    let isKnown = ignoringErrors { XQueryTree(pointer, window, &root, &parent, &children, &count) != 0 }
    guard isKnown, let children else { return [] }
    defer { XFree(children) }
    return Array(UnsafeBufferPointer(start: children, count: Int(count)))
  }

  /// Where a window's upper left corner is on the screen; `nil` if the window is gone.
  func place(of window: Window) -> (x: Int, y: Int)? {
    var (x, y, child): (Int32, Int32, Window) = (0, 0, 0)
    let isKnown = ignoringErrors { XTranslateCoordinates(pointer, window, root, 0, 0, &x, &y, &child) != 0 }
    return isKnown ? (Int(x), Int(y)) : nil
  }
}

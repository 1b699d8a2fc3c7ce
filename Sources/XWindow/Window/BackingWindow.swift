internal import CX11
internal import ColourClock

/// A window that shows walls, however it was come by.
protocol BackingWindow: AnyObject {
  var window: Window { get }
  var format: PixelFormat { get }
  /// Where it is on the screen, as far as is known.
  var box: PixelRect { get }
  /// Whether its background may follow the wall's colour, for what the server fills by itself when it grows.
  var followsColour: Bool { get }
  /// Whether it was mapped already when it was come by, and whether it was on the screen: what it is in may not be.
  var isMapped: Bool { get }
  var isShown: Bool { get }
  /// Shows the pointer as long as any wall wants it.
  func showPointer(_ isShown: Bool, for wall: ObjectIdentifier)
  /// Puts it on the screen.
  func open()
  /// Notes what an event says of the window: what the scene must know.
  func take(_ event: inout XEvent) -> [Event]
  /// Told that the monitors have changed, and which of them the main window is for.
  func follow(_ monitor: PixelRect)
  /// Told whenever a frame can be seen.
  func appeared()
}

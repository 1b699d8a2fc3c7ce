import ColourClock
import Testing

@testable import XWindow

/// The X server that the tests are given as `$DISPLAY`. Each use has a connection of its own, since Xlib shares none
/// between threads.
struct Xvfb {
  static let shared = Xvfb()
  static let font = "Inter Display,Inter,Roboto,DejaVu Sans:medium"
  /// The folder of this package.
  static let checkout = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

  func paint(_ frame: Frame) throws -> PNG {
    let display = try Display(nil)
    defer { display.close() }
    return try Snapshot.picture(of: frame, on: display, typeface: try Typeface(Self.font))
  }
}

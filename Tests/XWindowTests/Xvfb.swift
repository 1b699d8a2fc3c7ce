import ColourClock
import Glibc
import Testing

@testable import System
@testable import XWindow

/// The X server of the tests, `$DISPLAY`. Each use has its own connection, since Xlib connections are not shared
/// between threads.
struct Xvfb {
  static let shared = Xvfb()
  static let font = "Inter Display,Inter,Roboto,DejaVu Sans:medium"
  /// This package's folder.
  static let checkout = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

  func paint(_ frame: Frame, font: String = font) throws -> PNG {
    let display = try Display(nil)
    defer { display.close() }
    return try Snapshot.picture(of: frame, on: display, typeface: try Typeface(font))
  }

  /// Compares with the golden of that name in `assets/pictures`, or records it. A different picture is written beside
  /// its golden, to be examined.
  func expect(
    _ frame: Frame, toLookLike name: String, font: String = font, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let folder = "\(Self.checkout)/assets/pictures"
    let (path, failed) = ("\(folder)/\(name).png", "\(folder)/\(name).failed.png")
    let painted = try paint(frame, font: font)
    if Process.environment("COLOURCLOCK_RECORD") != nil { try painted.write(to: path) }
    let golden = try #require(PNG(path: path), "there is no golden \(path)", sourceLocation: sourceLocation)
    guard let difference = painted.difference(from: golden) else {
      unlink(failed)
      return
    }
    try painted.write(to: failed)
    Issue.record("\(name).png: \(difference); painted was \(failed)", sourceLocation: sourceLocation)
  }
}

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

  /// Compares with the picture of that name in `assets/pictures`, or paints that.
  func expect(_ frame: Frame, toLookLike name: String) throws {
    let path = "\(Self.checkout)/assets/pictures/\(name).png"
    let painted = try paint(frame)
    if Process.environment("COLOURCLOCK_RECORD") != nil { try painted.write(to: path) }
    let golden = try #require(PNG(path: path), "there is no picture \(path)")
    let isSame = golden.size == painted.size && golden.differences(from: painted) == 0
    if !isSame { try painted.write(to: "\(Self.checkout)/assets/pictures/\(name).failed.png") }
    #expect(isSame)
  }
}

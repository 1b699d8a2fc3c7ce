import Testing

@testable import ColourClock

/// A window over several monitors.
@Suite struct WallTilesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let window: PixelRect
    /// Names, and boxes as seen from the window.
    let tiles: [(name: String?, box: PixelRect)]
  }

  static let box = MonitorTests.box
  /// Two thousand-pixel ones, and a small one below the first.
  static let monitors =
    MonitorTests.row("a b*") + [Monitor(name: "c", box: box(0, 1000, 500, 500), number: 2)]

  static let cases = [
    Case(testDescription: "on one", window: box(1100, 100, 300, 300), tiles: [("b", box(0, 0, 300, 300))]),
    Case(testDescription: "just one", window: box(1000, 0, 1000, 1000), tiles: [("b", box(0, 0, 1000, 1000))]),
    Case(
      testDescription: "two", window: box(0, 0, 2000, 1000),
      tiles: [("a", box(0, 0, 1000, 1000)), ("b", box(1000, 0, 1000, 1000))]),
    Case(
      testDescription: "the whole screen", window: box(0, 0, 2000, 1500),
      tiles: [("a", box(0, 0, 1000, 1000)), ("b", box(1000, 0, 1000, 1000)), ("c", box(0, 1000, 500, 500))]),
    Case(
      testDescription: "from beyond the edge", window: box(-5, -7, 2010, 1010),
      tiles: [("a", box(5, 7, 1000, 1000)), ("b", box(1005, 7, 1000, 1000))]),
    Case(
      testDescription: "within a border", window: box(1, 1, 1998, 998),
      tiles: [("a", box(0, 0, 999, 998)), ("b", box(999, 0, 999, 998))]),
    Case(testDescription: "one and a half", window: box(0, 0, 1500, 1000), tiles: [("a", box(0, 0, 1500, 1000))]),
    Case(testDescription: "mostly the second", window: box(900, 0, 800, 900), tiles: [("b", box(0, 0, 800, 900))]),
    Case(testDescription: "half and half", window: box(900, 0, 200, 200), tiles: [("a", box(0, 0, 200, 200))]),
    Case(testDescription: "on none", window: box(600, 1100, 300, 300), tiles: [(nil, box(0, 0, 300, 300))]),
    Case(testDescription: "empty", window: box(10, 10, 0, 0), tiles: [(nil, box(0, 0, 0, 0))]),
  ]

  @Test(arguments: cases)
  func windowsAreDivided(_ example: Case) {
    let tiles = WallLayout.tiles(of: example.window, on: Self.monitors)
    #expect(tiles.map(\.box) == example.tiles.map(\.box))
    #expect(tiles.map(\.monitor?.name) == example.tiles.map(\.name))
  }
}

import Testing

@testable import ColourClock

@Suite struct WindowGeometryTests {
  private let screen = Size(width: 1000, height: 800)

  @Test(arguments: [
    ("100x50", 100, 50, 450, 375), ("100x50+0+0", 100, 50, 0, 0), ("100X50-0-0", 100, 50, 900, 750),
    ("=100x50+10-20", 100, 50, 10, 730), ("100x50-10+20", 100, 50, 890, 20), ("100x50+-10+20", 100, 50, -10, 20),
    ("100x50--5+0", 100, 50, 905, 0),
  ])
  func origins(text: String, width: Int, height: Int, x: Int, y: Int) throws {
    let geometry = try #require(WindowGeometry(text))
    let size = try #require(geometry.size)
    #expect(size == Size(width: width, height: height))
    #expect(geometry.origin(of: size, on: screen) == (x, y))
  }

  @Test func anOffsetAloneLeavesTheSizeOpen() throws {
    let geometry = try #require(WindowGeometry("-5+7"))
    #expect(geometry.size == nil && geometry.offset?.isFromRight == true && geometry.offset?.isFromBottom == false)
  }

  @Test(arguments: [
    "", "=", "==100x50", "100", "x50", "100x", "0x50", "100x0", "32768x1", "100x50+1", "100x50+1+", "100x50+1+2x",
    "axb", "100x50 ",
    "-1x5", "100x50+a+b", "999999999999x1", "+1", "100x50++1+1",
  ])
  func refused(text: String) {
    #expect(WindowGeometry(text) == nil)
  }
}

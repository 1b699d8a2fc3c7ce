import ColourClock
import Testing

@testable import XWindow

@Suite struct PaletteTests {
  struct Case: Sendable {
    let masks: (red: UInt, green: UInt, blue: UInt)
    let depth: Int
    /// The pixel value for #8a9544.
    let pixel: UInt
  }

  static let cases = [
    Case(masks: (0xff0000, 0xff00, 0xff), depth: 24, pixel: 0x8a9544),
    Case(masks: (0xff0000, 0xff00, 0xff), depth: 32, pixel: 0xff8a_9544),
    Case(masks: (0xff, 0xff00, 0xff0000), depth: 24, pixel: 0x44958a),
    // Rounded, not truncated: 0x8a is 16.8 of 31, 0x95 is 36.8 of 63, 0x44 is 8.3 of 31.
    Case(masks: (0xf800, 0x7e0, 0x1f), depth: 16, pixel: 0x8ca8),
    Case(masks: (0x7c00, 0x3e0, 0x1f), depth: 15, pixel: 0x4648),
    // 553.6, 597.7 and 272.8 of 1023.
    Case(masks: (0x3ff0_0000, 0xffc00, 0x3ff), depth: 30, pixel: 0x22a9_5911),
  ]

  @Test(arguments: cases)
  func masks(_ example: Case) {
    let (red, green, blue) = example.masks
    let palette = MaskPalette(red: red, green: green, blue: blue, depth: example.depth)
    #expect(palette.pixel(for: Colour(red: 0x8a, green: 0x95, blue: 0x44)) == example.pixel)
  }

  @Test func whiteFillsEveryMask() {
    let palette = MaskPalette(red: 0xf800, green: 0x7e0, blue: 0x1f, depth: 16)
    #expect(palette.pixel(for: .white) == 0xffff)
    #expect(palette.pixel(for: .black) == 0)
  }
}

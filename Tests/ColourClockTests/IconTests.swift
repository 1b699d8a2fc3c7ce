import Testing

@testable import ColourClock

@Suite struct IconTests {
  @Test(arguments: Icon.sizes)
  func aDiscWithClearCornersAndASmoothRim(size: Int) {
    let alphas = Icon.pixels(size: size).map { $0 >> 24 }
    #expect(alphas.count == size * size)
    #expect(alphas[0] == 0 && alphas[size * size - 1] == 0)
    #expect(alphas[size / 2 * size + 1] > 200)
    #expect(alphas.contains { $0 > 0 && $0 < 255 })
  }

  @Test func noonLiesOppositeMidnight() {
    let pixels = Icon.pixels(size: 48)
    let (midnight, noon) = (pixels[4 * 48 + 24], pixels[43 * 48 + 23])
    #expect(midnight & 0xff > midnight >> 16 & 0xff, "midnight is blue")
    #expect(noon >> 16 & 0xff > noon & 0xff, "noon is amber")
  }
}

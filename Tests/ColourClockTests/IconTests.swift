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

  /// Hands of a clock within the day's colours, at every size.
  @Test(arguments: Icon.sizes)
  func whiteHandsOnADarkDial(size: Int) {
    let pixels = Icon.pixels(size: size)
    let colour = { (x: Double, y: Double) in
      let (column, row) = (Int((x + 1) / 2 * Double(size)), Int((y + 1) / 2 * Double(size)))
      return Colour(rgb: pixels[row * size + column])
    }
    let (minute, hour) = (Point(x: 0.01, y: -0.3), Point.direction(4.0 / 12) * 0.22)
    #expect(colour(minute.x, minute.y).luminance > 0.25 && colour(hour.x, hour.y).luminance > 0.25)
    #expect(colour(0, 0.4).luminance < 0.05 && colour(-0.4, 0.2).luminance < 0.05)
  }

  /// The scalable one is the same drawing: the same hours, dial and hands.
  @Test func asSVG() {
    let lines = Icon.svg.split(separator: "\n")
    #expect(lines.count == 29 && lines[1].contains("M0 0L0.0 -1.0A1 1 0 0 1 ") && lines[27].contains("M0 0L"))
    for hour in 0..<24 {
      let colour = Face.hue.colour(Zone.utc.civil(at: Int64(hour) * 3600 + 900))
      #expect(lines[hour + 1].contains("\"\(colour.hex)\""))
    }
  }

  @Test func noonLiesOppositeMidnight() {
    let pixels = Icon.pixels(size: 48)
    let (midnight, noon) = (pixels[4 * 48 + 24], pixels[43 * 48 + 23])
    #expect(midnight & 0xff > midnight >> 16 & 0xff, "midnight is blue")
    #expect(noon >> 16 & 0xff > noon & 0xff, "noon is amber")
  }
}

extension Colour {
  fileprivate init(rgb: UInt32) {
    self.init(red: UInt8(rgb >> 16 & 0xff), green: UInt8(rgb >> 8 & 0xff), blue: UInt8(rgb & 0xff))
  }
}

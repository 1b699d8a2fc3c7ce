import Testing

@testable import ColourClock

@Suite("CarouselLayout: size, place and opacity by the distance from the middle")
struct CardsTests {
  private let cards = CarouselLayout.standard
  private let size = Size(width: 1920, height: 1080)

  @Test(
    "Scale and opacity fall in a straight line from 1 to 0.6",
    arguments: [(0.0, 1.0), (0.25, 0.9), (0.5, 0.8), (0.75, 0.7), (1, 0.6), (1.5, 0.6), (2, 0.6)])
  func line(position: Double, value: Double) {
    for side in [position, -position] { #expect(abs(cards.scale(at: side) - value) < 1e-12) }
  }

  @Test("CarouselLayout on either side are mirror images in windows of any size, and shrink without a step")
  func symmetric() {
    for size in [size, Size(width: 1919, height: 1079), Size(width: 320, height: 480), Size(width: 3, height: 2)] {
      var last = Double.infinity
      for position in stride(from: 0.0, through: 2, by: 1.0 / 64) {
        let (right, left) = (cards.rect(at: position, in: size), cards.rect(at: -position, in: size))
        #expect(right.x + right.width == Double(size.width) - left.x && right.width == left.width)
        #expect(right.y == left.y && right.height == left.height)
        #expect([right.x, right.y, right.width, right.height].allSatisfy { $0 == $0.rounded() })
        #expect(right.width <= last && last - right.width <= max(2, Double(size.width) / 64) || last == .infinity)
        last = right.width
      }
    }
  }

  @Test("The middle card is half of the window, in its shape, and its neighbours begin 90 % of its width aside")
  func rects() {
    #expect(cards.rect(at: 0, in: size) == Rect(x: 480, y: 162, width: 960, height: 540))
    #expect(cards.rect(at: 1, in: size) == Rect(x: 1536, y: 270, width: 576, height: 324))
    #expect(cards.pitch(in: size) == 864)
  }

  @Test("Close up the middle card is the window itself")
  func closeUp() {
    for size in [size, Size(width: 801, height: 601), Size(width: 1, height: 1)] {
      #expect(cards.rect(at: 0, in: size, openness: 0) == Rect(size))
      #expect(cards.rect(at: 1, in: size, openness: 0).x >= Double(size.width))
    }
  }

  @Test("The seed's cards stand 10 pixels into each other in a view 320 wide")
  func seed() {
    let size = Size(width: 320, height: 320)
    #expect(CarouselLayout.seed.rect(at: 0, in: size).width == 160)
    #expect(CarouselLayout.seed.pitch(in: size) == 150)
  }
}

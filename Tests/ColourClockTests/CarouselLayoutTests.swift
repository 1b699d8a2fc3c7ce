import Testing

@testable import ColourClock

@Suite("CarouselLayout: size, place and opacity by the distance from the middle")
struct CardsTests {
  private let cards = CarouselLayout.standard
  private let size = Size(width: 1920, height: 1080)

  private func rect(_ position: Double, _ size: Size) -> Rect { cards.rect(at: position, in: size, middle: 400) }

  @Test(
    "Scale and opacity fall in a straight line from 1 to 0.56",
    arguments: [(0.0, 1.0), (0.25, 0.89), (0.5, 0.78), (0.75, 0.67), (1, 0.56), (1.5, 0.56), (2, 0.56)])
  func line(position: Double, value: Double) {
    for side in [position, -position] { #expect(abs(cards.scale(at: side) - value) < 1e-12) }
  }

  @Test("CarouselLayout on either side are mirror images in windows of any size, and shrink without a step")
  func symmetric() {
    for size in [size, Size(width: 1919, height: 1079), Size(width: 320, height: 480), Size(width: 3, height: 2)] {
      var last = Double.infinity
      for position in stride(from: 0.0, through: 2, by: 1.0 / 64) {
        let (right, left) = (rect(position, size), rect(-position, size))
        #expect(right.x + right.width == Double(size.width) - left.x && right.width == left.width)
        #expect(right.y == left.y && right.height == left.height)
        #expect([right.x, right.y, right.width, right.height].allSatisfy { $0 == $0.rounded() })
        #expect(right.width <= last && last - right.width <= max(2, Double(size.width) / 64) || last == .infinity)
        last = right.width
      }
    }
  }

  @Test("The middle card is 42 % of the window, in its shape")
  func rects() {
    #expect(rect(0, size) == Rect(x: 557, y: 173, width: 806, height: 454))
    #expect(rect(1, size) == Rect(x: 1415, y: 273, width: 452, height: 254))
  }

  @Test("The neighbours stand wholly in the window, apart from the middle card, whatever its shape")
  func whole() {
    for size in [size, Size(width: 640, height: 360), Size(width: 1080, height: 1920), Size(width: 3440, height: 1440)]
    {
      let (middle, right) = (rect(0, size), rect(1, size))
      let gap = 0.02 * Double(size.width)
      #expect(right.x - middle.maxX > gap && Double(size.width) - right.maxX > gap)
    }
  }

  @Test("Close up the middle card is the window itself")
  func closeUp() {
    for size in [size, Size(width: 801, height: 601), Size(width: 1, height: 1)] {
      #expect(cards.rect(at: 0, in: size, middle: 300, openness: 0) == Rect(size))
      #expect(cards.rect(at: 1, in: size, middle: 300, openness: 0).x >= Double(size.width) - 1)
    }
  }

  @Test("The seed's cards stand 10 pixels into each other in a view 320 wide")
  func seed() {
    let size = Size(width: 320, height: 320)
    #expect(CarouselLayout.seed.rect(at: 0, in: size, middle: 160).width == 160)
    #expect(CarouselLayout.seed.pitch(in: size) == 150)
  }
}

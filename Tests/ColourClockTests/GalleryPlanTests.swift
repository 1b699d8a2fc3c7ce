import Testing

@testable import ColourClock

/// Where everything has its place in the open gallery, at every size.
@Suite struct GalleryPlanTests {
  private static let sizes = [
    (640, 360), (1280, 720), (1920, 1080), (1080, 1920), (3840, 2160), (3440, 1440), (160, 90), (320, 240), (480, 160),
    (360, 640), (800, 200), (64, 64), (1, 1),
  ].map { Size(width: $0.0, height: $0.1) }

  private func gallery(_ count: Int, _ look: CarouselLayout = .standard, in size: Size, _ resolution: Double) -> Gallery
  {
    var style = Style.hard
    style.labels.twelveHour = true
    let cards = (0..<count).map { Gallery.Card(name: "card \($0)", face: Face.all[$0 % 5], style: style) }
    var gallery = Gallery(cards: cards, layout: look, size: size, resolution: resolution)
    gallery.open(on: 1, at: .zero)
    return gallery
  }

  /// Rows from the top down; the letters of a line reach a third of a digit below it.
  @Test(arguments: sizes, [96 / 25.4, 8.0])
  func nothingCoversAnything(size: Size, resolution: Double) throws {
    for look in [CarouselLayout.standard, .seed] {
      let plan = Gallery.Plan(look, Words(), in: size, resolution: resolution)
      let card = look.rect(at: 0, in: size, middle: plan.middle)
      let below = { (line: Rect?) in line.map { Rect(x: $0.x, y: $0.y, width: $0.width, height: $0.height * 1.3) } }
      let rows = [
        card, below(plan.name), below(plan.caption), plan.dots, plan.switches.first?.box,
        plan.bar?.time, plan.bar?.rect, plan.bar?.hours,
      ].compactMap(\.self)
      guard size.shortSide >= 90 else { continue }
      for (one, next) in zip(rows, rows.dropFirst()) { #expect(one.maxY <= next.y + 1, "\(size)") }
      #expect(rows[0].y >= 0 && rows[rows.count - 1].maxY <= Double(size.height))
      for place in plan.switches { #expect(min(place.box.width, place.box.height) >= max(24, 9 * resolution)) }
      for (one, next) in zip(plan.switches, plan.switches.dropFirst()) { #expect(one.box.maxX < next.box.x) }
      if size.shortSide >= 360, resolution < 6 {
        #expect(plan.caption != nil && plan.bar?.time != nil && plan.bar?.hours != nil)
        #expect(plan.switches.count == 5)
      }
    }
  }

  /// At any size and number; where there is no room, a line says which card it is.
  @Test(arguments: sizes, [2, 5, 12, 60])
  func dotsDoNotTouch(size: Size, count: Int) {
    let gallery = gallery(count, in: size, 96 / 25.4)
    let dots = gallery.items(at: .seconds(1)).compactMap { item -> Rect? in
      guard let box = item.boxRect, abs(box.midY - gallery.plan.dots.midY) < 1e-6 else { return nil }
      return box
    }
    guard size.width >= 160 else { return }
    let texts = gallery.items(at: .seconds(1)).flatMap(\.allTexts)
    #expect(dots.count == count || dots.isEmpty && texts.contains("2 / \(count)"))
    for (one, next) in zip(dots, dots.dropFirst()) { #expect(next.x - one.maxX >= 2) }
    #expect(dots.isEmpty || dots[0].x >= 0 && dots[dots.count - 1].maxX <= Double(size.width))
  }

  /// A card has its digits as soon as it comes into the window, at any time of a movement, with either look.
  @Test func noCardIsBlank() {
    for look in [CarouselLayout.standard, .seed] {
      for size in [Size(width: 640, height: 360), Size(width: 1080, height: 1920), Size(width: 3440, height: 1440)] {
        var gallery = gallery(5, look, in: size, 96 / 25.4)
        let start = Point(x: Double(size.width) / 2, y: gallery.plan.middle)
        gallery.press(start, at: .seconds(1))
        for step in -40...40 {
          let pixels = Double(step) / 40 * look.pitch(in: size)
          gallery.move(to: Point(x: start.x + pixels, y: start.y), at: .seconds(1))
          let texts = gallery.items(at: .seconds(1)).flatMap(\.textBoxes)
          for place in gallery.places(at: .seconds(1)) where !Face.all[place.index % 5].hasHands {
            #expect(texts.contains { place.rect.contains($0.centre) }, "\(size) at \(step)")
          }
        }
      }
    }
  }

  /// As tall as the digits beside it would be read: three quarters of them in the smallest.
  @Test func halvesOfTheDayAreLegibleOnSmallCards() {
    for (height, pixels) in [(100.0, 45.0), (30, 13.5), (20, 9), (14, 8), (8, 6)] {
      #expect(abs(Text.suffixScale(of: height) * height - pixels) < 1e-9)
    }
    let gallery = gallery(5, in: Size(width: 640, height: 360), 96 / 25.4)
    let texts = gallery.items(at: .seconds(1)).flatMap(\.allTexts)
    #expect(texts.contains("1:37 pm") && texts.contains("12 am") && texts.contains("9 pm"))
  }

  @Test func whatToDoIsSaidInTheWordsOfTheHand() {
    var gallery = gallery(5, in: Size(width: 640, height: 360), 96 / 25.4)
    let hint = { (gallery: Gallery) in
      gallery.items(at: .seconds(1)).flatMap(\.allTexts).first(where: Gallery.hints(Words()).contains)
    }
    #expect(hint(gallery) == "Enter chooses, Escape leaves")
    gallery.press(Point(x: 320, y: 5), at: .seconds(1))
    #expect(hint(gallery) == "Click to choose, beside to leave")
    gallery.cancel(at: .seconds(1))
    gallery.press(Point(x: 320, y: 5), by: .finger, at: .seconds(1))
    #expect(hint(gallery) == "Tap to choose, beside to leave, swipe for more")
    gallery.cancel(at: .seconds(1))
    _ = gallery.press(.right, at: .seconds(1))
    #expect(hint(gallery) == "Enter chooses, Escape leaves")
  }
}

extension Item {
  /// Also those in groups.
  fileprivate var textBoxes: [Rect] {
    switch self {
    case .text(let text): text.opacity > 0 ? [text.box] : []
    case .fill: []
    case .group(let group): group.items.flatMap(\.textBoxes)
    }
  }
}

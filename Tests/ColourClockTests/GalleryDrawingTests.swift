import Testing

@testable import ColourClock

@Suite("Gallery: the picture")
struct GalleryDrawingTests {
  private let size = Size(width: 1920, height: 1080)
  private let rest = Moment.after(.seconds(1))
  private var card: Rect {
    CarouselLayout.standard.rect(at: 0, in: size, middle: Gallery.Plan.usual(size).middle)
  }

  @Test(
    "At rest: two neighbours in groups, mirror images at 0.56 and bright, and before them the middle card alone"
  )
  func atRest() {
    let items = Gallery.opened(on: 2).items(at: rest)
    let groups = items.groups
    #expect(groups.map(\.opacity) == [217, 217])
    #expect(groups.map(\.bounds.width) == [452, 452] && groups.allSatisfy { abs($0.bounds.midY - card.midY) <= 1 })
    #expect(Double(size.width) - groups[0].bounds.maxX == groups[1].bounds.x)
    #expect(items.first?.boxRect == nil && items[2].boxRect == card)
  }

  @Test("A card is the face's own frame at the card's size, moved into its place")
  func sameFunction() {
    let gallery = Gallery.opened(on: 0)
    let style = Gallery.cards[0].style
    let frame = Face.all[0].frame(at: rest, in: Size(width: 806, height: 454), style: style)
    let items = gallery.items(at: rest).filter { if case .group = $0 { false } else { true } }
    #expect(
      items.first == .fill(Fill(.box(card, radius: 0), frame.background)))
    let texts = Frame(size: size, background: .black, items: items).texts
    for (text, own) in zip(texts, frame.texts) {
      #expect(text.string == own.string && text.ink == own.ink && !text.isOnWall)
      #expect(text.box == own.box.moved(by: Point(x: card.x, y: card.y)))
    }
    #expect(texts.map(\.string).dropFirst(frame.texts.count).prefix(2) == ["Classic", Gallery.hints(Words())[0]])
    #expect(gallery.nextChange(after: rest).uptime.map { $0 <= .seconds(3) } == true)
    let later = Frame(size: size, background: .black, items: gallery.items(at: .after(.seconds(3)))).texts
    #expect(later.map(\.string).contains(Face.all[0].caption))
  }

  @Test("It opens from the wall's own picture and closes into the chosen face's")
  func seamless() {
    for moment in [Moment.at(13, 37, 20), .at(3, 0, 0)] {
      var gallery = Gallery(cards: Gallery.cards, size: size)
      gallery.open(on: 1, at: moment)
      #expect(gallery.items(at: moment).isPicture(of: 1, at: moment, in: size))
      let later = Moment(instant: moment.instant, uptime: moment.uptime + .seconds(2), zone: .utc)
      gallery.step(by: 1, at: later)
      let then = Moment(instant: moment.instant, uptime: later.uptime + .seconds(1), zone: .utc)
      #expect(gallery.choose(at: then) == true && gallery.chosen == 2)
      let end = Moment(instant: moment.instant, uptime: later.uptime + .seconds(1.249), zone: .utc)
      #expect(gallery.isVisible(at: end))
      #expect(gallery.items(at: end).first?.boxRect == Rect(size))
      let shut = Moment(instant: moment.instant, uptime: later.uptime + .seconds(1.25), zone: .utc)
      #expect(gallery.frame(at: shut) == nil && gallery.items(at: shut).isEmpty)
    }
  }

  @Test("Anywhere between two cards with digits at most four are drawn, each of at most eight items, the nearest last")
  func cheap() {
    for pixels in stride(from: -840.0, through: 864, by: 24) {
      var gallery = Gallery.opened(on: 2)
      gallery.press(Point(x: 960, y: 400), at: rest)
      gallery.move(to: Point(x: 960 + pixels, y: 400), at: rest)
      let places = gallery.places(at: rest.uptime)
      #expect((2...4).contains(places.count))
      #expect(zip(places, places.dropFirst()).allSatisfy { abs($0.position) >= abs($1.position) })
      #expect(gallery.items(at: rest).groups.allSatisfy { $0.items.count <= 8 })
    }
  }

  @Test("Nothing that lies outside the window is drawn, and nothing is missing that lies in it")
  func visible() {
    for width in [200, 1080, 1921] {
      let size = Size(width: width, height: 700)
      var gallery = Gallery(cards: Gallery.cards + Gallery.cards, size: size)
      gallery.open(on: 4, at: .zero)
      let places = gallery.places(at: .seconds(1))
      #expect(Set(places.map(\.index)) == [3, 4, 5])
    }
  }

  @Test("A chosen time is drawn without the fade that it would stand still in")
  func scrubbed() {
    var gallery = Gallery.opened(on: 0)
    for _ in 0..<2 { _ = gallery.press(.up, at: rest) }
    _ = gallery.press(.down, at: rest)
    let bar = Gallery.Plan.usual(size).day
    gallery.press(Point(x: bar.x(of: 0), y: bar.rect.midY), at: rest)
    let cards = gallery.items(at: rest).filter { $0.boxRect?.width == card.width }
    #expect(cards == [.fill(Fill(.box(card, radius: 0), .black))])
  }

  @Test("The background is no flash beside itself for any face at any time, and carries white ink, dots and edge")
  func background() {
    for face in Face.all {
      for time in stride(from: 0, to: 86_400, by: 60).map({ Civil.wholeDay[$0] }) {
        let background = Gallery.background(of: face, at: time)
        #expect(background.luminance < 0.03)
        #expect(Colour.white.contrast(with: background) > 12 && Gallery.grey.contrast(with: background) > 4.5)
        #expect(Gallery.background(of: face, at: time.with(second: 59)) == background)
      }
    }
  }

  @Test("The dot of the card in the middle is a bar, larger than the round ones beside it")
  func dots() {
    let fills = Gallery.opened(on: 3).items(at: rest).compactMap(\.fill).filter(\.isDot)
    #expect(fills.count == Face.all.count)
    for (index, fill) in fills.enumerated() {
      let box = Item.fill(fill).boxRect ?? Rect(size)
      #expect((box.width / box.height > 2) == (index == 3) && (fill.colour == .white) == (index == 3))
    }
  }

  @Test("Name and caption are those of the nearest card; they move and fade with it")
  func captions() {
    var gallery = Gallery.opened(on: 1)
    let rest = Moment.after(.seconds(4))
    gallery.press(Point(x: 960, y: 400), at: rest)
    for (pixels, face, opacity, middle) in [
      (0.0, Face.full, 255, 960.0), (-170.352, .full, 255, 790), (-313.448, .full, 136, 647),
      (-681.408, .literal, 255, 960),
    ] {
      gallery.move(to: Point(x: 960 + pixels, y: 400), at: rest)
      let lines = Frame(size: size, background: .black, items: gallery.items(at: rest)).texts
        .filter { $0.string == face.title(Words()) || $0.string == face.caption }
      #expect(lines.count == 2 && lines.allSatisfy { $0.opacity == opacity && abs($0.box.midX - middle) <= 1 })
    }
  }

  @Test("The bar is coloured by the card in the middle, and the time stands below the knob")
  func day() {
    var gallery = Gallery.opened(on: 4)
    let bar = Gallery.Plan.usual(size).day
    for _ in 0..<2 {
      let items = gallery.items(at: rest)
      let rects = items.compactMap(\.fill).filter { Item.fill($0).boxRect?.height == bar.rect.height }
      #expect(rects.map(\.colour) == Face.all[gallery.paging.page].colours)
      #expect(Frame(size: size, background: .black, items: items).texts.contains { $0.string == "13:37" })
      gallery.step(by: -1, at: rest)
    }
  }
}

extension Face {
  fileprivate var colours: [Colour] {
    Scrubber.Bar.colours(of: self, on: Civil.wholeDay[0].date)
  }
}

extension Item {
  fileprivate var fill: Fill? { if case .fill(let fill) = self { fill } else { nil } }
}

extension Fill {
  /// On the dots' line of a window 1080 high.
  fileprivate var isDot: Bool {
    let line = Gallery.Plan.usual(Size(width: 1920, height: 1080)).dots.midY
    return Item.fill(self).boxRect.map { abs($0.midY - line) < 1e-9 } ?? false
  }
}

extension [Item] {
  fileprivate var groups: [Group] { compactMap { if case .group(let group) = $0 { group } else { nil } } }

  /// Whether they are a face's own frame with its background as a box.
  fileprivate func isPicture(of index: Int, at moment: Moment, in size: Size) -> Bool {
    let card = Gallery.cards[index]
    let frame = card.face.frame(at: moment, in: size, style: card.style)
    return self == [.fill(Fill(.box(Rect(size), radius: 0), frame.background))] + frame.items
  }
}

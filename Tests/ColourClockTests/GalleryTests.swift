import Testing

@testable import ColourClock

@Suite("Gallery: opening, leafing, choosing, closing")
struct GalleryTests {
  private let size = Size(width: 1920, height: 1080)
  private let middle = Point(x: 960, y: Gallery.Plan.usual(Size(width: 1920, height: 1080)).middle)
  private let right = Point(x: 1800, y: Gallery.Plan.usual(Size(width: 1920, height: 1080)).middle)

  @Test("A click on the card in the middle chooses it once it has settled, and closes the gallery")
  func chooses() {
    var gallery = Gallery.opened(on: 1)
    #expect(gallery.click(middle, at: .after(.milliseconds(100))) == nil)
    #expect(gallery.isOpen(at: .seconds(1)))
    #expect(gallery.click(middle, at: .after(.seconds(1))) == 1)
    #expect(!gallery.isOpen(at: .seconds(1)) && gallery.isVisible(at: .seconds(1)))
    #expect(!gallery.isVisible(at: .seconds(2)))
    #expect(gallery.click(middle, at: .after(.seconds(2))) == nil)
  }

  @Test("A click on a neighbour centres it; on its way it cannot be chosen by a click, and there it can")
  func neighbour() {
    var gallery = Gallery.opened(on: 1)
    #expect(gallery.click(right, at: .after(.seconds(1))) == nil)
    #expect(gallery.click(middle, at: .after(.milliseconds(1100))) == nil)
    #expect(gallery.paging.page == 2)
    #expect(gallery.click(middle, at: .after(.seconds(2))) == 2)
  }

  @Test("A click between the cards leaves, without a choice", arguments: [Point(x: 530, y: 432), Point(x: 960, y: 20)])
  func besides(point: Point) {
    var gallery = Gallery.opened(on: 1)
    #expect(gallery.click(point, at: .after(.seconds(1))) == nil)
    #expect(!gallery.isOpen(at: .seconds(1)) && gallery.chosen == 1)
  }

  @Test("What went farther than the slop is a drag and no click, also when it comes back", arguments: [12.0, 13])
  func suppresses(pixels: Double) {
    var gallery = Gallery.opened(on: 1)
    gallery.press(middle, at: .after(.seconds(1)))
    gallery.move(to: Point(x: 960 + pixels, y: middle.y), at: .after(.milliseconds(1300)))
    gallery.move(to: middle, at: .after(.milliseconds(1600)))
    let answer = gallery.choice(releasing: middle, at: .after(.milliseconds(1900)))
    #expect(answer == (pixels > 12 ? nil : 1))
    #expect(gallery.paging.page == 1)
  }

  @Test("A drag past half a page turns it, one under half does not, a flick turns one page")
  func drags() {
    for (pixels, span, page) in [
      (-341.0, 3000, 2), (-340, 3000, 1), (340, 3000, 1), (341, 3000, 0), (-60, 100, 2), (-20, 100, 1), (-800, 100, 2),
    ] {
      var gallery = Gallery.opened(on: 1)
      gallery.press(middle, at: .after(.seconds(1)))
      for step in 1...10 {
        let point = Point(x: 960 + pixels * Double(step) / 10, y: 432)
        gallery.move(to: point, at: .after(.milliseconds(1000 + span * step / 10)))
      }
      let end = Duration.milliseconds(1000 + span)
      #expect(gallery.release(Point(x: 960 + pixels, y: 432), at: .after(end)) == .nothing)
      #expect(gallery.paging.page == page)
    }
  }

  @Test("Keys leaf, jump, choose and close; others do nothing")
  func keys() {
    var gallery = Gallery.opened(on: 1)
    let moment = Moment.after(.seconds(1))
    #expect(gallery.choice(.right, at: moment) == nil && gallery.paging.page == 2)
    #expect(gallery.choice(.left, at: moment) == nil && gallery.paging.page == 1)
    #expect(gallery.choice(.character("5"), at: moment) == nil && gallery.paging.page == 4)
    #expect(gallery.choice(.character("9"), at: moment) == nil && gallery.paging.page == 4)
    #expect(gallery.choice(.character("x"), at: moment) == nil && gallery.choice(.function(11), at: moment) == nil)
    var (chosen, left) = (gallery, gallery)
    #expect(chosen.choice(.enter, at: moment) == 4 && !chosen.isOpen(at: moment))
    #expect(left.choice(.escape, at: moment) == nil && !left.isOpen(at: moment))
    #expect(chosen.paging.page == 4 && left.paging.page == 1)
    #expect(chosen.choice(.enter, at: moment) == nil && chosen.choice(.right, at: moment) == nil)
  }

  @Test("Nothing can be chosen while a pointer is held down")
  func held() {
    var gallery = Gallery.opened(on: 1)
    gallery.press(middle, at: .after(.seconds(1)))
    #expect(gallery.choose(at: .seconds(1)) == false && gallery.isOpen(at: .seconds(1)))
  }

  @Test("Half a minute after the last input it closes without a choice, to the microsecond and however late the call")
  func idle() {
    var gallery = Gallery.opened(on: 1)
    gallery.step(by: 1, at: .after(.seconds(20)))
    #expect(gallery.nextChange(after: .after(.seconds(25))).uptime == .seconds(50))
    #expect(gallery.isOpen(at: .seconds(49.999_999)) && !gallery.isOpen(at: .seconds(50)))
    #expect(gallery.isVisible(at: .seconds(50.2)) && !gallery.isVisible(at: .seconds(51)))
    #expect(gallery.nextChange(after: .after(.seconds(51))) == .never)
    var late = gallery
    #expect(late.choose(at: .seconds(70)) == false && late.paging.page == 1)
    late.open(on: 3, at: .after(.seconds(80)))
    #expect(late.isOpen(at: .seconds(109)) && late.paging.page == 3)
  }

  @Test("Without a card it does not open; with one or two it opens and stays in bounds", arguments: 0...2)
  func few(count: Int) {
    var gallery = Gallery(cards: Array(Gallery.cards.prefix(count)), size: size)
    gallery.open(on: 7, at: .zero)
    #expect(gallery.isOpen(at: .zero) == (count > 0))
    for key in [Key.right, .right, .left, .character("2"), .up, .home] {
      _ = gallery.press(key, at: .after(.seconds(1)))
    }
    gallery.scroll(by: 1, at: .after(.seconds(3)))
    #expect((0..<max(count, 1)).contains(gallery.paging.page))
    #expect(gallery.items(at: .after(.seconds(4))).isEmpty == (count == 0))
    #expect(gallery.choose(at: .seconds(5)) == (count > 0) && gallery.chosen == max(0, count - 1))
  }

  @Test("Cancelling takes back a drag and a chosen time")
  func cancels() {
    var gallery = Gallery.opened(on: 1)
    let bar = Gallery.Plan.usual(size).day
    gallery.press(middle, at: .after(.seconds(1)))
    gallery.move(to: Point(x: 200, y: 400), at: .after(.seconds(2)))
    gallery.cancel(at: .seconds(2))
    #expect(gallery.paging.page == 1)
    #expect(gallery.release(Point(x: 200, y: 400), at: .after(.seconds(2))) == .nothing)
    gallery.press(Point(x: bar.x(of: 60), y: bar.rect.midY), at: .after(.seconds(3)))
    #expect(gallery.scrubber.minute == 60)
    gallery.cancel(at: .seconds(3))
    #expect(gallery.scrubber.isLive && gallery.isOpen(at: .seconds(3)))
  }

  @Test("A press on the day chooses no time before the day is there, nor if it is the one that opened the gallery")
  func opensByDrag() {
    let bar = Gallery.Plan.usual(size).day
    let point = Point(x: bar.x(of: 60), y: bar.rect.midY)
    for (moment, hasOpened, isLive) in [
      (Moment.milliseconds(240), false, true), (.seconds(1), true, true), (.seconds(1), false, false),
    ] {
      var gallery = Gallery.opened(on: 1)
      gallery.press(point, at: moment, hasOpened: hasOpened)
      #expect(gallery.scrubber.isLive == isLive && gallery.paging.isDragged == isLive)
    }
  }

  @Test("A second press, and a drag without a press, have no effect")
  func strayEvents() {
    var gallery = Gallery.opened(on: 1)
    gallery.move(to: right, at: .after(.seconds(1)))
    gallery.press(middle, at: .after(.seconds(1)))
    gallery.press(right, at: .after(.seconds(1)))
    gallery.move(to: Point(x: 960 - 68.1408, y: 432), at: .after(.seconds(2)))
    #expect(abs(gallery.paging.position(at: .seconds(2)) - 1.1) < 1e-12)
  }

  @Test("The chosen time stays from card to card, and is forgotten on closing")
  func scrubs() {
    var gallery = Gallery.opened(on: 1)
    let bar = Gallery.Plan.usual(size).day
    let moment = Moment.after(.seconds(1))
    gallery.press(Point(x: bar.x(of: 300), y: bar.rect.midY), at: moment)
    gallery.move(to: Point(x: bar.x(of: 422), y: 0), at: moment)
    #expect(gallery.release(Point(x: bar.x(of: 422), y: 0), at: moment) == .nothing)
    #expect(gallery.scrubber.minute == 420 && gallery.paging.position(at: .seconds(1)) == 1)
    gallery.step(by: 1, at: moment)
    _ = gallery.press(.up, at: moment)
    #expect(gallery.scrubber.minute == 435)
    // The mark of the present goes on.
    #expect(gallery.nextChange(after: moment).instant != nil)
    var (live, closed) = (gallery, gallery)
    _ = live.press(.character("0"), at: moment)
    closed.close(at: .seconds(1))
    #expect(live.scrubber.isLive && closed.scrubber.isLive)
  }

  @Test("Live cards are drawn again at each second, and at frames while a fade goes on")
  func ticks() {
    let gallery = Gallery.opened(on: 1)
    let calm = Moment.at(13, 37, 20, plus: .milliseconds(500))
    #expect(gallery.nextTick(after: calm) == Moment.at(13, 37, 21).instant)
    let fading = Moment.at(14, 0, 0, plus: .milliseconds(100))
    #expect(gallery.nextTick(after: fading) == fading.instant + Pace.real.frame)
  }

  @Test("With reduced motion it is open and closed at once, and asks for no frame")
  func reducedMotion() {
    var gallery = Gallery(cards: Gallery.cards, isReduced: true, size: size)
    gallery.open(on: 1, at: .zero)
    // The end of the hint, then of the gallery.
    #expect(gallery.nextChange(after: .zero).uptime == .seconds(3))
    #expect(gallery.nextChange(after: .seconds(3)).uptime == .seconds(30))
    gallery.step(by: 1, at: .after(.seconds(1)))
    #expect(gallery.paging.position(at: .seconds(1)) == 2)
    #expect(gallery.choose(at: .seconds(1)) == true && gallery.chosen == 2 && !gallery.isVisible(at: .seconds(1)))
  }
}

extension Gallery {
  static let cards = Face.all.map { Card(name: $0.name, face: $0, style: .plain) }

  /// Opened at uptime zero in 1920 × 1080.
  static func opened(on index: Int) -> Gallery {
    var gallery = Gallery(cards: cards, size: Size(width: 1920, height: 1080))
    gallery.open(on: index, at: .zero)
    return gallery
  }

  fileprivate mutating func choice(_ key: Key, at moment: Moment) -> Int? {
    press(key, at: moment) == .chosen ? chosen : nil
  }

  fileprivate mutating func choice(releasing point: Point, at moment: Moment) -> Int? {
    release(point, at: moment) == .chosen ? chosen : nil
  }

  fileprivate mutating func click(_ point: Point, at moment: Moment) -> Int? {
    press(point, at: moment)
    return choice(releasing: point, at: moment)
  }
}

extension Gallery.Plan {
  /// Of a window on a usual monitor.
  static func usual(_ size: Size) -> Gallery.Plan {
    Gallery.Plan(.standard, Words(), in: size, resolution: Monitor.usualResolution)
  }

  /// Where all may be done.
  var day: Scrubber.Bar {
    guard let bar else { fatalError("there is no day where it may not be looked at") }
    return bar
  }
}

extension Moment {
  /// So long after an uptime of zero, which was at 13:37:20 and a half.
  static func after(_ uptime: Duration) -> Moment {
    let instant = Instant(second: newYear + 49_040) + .milliseconds(500) + uptime
    return Moment(instant: instant, uptime: uptime, zone: .utc)
  }
}

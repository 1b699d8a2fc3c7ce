import TestSupport
import Testing

@testable import ColourClock

@Suite("Gallery: whatever is done to it")
struct GallerySimulation {
  @Test(
    "100,000 random events keep it in bounds, and a second after any of them it stands", arguments: [1, 2, 5] as [Int])
  func invariants(count: Int) {
    var run = GalleryRun(seed: UInt64(count), count: count)
    for step in 0..<(count == 5 ? 100_000 : 10_000) {
      run.step()
      let (gallery, uptime) = (run.gallery, run.uptime)
      let position = gallery.paging.position(at: uptime)
      let isInBounds = position > -0.5 && position < Double(count) - 0.5
      let minute = gallery.scrubber.minute(at: run.moment)
      guard isInBounds, (0..<count).contains(gallery.paging.page), (0..<1440).contains(minute) else {
        Issue.record("out of bounds after \(step) events: \(gallery.paging)")
        return
      }
      if step % 50 == 0 { run.expectRest() }
    }
  }

  @Test("Two galleries that are told the same are the same in every picture")
  func determinism() {
    var (one, two) = (GalleryRun(seed: 99, count: 5), GalleryRun(seed: 99, count: 5))
    for step in 0..<3000 {
      one.step()
      two.step()
      guard step % 10 == 0 else { continue }
      #expect(one.picture == two.picture)
      #expect(one.gallery.nextChange(after: one.moment) == two.gallery.nextChange(after: two.moment))
    }
  }

  @Test("Catching, dragging and letting go never make it jump, at any time")
  func continuity() {
    var run = GalleryRun(seed: 7, count: 5)
    for _ in 0..<20_000 {
      let before = run.gallery
      run.pass()
      run.point(press: true)
      let (then, now) = (before.closedIfIdle(at: run.moment).paging, run.gallery.paging)
      guard run.gallery.isOpen(at: run.moment) else {
        run.reopen()
        continue
      }
      #expect(abs(then.position(at: run.uptime) - now.position(at: run.uptime)) < 0.01)
      if run.chance(3) { run.point(press: false) }
    }
  }
}

/// A gallery that gets random events.
private struct GalleryRun {
  var gallery: Gallery
  var uptime = Duration.seconds(1)
  private var random: SeededRandom
  private var size = Size(width: 640, height: 400)

  var moment: Moment { .after(uptime) }
  var picture: Frame? { gallery.frame(at: moment) }

  init(seed: UInt64, count: Int) {
    random = SeededRandom(seed: seed)
    gallery = Gallery(cards: Array(Gallery.cards.prefix(count)), size: size)
    gallery.open(on: 0, at: .after(uptime))
  }

  mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  mutating func pass() {
    let span = chance(200) ? 40_000_000 : [0, 900, 4000, 16_667, 60_000, 400_000].randomElement(using: &random) ?? 0
    uptime += .microseconds(span)
  }

  mutating func step() {
    pass()
    switch Int.random(in: 0..<20, using: &random) {
    case 0: reopen()
    case 1: gallery.cancel(at: moment)
    case 2: gallery.scroll(by: chance(2) ? 1 : -1, at: moment)
    case 3, 4: _ = gallery.press(randomKey, at: moment)
    case 5: click()
    case 6 where chance(5): resize()
    case 7 where chance(9): gallery.close(at: moment)
    case 8...12: point(press: true)
    case 13...15: point(press: false)
    default: gallery.move(to: randomPoint, at: moment)
    }
  }

  mutating func point(press: Bool) {
    if press {
      gallery.press(randomPoint, at: moment)
    } else {
      _ = gallery.release(randomPoint, at: moment)
    }
  }

  private mutating func click() {
    let point = randomPoint
    gallery.press(point, at: moment)
    _ = gallery.release(point, at: moment)
  }

  mutating func reopen() {
    gallery.open(on: Int.random(in: -2...7, using: &random), at: moment)
  }

  /// Releases the pointer, waits a second, and checks that the gallery rests on a page.
  mutating func expectRest() {
    gallery.cancel(at: moment)
    uptime += .seconds(1)
    let position = gallery.paging.position(at: uptime)
    #expect(gallery.paging.isSettled(at: uptime) && position == Double(gallery.paging.page))
    let next = gallery.nextChange(after: moment).uptime
    // The hint ends in the first seconds.
    #expect(
      next.map { $0 - uptime > .seconds(1) || gallery.isHinting(at: uptime) } ?? !gallery.isVisible(at: moment))
  }

  private mutating func resize() {
    size = Size(width: Int.random(in: 1...2000, using: &random), height: Int.random(in: 1...1200, using: &random))
    gallery.resize(to: size, at: moment)
  }

  private var randomPoint: Point {
    mutating get {
      Point(
        x: Double.random(in: -50...Double(size.width) + 50, using: &random),
        y: Double.random(in: -50...Double(size.height) + 50, using: &random))
    }
  }

  private var randomKey: Key {
    mutating get {
      let keys: [Key] = [.left, .right, .up, .down, .home, .enter, .escape, .character("0"), .character("3")]
      return keys.randomElement(using: &random) ?? .left
    }
  }
}

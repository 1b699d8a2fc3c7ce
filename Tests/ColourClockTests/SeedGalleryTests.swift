import Testing

@testable import ColourClock

/// Finds where the gallery of the original post comes to rest, with the post's own code, in pixels of its own view.
private struct SeedSnap {
  var count: Int
  var margin = 80.0
  let item = 160.0
  let spacing = -10.0
  let view = 320.0

  var pitch: Double { item + spacing }

  func target(proposed: Double) -> Double {
    var adjustment = Double(Float.greatestFiniteMagnitude)
    for index in 0..<count {
      let edge = margin + Double(index) * pitch
      guard edge < proposed + view, edge + item > proposed else { continue }
      if abs(edge - proposed - margin) < abs(adjustment) { adjustment = edge - proposed - margin }
    }
    return proposed + adjustment
  }
}

@Suite("Gallery: the seed's snapping, reproduced under its name and mended by default")
struct SeedGalleryTests {
  @Test("The preset lands where the seed does, at every place and velocity: where a scroll would have ended")
  func reproduces() {
    let seed = SeedSnap(count: 40)
    let pitch = CarouselLayout.seed.pitch(in: Size(width: 320, height: 320))
    #expect(pitch == seed.pitch)
    var flicked = 0
    for offset in 0...450 {
      let span = Double(offset % 7 * 90 + 40) / 1000
      let paging = thrown(Double(offset), over: .seconds(span), pitch: pitch, rules: .seed)
      // A pointer that has rested over the last 150 ms has no velocity.
      let velocity = span <= 0.3 ? Double(offset) / span : 0
      let proposed = Double(offset) + velocity * 0.998 / (1 - 0.998) / 1000
      #expect(paging.page == Int((seed.target(proposed: proposed) / pitch).rounded()))
      flicked += paging.page > Int((Double(offset) / pitch).rounded()) ? 1 : 0
    }
    #expect(flicked > 100)
  }

  @Test("200 pixels in a tenth of a second go two cards of a 1280 pixels wide window")
  func coasts() {
    let pitch = CarouselLayout.seed.pitch(in: Size(width: 1280, height: 720))
    #expect(pitch == 600 && thrown(200, over: .milliseconds(100), pitch: pitch, rules: .seed).page == 2)
  }

  @Test("Neighbours stand lower in the seed, the more the farther, and not beside a card that fills the window")
  func drop() {
    let size = Size(width: 1280, height: 720)
    let middle = { (position: Double, openness: Double) in
      CarouselLayout.seed.rect(at: position, in: size, middle: 300, openness: openness).midY
    }
    #expect(middle(0, 1) < middle(0.5, 1) && middle(0.5, 1) < middle(1, 1) && middle(1, 1) == middle(-2, 1))
    #expect(middle(1, 0) == middle(0, 0))
    let standard = [0.0, 1].map { CarouselLayout.standard.rect(at: $0, in: size, middle: 300).midY }
    #expect(abs(standard[0] - standard[1]) <= 0.5)
  }

  @Test("Without items the seed's offset explodes; ours is 0 under either preset")
  func explodes() {
    #expect(SeedSnap(count: 0).target(proposed: 10) > 1e30)
    for rules in [Paging.Rules.seed, .standard] {
      var paging = Paging(count: 0, pitch: 150, rules: rules)
      paging.press(at: .zero)
      paging.move(to: -10, at: .milliseconds(50))
      paging.release(at: .milliseconds(50))
      #expect(paging.position(at: .milliseconds(60)) == 0 && paging.page == 0)
    }
  }

  @Test("A flick that would end before half a page goes back in the seed; a quick one turns the page in both")
  func flick() {
    #expect(SeedSnap(count: 4).target(proposed: 60) == 0)
    #expect(thrown(40, over: .milliseconds(800), pitch: 150, rules: .seed).page == 0)
    #expect(thrown(20, over: .milliseconds(200), pitch: 150, rules: .seed).page == 0)
    #expect(thrown(60, over: .milliseconds(60), pitch: 150, rules: .standard).page == 1)
  }

  @Test("The seed stops by the leading edge, off the centre unless its margin happens to fit; ours is centred always")
  func centring() {
    let seed = SeedSnap(count: 4, margin: 40)
    let centre = seed.margin + seed.pitch + seed.item / 2 - seed.target(proposed: 170)
    #expect(centre == 120 && centre != seed.view / 2)
    for width in 1...700 {
      let card = CarouselLayout.standard.rect(at: 0, in: Size(width: width, height: 320), middle: 160)
      #expect(card.midX == Double(width) / 2)
    }
  }

  private func thrown(_ offset: Double, over span: Duration, pitch: Double, rules: Paging.Rules) -> Paging {
    var paging = Paging(count: 40, pitch: pitch, rules: rules)
    paging.press(at: .zero)
    paging.move(to: -offset / 2, at: span / 2)
    paging.move(to: -offset, at: span)
    paging.release(at: span)
    return paging
  }
}

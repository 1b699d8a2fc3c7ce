import Testing

@testable import ColourClock

/// The seed's way to find where its gallery comes to rest, as its post gives it: in pixels of a view of its own.
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
  @Test("The preset lands where the seed does, at every place and velocity")
  func reproduces() {
    let seed = SeedSnap(count: 4)
    let pitch = CarouselLayout.seed.pitch(in: Size(width: 320, height: 320))
    #expect(pitch == seed.pitch)
    for offset in 0...450 {
      let paging = thrown(Double(offset), over: .milliseconds(offset % 7 * 90 + 20), pitch: pitch, rules: .seed)
      #expect(Double(paging.page) * pitch == seed.target(proposed: Double(offset)))
    }
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

  @Test("A quick flick under half a page goes back in the seed; ours turns the page")
  func flick() {
    #expect(SeedSnap(count: 4).target(proposed: 60) == 0)
    #expect(thrown(60, over: .milliseconds(60), pitch: 150, rules: .seed).page == 0)
    #expect(thrown(60, over: .milliseconds(60), pitch: 150, rules: .standard).page == 1)
  }

  @Test("The seed stops by the leading edge, off the centre unless its margin happens to fit; ours is centred always")
  func centring() {
    let seed = SeedSnap(count: 4, margin: 40)
    let centre = seed.margin + seed.pitch + seed.item / 2 - seed.target(proposed: 170)
    #expect(centre == 120 && centre != seed.view / 2)
    for width in 1...700 {
      #expect(CarouselLayout.standard.rect(at: 0, in: Size(width: width, height: 320)).midX == Double(width) / 2)
    }
  }

  private func thrown(_ offset: Double, over span: Duration, pitch: Double, rules: Paging.Rules) -> Paging {
    var paging = Paging(count: 4, pitch: pitch, rules: rules)
    paging.press(at: .zero)
    paging.move(to: -offset / 2, at: span / 2)
    paging.move(to: -offset, at: span)
    paging.release(at: span)
    return paging
  }
}

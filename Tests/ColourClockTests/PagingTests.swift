import Testing

@testable import ColourClock

@Suite("Paging: leafing by hand, wheel and key")
struct PagingTests {
  @Test(
    "A slow drag past half a page turns it, one under half returns",
    arguments: [(-51.0, 3), (-50, 2), (-49, 2), (49, 2), (50, 2), (51, 1), (-151, 4), (-900, 4), (900, 0)])
  func slowDrag(pixels: Double, page: Int) {
    let paging = Paging.five.dragged(by: pixels, over: .seconds(4))
    #expect(paging.page == page)
    #expect(paging.position(at: .seconds(6)) == Double(page))
  }

  @Test(
    "A flick at 0.3 pixels a millisecond turns exactly one page, one just slower none",
    arguments: [(-30.0, 3), (-29.9, 2), (30, 1), (29.9, 2), (-45, 3), (45, 1)])
  func flick(pixels: Double, page: Int) {
    #expect(Paging.five.dragged(by: pixels, over: .milliseconds(100)).page == page)
  }

  @Test("The wildest flick turns one page, and no more than the first and last allow")
  func wildFlick() {
    for pages in 1...9 {
      let start = Paging(count: 9, on: pages - 1, pitch: 100)
      #expect(start.dragged(by: -99, over: .milliseconds(20)).page == min(pages, 8))
      #expect(start.dragged(by: 99, over: .milliseconds(20)).page == max(pages - 2, 0))
    }
  }

  @Test("A hand that has carried the pages farther than a flick may go keeps what it carried")
  func longFlick() {
    #expect(Paging.five.dragged(by: -120, over: .milliseconds(200)).page == 3)
    #expect(Paging.five.dragged(by: -170, over: .milliseconds(200)).page == 4)
  }

  @Test("A flick back towards where the drag came from returns there")
  func flickBack() {
    var paging = Paging.five
    paging.press(at: .zero)
    paging.move(to: -80, at: .seconds(1))
    paging.move(to: -70, at: .milliseconds(1950))
    paging.move(to: -40, at: .milliseconds(2000))
    paging.release(at: .milliseconds(2000))
    #expect(paging.page == 2)
  }

  @Test("Only the last 150 ms count: a hand that stops before it lets go does not flick")
  func rests() {
    var (early, late) = (Paging.five, Paging.five)
    for (release, pages) in [(99, 3), (251, 2)] {
      var paging = Paging.five
      paging.press(at: .zero)
      for step in 1...4 { paging.move(to: -10 * Double(step), at: .milliseconds(25 * step)) }
      paging.release(at: .milliseconds(release))
      #expect(paging.page == pages)
      if release == 99 { early = paging } else { late = paging }
    }
    #expect(early.velocity(at: .milliseconds(99)) > 0 && late.velocity(at: .milliseconds(251)) == 0)
  }

  @Test("Under a hand it follows one to one, and beyond the ends with resistance and a limit")
  func follows() {
    var paging = Paging(count: 3, pitch: 200)
    paging.press(at: .zero)
    for pixels in stride(from: 0.0, through: -400, by: -25) {
      paging.move(to: pixels, at: .seconds(1))
      #expect(paging.position(at: .seconds(1)) == -pixels / 200)
    }
    var last = 0.0
    for pixels in stride(from: 5.0, through: 5000, by: 5) {
      paging.move(to: pixels, at: .seconds(2))
      let position = paging.position(at: .seconds(2))
      #expect(position < last && position > -0.5 && position > -pixels / 200)
      last = position
    }
  }

  @Test("Letting go carries on with the hand's place and velocity")
  func continuity() {
    for pixels in [-180.0, -30, 30, 90] {
      let paging = Paging.five.dragged(by: pixels, over: .milliseconds(100))
      let (now, soon) = (Duration.milliseconds(100), Duration.microseconds(100_100))
      #expect(abs(paging.position(at: now) - (2 - pixels / 100)) < 1e-9)
      #expect(abs(paging.velocity(at: now) + pixels / 10) < 1e-9)
      let measured = (paging.position(at: soon) - paging.position(at: now)) / 0.0001
      #expect(abs(measured + pixels / 10) < 0.2)
    }
  }

  @Test("Beyond an end the pages leave the hand with the velocity that they have, not the hand's")
  func continuityBeyond() {
    let paging = Paging(count: 2, pitch: 100).dragged(by: 50, over: .milliseconds(100))
    #expect(paging.position(at: .milliseconds(100)) == -0.25)
    #expect(paging.velocity(at: .milliseconds(100)) == -1.25)
    #expect(paging.page == 0)
  }

  @Test("Pressing in mid-flight catches the pages where they are, at any time of the flight")
  func catches() {
    var flying = Paging.five
    flying.step(by: 1, at: .zero)
    for time in stride(from: 1, to: 400, by: 7).map({ Duration.milliseconds($0) }) {
      var caught = flying
      caught.press(at: time)
      #expect(abs(caught.position(at: time) - flying.position(at: time)) < 1e-12)
      #expect(caught.position(at: time + .seconds(9)) == caught.position(at: time))
      caught.move(to: -10, at: time)
      #expect(abs(caught.position(at: time) - flying.position(at: time) - 0.1) < 1e-12)
    }
  }

  @Test("Catching beyond an end, and changing the goal in flight, make no jump either")
  func catchesBeyond() {
    var paging = Paging(count: 2, pitch: 100).dragged(by: 300, over: .seconds(1))
    let time = Duration.milliseconds(1020)
    let position = paging.position(at: time)
    #expect(position < -0.1)
    var redirected = paging
    paging.press(at: time)
    #expect(abs(paging.position(at: time) - position) < 1e-12)
    let velocity = redirected.velocity(at: time)
    redirected.go(to: 1, at: time)
    #expect(abs(redirected.position(at: time) - position) < 1e-12)
    #expect(abs(redirected.velocity(at: time) - velocity) < 1e-9)
  }

  @Test("A second flick during the first turns a second page")
  func flickTwice() {
    var paging = Paging.five.dragged(by: -40, over: .milliseconds(100))
    paging.press(at: .milliseconds(130))
    paging.move(to: -40, at: .milliseconds(180))
    paging.release(at: .milliseconds(180))
    #expect(paging.page == 4)
  }

  @Test("Cancelling returns to the page the hand took hold of, however far it went")
  func cancels() {
    for pixels in [-160.0, -60, 10, 300] {
      var paging = Paging.five
      paging.press(at: .zero)
      paging.move(to: pixels, at: .milliseconds(40))
      paging.cancel(at: .milliseconds(50))
      #expect(paging.page == 2 && paging.position(at: .seconds(1)) == 2)
    }
  }

  @Test("Notches less than 150 ms apart turn one page, and ignored ones do not prolong the pause")
  func notches() {
    var paging = Paging(count: 9, pitch: 100)
    let pages = [0, 60, 149, 150, 299, 300, 900].map { time in
      paging.scroll(by: 3, at: .milliseconds(time))
      return paging.page
    }
    #expect(pages == [1, 1, 1, 2, 2, 3, 4])
    paging.scroll(by: -1, at: .seconds(2))
    #expect(paging.page == 3)
  }

  @Test("Keys have no pause, and stop at the ends")
  func steps() {
    var paging = Paging.five
    for _ in 0..<9 { paging.step(by: 1, at: .zero) }
    #expect(paging.page == 4)
    paging.step(by: .min, at: .zero)
    #expect(paging.page == 0)
    paging.go(to: .max, at: .zero)
    #expect(paging.page == 4)
  }

  @Test("A long jump shows no more than the last page of its way")
  func longJump() {
    var paging = Paging(count: 40, pitch: 100)
    paging.go(to: 30, at: .zero)
    #expect(paging.position(at: .zero) == 29 && paging.page == 30)
    paging.go(to: 10, at: .seconds(1))
    #expect(paging.position(at: .seconds(1)) == 11)
  }

  @Test("Landing again where it has landed changes nothing")
  func idempotent() {
    for pixels in [-130.0, -40, 0, 60] {
      var paging = Paging.five.dragged(by: pixels, over: .seconds(2))
      let page = paging.page
      for second in 4...8 {
        paging.press(at: .seconds(second))
        paging.release(at: .seconds(second))
        #expect(paging.position(at: .seconds(second)) == Double(page) && paging.page == page)
      }
    }
  }

  @Test("It asks for frames while it moves only, and stands within half a second")
  func wakes() {
    var paging = Paging.five
    #expect(paging.nextChange(after: .zero) == nil)
    paging.press(at: .zero)
    #expect(paging.nextChange(after: .zero) == nil && !paging.isSettled(at: .seconds(9)))
    paging.move(to: -60, at: .seconds(1))
    paging.release(at: .seconds(2))
    var (time, frames) = (Duration.seconds(2), 0)
    while let next = paging.nextChange(after: time) {
      #expect(next > time && next - time <= .milliseconds(17))
      (time, frames) = (next, frames + 1)
    }
    #expect((5...30).contains(frames) && paging.isSettled(at: time))
    #expect(paging.position(at: time) == 3)
  }

  @Test("With reduced motion a landing and a step are there at once, and a hand is still followed")
  func reducedMotion() {
    var paging = Paging(count: 5, pitch: 100, isReduced: true)
    paging.step(by: 1, at: .zero)
    #expect(paging.position(at: .zero) == 1 && paging.isSettled(at: .zero))
    paging.press(at: .zero)
    paging.move(to: -60, at: .seconds(1))
    #expect(paging.position(at: .seconds(1)) == 1.6)
    paging.release(at: .seconds(2))
    #expect(paging.position(at: .seconds(2)) == 2 && paging.nextChange(after: .seconds(2)) == nil)
  }

  @Test("No page, one and two are safe", arguments: 0...2)
  func few(count: Int) {
    var paging = Paging(count: count, on: 7, pitch: 100)
    #expect(paging.page == max(0, count - 1))
    for pixels in [-1000.0, 1000, -20, 20] {
      paging.press(at: .zero)
      paging.move(to: pixels, at: .milliseconds(10))
      paging.release(at: .milliseconds(20))
      paging.step(by: 1, at: .milliseconds(20))
      paging.scroll(by: 1, at: .milliseconds(20))
      paging.go(to: -3, at: .milliseconds(30))
      #expect(paging.page == 0 && paging.position(at: .seconds(2)) == 0)
    }
  }
}

extension Paging {
  /// On the middle one of five pages of 100 pixels.
  fileprivate static let five = Paging(count: 5, on: 2, pitch: 100)

  /// After a drag from uptime zero at an even pace.
  fileprivate func dragged(by pixels: Double, over span: Duration) -> Paging {
    var paging = self
    paging.press(at: .zero)
    for step in 1...20 { paging.move(to: pixels * Double(step) / 20, at: span * step / 20) }
    paging.release(at: span)
    return paging
  }
}

import Testing

@testable import ColourClock

@Suite struct GalleryGestureTests {
  @Test func aSidewaysDragOpensItAndEnterChooses() {
    var play = Play()
    play.press(1500, 500)
    play.drag(from: (1500, 500), to: (700, 500), over: .milliseconds(600))
    #expect(play.scene.gallery.isOpen(at: play.moment))
    play.release(700, 500)
    play.wait(.seconds(1))
    play.tap(.enter)
    #expect(play.effects == [.saveCard("full")] && play.scene.face == .full)
    play.wait(.seconds(1))
    #expect(!play.scene.gallery.isVisible(at: play.moment))
  }

  /// Flicked half a page or less, slowly; escaped; left alone; disturbed.
  @Test(arguments: [Event.pressed(.escape), .ticked, .interrupted, .pressed(.character("g"))])
  func whatIsNotChosenDoesNotStay(event: Event) {
    var play = Play()
    play.press(1500, 500)
    play.drag(from: (1500, 500), to: (1200, 500), over: .seconds(1))
    play.send(event)
    play.release(1200, 500)
    play.wait(.seconds(40))
    #expect(play.effects == [] && play.scene.face == .scaled)
    #expect(!play.scene.gallery.isVisible(at: play.moment))
  }

  @Test func arrowsDigitsAndWheelLeaf() {
    var play = Play()
    play.tap(.right)
    play.wait(.seconds(1))
    #expect(play.scene.gallery.paging.page == 1)
    play.tap(.character("4"))
    play.wait(.seconds(1))
    #expect(play.scene.gallery.paging.page == 3)
    play.send(.scrolled(right: 0, up: 1))
    play.wait(.seconds(1))
    #expect(play.scene.gallery.paging.page == 2)
    play.tap(.escape)
    #expect(play.effects == [])
  }

  @Test func aVerticalDragOpensNothing() {
    var play = Play()
    play.press(900, 900)
    play.drag(from: (900, 900), to: (910, 400))
    play.release(910, 400)
    play.wait(.seconds(1))
    #expect(!play.scene.gallery.isVisible(at: play.moment) && play.effects == [])
  }
}

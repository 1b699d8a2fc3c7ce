import Testing

@testable import ColourClock

/// What users, visitors and clients do to the gallery.
@Suite struct GalleryInputTests {
  /// Above and between the cards a click leaves; near switches and day it does not, nor while cards move.
  @Test(arguments: [Button.primary, .finger]) func aClickOnTheDarkLeavesTheGallery(button: Button) {
    func tap(_ y: Double, _ play: inout Play) {
      play.send(.pointerPressed(Point(x: 640, y: y), button))
      play.wait(.milliseconds(50))
      play.send(.pointerReleased(Point(x: 640, y: y), button))
    }
    var play = Play.sized()
    play.tap(.character("g"))
    play.wait(.seconds(1))
    tap(700, &play)
    #expect(play.scene.gallery.isOpen(at: play.moment))
    play.tap(.right)
    tap(12, &play)
    #expect(play.scene.gallery.isOpen(at: play.moment))
    play.wait(.seconds(1))
    let face = play.scene.face
    tap(12, &play)
    #expect(!play.scene.gallery.isOpen(at: play.moment) && play.scene.face == face)
  }

  @Test func theWordNowLeadsBackToThePresent() throws {
    var play = Play.sized()
    play.tap(.character("g"))
    play.wait(.seconds(1))
    let bar = try #require(play.scene.gallery.plan.bar)
    #expect(play.scene.gallery.nowBox(at: play.moment) == nil)
    play.click(Point(x: bar.x(of: 200), y: bar.rect.midY))
    #expect(!play.scene.gallery.scrubber.isLive && play.texts.contains("now"))
    let box = try #require(play.scene.gallery.nowBox(at: play.moment))
    play.click(box.centre)
    #expect(play.scene.gallery.scrubber.isLive && !play.texts.contains("now"))
    // Where the time shown stands in its place there is none.
    play.tap(.up)
    #expect(!play.scene.gallery.scrubber.isLive && play.scene.gallery.nowBox(at: play.moment) == nil)
  }

  @Test func aKioskShowsWhatItAllows() throws {
    for allowed in [Set<Permission>([.gallery]), [.gallery, .scrub], [.gallery, .look]] {
      var play = Play.sized { ($0.isLocked, $0.allowed) = (true, allowed) }
      play.tap(.character("g"))
      play.wait(.seconds(1))
      let plan = play.scene.gallery.plan
      #expect((plan.bar != nil) == allowed.contains(.scrub) && plan.switches.isEmpty != allowed.contains(.look))
      let style = play.scene.style
      for key in "csdtb" { play.tap(.character(key)) }
      play.tap(.tab)
      play.tap(.up)
      #expect((play.scene.style != style) == allowed.contains(.look))
      #expect(play.scene.gallery.scrubber.isLive != allowed.contains(.scrub))
    }
  }

  /// What a client has opened there is for that client alone.
  @Test func aKiosksGalleryTakesNothingOfVisitors() {
    for isAllowed in [false, true] {
      var play = Play.sized { ($0.isLocked, $0.allowed) = (true, isAllowed ? [.gallery] : []) }
      let face = play.scene.face
      play.send(.told(.gallery(.open)))
      play.wait(.seconds(1))
      for _ in 0..<3 { play.send(.repeated(.right)) }
      play.tap(.right)
      play.click(Point(x: 1000, y: 360))
      play.send(.scrolled(right: 1, up: 0))
      play.drag(from: (900, 300), to: (300, 300))
      play.wait(.seconds(1))
      play.tap(.enter)
      play.wait(.seconds(2))
      #expect((play.scene.face == face) == !isAllowed && play.scene.gallery.isOpen(at: play.moment) == !isAllowed)
      play.send(.told(.gallery(.close)))
      play.wait(.seconds(1))
      #expect(!play.scene.gallery.isOpen(at: play.moment))
    }
  }

  /// The repeat of a held arrow does what its press did: it moves the focus among the switches, or turns the cards.
  @Test func aHeldArrowDoesWhatItsPressDid() {
    var play = Play.sized()
    play.tap(.character("g"))
    play.wait(.seconds(1))
    let page = play.scene.gallery.paging.page
    play.tap(.tab)
    play.send(.pressed(.right), .repeated(.right), .repeated(.right), .repeated(.left), .released(.left))
    #expect(play.scene.gallery.bar.focus(at: play.moment) == .look(.date) && play.scene.gallery.paging.page == page)
    // Later there is no focus.
    play.wait(.seconds(15))
    play.send(.pressed(.right), .repeated(.right), .repeated(.right), .released(.right))
    // The cards turn no faster than by wheel, so the second repeat has no effect.
    #expect(play.scene.gallery.bar.focus(at: play.moment) == nil && play.scene.gallery.paging.page == page + 2)
  }

  @Test func anotherLanguageLeavesTheGalleryOpen() throws {
    var play = Play.sized()
    play.tap(.character("g"))
    play.wait(.seconds(1))
    var setup = play.scene.setup
    setup.words = try #require(Words.all.first { $0["now"] != "now" })
    play.send(.setupChanged(setup))
    #expect(play.scene.gallery.isOpen(at: play.moment) && play.scene.gallery.words == setup.words)
  }
}

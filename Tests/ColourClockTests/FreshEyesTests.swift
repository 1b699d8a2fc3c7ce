import Testing

@testable import ColourClock

/// What a new user with a mouse stumbled over.
@Suite struct FreshEyesTests {
  private static let size = Size(width: 1280, height: 720)

  private func play(
    countdown: Duration? = nil, size: Size = size, _ change: (inout Setup) -> Void = { _ in }
  ) -> Play {
    var play = Play(change, countdown: countdown)
    play.send(.resized(size))
    return play
  }

  private func click(_ place: Point, in play: inout Play) {
    play.send(.pointerMoved(place))
    play.wait(.milliseconds(300))
    play.press(place.x, place.y)
    play.wait(.milliseconds(50))
    play.release(place.x, place.y)
  }

  // MARK: The help

  @Test(arguments: [Key.escape, .character("q"), .character("x"), .character(" "), .enter, .tab])
  func theKeyThatClosesTheHelpDoesNothingElse(key: Key) {
    var play = play()
    play.tap(.character("h"))
    #expect(play.scene.help.isOpen(at: play.moment.uptime))
    play.send(.pressed(key))
    #expect(!play.scene.help.isOpen(at: play.moment.uptime))
    play.wait(.seconds(3))
    play.send(.released(key))
    #expect(!play.effects.contains(.quit) && play.scene.hold.prompt(at: play.moment) == .hold)
    #expect(play.scene.hold.level(at: play.moment) == 0 && play.scene.bar.focus(at: play.moment) == nil)
  }

  @Test func twoEscapesOnTheHelpDoNotQuit() {
    var play = play()
    play.tap(.character("h"))
    play.tap(.escape)
    play.wait(.milliseconds(200))
    play.tap(.escape)
    #expect(!play.effects.contains(.quit) && play.texts.contains("Press Escape again to quit"))
  }

  /// What has asked once to quit asks anew after anything else.
  @Test(arguments: [Key.character("+"), .character("g"), .character("?"), .tab, .character("c"), .up])
  func anEscapeThatIsFollowedBySomethingElseIsNotTheFirst(key: Key) {
    var play = play()
    play.tap(.escape)
    #expect(play.scene.hold.prompt(at: play.moment) == .again)
    play.tap(key)
    #expect(play.scene.hold.prompt(at: play.moment) != .again)
    play.tap(.escape)
    #expect(!play.effects.contains(.quit))
  }

  @Test func aClickOrAnUrgentMessageTakesTheFirstEscapeBack() throws {
    for change in [
      { (play: inout Play) in
        play.press(100, 100)
        play.release(100, 100)
      },
      { (play: inout Play) in
        guard let message = Message("Fire", priority: .urgent) else { return }
        play.send(.told(.message(message)))
      },
    ] {
      var play = play()
      play.tap(.escape)
      play.wait(.milliseconds(300))
      change(&play)
      #expect(play.scene.hold.prompt(at: play.moment) != .again)
      play.tap(.escape)
      #expect(!play.effects.contains(.quit))
    }
  }

  /// As by the bar; there is nothing to be made shorter.
  @Test func keysSetACountdownOfAMinuteWhereThereIsNone() {
    for key in [Key.character("+"), .up, .character("-"), .down] {
      var play = play()
      play.tap(key)
      let isMore = [.character("+"), .up].contains(key)
      #expect(play.scene.countdown?.length == (isMore ? .seconds(60) : nil))
      play.tap(.character("+"))
      #expect(play.scene.countdown?.length == .seconds(isMore ? 120 : 60))
    }
  }

  // MARK: Words of the mouse

  @Test func theHelpOfAKeyIsInTheWordsOfTheMouseThatWasThere() {
    var play = play()
    play.tap(.character("h"))
    #expect(play.texts.contains("tap the arrow") && play.texts.contains("Any key or touch closes this"))
    play.tap(.escape)
    play.send(.pointerMoved(Point(x: 30, y: 30)))
    play.tap(.character("h"))
    #expect(play.texts.contains("click the arrow") && play.texts.contains("Any key or click closes this"))
  }

  @Test func theHelpIsInTheWordsOfWhatAsksForIt() throws {
    var play = play()
    play.send(.pointerMoved(Point(x: 30, y: 30)))
    play.wait(.milliseconds(300))
    let place = try #require(play.scene.barPlaces.first { $0.command == .help }).box.centre
    click(place, in: &play)
    #expect(play.texts.contains("click the arrow") && !play.texts.contains { $0.hasPrefix("tap ") })
    play.tap(.escape)
    play.send(.pointerPressed(place, .finger), .pointerReleased(place, .finger))
    #expect(play.texts.contains("tap the arrow") && !play.texts.contains { $0.hasPrefix("click ") })
  }

  @Test func whoClicksIsToldToClick() {
    var play = play()
    play.tap(.character("c"))
    #expect(play.texts.contains("Press c to start"))
    play.send(.pointerMoved(Point(x: 30, y: 30)))
    #expect(play.texts.contains("Click to start"))
    play.send(.pointerPressed(Point(x: 3, y: 3), .finger))
    #expect(play.texts.contains("Tap to start"))
    play.send(.pointerReleased(Point(x: 3, y: 3), .finger))
    play.tap(.character("x"))
    #expect(play.texts.contains("Press c to start"))
  }

  // MARK: The gallery

  /// Above and between the cards a click leaves; near switches and day it does not, nor while cards move.
  @Test(arguments: [Button.primary, .finger]) func aClickOnTheDarkLeavesTheGallery(button: Button) {
    func tap(_ y: Double, _ play: inout Play) {
      play.send(.pointerPressed(Point(x: 640, y: y), button))
      play.wait(.milliseconds(50))
      play.send(.pointerReleased(Point(x: 640, y: y), button))
    }
    var play = play()
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
    var play = play()
    play.tap(.character("g"))
    play.wait(.seconds(1))
    let bar = try #require(play.scene.gallery.plan.bar)
    #expect(play.scene.gallery.nowBox(at: play.moment) == nil)
    click(Point(x: bar.x(of: 200), y: bar.rect.midY), in: &play)
    #expect(!play.scene.gallery.scrubber.isLive && play.texts.contains("now"))
    let box = try #require(play.scene.gallery.nowBox(at: play.moment))
    click(box.centre, in: &play)
    #expect(play.scene.gallery.scrubber.isLive && !play.texts.contains("now"))
    // Where the time shown stands in its place there is none.
    play.tap(.up)
    #expect(!play.scene.gallery.scrubber.isLive && play.scene.gallery.nowBox(at: play.moment) == nil)
  }

  @Test func aKioskShowsWhatItAllows() throws {
    for allowed in [Set<Permission>([.gallery]), [.gallery, .scrub], [.gallery, .look]] {
      var play = play { ($0.isLocked, $0.allowed) = (true, allowed) }
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
      var play = play { ($0.isLocked, $0.allowed) = (true, isAllowed ? [.gallery] : []) }
      let face = play.scene.face
      play.send(.told(.gallery(.open)))
      play.wait(.seconds(1))
      for _ in 0..<3 { play.send(.repeated(.right)) }
      play.tap(.right)
      click(Point(x: 1000, y: 360), in: &play)
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

  @Test func anotherLanguageLeavesTheGalleryOpen() throws {
    var play = play()
    play.tap(.character("g"))
    play.wait(.seconds(1))
    var setup = play.scene.setup
    setup.words = try #require(Words.all.first { $0["now"] != "now" })
    play.send(.arranged(setup))
    #expect(play.scene.gallery.isOpen(at: play.moment) && play.scene.gallery.words == setup.words)
  }

  // MARK: Bar and button

  /// What takes the first Escape back takes its hint away too.
  @Test func aTapOfAnotherKeyLeavesNoHint() {
    var play = play()
    play.tap(.escape)
    #expect(play.texts.contains("Press Escape again to quit"))
    play.tap(.character("s"))
    #expect(play.texts.contains("Hold to quit") && !play.texts.contains { $0.hasPrefix("Keep holding") })
  }

  @Test func aKiosksBarHasNoHole() throws {
    let play = play { ($0.isLocked, $0.allowed) = (true, [.countdown, .gallery]) }
    let (bar, button) = (play.scene.barPlaces, try #require(play.scene.layout?.button))
    let left = try #require(bar.last { $0.box.maxX < button.x })
    let right = try #require(bar.first { $0.box.x > button.maxX })
    #expect(!bar.contains { $0.command == .stopwatch })
    #expect(abs((button.x - left.box.maxX) - (right.box.x - button.maxX)) < 0.5)
    for (one, next) in zip(bar, bar.dropFirst()) where next.box.x < button.x || one.box.x > button.x {
      #expect(next.box.x - one.box.maxX < 0.7 * one.box.height)
    }
  }

  /// Also the smallest of the named walls has a watch to tap; the words of no language give way at 1280x720.
  @Test func theButtonGivesTheBarRoom() {
    for words in Words.all {
      for (width, height) in [(640, 360), (1280, 720), (1920, 1080)] {
        let size = Size(width: width, height: height)
        let bar = play(size: size) { $0.words = words }.scene.barPlaces
        #expect(bar.contains { $0.command == .stopwatch }, "\(words["Quit"]) \(width)")
        #expect(width < 1280 || bar.allSatisfy(\.hasWords), "\(words["Quit"]) \(width) \(bar.map(\.box.width))")
      }
    }
  }

  /// The edge of a control stands out by 3:1 from each wall (WCAG 2.2, 1.4.11): every minute of the day, on all faces.
  @Test(arguments: Face.all.map(\.name)) func controlsAreSeenOnEveryWall(name: String) throws {
    let face = try #require(Face.named(name))
    for minute in 0..<1440 {
      for second in [0, 30, 57] {
        let time = Moment.at(minute / 60, minute % 60, second)
        let civil = time.zone.civil(at: time.instant.second)
        let (wall, ink) = (face.colour(civil), face.ink(at: civil))
        let edge = wall.blended(with: ink.colour, share: ControlBar.edgeShare)
        #expect(edge.contrast(with: wall) >= 3, "\(minute / 60):\(minute % 60):\(second)")
      }
    }
  }

  /// Words and mark of the hold button, by how wide texts are taken to be.
  @Test func wordsDoNotCrossTheMark() throws {
    for words in Words.all {
      for fraction in [0.2, 0.4, 0.5, 0.7, 0.8, 0.95] {
        var play = play {
          $0.words = words
          $0.hold.rules = Hold.Rules(fraction: fraction)
        }
        play.send(.pointerMoved(Point(x: 9, y: 9)))
        play.wait(.seconds(1))
        let button = try #require(play.scene.button)
        let items = button.items(play.scene.hold, at: play.moment, ink: .white, wall: .black)
        let text = try #require(items.lazy.compactMap { if case .text(let text) = $0 { text } else { nil } }.first)
        let share = words.runsLeft ? 1 - fraction : fraction
        let mark = button.bowl.x + share * button.bowl.width
        #expect(text.box.maxX < mark || text.box.x > mark)
      }
      var play = play { $0.words = words }
      play.tap(.escape)
      play.wait(.milliseconds(400))
      let button = try #require(play.scene.button)
      // Plate, fill and text: no mark where the words need the room.
      #expect(button.items(play.scene.hold, at: play.moment, ink: .white, wall: .black).count == 3)
    }
  }

  @Test func theWheelTurnsTheRingAlsoWithinIt() throws {
    var play = play(countdown: .seconds(300))
    let ring = try #require(play.scene.ring)
    let before = try #require(play.scene.countdown?.number(at: play.moment))
    play.send(.pointerMoved(ring.centre + Point(x: 5, y: -0.3 * ring.radius)), .scrolled(right: 0, up: 1))
    #expect(try #require(play.scene.countdown?.number(at: play.moment)) > before)
    #expect(play.scene.pull.isAtRest(at: play.moment))
  }

  // MARK: Feeds

  /// The time gets smaller before a line is left out.
  @Test(arguments: [(640, 360), (1280, 720), (1920, 1080), (3440, 1440), (1080, 1920)])
  func aFeedAtTheEdgeKeepsItsLinesBesideAnAgendaAndZones(width: Int, height: Int) {
    let lines = ["Bus 5 in 3 min", "Room 4 free", "Sunny 20 C"]
    for size in [0.03, Feed.Style.standard.size, 0.068] {
      for more in 0..<8 {
        var labels = Labels()
        labels.date = more & 1 != 0
        var contents = Layout.Contents(size: Size(width: width, height: height), labels: labels)
        (contents.feed, contents.feedStyle) = (lines, Feed.Style(lines: 3, size: size, place: .bottom))
        contents.zones = more & 2 != 0 ? ["Tokyo 00:00 +1"] : []
        contents.agenda = more & 4 != 0 ? Layout.AgendaTemplates(now: "Maths until 00:00, 00:00", next: "Physics") : nil
        let layout = Layout(contents)
        #expect(lines.allSatisfy { line in layout.slots.contains { $0.part == .words(line) } })
        #expect(
          layout.slots.contains {
            [.time, .hour].contains($0.part) && $0.box.height > 0.1 * Double(min(width, height))
          })
      }
    }
  }
}

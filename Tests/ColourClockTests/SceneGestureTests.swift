import Testing

@testable import ColourClock

/// A scene played as on a wall of 1920x1080 pixels: every wake-up that it asks for is kept, and effects are noted.
struct Play {
  static let size = Size(width: 1920, height: 1080)

  var scene: Scene
  var moment = Moment.at(12, 0, 0)
  var effects: [Effect] = []
  var wakes = 0

  init(_ change: (inout Setup) -> Void = { _ in }, countdown: Duration? = nil) {
    var setup = Setup(face: .scaled, style: .hard)
    change(&setup)
    var started = countdown.map { Countdown(Countdown.Rules(period: $0, overtime: setup.hasOvertime)) }
    started?.start(at: moment)
    scene = Scene(setup, countdown: started)
    send(.resized(Play.size))
  }

  mutating func send(_ events: Event...) {
    for event in events { effects += scene.handle(event, at: moment) }
  }

  /// Lets time go by, with every wake-up on the way.
  mutating func wait(_ span: Duration) {
    let end = moment.uptime + span
    while let next = scene.nextChange(after: moment).moment(after: moment, pace: .real), next.uptime <= end {
      moment = next
      wakes += 1
      send(.ticked)
    }
    jump(end - moment.uptime)
  }

  /// Lets time go by without being woken.
  mutating func jump(_ span: Duration) {
    moment = Moment(instant: moment.instant + span, uptime: moment.uptime + span, zone: moment.zone)
  }

  mutating func press(_ x: Double, _ y: Double) { send(.pointerPressed(Point(x: x, y: y), .primary)) }
  mutating func release(_ x: Double, _ y: Double) { send(.pointerReleased(Point(x: x, y: y), .primary)) }

  /// Moves a pressed pointer evenly, in steps of a frame.
  mutating func drag(from start: (Double, Double), to end: (Double, Double), over span: Duration = .milliseconds(200)) {
    let count = max(1, Int(span / .milliseconds(16)))
    for index in 1...count {
      let share = Double(index) / Double(count)
      wait(span / count)
      send(
        .pointerMoved(
          Point(x: Motion.mix(start.0, end.0, share), y: Motion.mix(start.1, end.1, share))))
    }
  }

  mutating func tap(_ key: Key) {
    send(.pressed(key))
    wait(.milliseconds(50))
    send(.released(key))
    wait(.milliseconds(50))
  }

  var texts: [String] { scene.frame(at: moment)?.allTexts ?? [] }
}

extension Frame {
  /// Also those in groups.
  var allTexts: [String] { items.flatMap(\.allTexts) }
}

extension Item {
  var allTexts: [String] {
    switch self {
    case .text(let text): [text.string]
    case .fill: []
    case .group(let group): group.items.flatMap(\.allTexts)
    }
  }
}

@Suite struct HoldGestureTests {
  private let button = (960.0, 950.0)

  private func held(_ span: Duration, _ change: (inout Setup) -> Void = { _ in }, then act: (inout Play) -> Void)
    -> Play
  {
    var play = Play(change)
    play.send(.pointerMoved(Point(x: button.0, y: button.1)))
    play.wait(.milliseconds(300))
    play.press(button.0, button.1)
    play.wait(span)
    act(&play)
    play.wait(.seconds(12))
    return play
  }

  @Test func aFullHoldActsOnce() {
    #expect(held(.milliseconds(1610)) { $0.release(960, 950) }.effects == [.quit])
    #expect(held(.seconds(9)) { $0.release(960, 950) }.effects == [.quit])
  }

  /// The near misses: let go too early, slid off, another button, a key, focus lost, hidden, another size, a slept-over hold.
  @Test(arguments: [
    Event.pointerReleased(Point(x: 960, y: 950), .primary), .pointerMoved(Point(x: 960, y: 700)),
    .pointerPressed(Point(x: 960, y: 950), .other), .pressed(.escape), .pressed(.character("x")), .interrupted,
    .disappeared, .resized(Size(width: 800, height: 600)),
  ])
  func whateverDisturbsAHoldEndsIt(event: Event) {
    let play = held(.milliseconds(1500)) {
      $0.send(event)
      $0.wait(.seconds(3))
      $0.release(960, 700)
    }
    #expect(play.effects == [])
  }

  @Test func aHoldThatTheMachineSleptOverIsNone() {
    let play = held(.seconds(1)) { play in
      play.jump(.seconds(3600))
      play.send(.ticked)
    }
    #expect(play.effects == [])
  }

  @Test func aHiddenButtonCannotBeHeld() {
    var play = Play()
    play.press(button.0, button.1)
    play.wait(.seconds(3))
    play.release(button.0, button.1)
    #expect(play.effects == [], "the touch only brings the button")
    var never = Play { $0.hold.mode = .never }
    never.press(button.0, button.1)
    never.wait(.seconds(3))
    #expect(never.effects == [])
  }

  @Test(arguments: [Key.character("q"), .escape, .character(" ")])
  func keysAreHeldToo(key: Key) {
    var play = Play()
    play.send(.pressed(key))
    for _ in 0..<60 {
      play.wait(.milliseconds(33))
      play.send(.repeated(key))
    }
    play.send(.released(key))
    play.wait(.seconds(4))
    #expect(play.effects == [.quit])
  }

  @Test(arguments: [Key.character("q"), .escape, .enter, .character(" ")])
  func theSameKeyTwiceIsTheUntimedWay(key: Key) {
    var play = Play()
    play.tap(key)
    #expect(play.effects == [])
    #expect(play.texts.contains { $0.hasPrefix("Press ") && $0.hasSuffix("again to quit") })
    play.wait(.seconds(2))
    play.tap(key)
    #expect(play.effects == [.quit])
    var late = Play()
    late.tap(key)
    late.wait(.seconds(5))
    late.tap(key)
    #expect(late.effects == [])
  }

  @Test func withoutAButtonAKeyActsAtOnce() {
    var play = Play { $0.hold.mode = .never }
    play.send(.pressed(.character("q")))
    #expect(play.effects == [.quit])
  }

  @Test(arguments: [(HoldAction.refresh, [Effect.refresh]), (.command, [.command]), (.none, []), (.quit, [.quit])])
  func actions(action: HoldAction, effects: [Effect]) {
    #expect(
      held(.seconds(2)) {
        $0.hold.action = action
      } then: {
        $0.release(960, 950)
      }.effects == effects)
  }
}

@Suite struct PullGestureTests {
  private func pulled(_ distance: Double, back: Double? = nil, _ change: (inout Setup) -> Void = { _ in }) -> Play {
    var play = Play(change)
    play.press(700, 300)
    play.drag(from: (700, 300), to: (700, 300 + Gesture.slop + distance))
    if let back { play.drag(from: (700, 300 + Gesture.slop + distance), to: (700, 300 + Gesture.slop + back)) }
    play.release(700, 300 + Gesture.slop + (back ?? distance))
    play.wait(.milliseconds(500))
    return play
  }

  /// A fifth of the height is less than 105 points of 1080/480 pixels.
  private let threshold = 216.0

  @Test func itFiresOnReleaseBeyondTheThreshold() {
    #expect(pulled(threshold + 1).effects == [.refresh])
    #expect(pulled(threshold - 5).effects == [])
    #expect(pulled(threshold + 40, back: 40).effects == [])
    #expect(pulled(threshold + 40) { $0.pull = nil }.effects == [])
  }

  @Test func theSheetComesBackToRest() {
    var play = pulled(threshold - 5)
    play.wait(.seconds(2))
    #expect(play.scene.pull.isAtRest(at: play.moment.uptime))
    #expect(
      play.scene.frame(at: play.moment)?.texts.first?.box.y == Play().scene.frame(at: .at(12, 0, 0))?.texts.first?.box.y
    )
  }

  @Test func aWheelNotchAloneDoesNothingAndManyDo() {
    var play = Play()
    play.send(.scrolled(right: 0, up: 1))
    play.wait(.seconds(2))
    #expect(play.effects == [])
    for _ in 0..<6 {
      play.send(.scrolled(right: 0, up: 1))
      play.wait(.milliseconds(40))
    }
    play.wait(.seconds(1))
    #expect(play.effects == [.refresh])
  }

  @Test(arguments: [Key.character("r"), .function(5)])
  func aKeyOpensItVisibly(key: Key) {
    var play = Play()
    play.tap(key)
    #expect(play.effects == [.refresh])
    play.wait(.milliseconds(300))
    #expect(play.scene.pull.offset(at: play.moment.uptime) > 50)
    play.send(.refreshed(true))
    play.wait(.milliseconds(100))
    #expect(play.texts.contains("Done"))
    play.wait(.seconds(2))
    #expect(play.scene.pull.isAtRest(at: play.moment.uptime))
  }

  @Test func aFeedEndsTheRefreshWithItsAnswer() {
    var play = Play { $0.feed = Feed.Rules(every: .seconds(60)) }
    #expect(play.effects == [.feed])
    play.send(.fed(.text(Array("hello wall".utf8))))
    #expect(play.texts.contains("hello wall") && play.texts.contains("updated just now"))
    play.tap(.character("r"))
    play.send(.refreshed(true))
    #expect(play.effects == [.feed, .refresh, .feed])
    play.send(.fed(.failed(.timedOut)))
    play.wait(.milliseconds(50))
    #expect(play.texts.contains("Failed") && play.texts.contains("hello wall"))
    play.wait(.seconds(59))
    #expect(play.effects == [.feed, .refresh, .feed])
    play.wait(.seconds(2))
    #expect(play.effects == [.feed, .refresh, .feed, .feed])
  }
}

@Suite struct GalleryGestureTests {
  @Test func aSidewaysDragOpensItAndEnterChooses() {
    var play = Play()
    play.press(1500, 500)
    play.drag(from: (1500, 500), to: (700, 500), over: .milliseconds(600))
    #expect(play.scene.gallery.isOpen(at: play.moment.uptime))
    play.release(700, 500)
    play.wait(.seconds(1))
    play.tap(.enter)
    #expect(play.effects == [.keepCard("full")] && play.scene.face == .full)
    play.wait(.seconds(1))
    #expect(!play.scene.gallery.isVisible(at: play.moment.uptime))
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
    #expect(!play.scene.gallery.isVisible(at: play.moment.uptime))
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
    #expect(!play.scene.gallery.isVisible(at: play.moment.uptime) && play.effects == [])
  }
}

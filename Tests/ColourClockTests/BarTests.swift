import TestSupport
import Testing

import func Glibc.cos
import func Glibc.sin

@testable import ColourClock

/// The bar of controls: where it is, what pointer and keys do with it.
@Suite struct BarTests {
  private static let size = Size(width: 1280, height: 720)

  private func play(_ change: (inout Setup) -> Void = { _ in }, countdown: Duration? = nil, size: Size = size) -> Play {
    var play = Play(change, countdown: countdown)
    play.send(.resized(size))
    return play
  }

  private func box(_ command: ControlBar.Command, in play: Play) throws -> Rect {
    try #require(play.scene.layout?.bar.first { $0.command == command }).box
  }

  /// Shows the bar, and clicks.
  private func click(_ command: ControlBar.Command, in play: inout Play) throws {
    let centre = try box(command, in: play).centre
    play.send(.pointerMoved(centre))
    play.wait(.milliseconds(300))
    play.press(centre.x, centre.y)
    play.wait(.milliseconds(50))
    play.release(centre.x, centre.y)
  }

  private func isRunning(_ play: Play) -> Bool {
    if case .running = play.scene.countdown?.state { true } else { false }
  }

  private func isPaused(_ play: Play) -> Bool {
    if case .paused = play.scene.countdown?.state { true } else { false }
  }

  private func number(_ play: Play) -> Int? { play.scene.countdown?.number(at: play.moment) }

  // MARK: Places

  @Test(arguments: RoomTests.named, [1.0, 96 / 25.4, 8, 12])
  func everyTargetIsAsLargeAsAFingertip(size: Size, resolution: Double) {
    var play = Play()
    play.send(.resized(size, resolution: resolution))
    let bar = play.scene.layout?.bar ?? []
    for place in bar {
      #expect(min(place.box.width, place.box.height) >= max(24, 9 * resolution))
    }
    if size.shortSide >= 360, resolution < 6 {
      for command in [ControlBar.Command.less, .toggle, .more, .reset, .help] {
        #expect(bar.contains { $0.command == command })
      }
    }
    if size.shortSide < 100 { #expect(bar.isEmpty) }
  }

  @Test func aScreenOfAnotherResolutionHasOtherTargets() throws {
    var play = play()
    let usual = try box(.toggle, in: play)
    play.send(.resized(Self.size, resolution: 8))
    #expect(try box(.toggle, in: play).height == 72)
    play.send(.resized(Self.size))
    #expect(try box(.toggle, in: play) == usual)
  }

  @Test func nonsenseOfAMonitorIsNotBelieved() {
    let pixels = Size(width: 1920, height: 1080)
    func resolution(_ width: Int, _ height: Int) -> Double {
      Monitor.resolution(of: pixels, millimetres: Size(width: width, height: height))
    }
    for (width, height) in [(0, 0), (0, 300), (160, 90), (16, 9), (-5, 3), (1, 1), (10_000, 5600), (531, 600)] {
      #expect(resolution(width, height) == Monitor.usualResolution)
    }
    #expect(abs(resolution(531, 299) - 3.614) < 0.01)
  }

  // MARK: By pointer and by keys

  @Test func aPointerDoesItAll() throws {
    var play = play()
    try click(.toggle, in: &play)
    #expect(isRunning(play) && number(play) == 300)
    try click(.more, in: &play)
    #expect(number(play) == 360)
    try click(.less, in: &play)
    try click(.less, in: &play)
    #expect(number(play).map { (235...240).contains($0) } == true)
    try click(.toggle, in: &play)
    #expect(isPaused(play))
    try click(.toggle, in: &play)
    #expect(isRunning(play))
    try click(.reset, in: &play)
    #expect(play.scene.countdown?.state == .idle)
    try click(.preset(.seconds(600)), in: &play)
    #expect(isRunning(play) && number(play) == 600)
    try click(.help, in: &play)
    #expect(play.scene.isHelpOpen(at: play.moment) && isRunning(play))
    #expect(play.effects.count { $0 == .keepCountdown } == 8)
  }

  @Test func aLongLookAtTheQuestionMarkOpensTheHelp() throws {
    var play = play()
    play.send(.pointerMoved(Point(x: 300, y: 300)))
    play.wait(.milliseconds(500))
    let place = try #require(play.scene.barPlaces.first { $0.command == .help }).box.centre
    func isOpen() -> Bool { play.scene.isHelpOpen(at: play.moment) }
    play.send(.pointerMoved(place))
    play.wait(.milliseconds(1990))
    #expect(!isOpen())
    play.wait(.milliseconds(20))
    #expect(isOpen())
    // Once, until the pointer has left it.
    play.tap(.escape)
    play.send(.pointerMoved(place + Point(x: 1, y: 0)))
    play.wait(.milliseconds(2100))
    #expect(!isOpen())
    play.send(.pointerMoved(Point(x: 300, y: 300)), .pointerMoved(place))
    play.wait(.milliseconds(1000))
    // What is done meanwhile counts.
    play.press(place.x, place.y)
    play.release(place.x, place.y)
    #expect(isOpen())
    play.tap(.escape)
    play.wait(.milliseconds(3000))
    #expect(!isOpen())
  }

  @Test func keysReachItAll() throws {
    var play = play()
    var seen: [ControlBar.Command] = []
    for _ in 0..<8 {
      play.tap(.tab)
      seen.append(try #require(play.scene.bar.focus(at: play.moment)))
    }
    // What would do nothing without a countdown is passed over.
    #expect(seen == [.toggle, .more, .stopwatch] + play.scene.setup.presets.map(ControlBar.Command.preset) + [.help])
    play.tap(.tab)
    #expect(play.scene.bar.focus(at: play.moment) == .toggle)
    play.tap(.enter)
    #expect(isRunning(play) && number(play) == 300)
    play.tap(.right)
    play.tap(.character(" "))
    #expect(number(play) == 360)
    play.tap(.backTab)
    play.tap(.left)
    #expect(play.scene.bar.focus(at: play.moment) == .less)
    play.tap(.enter)
    #expect(number(play) == 300)
    #expect(!play.scene.gallery.isOpen(at: play.moment) && play.scene.hold.level(at: play.moment) == 0)
    play.tap(.escape)
    #expect(play.scene.bar.focus(at: play.moment) == nil)
  }

  /// Then Enter and Space are the hold button's again, and arrows the gallery's.
  @Test func theFocusGoesWithTheBar() {
    var play = play()
    play.tap(.tab)
    #expect(play.scene.bar.focus(at: play.moment) == .toggle)
    play.wait(.seconds(20))
    #expect(play.scene.bar.opacity(at: play.moment) == 0 && play.scene.bar.focus(at: play.moment) == nil)
    play.tap(.enter)
    #expect(play.scene.countdown == nil && play.texts.contains("Press Enter again to quit"))
  }

  /// A touch that brings the bar is not one on it; one that slides off has no effect; a second finger neither.
  @Test func whatDoesNotCount() throws {
    var play = play()
    let place = try box(.toggle, in: play).centre
    // As a touch screen sends it.
    play.send(.pointerMoved(place))
    play.press(place.x, place.y)
    play.release(place.x, place.y)
    #expect(play.scene.countdown == nil)
    play.wait(.milliseconds(300))
    play.press(place.x, place.y)
    play.send(.pointerMoved(Point(x: place.x, y: place.y - 200)))
    play.send(.pointerMoved(place))
    play.release(place.x, place.y)
    #expect(play.scene.countdown == nil)
    play.press(place.x, place.y)
    play.send(.pointerPressed(place, .other))
    play.release(place.x, place.y)
    #expect(play.scene.countdown == nil)
  }

  @Test func hiddenItCostsNothing() {
    var play = play()
    play.wait(.seconds(5))
    let before = play.wakes
    play.wait(.seconds(60))
    #expect(play.wakes - before == 60)
    play.send(.pointerMoved(Point(x: 9, y: 9)))
    play.wait(.seconds(6))
    let after = play.wakes
    play.wait(.seconds(60))
    #expect(play.wakes - after == 60 && play.scene.isPredictable(at: play.moment))
  }

  @Test func withReducedMotionItIsThereAtOnce() {
    var play = play { $0.isReduced = true }
    play.send(.pointerMoved(Point(x: 9, y: 9)))
    #expect(play.scene.bar.opacity(at: play.moment) == 1)
    play.wait(.seconds(4))
    #expect(play.scene.bar.opacity(at: play.moment) == 0)
  }

  @Test func afterZeroItBeginsAgain() throws {
    var play = play(countdown: .seconds(5))
    play.wait(.seconds(6))
    play.send(.pointerMoved(Point(x: 9, y: 9)))
    play.wait(.milliseconds(300))
    #expect(play.texts.contains("Again"))
    try click(.toggle, in: &play)
    #expect(isRunning(play) && number(play) == 5)
  }

  // MARK: The ring

  @Test func aTapOnTheRingPausesAndGoesOn() throws {
    var play = play(countdown: .seconds(300))
    let ring = try #require(play.scene.ring)
    for (place, paused) in [
      (ring.centre, true), (ring.centre + Point(x: 0, y: -ring.radius), false),
      (ring.centre + Point(x: 9, y: 20), true),
    ] {
      play.press(place.x, place.y)
      play.wait(.milliseconds(80))
      play.release(place.x, place.y)
      #expect(isPaused(play) == paused)
    }
    play.press(5, 5)
    play.release(5, 5)
    #expect(isPaused(play))
  }

  /// From full on to three o'clock, of a countdown of five minutes.
  @Test func theKnobStaysUnderTheFinger() throws {
    var play = play()
    play.tap(.character("c"))
    let ring = try #require(play.scene.ring)
    func place(_ turns: Double) -> Point {
      ring.centre + Point(x: sin(turns * 2 * .pi), y: -cos(turns * 2 * .pi)) * ring.radius
    }
    play.send(.pointerPressed(place(0), .primary))
    for step in 1...10 { play.send(.pointerMoved(place(0.025 * Double(step)))) }
    let knobs = try #require(play.scene.frame(at: play.moment)).items.compactMap { item -> Point? in
      if case .fill(let fill) = item, case .disc(let centre, _) = fill.shape { centre } else { nil }
    }
    let knob = try #require(knobs.last)
    #expect((knob - place(0.25)).length < 0.02 * ring.radius)
    #expect(number(play) == 375)
    play.send(.pointerReleased(place(0.25), .primary))
    #expect(isRunning(play))
  }

  // MARK: What is allowed

  @Test func aKioskAllowsNothingButTheHold() {
    var play = play({ ($0.isLocked, $0.allowed, $0.pull) = (true, [], nil) }, countdown: .seconds(300))
    let before = play.scene.countdown
    #expect(play.scene.barPlaces.isEmpty)
    for key in [Key.character("c"), .up, .down, .character("+"), .backspace, .tab, .enter, .left, .character("g")] {
      play.tap(key)
    }
    play.tap(.character("r"))
    play.press(640, 200)
    play.release(640, 200)
    play.send(.scrolled(right: 1, up: 0), .scrolled(right: 0, up: 1))
    #expect(play.scene.countdown == before && !play.scene.gallery.isOpen(at: play.moment) && play.effects.isEmpty)
    play.send(.pressed(.character(" ")))
    play.wait(.seconds(2))
    #expect(play.effects == [.quit])
  }

  @Test func whatIsAllowedWorks() {
    for permission in Permission.allCases {
      var play = play { ($0.isLocked, $0.allowed) = (true, [permission]) }
      let commands = play.scene.barPlaces.map(\.command)
      #expect(commands.contains(.toggle) == (permission == .countdown) && commands.contains(.help))
      play.tap(.character("c"))
      #expect((play.scene.countdown != nil) == (permission == .countdown))
      play.tap(.character("r"))
      #expect(play.effects.contains(.refresh) == (permission == .refresh))
      play.tap(.character("g"))
      #expect(play.scene.gallery.isOpen(at: play.moment) == (permission == .gallery))
      play.tap(.up)
      #expect(play.scene.gallery.scrubber.isLive)
    }
  }

  // MARK: Help

  @Test func theHelpComesAndGoes() {
    for key in [Key.character("?"), .character("h"), .function(1)] {
      var play = play()
      play.tap(key)
      #expect(play.texts.contains("Other faces") && play.texts.contains("Quit"))
      play.tap(.character("c"))
      #expect(!play.texts.contains("Other faces") && play.scene.countdown == nil)
    }
    var play = play()
    play.tap(.character("?"))
    play.wait(.seconds(31))
    #expect(!play.texts.contains("Other faces"))
    play.tap(.character("?"))
    play.press(640, 300)
    play.release(640, 300)
    #expect(!play.texts.contains("Other faces"))
    #expect(play.effects.isEmpty)
  }

  @Test func theHelpSaysOnlyWhatWorks() {
    var kiosk = play { ($0.isLocked, $0.allowed, $0.pull) = (true, [], nil) }
    kiosk.tap(.character("?"))
    #expect(kiosk.texts.contains("hold the button"))
    for words in ["Full screen", "Other faces", "Refresh", "Countdown", "q"] {
      #expect(!kiosk.texts.contains(words))
    }
    var still = play { $0.pull = nil }
    still.tap(.character("?"))
    #expect(still.texts.contains("Refresh") && !still.texts.contains("pull down"))
  }

  /// What was touched last says what fingers do, before what only keys do.
  @Test func theHelpIsForWhatIsUsed() throws {
    var play = play()
    play.tap(.character("?"))
    #expect(play.texts.first == "Any key or touch closes this")
    play.tap(.escape)
    play.send(.pointerPressed(Point(x: 5, y: 5), .finger), .pointerReleased(Point(x: 5, y: 5), .finger))
    play.scene.openHelp(at: play.moment)
    #expect(play.texts.first == "Touch to close")
    #expect(try #require(play.scene.advice.firstIndex { $0.hand.isEmpty }) == play.scene.advice.count - 1)
  }

  /// Without the bar its controls are nowhere, and the help and Tab know of none.
  @Test func withoutABar() {
    var play = play { $0.hasBar = false }
    play.tap(.tab)
    #expect(play.scene.bar.focus(at: play.moment) == nil && play.scene.barPlaces.isEmpty)
    play.tap(.character("?"))
    #expect(!play.texts.contains("Controls") && !play.texts.contains("tap a length"))
  }

  /// Both groups beside the button are as wide, and reach as far from it.
  @Test(arguments: RoomTests.named) func bothSidesAreEqual(size: Size) throws {
    let play = play(size: size)
    let (layout, middle) = (try #require(play.scene.layout), Double(size.width) / 2)
    guard let first = layout.bar.first, let last = layout.bar.last, let button = layout.button else { return }
    #expect(abs(first.box.x + last.box.maxX - 2 * middle) < 1e-6)
    guard first.box.midY == button.midY else { return }
    let inner = layout.bar.map(\.box).filter { $0.maxX < middle }.map(\.maxX).max() ?? 0
    let outer = layout.bar.map(\.box).filter { $0.x > middle }.map(\.x).min() ?? 0
    #expect(abs(inner + outer - 2 * middle) < 1e-6 && inner < button.x && outer > button.maxX)
  }

  // MARK: The hint

  private func fresh(_ change: (inout Setup) -> Void = { _ in }) -> Play {
    var play = play(change)
    play.scene.hint = Hint(isReduced: play.scene.setup.isReduced)
    return play
  }

  @Test func theHintComesOnce() {
    let words = "Move or touch for controls · ? for help"
    var play = fresh()
    play.wait(.seconds(5))
    #expect(!play.texts.contains(words) && play.effects.isEmpty)
    play.send(.pointerMoved(Point(x: 9, y: 9)))
    play.wait(.seconds(1))
    #expect(play.texts.contains(words) && play.effects == [.keepHint])
    play.wait(.seconds(8))
    #expect(play.texts.contains(words))
    play.wait(.seconds(2))
    #expect(!play.texts.contains(words))
    let before = play.wakes
    play.wait(.seconds(60))
    #expect(play.wakes - before == 60 && play.scene.isPredictable(at: play.moment))
    play.send(.pointerMoved(Point(x: 20, y: 9)))
    play.wait(.seconds(1))
    #expect(!play.texts.contains(words) && play.effects == [.keepHint])
  }

  @Test func theHintIsForWhatIsUsed() {
    var touched = fresh()
    touched.send(.pointerPressed(Point(x: 9, y: 9), .finger))
    touched.wait(.seconds(1))
    #expect(touched.texts.contains("Touch for controls · tap ? for help"))
    var bare = fresh { $0.hasBar = false }
    bare.send(.pointerPressed(Point(x: 9, y: 9), .finger), .pointerReleased(Point(x: 9, y: 9), .finger))
    #expect(bare.effects.isEmpty)
    bare.tap(.other)
    bare.wait(.seconds(1))
    #expect(bare.texts.contains("Press ? for help") && bare.effects == [.keepHint])
    var saver = fresh { ($0.endsOnInput, $0.allowed) = (true, []) }
    saver.send(.pressed(.other))
    #expect(saver.effects == [.quit])
  }

  // MARK: Help, its places

  /// No text of the help covers another, at any size.
  @Test(arguments: RoomTests.named + RoomTests.random) func theHelpHasRoom(size: Size) throws {
    var play = play(size: size)
    play.tap(.character("?"))
    let boxes = try #require(play.scene.frame(at: play.moment)).texts.map(\.box)
    for (index, one) in boxes.enumerated() {
      #expect(one.x >= 0 && one.y >= 0 && one.maxX <= Double(size.width) && one.maxY <= Double(size.height))
      for other in boxes.dropFirst(index + 1) {
        let apart =
          one.maxX <= other.x + 1e-6 || other.maxX <= one.x + 1e-6 || one.maxY <= other.y || other.maxY <= one.y
        #expect(apart)
      }
    }
  }

  // MARK: Any order

  /// 4 runs of 1,500 events, most of them in the bar or for it: the countdown stays within its range, the bar's focus is
  /// on what can be seen, nothing happens to a countdown that is not allowed to be changed, and a quiet minute later all
  /// is at rest.
  @Test(arguments: [21, 22, 23, 24] as [UInt64]) func anyOrderKeepsTheState(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var play = play({ if seed == 24 { ($0.isLocked, $0.allowed) = (true, [.gallery]) } }, countdown: .seconds(40))
    let keys: [Key] = [
      .tab, .backTab, .left, .right, .enter, .character(" "), .escape, .character("?"), .up, .function(1),
    ]
    for _ in 0..<1500 {
      play.wait(.milliseconds(Int64.random(in: 0...400, using: &random)))
      let places = play.scene.layout?.bar.map(\.box.centre) ?? []
      let place = places.randomElement(using: &random) ?? Point(x: 640, y: 300)
      let key = keys.randomElement(using: &random) ?? .tab
      switch Int.random(in: 0..<10, using: &random) {
      case 0...2: play.send(.pointerMoved(place))
      case 3...4: play.press(place.x, place.y)
      case 5...6: play.release(place.x, place.y)
      case 7: play.send(.interrupted)
      default: play.send(.pressed(key), .released(key))
      }
      let rest = play.scene.countdown?.remaining(at: play.moment) ?? .zero
      #expect(rest >= .zero && rest <= TimeSpan.longest)
      if let focus = play.scene.bar.focus(at: play.moment) {
        #expect(play.scene.layout?.bar.contains { $0.command == focus } == true)
      }
      #expect((0...1).contains(play.scene.bar.opacity(at: play.moment)))
      if seed == 24 { #expect(play.scene.countdown?.length == .seconds(40)) }
    }
    play.send(.interrupted, .pointerReleased(Point(x: 1, y: 1), .primary))
    play.wait(.seconds(60))
    #expect(play.scene.bar.isAtRest(at: play.moment) && play.scene.bar.opacity(at: play.moment) == 0)
    #expect(!play.scene.isHelpOpen(at: play.moment))
  }
}

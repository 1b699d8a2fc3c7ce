import TestSupport
import Testing

import func Glibc.cos
import func Glibc.sin

@testable import ColourClock

/// The bar of controls: where it is, what pointer and keys do with it.
@Suite struct BarTests {
  static let size = Size(width: 1280, height: 720)

  func play(_ change: (inout Setup) -> Void = { _ in }, countdown: Duration? = nil, size: Size = size) -> Play {
    var play = Play(change, countdown: countdown)
    play.send(.resized(size))
    return play
  }

  func box(_ command: ControlBar.Command, in play: Play) throws -> Rect {
    try #require(play.scene.layout?.bar.first { $0.command == command }).box
  }

  /// Shows the bar, and clicks.
  func click(_ command: ControlBar.Command, in play: inout Play) throws {
    let centre = try box(command, in: play).centre
    play.send(.pointerMoved(centre))
    play.wait(.milliseconds(300))
    play.press(centre.x, centre.y)
    play.wait(.milliseconds(50))
    play.release(centre.x, centre.y)
  }

  func isRunning(_ play: Play) -> Bool {
    if case .running = play.scene.countdown?.state { true } else { false }
  }

  func isPaused(_ play: Play) -> Bool {
    if case .paused = play.scene.countdown?.state { true } else { false }
  }

  func number(_ play: Play) -> Int? { play.scene.countdown?.number(at: play.moment) }

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
      for command in [ControlBar.Command.toggle, .stopwatch, .help, .quit] {
        #expect(bar.contains { $0.command == command })
      }
    }
    if size.shortSide < 100 { #expect(bar.isEmpty) }
  }

  /// In every language, and by keys.
  @Test(arguments: RoomTests.named.filter { $0.shortSide >= 360 }, Words.all)
  func everyPresetIsThere(size: Size, words: Words) throws {
    var play = Play { $0.words = words }
    play.send(.resized(size))
    let commands = play.scene.barPlaces.map(\.command)
    #expect(Set(commands) == Set(play.scene.barCommands) && commands.count(where: \.isPreset) == 5)
    let boxes = play.scene.barPlaces.map(\.box)
    let places = words.isRightToLeft ? boxes.reversed() : boxes
    #expect(zip(places, places.dropFirst()).allSatisfy { $1.y != $0.y || $1.x - $0.maxX >= 2 })
    var seen: Set<ControlBar.Command> = []
    for _ in commands {
      play.tap(.tab)
      seen.insert(try #require(play.scene.bar.focus(at: play.moment)))
    }
    #expect(seen.isSuperset(of: commands.filter(\.isPreset)) && seen.contains(.help))
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

  // MARK: The ring

  @Test func aTapOnTheRingPausesAndGoesOn() throws {
    var play = play(countdown: .seconds(300))
    let ring = try #require(play.scene.ring)
    // The bar must be visible: the first tap only shows it.
    play.send(.pointerMoved(Point(x: 9, y: 9)))
    play.wait(.milliseconds(300))
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
    #expect(play.effects.isEmpty)
  }

  @Test func aKioskOffersNoStartThatItRefuses() {
    for isAllowed in [false, true] {
      var play = play { ($0.isLocked, $0.allowed) = (true, isAllowed ? [.countdown] : []) }
      play.send(.told(.countdown(.set(.seconds(300)))))
      play.send(.pointerMoved(Point(x: 30, y: 30)))
      #expect(play.texts.contains("Click to start") == isAllowed && play.texts.contains("Ready") != isAllowed)
    }
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

  /// Without the bar there is only quit, and the help knows of no other controls.
  @Test func withoutABar() {
    var play = play { $0.hasBar = false }
    play.tap(.tab)
    #expect(play.scene.bar.focus(at: play.moment) == .quit && play.scene.barPlaces.map(\.command) == [.quit])
    play.tap(.character("?"))
    #expect(!play.texts.contains("Controls") && !play.texts.contains("tap a length"))
  }

  /// Both groups beside a button of its own are as wide, and reach as far from it.
  @Test(arguments: RoomTests.named) func bothSidesAreEqual(size: Size) throws {
    let play = play({ $0.hold.presence = .motion }, size: size)
    let (layout, middle) = (try #require(play.scene.layout), Double(size.width) / 2)
    guard let first = layout.bar.first, let last = layout.bar.last, let button = layout.button else { return }
    #expect(abs(first.box.x + last.box.maxX - 2 * middle) < 1e-6)
    guard first.box.midY == button.midY else { return }
    let inner = layout.bar.map(\.box).filter { $0.maxX < middle }.map(\.maxX).max() ?? 0
    let outer = layout.bar.map(\.box).filter { $0.x > middle }.map(\.x).min() ?? 0
    #expect(abs(inner + outer - 2 * middle) < 1e-6 && inner < button.x && outer > button.maxX)
  }

  // MARK: Any order

  /// 4 runs of 1,500 events, most of them in the bar or for it: the countdown stays within its range, the bar's focus
  /// is on what can be seen, nothing happens to a countdown that is not allowed to be changed, and a quiet minute later
  /// all is at rest.
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
    // It stays for what rings.
    let opacity = play.scene.isRinging ? 1.0 : 0
    #expect(play.scene.bar.isAtRest(at: play.moment) && play.scene.bar.opacity(at: play.moment) == opacity)
    #expect(!play.scene.help.isOpen(at: play.moment.uptime))
  }
}

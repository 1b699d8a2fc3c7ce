import TestSupport
import Testing

import func Glibc.cos
import func Glibc.sin

@testable import ColourClock

/// What a finger does, alone: every control, and what the wall says to it.
@Suite struct TouchTests {
  private static let size = Size(width: 1280, height: 720)

  private func play(_ change: (inout Setup) -> Void = { _ in }, countdown: Duration? = nil) -> Play {
    var play = Play(change, countdown: countdown)
    play.send(.resized(Self.size))
    return play
  }

  private func down(_ place: Point, _ play: inout Play) { play.send(.pointerPressed(place, .finger)) }
  private func up(_ place: Point, _ play: inout Play) { play.send(.pointerReleased(place, .finger)) }

  private func tap(_ place: Point, _ play: inout Play) {
    down(place, &play)
    play.wait(.milliseconds(80))
    up(place, &play)
    play.wait(.milliseconds(200))
  }

  private func drag(_ places: [Point], _ play: inout Play) {
    down(places[0], &play)
    for place in places.dropFirst() {
      play.wait(.milliseconds(16))
      play.send(.pointerMoved(place))
    }
    play.wait(.milliseconds(16))
    up(places[places.count - 1], &play)
  }

  private func line(from start: (Double, Double), to end: (Double, Double)) -> [Point] {
    (0...20).map { step in
      let share = Double(step) / 20
      return Point(x: Motion.mix(start.0, end.0, share), y: Motion.mix(start.1, end.1, share))
    }
  }

  // MARK: Every control

  @Test func theBar() throws {
    var play = play()
    tap(Point(x: 640, y: 100), &play)
    tap(try play.centre(of: .preset(.seconds(600))), &play)
    #expect(play.scene.countdown?.number(at: play.moment, .up) == 600)
    tap(try play.centre(of: .toggle), &play)
    guard case .paused = play.scene.countdown?.state else { throw Unexpected() }
    tap(try play.centre(of: .more), &play)
    tap(try play.centre(of: .reset), &play)
    #expect(play.scene.countdown?.state == .idle)
    // Undo has the place of the help for ten seconds.
    play.wait(.seconds(14))
    tap(Point(x: 20, y: 100), &play)
    tap(try play.centre(of: .help), &play)
    #expect(play.scene.help.isOpen(at: play.moment.uptime))
    tap(Point(x: 640, y: 100), &play)
    #expect(!play.scene.help.isOpen(at: play.moment.uptime) && play.scene.countdown?.state == .idle)
  }

  private struct Unexpected: Error {}

  @Test func theRing() throws {
    var play = play(countdown: .seconds(300))
    let ring = try #require(play.scene.ring)
    tap(ring.centre, &play)
    guard case .running = play.scene.countdown?.state else { throw Unexpected() }
    play.wait(.milliseconds(400))
    tap(ring.centre, &play)
    guard case .paused = play.scene.countdown?.state else { throw Unexpected() }
    tap(ring.centre, &play)
    guard case .paused = play.scene.countdown?.state else { throw Unexpected() }
    play.wait(.milliseconds(400))
    tap(ring.centre, &play)
    guard case .running = play.scene.countdown?.state else { throw Unexpected() }
    let places = (0...10).map { step in
      let angle = 0.025 * Double(step) * 2 * Double.pi
      return ring.centre + Point(x: sin(angle), y: -cos(angle)) * ring.radius
    }
    drag(places, &play)
    #expect(play.scene.countdown?.remaining(at: play.moment) ?? .zero > .seconds(360))
  }

  @Test func theHoldButton() throws {
    var play = play { $0.hold.presence = .motion }
    tap(Point(x: 640, y: 100), &play)
    let button = try #require(play.scene.button).plate.centre
    down(button, &play)
    play.wait(.seconds(2))
    #expect(play.effects == [.quit])
  }

  @Test func pullAndGallery() {
    var play = play()
    drag(line(from: (400, 60), to: (400, 560)), &play)
    #expect(play.effects == [.refresh])
    play.send(.refreshed(true))
    play.wait(.seconds(5))
    drag(line(from: (900, 300), to: (640, 300)), &play)
    #expect(play.scene.gallery.isOpen(at: play.moment))
    play.wait(.seconds(2))
    tap(Point(x: 640, y: 300), &play)
    #expect(
      !play.scene.gallery.isOpen(at: play.moment)
        && play.effects.contains { if case .saveCard = $0 { true } else { false } })
  }

  @Test func anyInputEndsASaver() {
    var play = play { $0.endsOnInput = true }
    down(Point(x: 3, y: 3), &play)
    #expect(play.effects == [.quit])
  }

  @Test func aKioskIsHeldOnly() throws {
    var play = play { ($0.isLocked, $0.allowed, $0.pull, $0.hold.presence) = (true, [], nil, .motion) }
    tap(Point(x: 640, y: 100), &play)
    let button = try #require(play.scene.button).plate.centre
    for _ in 0..<5 { tap(button, &play) }
    #expect(play.effects.isEmpty && play.texts.contains("Keep holding"))
    down(button, &play)
    play.wait(.seconds(2))
    #expect(play.effects == [.quit])
  }

  // MARK: What is different

  @Test func aFingerShowsNoPointer() {
    var play = play()
    play.send(.pointerMoved(Point(x: 5, y: 5)))
    #expect(play.scene.showsPointer(at: play.moment))
    tap(Point(x: 640, y: 100), &play)
    #expect(!play.scene.showsPointer(at: play.moment))
    drag(line(from: (640, 100), to: (640, 90)), &play)
    #expect(!play.scene.showsPointer(at: play.moment))
    play.send(.pointerMoved(Point(x: 5, y: 5)))
    #expect(play.scene.showsPointer(at: play.moment))
  }

  /// A drag begins after 2.5 mm, and never before the pointer's 12 pixels.
  @Test(arguments: [(1, 12), (96 / 25.4, 12), (8, 20), (12, 30)] as [(Double, Double)]) func itStraysByMillimetres(
    resolution: Double, slop: Double
  ) {
    for (button, slop) in [(Button.finger, slop), (.primary, 12)] {
      for (way, isDrag) in [(slop - 0.5, false), (slop + 0.5, true)] {
        var play = play()
        play.send(.resized(Self.size, resolution: resolution))
        play.send(.pointerPressed(Point(x: 640, y: 300), button), .pointerMoved(Point(x: 640 - way, y: 300)))
        #expect((play.scene.gesture.press(GalleryPress.self) != nil) == isDrag)
      }
    }
  }

  /// Two taps confirm for who cannot hold, but only one after the other.
  @Test func aTapAsksForASecond() throws {
    var play = play { $0.hold.presence = .motion }
    tap(Point(x: 640, y: 100), &play)
    let button = try #require(play.scene.button).plate.centre
    tap(button, &play)
    #expect(play.effects.isEmpty && play.texts.contains("Tap again to quit"))
    play.wait(.seconds(4))
    tap(Point(x: 640, y: 100), &play)
    tap(button, &play)
    #expect(play.effects.isEmpty)
    tap(button, &play)
    #expect(play.effects == [.quit])
  }

  /// A mouse is held, as before.
  @Test func aClickAsksForNone() throws {
    var play = play { $0.hold.presence = .motion }
    play.send(.pointerMoved(Point(x: 640, y: 100)))
    play.wait(.milliseconds(300))
    let button = try #require(play.scene.button).plate.centre
    for _ in 0..<4 {
      play.press(button.x, button.y)
      play.wait(.milliseconds(80))
      play.release(button.x, button.y)
      play.wait(.milliseconds(200))
    }
    #expect(play.effects.isEmpty && play.texts.contains("Keep holding, or Enter twice"))
  }

  @Test func textsSayWhatFingersDo() {
    var play = play()
    play.tap(.character("c"))
    #expect(play.texts.contains("Press c to start"))
    tap(Point(x: 5, y: 5), &play)
    #expect(play.texts.contains("Tap to start"))
    play.send(.pointerMoved(Point(x: 50, y: 5)))
    #expect(play.texts.contains("Click to start"))
  }

  // MARK: Scrolling

  @Test func partsOfANotchAddUp() {
    var pointer = PointerState()
    func add(_ right: Double, _ up: Double, _ milliseconds: Int64) -> [Int] {
      let notches = pointer.scroll(right: right, up: up, at: .milliseconds(milliseconds))
      return [notches.right, notches.up]
    }
    #expect(add(0, 1, 0) == [0, 1] && add(-2, 0, 10) == [-2, 0])
    for step in 1...9 { #expect(add(0, 0.1, 20 * Int64(step)) == [0, 0]) }
    #expect(add(0, 0.1, 200) == [0, 1])
    // Not quite straight, and after a rest.
    #expect(add(0.9, 0.6, 210) == [0, 0] && add(0.3, 0.5, 220) == [1, 0] && add(0.7, 0, 800) == [0, 0])
  }

  /// Two fingers that scroll down a little sideways pull, and do not open the gallery; the wall follows each part of a
  /// notch.
  @Test func twoFingersPull() {
    var play = play()
    var offsets: [Double] = []
    for _ in 0..<12 {
      play.send(.scrolled(right: 0.03, up: 0.25))
      play.wait(.milliseconds(16))
      offsets.append(play.scene.pull.offset(at: play.moment))
    }
    #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $0 < $1 } && !play.scene.gallery.isOpen(at: play.moment))
  }

  @Test func twoFingersTurnTheRing() throws {
    var play = play(countdown: .seconds(300))
    let ring = try #require(play.scene.ring)
    play.tap(.character("c"))
    play.send(.pointerMoved(ring.centre + Point(x: 0, y: ring.radius)))
    for _ in 0..<8 { play.send(.scrolled(right: 0, up: 0.25)) }
    #expect(play.scene.countdown?.remaining(at: play.moment) == .seconds(330))
  }

  // MARK: Any order

  /// 6 runs of 2,000 events of a finger, of a second one that cancels, and of time: a cancelled gesture never acts, no
  /// pointer is ever shown, and with the finger up no gesture is left.
  @Test(arguments: 1...6 as ClosedRange<UInt64>) func anyOrderKeepsTheState(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var play = play(countdown: .seconds(600))
    var (isDown, isCancelled) = (false, false)
    for _ in 0..<2000 {
      play.wait(.milliseconds(Int64.random(in: 0...200, using: &random)))
      let place = anyPlace(on: play.scene, using: &random)
      let before = (play.scene.countdown, play.effects.count)
      switch Int.random(in: 0..<6, using: &random) {
      case 0...1 where !isDown:
        (isDown, isCancelled) = (true, false)
        down(place, &play)
      case 0...3 where isDown && !isCancelled: play.send(.pointerMoved(place))
      case 4 where isDown && !isCancelled:
        isCancelled = true
        play.send(.interrupted)
        #expect(play.scene.gesture.isOver && play.effects.count == before.1)
      case 5 where isDown:
        // Of a cancelled gesture the shell sends no end.
        isDown = false
        if !isCancelled { up(place, &play) }
        #expect(play.scene.gesture.isOver && (!isCancelled || play.scene.countdown == before.0))
      default: break
      }
      if isCancelled { #expect(!play.effects.dropFirst(before.1).contains(.quit)) }
      #expect(!play.scene.showsPointer(at: play.moment))
      goOn(&play)
    }
    play.send(.interrupted)
    play.wait(.seconds(60))
    #expect(play.scene.gesture.isOver && play.scene.hold.isAtRest(at: play.moment))
  }

  /// Mostly on a control.
  private func anyPlace(on scene: Scene, using random: inout SeededRandom) -> Point {
    let controls =
      (scene.layout?.bar.map(\.box.centre) ?? []) + [scene.button?.plate.centre, scene.ring?.centre].compactMap(\.self)
    guard Int.random(in: 0...2, using: &random) == 0 else {
      return controls.randomElement(using: &random) ?? Point(x: 9, y: 9)
    }
    return Point(x: .random(in: 0...1280, using: &random), y: .random(in: 0...720, using: &random))
  }

  /// Whatever was done.
  private func goOn(_ play: inout Play) {
    if play.effects.contains(.refresh) { play.send(.refreshed(true)) }
    play.effects = []
  }
}

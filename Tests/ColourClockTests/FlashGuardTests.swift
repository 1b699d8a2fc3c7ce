import TestSupport
import Testing

@testable import ColourClock

@Suite struct FlashGuardTests {
  private let size = Size(width: 1280, height: 720)

  private func frame(_ colour: Colour, _ items: [Item] = []) -> Frame {
    Frame(size: size, background: colour, items: items)
  }

  private func box(_ share: Double, _ colour: Colour) -> Item {
    // Of the width and height of a field of ten degrees, a third of the wall's.
    let side = share.squareRoot() / 3
    return .fill(
      Fill(
        .box(Rect(x: 320, y: 180, width: side * Double(size.width), height: side * Double(size.height)), radius: 0),
        colour))
  }

  /// Shows one frame after the other, `pause` apart: which of them were let through, and when.
  private func play(_ frames: [Frame], every pause: Duration) -> [(frame: Frame, time: Double)] {
    var flashes = FlashGuard()
    var shown: [(Frame, Double)] = []
    for (index, frame) in frames.enumerated() {
      let uptime = .seconds(100) + pause * index
      if flashes.admits(frame, at: uptime) { shown.append((frame, uptime.inSeconds)) }
      #expect(flashes.retry.map { $0 > uptime } ?? true)
    }
    return shown
  }

  private static let pairs: [(Colour, Colour)] = [
    (.black, .white), (Colour(red: 255, green: 0, blue: 0), .black),
    // Redness alone changes enough.
    (Colour(red: 149, green: 0, blue: 0), Colour(red: 203, green: 0, blue: 0)),
    // Of one luminance.
    (Colour(red: 255, green: 0, blue: 0), Colour(red: 0, green: 139, blue: 0)),
    // By chromaticity alone: too dark for the other measures.
    (Colour(red: 60, green: 0, blue: 0), .black),
  ]

  @Test(arguments: pairs) func aStroboscopeIsHeldBack(one: Colour, other: Colour) {
    for pause in [5, 17, 40, 90, 140] {
      let frames = (0..<400).map { frame($0 % 2 == 0 ? one : other) }
      let shown = play(frames, every: .milliseconds(pause))
      #expect(FlashCounter.most(shown) <= 3 && shown.count >= 4)
    }
  }

  @Test(arguments: pairs) func threeFlashesASecondAreNot(one: Colour, other: Colour) {
    let frames = (0..<100).map { frame($0 % 2 == 0 ? one : other) }
    #expect(play(frames, every: .milliseconds(220)).count == 100)
  }

  @Test func smallChangesAreNot() {
    // Under a tenth of the full luminance; and both above 0.80.
    for (one, other) in [
      (Colour(red: 0, green: 0, blue: 255), Colour.black), (.white, Colour(red: 235, green: 235, blue: 235)),
    ] {
      #expect(play((0..<300).map { frame($0 % 2 == 0 ? one : other) }, every: .milliseconds(16)).count == 300)
    }
  }

  @Test func smallAreasAreNotAndAQuarterOfAFieldIs() {
    for (share, isHeld) in [(0.02, false), (0.06, false), (0.25, true), (1, true), (9, true)] {
      let frames = (0..<200).map { frame(.black, $0 % 2 == 0 ? [box(share, .white)] : []) }
      #expect((play(frames, every: .milliseconds(16)).count < 200) == isHeld, "\(share)")
    }
  }

  /// A part that flashes and another beside it that begins later.
  @Test func areasAddUp() {
    let frames = (0..<300).map { index in
      let isOn = index % 2 == 0
      let left = Rect(x: 0, y: 0, width: 1280 / 9, height: 720 / 9)
      let right = left.moved(by: Point(x: 1280 / 9, y: 0))
      return frame(
        .black,
        [left, right, right.moved(by: Point(x: 0, y: 720 / 9)), left.moved(by: Point(x: 0, y: 720 / 9))].enumerated()
          .filter { isOn && index > $0.offset * 6 }.map { .fill(Fill(.box($0.element, radius: 0), .white)) })
    }
    #expect(play(frames, every: .milliseconds(16)).count < 300)
  }

  @Test func lettersThatChangeFlashToo() {
    func text(_ string: String, _ height: Double) -> Item {
      .text(Text(string: string, template: "88", box: Rect(x: 0, y: 0, width: 1280, height: height), ink: .white))
    }
    for (height, isHeld) in [(20.0, false), (700, true)] {
      let frames = (0..<200).map { frame(.black, [text("\($0 % 90 + 10)", height)]) }
      #expect((play(frames, every: .milliseconds(16)).count < 200) == isHeld)
    }
  }

  /// A picture that becomes another flashes as a whole, though a byte of three is another: in an area of a seventh of a
  /// field.
  @Test func picturesThatChangeFlashAsAWhole() {
    func text(_ string: String, _ height: Double) -> Item {
      let box = Rect(x: 0, y: 0, width: 1280, height: height)
      return .text(Text(string: string, template: string, box: box, ink: .white))
    }
    for (texts, height, isHeld) in [("⬛⬜", 20.0, false), ("⬛⬜", 150, true), ("ЖО", 150, false)] {
      let frames = (0..<200).map { frame(.black, [text("\(Array(texts)[$0 % 2])", height)]) }
      #expect((play(frames, every: .milliseconds(16)).count < 200) == isHeld, "\(texts) \(height)")
    }
  }

  /// Colours at random in random areas at random times: 20 sequences of 300 frames.
  @Test func noSequenceGetsThrough() {
    var random = SeededRandom(seed: 231)
    let colours: [Colour] = [
      .black, .white, Colour(red: 255, green: 0, blue: 0), Colour(red: 150, green: 20, blue: 0),
      Colour(red: 0, green: 128, blue: 255), Colour(red: 190, green: 190, blue: 190),
    ]
    for _ in 0..<20 {
      let palette = [
        colours.randomElement(using: &random)!, colours.randomElement(using: &random)!,
        colours.randomElement(using: &random)!,
      ]
      let longest = Int.random(in: 1...200, using: &random)
      var flashes = FlashGuard()
      var (shown, uptime) = ([(frame: Frame, time: Double)](), Duration.seconds(5))
      for _ in 0..<300 {
        uptime += .milliseconds(Int.random(in: 1...longest, using: &random))
        let next = frame(palette.randomElement(using: &random)!)
        if flashes.admits(next, at: uptime) { shown.append((next, uptime.inSeconds)) }
      }
      #expect(FlashCounter.most(shown) <= 3)
    }
  }

  /// What is held back comes at last, if it is still the present.
  @Test func theLastFrameIsShownInTheEnd() {
    var flashes = FlashGuard()
    for index in 0..<60 { _ = flashes.admits(frame(index % 2 == 0 ? .black : .white), at: .milliseconds(16 * index)) }
    var (uptime, tries) = (Duration.milliseconds(960), 0)
    while !flashes.admits(frame(.black), at: uptime), tries < 100 {
      uptime = flashes.retry ?? uptime
      tries += 1
    }
    #expect(uptime < .milliseconds(960 + 1100))
  }

  /// Opens the gallery, leafs by keys and by a flick, closes it, pulls the wall down and holds the button, as hands do.
  @Test(arguments: Face.all.map(\.name), [1, 12, 23]) func ordinaryHandsAreNotHeldUp(name: String, hour: Int) throws {
    let user = User(of: try #require(Face.named(name)), at: .at(hour, 59, 50), on: size)
    for key in [Key.character("g"), .right, .right] { user.press(key, for: 0, then: 500) }
    user.drag(from: Point(x: 900, y: 360), by: Point(x: -40, y: 0), count: 8)
    user.press(.escape, for: 0, then: 600)
    user.drag(from: Point(x: 200, y: 100), by: Point(x: 0, y: 25), count: 12)
    user.press(.character(" "), for: 1200, then: 1000)
    #expect(user.held == 0)
  }

  /// To and fro by a hundredth of the wall, six times a second, with the wall pulled down and in the gallery.
  @Test(arguments: ["full", "scaled", "hue"], [11, 12]) func aHandThatTremblesIsNotHeldUp(name: String, hour: Int)
    throws
  {
    for (start, one, two) in [
      (Point(x: 960, y: 72), Point(x: 960, y: 144), Point(x: 960, y: 151)),
      (Point(x: 960, y: 72), Point(x: 768, y: 72), Point(x: 755, y: 72)),
    ] {
      let user = User(of: try #require(Face.named(name)), at: .at(hour, 28, 5), on: size)
      user.tremble(from: start, one, two, count: 60)
      #expect(user.held == 0, "\(two)")
    }
  }

  /// What a wall is asked for by hands, looked at sixty times a second.
  private final class User {
    private let clock: ManualClock
    private let canvas = Canvas()
    private let session: Session
    /// How many frames were held back.
    private(set) var held = 0

    init(of face: Face, at moment: Moment, on size: Size) {
      clock = ManualClock(moment)
      var setup = Setup(face: face, style: .plain)
      setup.hold.presence = .auto
      session = Session(scene: Scene(setup), clock: clock) { _ in }
      session.surfacesDidChange(to: [canvas])
      canvas.receive(.resized(size))
      clock.start()
    }

    private func pass(_ milliseconds: Int) {
      for _ in 0..<milliseconds / 16 {
        clock.advance(by: .milliseconds(16))
        if session.walls[0].flashes.retry != nil { held += 1 }
      }
    }

    /// In milliseconds.
    func press(_ key: Key, for span: Int, then pause: Int) {
      canvas.receive(.pressed(key))
      pass(span)
      canvas.receive(.released(key))
      pass(pause)
    }

    func tremble(from start: Point, _ one: Point, _ two: Point, count: Int) {
      canvas.receive(.pointerPressed(start, .primary))
      canvas.receive(.pointerMoved(one))
      pass(1000)
      for index in 0..<count {
        canvas.receive(.pointerMoved(index % 2 == 0 ? two : one))
        pass(160)
      }
    }

    func drag(from start: Point, by step: Point, count: Int) {
      canvas.receive(.pointerPressed(start, .primary))
      for index in 1...count {
        canvas.receive(.pointerMoved(start + step * Double(index)))
        pass(16)
      }
      canvas.receive(.pointerReleased(start + step * Double(count), .primary))
      pass(700)
    }
  }
}

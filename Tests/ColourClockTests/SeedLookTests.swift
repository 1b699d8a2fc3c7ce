import Testing

@testable import ColourClock

/// What `--preset seed` looks like, checked against the numbers and colours in the seeds' posts, and what a pull does
/// there.
@Suite struct SeedLookTests {
  private func seed(_ setup: inout Setup) {
    (setup.ring, setup.pull, setup.pullRefreshes) = (.seed, .seed, .withoutCountdown)
    (setup.hold.rules, setup.hold.colours, setup.hold.presence) = (.seed, .seed, .motion)
  }

  private func play(countdown: Duration? = nil, _ change: (inout Setup) -> Void = { _ in }) -> Play {
    Play(
      {
        seed(&$0)
        change(&$0)
      }, countdown: countdown)
  }

  private func pull(_ play: inout Play, by pixels: Double) {
    play.press(960, 100)
    play.drag(from: (960, 100), to: (960, 100 + pixels), over: .milliseconds(600))
  }

  /// Also those in groups.
  private func items(_ play: Play) -> [Item] {
    (play.scene.frame(at: play.moment)?.items ?? []).flatMap(\.parts)
  }

  /// `colorWithHexString:@"444444" alpha:0.2`, the label in the same colour, `Lato-Bold`.
  @Test func theRingsNumberIsBoldAndOfTheRingsColour() throws {
    let grey = Colour(red: 0x44, green: 0x44, blue: 0x44)
    var play = play(countdown: .seconds(60))
    pull(&play, by: 90)
    let number = try #require(
      items(play).compactMap { if case .text(let text) = $0 { text } else { nil } }.first { $0.isBold })
    #expect(number.string == "59" && number.colour == grey && number.opacity == UInt8(share: 0.2))
    #expect(number.box.width == 30 && number.box.height == 30)
    let arcs = items(play).compactMap { item -> Fill? in
      guard case .fill(let fill) = item, case .arc(let arc) = fill.shape, arc.radius == 23 else { return nil }
      return fill
    }
    #expect(arcs.count == 1 && arcs[0].colour == grey && arcs[0].opacity == UInt8(share: 0.2))
  }

  /// By night with less light, as everything.
  @Test func aTintIsDimmedToo() {
    var text = Text(string: "1", template: "1", box: Rect(x: 0, y: 0, width: 9, height: 9), ink: .white)
    text.tint = Text.Tint(ink: Colour(red: 200, green: 0, blue: 0))
    let frame = Frame(size: Size(width: 9, height: 9), background: .white, texts: [text])
    let dimmed = frame.dimmed(by: Dimming(brightness: 0.3)).texts[0].colour
    #expect(dimmed.red > 0 && dimmed.red < 200 && dimmed.green == 0 && dimmed.blue == 0)
  }

  /// `[UIColor lightGrayColor]`, and nothing else.
  @Test func theGumIsPlain() {
    var play = play()
    pull(&play, by: 90)
    let shapes = items(play).compactMap { item -> Fill? in
      guard case .fill(let fill) = item, case .band(let points) = fill.shape else { return nil }
      return !points.isEmpty && points.allSatisfy { $0.y < 200 } ? fill : nil
    }
    #expect(shapes.map(\.colour) == [Colour(red: 170, green: 170, blue: 170)])
    #expect(!play.texts.contains { $0.contains("refresh") })
  }

  /// A red button, and a green layer that grows on it, under words that are read on both.
  @Test func theButtonIsRedAndGreen() throws {
    let (red, green) = (Colour(red: 255, green: 0, blue: 0), Colour(red: 0, green: 255, blue: 0))
    var play = play()
    let centre = try #require(play.scene.layout?.button).centre
    play.send(.pointerMoved(centre))
    play.wait(.milliseconds(400))
    play.press(centre.x, centre.y)
    play.wait(.milliseconds(800))
    let fills = items(play).compactMap { if case .fill(let fill) = $0 { fill } else { nil } }
    #expect(fills.contains { $0.colour == red } && fills.contains { $0.colour == green })
    let words = items(play).compactMap { if case .text(let text) = $0 { text } else { nil } }
      .filter { $0.string.hasPrefix("Hold to") }
    #expect(words.count == 2)
    #expect(words[0].colour.contrast(with: red) >= 3 && words[1].colour.contrast(with: green) >= 3)
  }

  // MARK: A pull that only reveals

  @Test func withACountdownAPullBringsTheRingAndRefreshesNothing() {
    var play = play(countdown: .seconds(300))
    #expect(!play.texts.contains { $0 == "300" })
    pull(&play, by: 300)
    #expect(play.texts.contains("300"))
    play.release(960, 400)
    play.wait(.seconds(2))
    #expect(
      !play.effects.contains(.refresh) && !play.texts.contains("298") && play.scene.pull.isAtRest(at: play.moment))
    // A wheel does the same, and the key refreshes all the same.
    for _ in 0..<8 {
      play.send(.scrolled(right: 0, up: 1))
      play.wait(.milliseconds(30))
    }
    play.wait(.seconds(2))
    #expect(!play.effects.contains(.refresh))
    play.tap(.character("r"))
    #expect(play.effects.contains(.refresh))
  }

  @Test func withoutACountdownItRefreshes() {
    var play = play()
    pull(&play, by: 300)
    #expect(play.effects.contains(.refresh))
  }

  /// `--pull-reveals` and `--no-pull`: with a ring above the edge it comes down, without one nothing moves.
  @Test func neverRefreshing() {
    var above = Play({ ($0.ring.place, $0.pullRefreshes) = (.above, .never) }, countdown: .seconds(300))
    pull(&above, by: 300)
    #expect(above.scene.pull.offset(at: above.moment) > 60)
    above.release(960, 400)
    above.wait(.seconds(2))
    #expect(!above.effects.contains(.refresh))
    var around = Play({ $0.pullRefreshes = .never }, countdown: .seconds(300))
    pull(&around, by: 300)
    around.send(.scrolled(right: 0, up: 3))
    #expect(around.scene.pull.isAtRest(at: around.moment))
    around.release(960, 400)
    #expect(!around.effects.contains(.refresh))
  }

  /// The wall has a trace of the countdown before it is pulled, and while it runs.
  @Test func aCountdownAboveTheEdgeLeavesATrace() {
    var play = play(countdown: .seconds(300))
    #expect(play.texts.contains { $0.hasPrefix("5:00") })
    play.wait(.seconds(61))
    #expect(play.texts.contains { $0.hasPrefix("3:5") })
  }
}

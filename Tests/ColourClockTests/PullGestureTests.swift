import Testing

@testable import ColourClock

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
    #expect(play.scene.pull.isAtRest(at: play.moment))
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
    #expect(play.scene.pull.offset(at: play.moment) > 50)
    play.send(.refreshed(true))
    play.wait(.milliseconds(100))
    #expect(play.texts.contains("Done"))
    play.wait(.seconds(2))
    #expect(play.scene.pull.isAtRest(at: play.moment))
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

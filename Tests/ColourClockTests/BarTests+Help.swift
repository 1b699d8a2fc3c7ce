import TestSupport
import Testing

@testable import ColourClock

/// The help that the bar opens, and the hint that there is one.
extension BarTests {
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
    #expect(kiosk.texts == ["There is nothing to do here"])
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
    play.scene.wall.help.open(at: play.moment.uptime)
    #expect(play.texts.first == "Touch to close")
    // The exact time, and the full screen.
    #expect(play.scene.advice.map(\.pointerAction.isEmpty).suffix(3) == [false, true, true])
    #expect(play.scene.advice.count { $0.pointerAction.isEmpty } == 2)
  }

  /// The bar has no Help then.
  @Test func whileSomethingRingsTheHelpNamesThePlus() throws {
    for hasBar in [true, false] {
      var play = play { $0.hasBar = hasBar }
      play.send(.told(.countdown(.new(.seconds(5), title: "Tea"))))
      play.wait(.seconds(6))
      let again = try #require(play.scene.advice.first { $0.keys == [.character("z")] })
      #expect(again.pointerAction.isEmpty == !hasBar)
    }
  }

  // MARK: The hint

  private func fresh(_ change: (inout Setup) -> Void = { _ in }) -> Play {
    var play = play(change)
    play.scene.clock.hint = Hint(isReduced: play.scene.setup.isReduced)
    return play
  }

  private static let hint = "Move or touch for controls · ? for help"

  /// At the start, unasked, for ten seconds.
  @Test func theHintComesOnce() {
    var play = fresh()
    play.wait(.seconds(2))
    #expect(play.texts.contains(Self.hint) && play.effects == [.saveHint])
    play.wait(.seconds(7))
    #expect(play.texts.contains(Self.hint))
    play.wait(.seconds(3))
    #expect(!play.texts.contains(Self.hint))
    let before = play.wakes
    play.wait(.seconds(60))
    #expect(play.wakes - before == 60 && play.scene.isPredictable(at: play.moment))
    play.send(.pointerMoved(Point(x: 20, y: 9)))
    play.wait(.seconds(1))
    #expect(!play.texts.contains(Self.hint) && play.effects == [.saveHint])
  }

  /// It goes when the controls come.
  @Test(arguments: [
    Event.pointerMoved(Point(x: 9, y: 9)), .pressed(.other), .pointerPressed(Point(x: 9, y: 9), .finger),
  ])
  func theHintLeaves(input: Event) {
    var play = fresh()
    play.wait(.seconds(2))
    #expect(play.texts.contains(Self.hint))
    play.send(input)
    play.wait(.milliseconds(250))
    #expect(!play.texts.contains(Self.hint) && play.scene.bar.opacity(at: play.moment) == 1)
  }

  @Test func theHintIsForWhatIsThere() {
    var bare = fresh { $0.hasBar = false }
    bare.wait(.seconds(1))
    #expect(bare.texts.contains("Press ? for help") && bare.effects == [.saveHint])
  }

  /// A kiosk's visitors learn of no controls, and the user's only hint is not used up.
  @Test func aKioskKeepsTheHint() {
    var play = fresh { $0.isLocked = true }
    play.wait(.seconds(5))
    #expect(!play.texts.contains(Self.hint) && play.effects == [])
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
}

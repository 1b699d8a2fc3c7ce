import Testing

@testable import ColourClock

/// What opens and closes the help, and in whose words it speaks.
@Suite struct HelpInputTests {
  // MARK: The help

  @Test(arguments: [Key.escape, .character("q"), .character("x"), .character(" "), .enter, .tab])
  func theKeyThatClosesTheHelpDoesNothingElse(key: Key) {
    var play = Play.sized()
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
    var play = Play.sized()
    play.tap(.character("h"))
    play.tap(.escape)
    play.wait(.milliseconds(200))
    play.tap(.escape)
    // The second one may be meant for the help.
    #expect(!play.effects.contains(.quit) && !play.texts.contains { $0.contains("quit") })
    play.wait(.seconds(1))
    play.tap(.escape)
    #expect(play.texts.contains("Press Escape again to quit"))
  }

  /// What has asked once to quit asks anew after anything else.
  @Test(arguments: [Key.character("+"), .character("g"), .character("?"), .tab, .character("c"), .up])
  func anEscapeThatIsFollowedBySomethingElseIsNotTheFirst(key: Key) {
    var play = Play.sized()
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
      var play = Play.sized()
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
      var play = Play.sized()
      play.tap(key)
      let isMore = [.character("+"), .up].contains(key)
      #expect(play.scene.countdown?.length == (isMore ? .seconds(60) : nil))
      play.tap(.character("+"))
      #expect(play.scene.countdown?.length == .seconds(isMore ? 120 : 60))
    }
  }

  // MARK: Words of the mouse

  @Test func theHelpOfAKeyIsInTheWordsOfTheMouseThatWasThere() {
    var play = Play.sized()
    play.tap(.character("h"))
    #expect(play.texts.contains("tap the arrow") && play.texts.contains("Any key or touch closes this"))
    play.tap(.escape)
    play.send(.pointerMoved(Point(x: 30, y: 30)))
    play.tap(.character("h"))
    #expect(play.texts.contains("click the arrow") && play.texts.contains("Any key or click closes this"))
  }

  @Test func theHelpIsInTheWordsOfWhatAsksForIt() throws {
    var play = Play.sized()
    play.send(.pointerMoved(Point(x: 30, y: 30)))
    play.wait(.milliseconds(300))
    let place = try play.centre(of: .help)
    play.click(place)
    #expect(play.texts.contains("click the arrow") && !play.texts.contains { $0.hasPrefix("tap ") })
    play.tap(.escape)
    play.send(.pointerPressed(place, .finger), .pointerReleased(place, .finger))
    #expect(play.texts.contains("tap the arrow") && !play.texts.contains { $0.hasPrefix("click ") })
  }

  @Test func whoClicksIsToldToClick() {
    var play = Play.sized()
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
}

import Testing

@testable import ColourClock

/// A kiosk: what visitors may do to it.
@Suite struct LockedSceneTests {
  private static func locked(_ change: (inout Setup) -> Void = { _ in }) -> Play {
    Play {
      $0.isLocked = true
      change(&$0)
    }
  }

  static let keys: [Key] =
    [.escape, .enter, .backspace, .left, .right, .up, .down, .home, .end]
    + (1...35).map(Key.function) + (0x20..<0x7f).map { Key.character(Character(Unicode.Scalar(UInt8($0)))) }

  @Test(arguments: keys) func noKeyPressedThreeTimesEndsIt(key: Key) {
    var play = Self.locked()
    for _ in 1...3 { play.tap(key) }
    play.wait(.seconds(60))
    #expect(!play.effects.contains(.quit) && !play.effects.contains(.toggleFullScreen))
  }

  @Test func noKeyAfterAnotherEndsIt() {
    var play = Self.locked()
    for key in Self.keys + Self.keys.reversed() { play.tap(key) }
    #expect(!play.effects.contains(.quit) && !play.effects.contains(.toggleFullScreen))
  }

  @Test(arguments: [Key.escape, .character("q"), .enter, .character(" "), .character("f")]) func holdingAKeyDoesNot(
    key: Key
  ) {
    var play = Self.locked()
    play.send(.pressed(key))
    play.wait(.seconds(10))
    play.send(.released(key))
    #expect(play.effects == [])
  }

  @Test func theManagersWishIsNotHeard() {
    var play = Self.locked()
    play.send(.closed)
    #expect(play.effects == [])
  }

  /// Where the owner wants the button there.
  @Test func holdingTheButtonEndsIt() {
    var play = Self.locked { $0.hold.presence = .motion }
    play.send(.pointerMoved(Point(x: 960, y: 950)))
    play.wait(.milliseconds(300))
    play.press(960, 950)
    play.wait(.milliseconds(1700))
    #expect(play.effects == [.quit])
  }

  @Test func soDoesHoldingItsKey() {
    var play = Self.locked { $0.hold.presence = .motion }
    play.send(.pressed(.character(" ")))
    play.wait(.milliseconds(1700))
    #expect(play.effects == [.quit])
  }

  @Test func withoutAButtonNothingDoes() {
    var play = Self.locked { $0.hold.presence = .never }
    for key in Self.keys {
      play.send(.pressed(key))
      play.wait(.seconds(3))
      play.send(.released(key))
    }
    play.press(960, 950)
    play.wait(.seconds(10))
    play.release(960, 950)
    play.send(.closed)
    #expect(!play.effects.contains(.quit))
  }

  @Test func whatEndsNothingMayStillBeConfirmedTwice() {
    var play = Self.locked { $0.hold.action = .command }
    play.tap(.enter)
    play.tap(.enter)
    #expect(play.effects == [.command])
  }
}

/// A wall that ends as soon as the user comes back.
@Suite struct EndsOnInputTests {
  private func effects(of events: Event...) -> [Effect] {
    var play = Play { $0.endsOnInput = true }
    for event in events { play.send(event) }
    return play.effects
  }

  private func moved(_ x: Double, _ y: Double) -> Event { .pointerMoved(Point(x: x, y: y)) }

  @Test func keysButtonsAndWheelsEndIt() {
    #expect(effects(of: .pressed(.character("x"))) == [.quit])
    #expect(effects(of: .pointerPressed(Point(x: 5, y: 5), .other)) == [.quit])
    #expect(effects(of: .scrolled(right: 0, up: 1)) == [.quit])
  }

  @Test func onlyAMoveOfMoreThanTenPixelsDoes() {
    #expect(effects(of: moved(100, 100), moved(106, 108)) == [])
    #expect(effects(of: moved(100, 100), moved(106, 108), moved(107, 109)) == [.quit])
    #expect(effects(of: moved(100, 100), moved(105, 100), moved(110, 100), moved(111, 100)) == [.quit])
  }

  @Test func lettingGoOfWhatStartedItDoesNot() {
    #expect(effects(of: .released(.enter), .pointerReleased(Point(x: 5, y: 5), .primary)) == [])
  }
}

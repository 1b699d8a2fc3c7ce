import Testing

@testable import ColourClock

/// With a button that comes with the pointer.
@Suite struct HoldGestureTests {
  private let button = (960.0, 950.0)

  private func held(_ span: Duration, _ change: (inout Setup) -> Void = { _ in }, then act: (inout Play) -> Void)
    -> Play
  {
    var play = Play {
      $0.hold.presence = .motion
      change(&$0)
    }
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

  /// The near misses: let go too early, slid off, another button, a key, focus lost, hidden, another size, a slept-over
  /// hold.
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

  /// The machine stands still, and what was let go of meanwhile is read after the tick: nothing is done. What is still
  /// held goes on where it was.
  @Test func timeThatNobodyCouldHearDoesNotCount() {
    for span in [500, 1700, 2900] {
      let released = held(.milliseconds(300)) { play in
        play.jump(.milliseconds(span))
        play.send(.ticked, .pointerReleased(Point(x: 960, y: 950), .primary))
      }
      #expect(released.effects == [], "\(span) ms")
      let onRelease = held(.milliseconds(300), { $0.hold.rules = Hold.Rules(fires: .release) }) { play in
        play.jump(.milliseconds(span))
        play.send(.pointerReleased(Point(x: 960, y: 950), .primary))
      }
      #expect(onRelease.effects == [], "\(span) ms")
      var isEarly = true
      let held = held(.milliseconds(300)) { play in
        play.jump(.milliseconds(span))
        play.send(.ticked)
        play.wait(.milliseconds(1200))
        isEarly = !play.effects.isEmpty
        play.wait(.milliseconds(200))
        play.release(960, 950)
      }
      #expect(held.effects == [.quit] && !isEarly, "\(span) ms")
    }
  }

  @Test func aHiddenButtonCannotBeHeld() {
    var play = Play { $0.hold.presence = .motion }
    play.press(button.0, button.1)
    play.wait(.seconds(3))
    play.release(button.0, button.1)
    #expect(play.effects == [], "the touch only brings the button")
    var never = Play { $0.hold.presence = .never }
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
    var play = Play { $0.hold.presence = .never }
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

import Testing

@testable import ColourClock

/// Messages while a step of a program waits for a tap, and the choice while steps pass by themselves.
@Suite struct WaitingStepTests {
  private static let sizes = [Size(width: 1920, height: 1080), Size(width: 320, height: 240)]

  /// After the end of the first step.
  private func waiting(_ message: Message?, size: Size = sizes[0], isLocked: Bool = false) throws -> Play {
    var play = Play.sized(size: size) { $0.isLocked = isLocked }
    play.send(.told(.program(.start(try .parse("Speech 4s hold, Interval 20m, Play 1h")))))
    play.wait(.seconds(10))
    if let message { play.send(.told(.message(message))) }
    return play
  }

  private func step(_ play: Play) -> Int? { play.scene.clock.program?.program?.index }

  /// `dismiss` takes the messages away, the most urgent first, then goes to the next step.
  @Test func dismissTakesTheMessageFirst() throws {
    var play = try waiting(Message("Smile"))
    play.send(.told(.message(try #require(Message("Fire", priority: .urgent)))))
    for left in [1, 0] {
      play.send(.told(.dismiss(nil)))
      #expect(play.scene.messages.count == left && step(play) == 0)
    }
    play.send(.told(.dismiss(nil)))
    #expect(step(play) == 1 && play.refusals.isEmpty)
    play.send(.told(.dismiss(nil)))
    #expect(step(play) == 1 && play.refusals == ["there is nothing to dismiss"])
  }

  /// Escape takes an urgent message away and keeps the step; pressed again it goes to the next step.
  @Test(arguments: sizes) func escapeTakesTheUrgentMessageFirst(size: Size) throws {
    var play = try waiting(Message("Fire", priority: .urgent), size: size)
    #expect(play.scene.currentHoldAction == .dismiss)
    for _ in 0..<2 { play.tap(.escape) }
    #expect(play.scene.messages.isEmpty && step(play) == 0 && !play.effects.contains(.quit))
    #expect(play.scene.currentHoldAction == .next)
    play.wait(.seconds(3))
    for _ in 0..<2 { play.tap(.escape) }
    #expect(step(play) == 1)
  }

  /// Visitors of a kiosk go to the next step, and take no urgent message away.
  @Test func aKioskKeepsTheUrgentMessage() throws {
    var play = try waiting(Message("Fire", priority: .urgent), isLocked: true)
    #expect(play.scene.currentHoldAction == .next)
    for _ in 0..<2 { play.tap(.enter) }
    #expect(step(play) == 1 && play.scene.messages.count == 1)
  }

  /// A tap on the ring goes to the next step, also beside a message that is not urgent.
  @Test func aTapOnTheRingGoesOn() throws {
    var play = try waiting(Message("Smile"))
    let ring = try #require(play.scene.layout?.ring)
    play.wait(.seconds(3))
    play.touch(ring.centre)
    #expect(step(play) == 1 && play.scene.messages.count == 1)
  }

  /// A step that passes by itself rings nothing, so it changes no choice.
  @Test func thePassedStepKeepsTheChoice() throws {
    var play = Play.sized(size: Self.sizes[0])
    play.send(.told(.program(.start(try .parse("Work 15s, Rest 5s, x4")))))
    play.send(.told(.countdown(.new(.seconds(600), title: "Class"))))
    let other = try #require(play.scene.countdowns.all.first { $0.countdown.program == nil }?.id)
    play.send(.told(.countdown(.choose(.id(other)))))
    for _ in 0..<40 {
      play.wait(.seconds(1))
      #expect(play.scene.countdowns.chosenID == other)
    }
    #expect(step(play) == 4)
  }
}

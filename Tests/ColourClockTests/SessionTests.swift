import Testing

@testable import ColourClock

@Suite struct SessionTests {
  private let clock = ManualClock(.at(13, 35, 16, plus: .milliseconds(250)))
  private let canvas = Canvas()

  private func session(perform: @escaping (Effect) -> Void = { _ in }) -> Session {
    let session = Session(scene: Scene(face: .scaled, style: .plain), clock: clock, perform: perform)
    clock.start()
    session.surfacesDidChange(to: [canvas])
    canvas.receive(.resized(Size(width: 640, height: 360)))
    return session
  }

  @Test func oneFrameATickEachTheOneThatWasPaintedAhead() {
    let session = session()
    clock.advance(by: .seconds(10))
    #expect(canvas.shown.count == 11)
    for (now, next) in zip(canvas.shown, canvas.shown.dropFirst()) { #expect(now.ahead == next.frame) }
    #expect(canvas.shown.last?.frame.texts[0].string == "13:35:26")
    withExtendedLifetime(session) {}
  }

  @Test func afterTheClockIsSetThePresentIsShownAtOnce() {
    let session = session()
    clock.set(to: Moment.at(7, 0, 30).instant)
    #expect(canvas.shown.last?.frame.texts[0].string == "07:00:30")
    clock.advance(by: .seconds(1))
    #expect(canvas.shown.last?.frame.texts[0].string == "07:00:31")
    withExtendedLifetime(session) {}
  }

  @Test func aHiddenWallSleepsForGoodAndAReappearedOneIsRight() {
    let session = session()
    canvas.receive(.disappeared)
    #expect(clock.alarm == .never)
    clock.advance(by: .seconds(100))
    #expect(canvas.shown.count == 1)
    canvas.receive(.appeared)
    #expect(canvas.shown.last?.frame.texts[0].string == "13:36:56")
    withExtendedLifetime(session) {}
  }

  /// As the seed's clock is driven: started it tells the time at once and then each interval, stopped it tells nothing.
  @Test func aClockIsStartedAndStopped() {
    let session = Session(scene: Scene(face: .scaled, style: .plain), clock: clock) { _ in }
    session.surfacesDidChange(to: [canvas])
    canvas.receive(.resized(Size(width: 640, height: 360)))
    clock.tick(5)
    #expect(canvas.shown.last?.frame.texts[0].string == "13:35:16" && canvas.shown.count == 1)
    clock.start()
    clock.tick(3)
    #expect(canvas.shown.last?.frame.texts[0].string == "13:35:19")
    let count = canvas.shown.count
    clock.stop()
    clock.tick(60)
    #expect(canvas.shown.count == count && clock.alarm == .never)
    clock.start()
    #expect(canvas.shown.last?.frame.texts[0].string == "13:35:19")
    clock.tick(1)
    #expect(canvas.shown.last?.frame.texts[0].string == "13:35:20")
    withExtendedLifetime(session) {}
  }

  /// An effect that brings events is finished before their effects begin.
  @Test func effectsAreQueued() {
    var performed: [String] = []
    weak var current: Session?
    let session = session { effect in
      performed.append("\(effect) begins")
      if effect == .refresh { current?.receive(.closed) }
      performed.append("\(effect) ends")
    }
    current = session
    canvas.receive(.pressed(.function(5)))
    #expect(performed == ["refresh begins", "refresh ends", "quit begins", "quit ends"])
  }

  /// The end of a countdown, which only this event has noticed, is told although the command is refused.
  @Test func aRefusalLosesNoEffectOfTime() throws {
    var performed: [Effect] = []
    let session = session { performed.append($0) }
    try session.receive(.countdown(.start(.seconds(5), title: nil)))
    clock.stop()
    clock.advance(by: .seconds(6))
    performed = []
    #expect(throws: Refusal("the countdown is not running")) { try session.receive(.countdown(.pause)) }
    #expect(performed.contains(.reachedZero) && session.scene.isRinging)
    session.surfacesDidChange(to: [])
    #expect(throws: Refusal("there is no wall: no monitor is connected")) {
      try session.receive(.countdown(.pause))
    }
  }

  /// A recording begins after some ticks without any other event, wherever the event comes from.
  @Test func anEventBroughtByAnEffectPutsTheRecordingOff() {
    weak var current: Session?
    var setup = Setup(face: .scaled, style: .plain)
    let still = setup
    setup.feed = Feed.Rules(every: .seconds(60))
    var second = 0
    let session = Session(scene: Scene(setup), clock: clock) { effect in
      if effect == .feed { current?.receive(second > 0 ? .setupChanged(still) : .fed(.text([]))) }
    }
    current = session
    clock.start()
    session.surfacesDidChange(to: [canvas])
    canvas.receive(.resized(Size(width: 640, height: 360)))
    while second < 70, canvas.recordings == 0 {
      second += 1
      clock.advance(by: .seconds(1))
    }
    // The feed ran at second 60, and three quiet ticks followed.
    #expect(second == 64)
  }

  @Test func effectsArePerformedOnce() {
    var performed: [Effect] = []
    let session = session { performed.append($0) }
    canvas.receive(.closed)
    #expect(performed == [.quit])
    withExtendedLifetime(session) {}
  }

  @Test func neitherSourceHoldsIt() {
    var session: Session? = session()
    weak let gone = session
    session = nil
    #expect(gone == nil && clock.delegate == nil && canvas.delegate == nil)
  }
}

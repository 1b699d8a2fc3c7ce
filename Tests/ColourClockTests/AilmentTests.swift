import Testing

@testable import ColourClock

/// What the wall says of itself.
@Suite struct AilmentTests {
  private func texts(_ play: Play, _ health: ClockHealth = .good) -> [String] {
    let moment = Moment(instant: play.moment.instant, uptime: play.moment.uptime, zone: .utc, health: health)
    return Array((play.scene.frame(at: moment)?.allTexts ?? []).dropFirst(2))
  }

  @Test func itIsSaidWhereThatIsWanted() {
    for (ailment, words) in [
      (Ailment.clockOff(tenths: 23), "clock 2.3 s off?"), (.late(tenths: 107), "time came 10.7 s late"),
      (.silence(seconds: 4), "screen did not answer for 4 s"),
    ] {
      var play = Play { $0.showsAilments = true }
      play.send(.ailing(ailment))
      #expect(texts(play) == [words])
      // The clock itself is worse.
      #expect(texts(play, .unset) == ["clock not set"])
      play.send(.ailing(nil))
      #expect(texts(play) == [])
      var silent = Play()
      silent.send(.ailing(ailment))
      #expect(texts(silent) == [])
    }
  }

  @Test func anotherWallSaysItToo() {
    var play = Play { $0.showsAilments = true }
    play.send(.ailing(.silence(seconds: 9)))
    #expect(play.scene.another(.whole, at: play.moment).ailment == .silence(seconds: 9))
  }

  @Test func aClockThatIsNotSynchronisedIsSaidFirst() {
    var play = Play { ($0.showsAilments, $0.showsSynchronisation) = (true, true) }
    play.send(.ailing(.silence(seconds: 9)))
    #expect(texts(play, .unsynchronised) == ["clock not synchronised"])
  }
}

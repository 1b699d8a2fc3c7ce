import Testing

@testable import ColourClock

/// What the wall says of itself.
@Suite struct HealthProblemTests {
  private func texts(_ play: Play, _ health: ClockHealth = .good) -> [String] {
    let moment = Moment(instant: play.moment.instant, uptime: play.moment.uptime, zone: .utc, health: health)
    return Array((play.scene.frame(at: moment)?.allTexts ?? []).dropFirst(2))
  }

  @Test func itIsSaidWhereThatIsWanted() {
    for (healthProblem, words) in [
      (HealthProblem.clockOff(tenths: 23), "clock 2.3 s off?"), (.late(tenths: 107), "time came 10.7 s late"),
      (.silence(seconds: 4), "screen did not answer for 4 s"), (.reported("no calendar"), "no calendar"),
      (.reported("MQTT messages dropped: 12"), "MQTT messages dropped: 12"),
      (.hidden, "wall hidden by another program"), (.misplaced, "wall moved or resized"),
      (.unsaved, "changes cannot be saved"), (.programFile(line: 3), "program file: mistake in line 3"),
      (.programFile(line: nil), "program file cannot be read"),
    ] {
      var play = Play { $0.showsHealthProblems = true }
      play.send(.unwell(healthProblem))
      #expect(texts(play) == [words])
      // The clock itself is worse.
      #expect(texts(play, .unset) == ["clock not set"])
      play.send(.unwell(nil))
      #expect(texts(play) == [])
      var silent = Play()
      silent.send(.unwell(healthProblem))
      #expect(texts(silent) == [])
    }
  }

  /// What others have written is never a form for values, and no longer than a line.
  @Test func whatIsReportedIsText() {
    let words = Words()
    #expect(HealthProblem(reported: "100%s of %d\u{1b}[1m\nmore")?.text(words) == "100%s of %d …")
    #expect(HealthProblem(reported: String(repeating: "ä", count: 49))?.text(words).count == 48)
    #expect(HealthProblem(reported: " \u{202e}\n") == nil)
    #expect(HealthProblem(reported: "no MQTT broker") == .reported("no MQTT broker"))
  }

  @Test func anotherWallSaysItToo() {
    var play = Play { $0.showsHealthProblems = true }
    play.send(.unwell(.silence(seconds: 9)))
    #expect(play.scene.sceneForAnotherWall(.whole, at: play.moment).healthProblem == .silence(seconds: 9))
  }

  @Test func aClockThatIsNotSynchronisedIsSaidFirst() {
    var play = Play { ($0.showsHealthProblems, $0.showsSynchronisation) = (true, true) }
    play.send(.unwell(.silence(seconds: 9)))
    #expect(texts(play, .unsynchronised) == ["clock not synchronised"])
  }
}

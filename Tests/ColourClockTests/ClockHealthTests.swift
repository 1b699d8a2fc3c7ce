import Testing

@testable import ColourClock

/// What the wall says of a clock that cannot be believed.
@Suite struct ClockHealthTests {
  private func texts(_ health: ClockHealth, badge: Bool) -> [String] {
    let (play, noon) = (Play { $0.showsSynchronisation = badge }, Moment.at(12, 0, 5))
    let moment = Moment(instant: noon.instant, uptime: noon.uptime, zone: .utc, health: health)
    return Array((play.scene.frame(at: moment)?.allTexts ?? []).dropFirst(2))
  }

  @Test func aBadgeTellsOfIt() {
    #expect(texts(.good, badge: true) == [])
    #expect(texts(.unsynchronised, badge: true) == ["clock not synchronised"])
    #expect(texts(.unsynchronised, badge: false) == [])
    #expect(texts(.unset, badge: true) == ["clock not set"])
    #expect(texts(.unset, badge: false) == ["clock not set"])
  }

  @Test func aClockFromBeforeTheProgramWasNeverSet() {
    let (old, new) = (Instant(second: newYear - 1), Instant(second: newYear))
    for isSynchronised in [false, true] {
      #expect(ClockHealth(isSynchronised: isSynchronised, at: old, since: 2026) == .unset)
      #expect(ClockHealth(isSynchronised: isSynchronised, at: Instant(second: 0), since: 2026) == .unset)
    }
    #expect(ClockHealth(isSynchronised: true, at: new, since: 2026) == .good)
    #expect(ClockHealth(isSynchronised: false, at: new, since: 2026) == .unsynchronised)
  }

  /// What is composed ahead shows it too.
  @Test func theComingMomentKnows() throws {
    let noon = Moment.at(12, 0, 5)
    let moment = Moment(instant: noon.instant, uptime: noon.uptime, zone: .utc, health: .unsynchronised)
    let next = try #require(Play().scene.nextChange(after: moment).moment(after: moment, pace: .real))
    #expect(next.health == .unsynchronised)
    #expect(next.at(noon.instant).health == .unsynchronised)
  }
}

import CompanionSupport
import ControlProtocol
import Testing

@testable import Mqtt

@Suite struct StateGatheringTests {
  /// All that is to be told to the wall, which takes it.
  private func told(_ gathering: inout StateGathering, at now: Timestamp = .now) -> [StateValue?] {
    let orders = gathering.orders(at: now)
    for order in orders { gathering.finish(order) }
    return orders.map(\.value)
  }

  private func message(_ text: String) -> StateValue { .message(text, priority: nil, until: nil) }

  @Test func whatIsRetainedCountsWhenAllOfItIsThere() {
    var gathering = StateGathering([.own, .group("a"), .all], WallMemory(file: nil))
    gathering.gather()
    gathering.set(.message, in: .all, to: message("all"), at: 0)
    gathering.set(.face, in: .own, to: .face("hue"), at: 0)
    #expect(told(&gathering).isEmpty)
    #expect(gathering.endGathering() && !gathering.isGathering)
    #expect(Set(told(&gathering)) == [message("all"), .face("hue")])
    #expect(told(&gathering).isEmpty)
  }

  /// As a wall that starts then would show it.
  @Test func aClockThatIsSetBackBringsBackWhatWasOver() throws {
    let end = try #require(Timestamp("2026-11-22T12:00:00Z"))
    let before = Timestamp(milliseconds: end.milliseconds - 60_000)
    let after = Timestamp(milliseconds: end.milliseconds + 60_000)
    let value = StateValue.message("Lunch", priority: nil, until: end)
    var gathering = StateGathering([.own], WallMemory(file: nil))
    gathering.gather()
    gathering.set(.message, in: .own, to: value, at: 0)
    #expect(gathering.endGathering() && told(&gathering, at: before) == [value])
    // What is told, where something is due.
    let steps = [before, after, after, before, before].map { now in
      gathering.settle(at: 1, now) ? told(&gathering, at: now) : []
    }
    #expect(steps == [[], [nil], [], [value], []])
  }

  /// A hand may have taken it away: it comes back when it is published anew, and not when another one changes beside
  /// it.
  @Test func aMessageIsShownAgainWhereItIsPublishedAnew() {
    var gathering = StateGathering([.own, .group("a"), .all], WallMemory(file: nil))
    gathering.gather()
    gathering.set(.message, in: .own, to: message("own"), at: 0)
    #expect(gathering.endGathering() && told(&gathering) == [message("own")])
    for value in [message("group"), nil, message("other")] {
      gathering.set(.message, in: .group("a"), to: value, at: 1)
      #expect(told(&gathering).isEmpty)
    }
    gathering.set(.message, in: .own, to: message("own"), at: 2)
    #expect(told(&gathering) == [message("own")])
    gathering.set(.message, in: .own, to: nil, at: 3)
    #expect(told(&gathering) == [message("other")])
  }
}

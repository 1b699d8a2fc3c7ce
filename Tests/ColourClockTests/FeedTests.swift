import Testing

@testable import ColourClock

/// A feed whose mutating calls can stand in an expectation.
@dynamicMemberLookup private final class Driven {
  private var feed: Feed

  init(_ rules: Feed.Rules, at moment: Moment) { feed = Feed(rules, at: moment) }

  subscript<Value>(dynamicMember path: KeyPath<Feed, Value>) -> Value { feed[keyPath: path] }
  func advance(to moment: Moment) -> Bool { feed.advance(to: moment) }
  func start(at moment: Moment) -> Bool { feed.start(at: moment) }
  func receive(_ answer: Feed.Answer?, at moment: Moment) { feed.receive(answer, at: moment) }
  func status(at moment: Moment) -> String? { feed.status(at: moment) }
  func untilDue(at moment: Moment) -> Duration? { feed.untilDue(at: moment) }
  func nextChange(after moment: Moment) -> Duration? { feed.nextChange(after: moment).uptime }
}

@Suite struct FeedScheduleTests {
  private static let minute = Feed.Rules(every: .seconds(60))

  @Test func theFirstRunIsDueAtOnceAndTheNextAPeriodLater() {
    let feed = Driven(Self.minute, at: .seconds(100))
    #expect(feed.due == .seconds(100) && feed.untilDue(at: .seconds(100)) == .zero && feed.period == .seconds(60))
    #expect(feed.advance(to: .seconds(100)))
    #expect(feed.isRunning && feed.due == .seconds(160))
    feed.receive(.text([]), at: .seconds(101))
    #expect(!feed.advance(to: .seconds(159)))
    #expect(feed.untilDue(at: .seconds(159)) == .seconds(1))
    #expect(feed.advance(to: .seconds(160)))
    #expect(!feed.advance(to: .seconds(160)))
  }

  @Test(arguments: [(160.0, 220), (160.25, 220), (219.75, 220), (220, 280), (100_000.5, 100_060), (1e9, 1_000_000_060)])
  func aLateWakeUpIsOneRunAndKeepsThePhase(uptime: Double, next: Int) {
    let feed = Driven(Self.minute, at: .seconds(40))
    #expect(feed.advance(to: .seconds(40)))
    feed.receive(.text([]), at: .seconds(40))
    #expect(feed.advance(to: .seconds(uptime)) && feed.due == .seconds(next))
    feed.receive(.text([]), at: .seconds(uptime))
    #expect(!feed.advance(to: .seconds(uptime)))
  }

  @Test func aRunThatTakesLongerThanThePeriodIsNotDoubled() {
    let feed = Driven(Self.minute, at: .zero)
    #expect(feed.advance(to: .zero))
    #expect(!feed.advance(to: .seconds(60)) && feed.due == .seconds(120))
    #expect(!feed.start(at: .seconds(70)) && feed.due == .seconds(120))
    feed.receive(.failed(.timedOut), at: .seconds(90))
    #expect(feed.advance(to: .seconds(120)))
  }

  @Test func byHandThePeriodBeginsAnew() {
    let feed = Driven(Self.minute, at: .zero)
    #expect(feed.advance(to: .zero))
    feed.receive(.text([]), at: .zero)
    #expect(feed.start(at: .seconds(50)) && feed.isRunning && feed.due == .seconds(110))
  }

  @Test func onDemandNothingIsEverDue() {
    let feed = Driven(Feed.Rules(), at: .zero)
    #expect(feed.due == nil && feed.untilDue(at: .zero) == nil && feed.period == nil)
    #expect(!feed.advance(to: .seconds(1_000_000)) && feed.nextChange(after: .zero) == nil)
    #expect(feed.start(at: .zero) && feed.isRunning && feed.due == nil)
  }
}

@Suite struct FeedAnswerTests {
  private func feed(_ answers: [(Feed.Answer?, Int)]) -> Feed {
    var feed = Feed(Feed.Rules(), at: .zero)
    for (answer, uptime) in answers { feed.receive(answer, at: .seconds(Double(uptime))) }
    return feed
  }

  @Test func aFailureKeepsTheLastGoodText() {
    let text = Feed.Answer.text(Array("good".utf8))
    var feed = feed([(text, 10), (.failed(.exited(3)), 20)])
    #expect(feed.lines == ["good"] && feed.updated == .seconds(10) && feed.failure == .exited(3) && !feed.isRunning)
    feed.receive(.text([0, 1, 2]), at: .seconds(30))
    #expect(feed.lines == ["good"] && feed.updated == .seconds(10) && feed.failure == .unreadable)
    feed.receive(nil, at: .seconds(40))
    #expect(feed.lines == ["good"] && feed.failure == .unreadable)
    feed.receive(.text([]), at: .seconds(50))
    #expect(feed.lines == [] && feed.updated == .seconds(50) && feed.failure == nil)
  }

  @Test func nothingNewEndsARun() {
    let feed = Driven(Feed.Rules(), at: .zero)
    #expect(feed.start(at: .zero))
    feed.receive(nil, at: .seconds(1))
    #expect(!feed.isRunning && feed.updated == nil && feed.status(at: .seconds(1)) == nil)
  }

  @Test(arguments: [
    (0.0, "updated just now", 5), (4.999, "updated just now", 5), (5, "updated 5 s ago", 10),
    (12, "updated 10 s ago", 15), (59.9, "updated 55 s ago", 60), (60, "updated 1 min ago", 120),
    (200, "updated 3 min ago", 240), (3599, "updated 59 min ago", 3600), (3600, "updated 1 h ago", 7200),
    (86_399, "updated 23 h ago", 86_400), (86_400, "updated 1 d ago", 172_800), (450_000, "updated 5 d ago", 518_400),
    (-1, "updated just now", 5),
  ])
  func theAgeIsToldInSteps(age: Double, status: String, change: Int) {
    let feed = feed([(.text([]), 1000)])
    #expect(feed.status(at: .seconds(1000 + age)) == status)
    #expect(feed.nextChange(after: .seconds(1000 + age)).uptime == .seconds(1000 + change))
  }

  @Test(arguments: [
    (Feed.Reason.timedOut, "! timed out"), (.tooMuch, "! too much output"), (.exited(3), "! exit 3"),
    (.notStarted, "! cannot start"), (.unreadable, "! cannot read"),
  ])
  func aFailureIsToldFirst(reason: Feed.Reason, text: String) {
    let never = feed([(.failed(reason), 100)])
    #expect(never.status(at: .seconds(500)) == text && never.nextChange(after: .seconds(500)) == .never)
    let once = feed([(.text([]), 100), (.failed(reason), 200)])
    #expect(once.status(at: .seconds(280)) == "\(text), updated 3 min ago")
  }

  @Test func theNextChangeIsTheEarlierOfAgeAndRun() {
    let feed = Driven(Feed.Rules(every: .seconds(7)), at: .zero)
    #expect(feed.nextChange(after: .zero) == .zero && feed.advance(to: .zero))
    #expect(feed.nextChange(after: .zero) == .seconds(7))
    feed.receive(.text([]), at: .seconds(1))
    #expect(feed.nextChange(after: .seconds(1)) == .seconds(6))
    #expect(feed.nextChange(after: .seconds(6)) == .seconds(7))
  }

  /// Between two changes nothing that is shown is another.
  @Test func theStatusIsConstantUntilTheNextChange() throws {
    let feed = feed([(.text([]), 0)])
    var uptime = Duration.zero
    while uptime < .seconds(200_000) {
      let next = try #require(feed.nextChange(after: .after(uptime)).uptime)
      #expect(next > uptime)
      #expect(feed.status(at: .after(uptime)) == feed.status(at: .after(next - .nanoseconds(1))))
      #expect(feed.status(at: .after(uptime)) != feed.status(at: .after(next)))
      uptime = next
    }
  }
}

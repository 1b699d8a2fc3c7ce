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
    #expect(feed.due == .seconds(100) && feed.untilDue(at: .seconds(100)) == .zero && feed.rules.every == .seconds(60))
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
    #expect(feed.due == nil && feed.untilDue(at: .zero) == nil && feed.rules.every == nil)
    #expect(!feed.advance(to: .seconds(1_000_000)) && feed.nextChange(after: .zero) == nil)
    #expect(feed.start(at: .zero) && feed.isRunning && feed.due == nil)
  }
}

@Suite struct FeedAnswerTests {
  private func feed(_ answers: [(Feed.Answer?, Int)], name: String = "") -> Feed {
    var feed = Feed(Feed.Rules(name: name), at: .zero)
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

  /// Until there is a good answer; a further run without news changes nothing.
  @Test func theLastComplaintIsKept() {
    var feed = feed([(.failed(.exited(1), complaint: "curl: no host"), 10), (nil, 20)])
    #expect(feed.complaint == "curl: no host" && feed.failure == .exited(1))
    feed.receive(.failed(.timedOut), at: .seconds(30))
    #expect(feed.complaint == nil && feed.failure == .timedOut)
    feed.receive(.failed(.exited(1), complaint: "curl: no host"), at: .seconds(40))
    feed.receive(.text([0]), at: .seconds(45))
    #expect(feed.complaint == nil && feed.failure == .unreadable)
    feed.receive(.failed(.exited(1), complaint: "curl: no host"), at: .seconds(47))
    feed.receive(.text([]), at: .seconds(50))
    #expect(feed.complaint == nil && feed.failure == nil)
  }

  @Test(
    arguments: [
      ("", nil), (" \n\n", nil), ("one\ntwo\n\n", "two"), ("\u{1b}[31mred\u{1b}[0m\r\n \u{7}\n", "red"),
      ("a\u{0}b", "ab"), ("cut \u{fffd}", "cut \u{fffd}"),
    ] as [(String, String?)])
  func theLastLineOfAComplaintIsCleaned(text: String, line: String?) {
    #expect(Feed.lastLine(of: Array(text.utf8)) == line)
  }

  @Test(arguments: 1...20) func asManyLinesAsAskedForAreTaken(count: Int) {
    var style = Feed.Style()
    style.lines = count
    var feed = Feed(Feed.Rules(style: style), at: .zero)
    let lines = (1...30).map { "line \($0)" }
    feed.receive(.text(Array(lines.joined(separator: "\n").utf8)), at: .zero)
    #expect(feed.lines == lines.prefix(count - 1) + [lines[count - 1] + " …"])
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
    (Feed.Reason.timedOut, "! the command took too long: weather.sh"),
    (.tooMuch, "! there was too much to read: weather.sh"), (.exited(3), "! the command failed (3): weather.sh"),
    (.exited(126), "! the command cannot be run (126): weather.sh"),
    (.exited(127), "! the command was not found (127): weather.sh"),
    (.exited(137), "! the command failed (137): weather.sh"), (.exited(200), "! the command failed (200): weather.sh"),
    (.signalled(9), "! the command was ended by signal 9: weather.sh"),
    (.notStarted, "! the command cannot be started: weather.sh"),
    (.unreadable, "! there was no text to read: weather.sh"), (.missing, "! there is no such file: weather.sh"),
  ])
  func aFailureIsToldFirst(reason: Feed.Reason, text: String) {
    func feed(_ answers: [(Feed.Answer?, Int)]) -> Feed { self.feed(answers, name: "weather.sh") }
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

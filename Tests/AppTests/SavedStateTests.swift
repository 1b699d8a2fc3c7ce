import Glibc
import System
import Testing

@testable import App
@testable import ColourClock

@Suite struct SavedStateTests {
  let folder = TemporaryFolder()
  let log = Log()
  let moment = Moment(instant: Instant(second: 1_800_000_000), uptime: .seconds(1000), zone: .utc)

  func state(in name: String = "", on wall: String = "") -> SavedState {
    SavedState(state: folder.path + name, home: nil, wall: wall, report: log.add)
  }

  func after(_ seconds: Int64) -> Moment {
    Moment(instant: moment.instant + .seconds(seconds), uptime: moment.uptime + .seconds(seconds), zone: .utc)
  }

  func options(_ line: String...) throws -> CountdownOptions {
    try Arguments(["--no-config"] + line).options().countdown
  }

  @Test(
    arguments: [
      ("/state", "/home", "/state/colourclock"), ("state", "/home", "/home/.local/state/colourclock"),
      (nil, "/home", "/home/.local/state/colourclock"), (nil, nil, nil), ("state", "home", nil),
      ("/state", nil, "/state/colourclock"),
    ] as [(String?, String?, String?)])
  func itFollowsTheBaseDirectories(state: String?, home: String?, path: String?) {
    #expect(SavedState(state: state, home: home, report: log.add).folder == path)
  }

  @Test func theFirstUseIsOne() throws {
    #expect(!SavedState(state: nil, home: nil, report: log.add).isFirstUse)
    var first = state()
    #expect(first.isFirstUse)
    first.store(nil, at: moment)
    #expect(state().isFirstUse && folder.names(in: "colourclock") == [])
    first.storeHint()
    #expect(!state().isFirstUse)
    var second = state()
    second.store(try options("--countdown", "10m").started(at: moment).all.first?.countdown, at: moment)
    second.store(nil, at: moment)
    #expect(!state().isFirstUse && state().chosen.card == nil && log.lines == [])
    // Who has chosen a card knows what to do.
    var other = state(in: "/other")
    other.store(SavedState.Choice(card: "hue"))
    #expect(!state(in: "/other").isFirstUse)
  }

  @Test func recentsAreReadAgain() {
    let intervals = Intervals.Record(ready: 0, work: 30, rest: 15, rounds: 1)
    let recents = Recents(titles: ["Tea"], programs: ["Work 25m, Rest 5m between, x4"], intervals: intervals)
    var first = state()
    first.save(recents)
    first.write()
    var second = state()
    let read = second.restore(for: CountdownOptions(), at: moment).recents
    #expect(read == recents && read.intervals?.record == intervals && log.lines == [])
  }

  @Test func whatIsKeptIsReadAgain() throws {
    var first = state(in: "/a/b")
    #expect(first.chosen == SavedState.Choice() && folder.names(in: "a") == [])
    let plan = try options("--countdown", "10m")
    let (countdown, _) = first.countdown(for: plan, at: moment)
    first.store(countdown, at: moment)
    first.store(SavedState.Choice(card: "zwölf"))
    #expect(first.chosen.card == "zwölf" && folder.names(in: "a/b/colourclock") == ["state.json"])
    for path in ["a", "a/b", "a/b/colourclock"] { #expect(folder.mode(of: path) == 0o700) }
    var second = state(in: "/a/b")
    #expect(second.chosen.card == "zwölf")
    #expect(second.countdown(for: plan, at: moment).countdown == countdown)
    #expect(second.countdown(for: try options(), at: moment).countdown == nil)
    #expect(second.countdown(for: try options("--every", "60s"), at: moment).countdown != countdown)
    second.store(nil, at: moment)
    var third = state(in: "/a/b")
    #expect(third.chosen.card == "zwölf" && log.lines == [])
    #expect(third.countdown(for: try options(), at: moment).countdown == nil)
  }

  /// Several clocks of one user, on several displays and two on one, leave each other what they keep.
  @Test func clocksKeepApart() throws {
    let plain = try options()
    var (left, right, second) = (state(on: "left"), state(on: "right"), state(on: "left"))
    let (tea, bread) = (
      try options("--countdown", "10m").byHand(at: moment),
      try options("--countdown", "50m").byHand(at: moment)
    )
    left.store(tea, at: moment)
    right.store(bread, .started(at: moment), at: moment)
    second.store(nil, .started(at: moment), at: moment)
    var (leftAgain, rightAgain) = (state(on: "left"), state(on: "right"))
    #expect(leftAgain.countdown(for: plain, at: moment).countdown == tea)
    #expect(leftAgain.stopwatch(isWanted: false, at: moment) != nil)
    #expect(rightAgain.countdown(for: plain, at: moment).countdown == bread)
    right.store(nil, at: moment)
    leftAgain.store(nil, at: moment)
    #expect(log.lines == [] && state(on: "right").countdownKept(plain, moment) == nil)
    #expect(state(on: "left").countdownKept(plain, moment) == nil)
    #expect(second.stopwatch(isWanted: false, at: moment) == nil)
  }

  @Test func whatRanOnTheOnlyWallIsReadOnceMore() throws {
    var state = state()
    state.store(try options("--countdown", "10m").byHand(at: moment), at: moment)
    let file = "\(folder.path)/colourclock/state.json"
    let text = String(decoding: try File.read(file, limit: 9999), as: UTF8.self)
    let inner = try #require(text.split(separator: #""walls":{"":"#).last?.dropLast(2))
    let before = #"{"version":1,"wall":"","hinted":true,"# + inner.dropFirst() + "\n"
    try File.replace(file, with: Array(before.utf8))
    var old = self.state()
    #expect(old.countdown(for: try options(), at: moment).countdown?.state == .running(.uptime(.seconds(1600))))
    #expect(log.lines == [])
  }

  @Test(arguments: [0, 3_600, 86_399, 86_400, -86_400])
  func whatWasBegunByHandComesBackForADay(seconds: Int64) throws {
    var first = state()
    #expect(first.countdown(for: try options("--title", "Tea"), at: moment).countdown == nil)
    let countdown = try options("--countdown", "24h").byHand(at: moment)
    first.store(countdown, at: moment)
    let later = Moment(
      instant: moment.instant + .seconds(seconds), uptime: moment.uptime + .seconds(max(0, seconds)), zone: .utc)
    // Kept again, it is as old as it was.
    first.store(countdown, at: moment)
    first.store(countdown, at: later)
    var second = state()
    let isBack = abs(seconds) < 86_400
    let restored = second.countdown(for: try options(), at: later).countdown
    #expect((restored != nil) == isBack && restored?.title == (isBack ? "Tea" : nil))
    // What was restored keeps its title, as what begins here does not.
    guard isBack else { return }
    second.store(restored, at: later)
    #expect(state().keptTitle(at: later, try options()) == "Tea")
    second.store(try options("--countdown", "7m").byHand(at: later), at: later)
    #expect(state().keptTitle(at: later, try options()) == nil)
  }

  /// For a day, from when it was used last or the program ended.
  @Test func aStopwatchGoesOnForADay() throws {
    func kept(at moment: Moment) -> Stopwatch? {
      var state = state()
      return state.stopwatch(isWanted: false, at: moment)
    }
    #expect(kept(at: moment) == nil)
    let stopwatch = Stopwatch.started(at: moment)
    var first = state()
    first.store(nil, stopwatch, at: moment)
    #expect(kept(at: after(86_399)) == stopwatch && kept(at: after(86_400)) == nil)
    first.store(nil, stopwatch, at: after(90_000))
    #expect(kept(at: after(90_001)) == stopwatch)
    #expect(kept(at: after(90_001))?.text(at: after(90_001)) == "25:00:01")
    first.store(nil, at: after(90_002))
    #expect(kept(at: after(90_003)) == nil && log.lines == [])
  }

  /// As a countdown: what the option has begun comes back by the option only.
  @Test func aStopwatchThatWasAskedForComesBackOnlyWhenItIs() {
    var first = state()
    let asked = first.stopwatch(isWanted: true, at: moment)
    #expect(asked == .started(at: moment))
    first.store(nil, asked, at: moment)
    var (plain, again) = (state(), state())
    #expect(plain.stopwatch(isWanted: false, at: moment) == nil)
    #expect(again.stopwatch(isWanted: true, at: moment) == asked)
    again.store(nil, asked, at: moment)
    #expect(plain.stopwatch(isWanted: false, at: moment) == nil)
    // Set back and started anew, it was begun by hand.
    again.store(nil, Stopwatch(), at: moment)
    again.store(nil, .started(at: moment), at: moment)
    var byHand = state()
    #expect(byHand.stopwatch(isWanted: false, at: moment) == .started(at: moment) && log.lines == [])
  }

  /// Not on another display or machine; from before walls had names, on any.
  @Test func anotherWallBeginsNothing() throws {
    let countdown = try options("--countdown", "99h").started(at: moment).all.first?.countdown
    for (wall, other, isBack) in [("a:0", "a:0", true), ("a:0", "a:1", false), ("a:0", "b:0", false)] {
      var first = state(on: wall)
      _ = first.countdown(for: try options(), at: moment)
      first.store(countdown, at: moment)
      var second = state(on: other)
      #expect((second.countdown(for: try options(), at: moment).countdown != nil) == isBack)
    }
    // Nor does the same plan take it up, whose clock may run still.
    let plan = try options("--countdown", "25m")
    var first = state(on: "c:0")
    first.store(first.countdown(for: plan, at: moment).countdown, at: moment)
    let later = after(60)
    for (wall, start) in [("c:0", moment), ("c:1", later), ("d:0", later)] {
      var second = state(on: wall)
      #expect(second.countdown(for: plan, at: later).countdown == plan.started(at: start).all.first?.countdown)
    }
  }

  /// Another title is another request.
  @Test func theSameSpanForAnotherThingBeginsAnew() throws {
    let tea = try options("--countdown", "25m", "--title", "Tea")
    var first = state()
    first.store(first.countdown(for: tea, at: moment).countdown, at: moment)
    let later = after(60)
    var (same, other) = (state(), state())
    #expect(same.countdown(for: tea, at: later).countdown == tea.started(at: moment).all.first?.countdown)
    let eggs = try options("--countdown", "25m", "--title", "Eggs")
    #expect(other.countdown(for: eggs, at: later).countdown == eggs.started(at: later).all.first?.countdown)
  }

  /// One that was begun when another had long been over is as old as it is itself.
  @Test func whatIsBegunLaterIsYounger() throws {
    var first = state()
    _ = first.countdown(for: try options(), at: moment)
    var countdown = try #require(try options("--countdown", "5m").byHand(at: moment))
    first.store(countdown, at: moment)
    let day = after(90_000)
    let isOver = countdown.advance(to: day)
    #expect(isOver)
    first.store(countdown, at: day)
    var again = try #require(try options("--countdown", "5m").byHand(at: day))
    first.store(again, at: day)
    let later = after(90_060)
    var second = state()
    #expect(second.countdown(for: try options(), at: later).countdown == again)
    // Paused and kept, it is still the same.
    again.toggle(at: later)
    first.store(again, at: later)
    let tomorrow = Moment(instant: day.instant + .seconds(86_400), uptime: .zero, zone: .utc)
    var third = state()
    #expect(third.countdown(for: try options(), at: tomorrow).countdown == nil)
  }

  @Test func twoClocksKeepEachTheirOwn() throws {
    var (one, other) = (state(), state())
    one.store(SavedState.Choice(card: "hue"))
    other.store(other.countdown(for: try options("--countdown", "10m"), at: moment).countdown, at: moment)
    var third = state()
    #expect(third.chosen.card == "hue")
    #expect(third.countdown(for: try options("--countdown", "10m"), at: moment).countdown != nil)
  }
}

extension SavedState {
  /// The title of the countdown that a start without a plan goes on with.
  fileprivate func countdownKept(_ options: CountdownOptions, _ moment: Moment) -> Countdown? {
    var copy = self
    return copy.countdown(for: options, at: moment).countdown
  }

  fileprivate func keptTitle(at moment: Moment, _ options: CountdownOptions) -> String? {
    var copy = self
    return copy.countdown(for: options, at: moment).countdown?.title
  }
}

extension CountdownOptions {
  /// The first countdown, as if no option had made it.
  fileprivate func byHand(at moment: Moment) -> Countdown? {
    var countdown = started(at: moment).all.first?.countdown
    countdown?.isFromOptions = false
    return countdown
  }
}

/// Kept, and on the disk. Waits for the lock: a child process that another test starts may hold it until it runs its
/// program.
extension SavedState {
  mutating func store(_ choice: Choice) {
    save(choice)
    write(waits: true)
  }

  mutating func store(_ countdown: Countdown?, _ stopwatch: Stopwatch? = nil, at moment: Moment) {
    save(Countdowns(countdown.map { [$0] } ?? []), stopwatch, at: moment)
    write(waits: true)
  }

  mutating func countdowns(
    for options: CountdownOptions, at moment: Moment
  ) -> (countdowns: Countdowns, ended: [String]) {
    let restored = restore(for: options, at: moment)
    return (restored.countdowns, restored.ended)
  }

  mutating func stopwatch(isWanted: Bool, at moment: Moment) -> Stopwatch? {
    var options = CountdownOptions()
    options.stopwatch = isWanted
    return restore(for: options, at: moment).stopwatch
  }

  mutating func alarms() -> [DailyAlarm] {
    let moment = Moment(instant: Instant(second: 1_800_000_000), uptime: .zero, zone: .utc)
    return restore(for: CountdownOptions(), at: moment).alarms
  }

  /// The first one kept.
  mutating func countdown(for options: CountdownOptions, at moment: Moment) -> (countdown: Countdown?, hasPassed: Bool)
  {
    let (countdowns, ended) = countdowns(for: options, at: moment)
    return (countdowns.all.first?.countdown, !ended.isEmpty)
  }

  mutating func store(_ alarms: [DailyAlarm]) { _ = saveAtOnce(alarms) }

  mutating func storeHint() {
    saveHint()
    write(waits: true)
  }
}

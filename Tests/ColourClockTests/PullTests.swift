import Testing

@testable import ColourClock

/// What a pull does and what it leaves alone.
@Suite struct PullTests {
  @Test(arguments: byHand + byWheel)
  func fires(_ test: Case) {
    var pull = Self.pull(test.trigger)
    let fired1 = Self.run(&pull, test.moves)
    #expect(fired1 == test.fired)
  }

  /// Without movement there is no way back on which it could be caught or come too soon; all else is the same.
  @Test(
    arguments: (byHand + byWheel).filter {
      !["caught on its way back", "not before rest"].contains($0.testDescription)
    })
  func withoutMovementItFiresAlike(_ test: Case) {
    var pull = Self.pull(test.trigger, isReduced: true)
    let fired = Self.run(&pull, test.moves)
    #expect(fired == test.fired)
  }

  @Test func thePostsTriggerIs115() {
    for (distance, fired) in [(114.0, [Int]()), (115, [5])] {
      var pull = Pull(rules: .seed, size: Self.wall)
      let fired3 = Self.run(&pull, [(0, .begin), (5, .drag(distance)), (9, .release)])
      #expect(fired3 == fired)
    }
  }

  @Test(arguments: [
    (480, 640, 105.0), (480, 480, 96), (1920, 1080, 216), (1080, 1920, 236.25), (3840, 2160, 432), (320, 240, 64),
    (1920, 200, 64), (1, 1, 64),
  ])
  func theThresholdFitsTheScreen(width: Int, height: Int, threshold: Double) {
    let size = Size(width: width, height: height)
    #expect(Pull.Rules.standard.threshold(in: size) == threshold)
    #expect(Pull.Rules.seed.threshold(in: size) == 115)
    var pull = Pull(size: Self.wall)
    _ = pull.resize(to: size, at: .zero)
    let fired4 = Self.run(&pull, [(0, .begin), (1, .drag(threshold - 0.01)), (2, .release)])
    #expect(fired4 == [])
    let fired5 = Self.run(&pull, [(2000, .begin), (2001, .drag(threshold)), (2002, .release)])
    #expect(fired5 == [2002])
  }

  @Test func theSheetFollowsAndThenResists() {
    var pull = Self.pull(.release)
    _ = pull.begin(at: .zero)
    var last = -1.0
    for raw in stride(from: 0.0, through: 5000, by: 5) {
      _ = pull.drag(to: raw, at: .zero)
      let offset = pull.offset(at: .zero)
      #expect(offset > last && offset < 105 * 1.25)
      if raw <= 105 { #expect(offset == raw) }
      #expect(abs(pull.rules.pulled(offset, in: pull.size) - raw) < 1e-6 * max(1, raw) || raw > 2000)
      last = offset
    }
  }

  @Test func theGumStretchesBeforeItTears() {
    var (head, post) = (Self.pull(.release), Self.pull(.release, .seed))
    _ = (head.begin(at: .zero), post.begin(at: .zero))
    for (raw, inHead, inPost) in [(0.0, 0.0, 0.0), (44, 0, 0), (50, 6, 0), (74, 30, 24), (104, 60, 54), (114, 60, 64)] {
      _ = (head.drag(to: raw, at: .zero), post.drag(to: raw, at: .zero))
      #expect(
        abs(head.stretch(at: Duration.zero) - inHead) < 1e-9 && abs(post.stretch(at: Duration.zero) - inPost) < 1e-9)
    }
    #expect(head.isArmed && !post.isArmed)
  }

  @Test(arguments: [20.0, 44, 50], [Pull.Rules.standard, .seed])
  func theGumStretchesHoweverShortThePullIs(distance: Double, rules: Pull.Rules) {
    var rules = rules
    rules.pullDistance = distance
    var pull = Pull(rules: rules, size: Play.size)
    #expect(pull.threshold > pull.header)
    _ = pull.begin(at: .zero)
    _ = pull.drag(to: pull.threshold - 0.01, at: .zero)
    #expect(abs(pull.stretch(at: Duration.zero) - 10) < 0.1)
  }

  @Test func aNotchShowsASmallPullThatSpringsBack() {
    var pull = Self.pull(.release)
    _ = pull.scroll(by: 1, at: .zero)
    #expect(pull.offset(at: .zero) == 0)
    let shown = pull.offset(at: .milliseconds(140))
    #expect(shown > 20 && shown < 32)
    #expect(pull.offset(at: .milliseconds(300)) < shown / 3)
    #expect(pull.isAtRest(at: .seconds(1)) && pull.nextChange(after: .seconds(1)).uptime == nil)
  }

  @Test func startedByCodeItOpensOnceAndTheNextPullWorks() {
    var pull = Self.pull(.release)
    let fired6 = Self.run(&pull, [(0, .start), (50, .start)])
    #expect(fired6 == [0])
    #expect(abs(pull.offset(at: .milliseconds(600)) - 44) < 0.25 && pull.isRefreshing(at: .milliseconds(600)))
    let fired7 = Self.run(&pull, [(700, .end(true)), (2000, .begin), (2010, .drag(110)), (2020, .release)])
    #expect(fired7 == [2020])
  }

  @Test func theMarkStandsHalfASecondAndTheSheetCloses() {
    var pull = Self.pull(.release)
    _ = Self.run(&pull, [(0, .start), (1000, .end(false)), (1100, .end(true))])
    #expect(abs(pull.offset(at: .milliseconds(1499)) - 44) < 0.1)
    #expect(pull.offset(at: .milliseconds(1560)) < 30)
    #expect(pull.work == .ended(ok: false, since: .seconds(1)))
    #expect(!pull.isAtRest(at: .milliseconds(1560)) && pull.isAtRest(at: .seconds(3)))
  }

  @Test func aRefreshThatNeverEndsHasFailed() {
    var pull = Self.pull(.release)
    _ = pull.start(at: .zero)
    #expect(pull.isRefreshing(at: .seconds(59)) && !pull.isRefreshing(at: .seconds(60)))
    #expect(pull.settled(at: .milliseconds(60_200)).work == .ended(ok: false, since: .seconds(60)))
    #expect(pull.isAtRest(at: .seconds(70)))
  }

  @Test func heldStillItSleeps() {
    var pull = Self.pull(.release)
    _ = Self.run(&pull, [(0, .begin), (10, .drag(80))])
    #expect(pull.nextChange(after: .milliseconds(20)).uptime == nil)
    _ = pull.drag(to: 120, at: .milliseconds(30))
    #expect(pull.nextChange(after: .milliseconds(40)).uptime == Motion.nextFrame(after: .milliseconds(40)))
    #expect(pull.nextChange(after: .milliseconds(500)).uptime == nil)
    var dwelling = Self.pull(.dwell)
    _ = Self.run(&dwelling, [(0, .begin), (10, .drag(120))])
    #expect(dwelling.nextChange(after: .milliseconds(450)).uptime == .milliseconds(510))
  }

  /// Released, the sheet never leaps: it goes on from where it was.
  @Test func everyHandOverIsSmooth() {
    var pull = Self.pull(.release)
    for (time, move) in [
      (0, Move.begin), (10, .drag(130)), (20, .release), (400, .end(true)), (950, .begin), (960, .drag(3)),
      (970, .release), (1500, .notch(1)), (1540, .notch(1)), (1600, .notch(1)), (1720, .notch(1)), (1760, .begin),
      (1770, .release),
    ] {
      let at = Moment.milliseconds(time)
      let before = pull.offset(at: at)
      _ = Self.run(&pull, [(time, move)])
      if case .drag = move { continue }
      #expect(abs(pull.offset(at: at) - before) < 5.1, "\(time)")
    }
  }
}

import Testing

@testable import ColourClock

/// The known defects of the seeds: each fails on a copy of the seed's logic and passes on ours.
@Suite struct ControlSeedTests {
  /// A hold button as the tests see it, times in seconds.
  private protocol Holding {
    mutating func press(_ time: Double)
    /// Let go on the button.
    mutating func release(_ time: Double)
    /// Slid off and let go elsewhere.
    mutating func slideOff(_ time: Double)
    mutating func wait(_ time: Double)
    func level(_ time: Double) -> Double
    var fired: Int { get }
  }

  /// The logic of the Polish post: touch down and touch up inside are all that it hears.
  private struct SeedHold: Holding {
    private var canBeAnimated = true
    private var animationFinished = false
    private var start: Double?
    private(set) var fired = 0

    mutating func press(_ time: Double) {
      wait(time)
      guard canBeAnimated else { return }
      start = time
      canBeAnimated = false
    }

    mutating func release(_ time: Double) {
      wait(time)
      guard !animationFinished else { return }
      start = nil
      canBeAnimated = true
    }

    mutating func slideOff(_ time: Double) { wait(time) }

    mutating func wait(_ time: Double) {
      guard let start, !animationFinished, time >= start + 1.6 else { return }
      animationFinished = true
      fired += 1
    }

    func level(_ time: Double) -> Double { start.map { min(1, (time - $0) / 2) } ?? 0 }
  }

  private struct OurHold: Holding {
    private var hold = Hold()
    private(set) var fired = 0

    mutating func press(_ time: Double) { count(hold.press(at: .seconds(time))) }
    mutating func release(_ time: Double) { count(hold.release(at: .seconds(time))) }
    mutating func slideOff(_ time: Double) { count(hold.cancel(at: .seconds(time))) }
    mutating func wait(_ time: Double) { count(hold.advance(to: .seconds(time))) }
    func level(_ time: Double) -> Double { hold.level(at: .seconds(time)) }
    private mutating func count(_ fires: Bool) { fired += fires ? 1 : 0 }
  }

  private static func firesWithoutAFinger(_ control: some Holding) -> Bool {
    var control = control
    control.press(0)
    control.slideOff(1)
    control.wait(5)
    return control.fired > 0
  }

  private static func isDeadAfterOne(_ control: some Holding) -> Bool {
    var control = control
    for start in [0.0, 10] {
      control.press(start)
      control.wait(start + 1.7)
      control.release(start + 2)
      control.wait(start + 9)
    }
    return control.fired < 2
  }

  private static func leapsBack(_ control: some Holding) -> Bool {
    var control = control
    control.press(0)
    let before = control.level(1)
    control.release(1)
    return before - control.level(1.01) > 0.1
  }

  @Test func theHoldsDefects() {
    #expect(Self.firesWithoutAFinger(SeedHold()) && !Self.firesWithoutAFinger(OurHold()))
    #expect(Self.isDeadAfterOne(SeedHold()) && !Self.isDeadAfterOne(OurHold()))
    #expect(Self.leapsBack(SeedHold()) && !Self.leapsBack(OurHold()))
  }

  /// The logic of ISRefreshControl 1.0.2.
  private struct SeedPull {
    private enum State { case normal, refreshing, refreshed }
    private var state = State.normal
    private(set) var fired = 0
    /// Stored in an integer, as there: a tenth of a second becomes none.
    let delay = Int(0.1)
    /// How far the list stays open; only a finger's release sets it.
    private(set) var inset = 0.0

    mutating func scrolled(to offset: Double, isTracking: Bool) {
      if offset <= -115, isTracking, state == .normal {
        state = .refreshing
        fired += 1
      }
      if state == .refreshed, offset >= 0 { state = .normal }
      if state == .refreshing, !isTracking { inset = 50 }
    }

    mutating func begin() { state = state == .normal ? .refreshing : state }
    mutating func end() { (state, inset) = (state == .refreshing ? .refreshed : state, 0) }
  }

  /// One that pulls too far by mistake has no way back.
  @Test func pullingBackDisarms() {
    var seed = SeedPull()
    for offset in [-60.0, -120, -40] { seed.scrolled(to: offset, isTracking: true) }
    seed.scrolled(to: 0, isTracking: false)
    #expect(seed.fired == 1)
    var ours = Pull(size: PullTests.wall)
    let fired = PullTests.run(&ours, [(0, .begin), (1, .drag(60)), (2, .drag(120)), (3, .drag(40)), (4, .release)])
    #expect(fired == [])
  }

  /// On a screen where there is no room to drag by 115.
  @Test func aLowScreenCanBePulled() {
    var seed = SeedPull()
    for offset in stride(from: 0.0, through: -100, by: -5) { seed.scrolled(to: offset, isTracking: true) }
    #expect(seed.fired == 0)
    var ours = Pull(size: Size(width: 320, height: 240))
    let fired = PullTests.run(&ours, [(0, .begin), (1, .drag(100)), (4, .release)])
    #expect(fired == [4])
  }

  /// A refresh begun and ended by code leaves the list where it is: it never comes back to an offset that re-arms.
  @Test func begunByCodeItOpensAndTheNextPullWorks() {
    var seed = SeedPull()
    seed.begin()
    #expect(seed.inset == 0)
    seed.end()
    for offset in [-60.0, -120] { seed.scrolled(to: offset, isTracking: true) }
    #expect(seed.fired == 0)
    var ours = Pull(size: PullTests.wall)
    _ = ours.start(at: .zero)
    #expect(ours.offset(at: .seconds(1)) > 43)
    _ = ours.end(ok: true, at: .seconds(1))
    let fired = PullTests.run(&ours, [(3000, .begin), (3001, .drag(120)), (3002, .release)])
    #expect(fired == [3002])
  }

  /// The delay that an integer lost: ours are spans.
  @Test func noSpanIsLost() {
    #expect(SeedPull().delay == 0)
    let rules = Pull.Rules.seed
    #expect(
      [Pull.Rules.dwell, rules.timeOut, Pull.Rules.resultTime, Pull.Rules.pause, rules.gum.collapseTime].allSatisfy {
        $0 > .zero
      })
  }
}

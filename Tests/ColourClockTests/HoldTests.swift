import Testing

@testable import ColourClock

/// What a hold does and what it leaves alone.
@Suite struct HoldTests {
  enum Move {
    case press, release, cancel, wait, confirm, appear
  }

  static func run(_ hold: inout Hold, _ moves: [(Int, Move)]) -> [Int] {
    moves.compactMap { time, move in
      let at = Moment.milliseconds(time)
      let fires =
        switch move {
        case .press: hold.press(at: at)
        case .release: hold.release(at: at)
        case .cancel: hold.cancel(at: at)
        case .wait: hold.advance(to: at)
        case .confirm: hold.confirm(at: at)
        case .appear: hold.appear(at: at)
        }
      return fires ? time : nil
    }
  }

  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let rules: Hold.Rules
    let moves: [(Int, Move)]
    let fired: [Int]
    init(_ name: String, _ rules: Hold.Rules, _ moves: [(Int, Move)], _ fired: [Int]) {
      (testDescription, self.rules, self.moves, self.fired) = (name, rules, moves, fired)
    }
  }

  private static let full = Hold.Rules(fires: .full)
  private static let release = Hold.Rules(fires: .release)

  static let cases: [Case] = [
    Case("1.59 s", .standard, [(0, .press), (1590, .release), (9000, .wait)], []),
    Case("1.61 s, without a look", .standard, [(0, .press), (1610, .release), (9000, .wait)], [1610]),
    Case("1.61 s", .standard, [(0, .press), (1599, .wait), (1600, .wait), (1601, .wait), (1610, .release)], [1600]),
    Case("seed, 1.59 s", .seed, [(0, .press), (1590, .release), (9000, .wait)], []),
    Case("seed, 1.61 s", .seed, [(0, .press), (1610, .release), (9000, .wait)], [1610]),
    Case("very late", .standard, [(0, .press), (60_000, .wait), (60_001, .release)], [60_000]),
    Case(
      "slid off at 1 s", .standard, [(0, .press), (1000, .cancel), (1700, .wait), (2500, .release), (9000, .wait)], []),
    Case(
      "second after reset", .standard, [(0, .press), (1700, .release), (3600, .press), (5300, .release)], [1700, 5300]),
    Case("not before reset", .standard, [(0, .press), (1700, .release), (3500, .press), (5500, .release)], [1700]),
    Case("full, 1.9 s", full, [(0, .press), (1900, .release), (9000, .wait)], []),
    Case("full", full, [(0, .press), (1999, .wait), (2000, .wait)], [2000]),
    Case("full, cancelled beyond the mark", full, [(0, .press), (1900, .cancel), (9000, .wait)], []),
    Case("on release", release, [(0, .press), (1610, .wait), (5000, .release)], [5000]),
    Case("on release, too soon", release, [(0, .press), (1590, .release), (9000, .wait)], []),
    Case("on release, slid off", release, [(0, .press), (5000, .cancel), (5100, .release), (9000, .wait)], []),
    Case(
      "taken up again", .standard, [(0, .press), (1000, .release), (1100, .press), (1690, .wait), (1710, .wait)], [1710]
    ),
    Case(
      "taken up late", .standard, [(0, .press), (1000, .release), (1500, .press), (3090, .wait), (3110, .wait)], [3110]
    ),
    Case("no finishing by a tap", .standard, [(0, .press), (1590, .release), (1600, .press), (1740, .release)], []),
    Case("seed takes nothing up", .seed, [(0, .press), (1000, .release), (1001, .press), (2590, .release)], []),
    Case("two owners", .standard, [(0, .press), (1000, .press), (1600, .wait), (1700, .release)], [1600]),
    Case("twice", .standard, [(0, .confirm), (3999, .confirm), (4500, .confirm)], [3999]),
    Case("twice, slowly", .standard, [(0, .confirm), (4000, .confirm), (9000, .wait)], []),
    Case("twice, cancelled", .standard, [(0, .confirm), (100, .cancel), (200, .confirm), (9000, .wait)], []),
    Case("confirmed, then held", .standard, [(0, .confirm), (100, .press), (200, .release), (1000, .confirm)], []),
    Case(
      "held, then confirmed", .standard, [(0, .press), (10, .confirm), (20, .confirm), (30, .release), (900, .wait)], []
    ),
    Case("release alone", .standard, [(0, .release), (10, .cancel), (20, .appear), (9000, .wait)], []),
    Case("shortest", Hold.Rules(time: .zero), [(0, .press), (149, .wait), (150, .wait)], [150]),
  ]

  @Test(arguments: cases)
  func fires(_ test: Case) {
    var hold = Hold(rules: test.rules)
    let fired1 = Self.run(&hold, test.moves)
    #expect(fired1 == test.fired)
  }

  @Test(arguments: [
    (0, 0.0), (400, 0.2), (800, 0.4), (1600, 0.8), (1800, 0.9), (2000, 1), (3599, 1), (3600, 0),
  ])
  func itFillsEvenlyAndCompletesItself(time: Int, level: Double) {
    var hold = Hold()
    let fired2 = Self.run(&hold, [(0, .press), (1610, .release)])
    #expect(fired2 == [1610])
    _ = hold
    var held = Hold()
    _ = held.press(at: .zero)
    #expect(abs(held.level(at: .milliseconds(time)) - level) < 1e-9)
    if time > 1610 { #expect(abs(hold.level(at: .milliseconds(time)) - level) < 1e-9) }
  }

  @Test func givenUpItWaitsAndFalls() {
    var (hold, seed) = (Hold(), Hold(rules: .seed))
    _ = Self.run(&hold, [(0, .press), (1000, .release)])
    _ = Self.run(&seed, [(0, .press), (1000, .release)])
    for (time, level) in [(1000, 0.5), (1199, 0.5), (1300, 0.25), (1350, 0.125), (1400, 0)] {
      #expect(abs(hold.level(at: .milliseconds(time)) - level) < 1e-9)
      #expect(seed.level(at: .milliseconds(time)) == 0)
    }
    _ = hold.press(at: .milliseconds(1300))
    #expect(abs(hold.level(at: .milliseconds(1500)) - 0.35) < 1e-9)
  }

  @Test func itSaysWhatItWants() {
    var hold = Hold()
    _ = Self.run(&hold, [(0, .press), (299, .release)])
    #expect(hold.prompt(at: .milliseconds(2298)) == .hint && hold.prompt(at: .milliseconds(300)) == .hint)
    #expect(hold.prompt(at: .milliseconds(2299)) == .hold)
    _ = Self.run(&hold, [(5000, .press), (5300, .release)])
    #expect(hold.prompt(at: .milliseconds(5301)) == .hold)
    _ = hold.confirm(at: .seconds(10))
    #expect(hold.prompt(at: .milliseconds(13_999)) == .again && hold.prompt(at: .seconds(14)) == .hold)
    _ = Self.run(&hold, [(20_000, .press)])
    #expect(hold.prompt(at: .milliseconds(21_600)) == .done && hold.prompt(at: .milliseconds(23_600)) == .hold)
    var slid = Hold()
    _ = Self.run(&slid, [(0, .press), (100, .cancel)])
    #expect(slid.prompt(at: .milliseconds(200)) != .hint)
  }

  @Test func itIsThereWhileAViewerIs() {
    var hold = Hold()
    #expect(hold.opacity(at: .zero) == 0 && hold.nextChange(after: .zero, pixels: 80).uptime == nil)
    _ = hold.appear(at: .zero)
    // It begins to appear a frame early, so that the first frame shows something.
    let frame = Motion.frame / AutoHide.fadeTime
    for (time, opacity) in [(0, frame), (100, 0.5 + frame), (200, 1), (3999, 1), (4100, 0.5), (4200, 0)] {
      #expect(abs(hold.opacity(at: .milliseconds(time)) - opacity) < 1e-9, "\(time)")
    }
    #expect(hold.nextChange(after: .milliseconds(300), pixels: 80).uptime == .seconds(4))
    #expect(
      hold.nextChange(after: .milliseconds(4200), pixels: 80).uptime == nil && hold.isAtRest(at: .milliseconds(4200)))
    // A sign while it goes brings it back from where it is.
    _ = hold.appear(at: .milliseconds(4100))
    #expect(abs(hold.opacity(at: .milliseconds(4150)) - (0.625 + frame / 2)) < 1e-9)
  }

  @Test func aLongHoldStaysVisible() {
    var hold = Hold(rules: Hold.Rules(time: .seconds(20)))
    _ = hold.press(at: .zero)
    #expect(hold.opacity(at: .seconds(15)) == 1)
    _ = hold.release(at: .seconds(15))
    #expect(
      hold.opacity(at: .seconds(15)) == 1 && hold.opacity(at: .seconds(18)) == 1 && hold.opacity(at: .seconds(20)) == 0)
  }

  @Test func modesAndReducedMotion() {
    var (always, never) = (Hold(mode: .always), Hold(mode: .never))
    _ = (always.appear(at: .zero), never.appear(at: .zero))
    #expect(always.opacity(at: .seconds(99)) == 1 && never.opacity(at: .seconds(1)) == 0)
    #expect(always.nextChange(after: .seconds(1), pixels: 80).uptime == nil)
    var reduced = Hold(isReduced: true)
    _ = reduced.appear(at: .zero)
    #expect(reduced.opacity(at: .zero) == 1 && reduced.opacity(at: .milliseconds(4001)) == 0)
  }

  /// A frame only when the fill has moved by a pixel.
  @Test func itWakesForPixelsOnly() {
    var hold = Hold(mode: .always)
    _ = hold.press(at: .zero)
    var (time, wakes, level) = (Duration.zero, 0, 0.0)
    while let next = hold.nextChange(after: .after(time), pixels: 40).uptime, next < .milliseconds(1600) {
      #expect(next > time)
      #expect(hold.level(at: .after(next)) - level > 0.9 / 40)
      (time, wakes, level) = (next, wakes + 1, hold.level(at: .after(next)))
    }
    #expect(wakes <= 32 && wakes >= 30)
    #expect(hold.nextChange(after: .after(time), pixels: 40).uptime == .milliseconds(1600))
  }
}

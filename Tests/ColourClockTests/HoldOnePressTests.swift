import TestSupport
import Testing

@testable import ColourClock

/// Where the hold quits or runs a command, and in a kiosk, several presses do not add up to one.
@Suite struct HoldOnePressTests {
  /// Times in milliseconds: a press, and the break after it.
  struct Beat {
    let press: Int
    let pause: Int
  }

  /// The times at which a hold acts that is pressed in that rhythm.
  static func actions(_ rules: Hold.Rules, _ rhythm: [Beat], mustBeOnePress: Bool = true) -> [Int] {
    var (hold, time, fired) = (Hold(rules: rules), 0, [Int]())
    for beat in rhythm {
      if hold.press(at: .milliseconds(time), mustBeOnePress: mustBeOnePress) { fired.append(time) }
      time += beat.press
      if hold.advance(to: .milliseconds(time)) { fired.append(time) }
      if hold.release(at: .milliseconds(time)) { fired.append(time) }
      time += beat.pause
    }
    return fired
  }

  private static func beats(_ spans: [(Int, Int)]) -> [Beat] { spans.map { Beat(press: $0.0, pause: $0.1) } }

  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let rhythm: [Beat]
    let acts: Bool
    init(_ name: String, _ spans: [(Int, Int)], _ acts: Bool) {
      (testDescription, rhythm, self.acts) = (name, HoldOnePressTests.beats(spans), acts)
    }
  }

  @Test(arguments: [
    Case("nine taps", Array(repeating: (160, 100), count: 9), false),
    Case("a hundred taps without a break", Array(repeating: (160, 1), count: 100), false),
    Case("one press", [(1600, 0)], true),
    Case("one press, too short", [(1599, 0)], false),
    Case("two halves", [(800, 100), (800, 0)], false),
    Case("two halves, 40 ms apart", [(800, 40), (800, 0)], false),
    Case("a lost touch", [(800, 39), (800, 0)], true),
    Case("a bouncing key", [(5, 5), (1596, 0)], true),
    Case("two breaks", [(600, 30), (600, 30), (600, 0)], false),
    Case("two breaks, then held", [(600, 30), (600, 30), (1600, 0)], true),
    Case("a break once more, after another press", [(10, 100), (800, 30), (800, 0)], true),
    Case("nearly complete, and a tap", [(1590, 10), (149, 0)], false),
  ])
  func fires(_ test: Case) {
    #expect(!Self.actions(.standard, test.rhythm).isEmpty == test.acts)
  }

  /// The seed drops at once what was given up, so that nothing is ever taken up.
  @Test func theSeedIsAsItWas() {
    for rhythm in [[(800, 1), (800, 0)], [(1590, 1), (1590, 0)], [(1600, 0)]] {
      let beats = Self.beats(rhythm)
      #expect(Self.actions(.seed, beats) == Self.actions(.seed, beats, mustBeOnePress: false))
    }
  }

  @Test func elsewherePressesAddUp() {
    let taps = Self.beats(Array(repeating: (160, 100), count: 15))
    #expect(Self.actions(.standard, taps, mustBeOnePress: false).count == 1)
  }

  /// It acts only in a press that was long enough, a break of under 40 ms left out; and in each that was.
  @Test(arguments: 0..<40)
  func onlyALongPressActs(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      let rules = Hold.Rules(
        time: .milliseconds(Int.random(in: 150...2500, using: &random)),
        fraction: Double(Int.random(in: 5...100, using: &random)) / 100,
        fires: Hold.Rules.Fires.allCases.randomElement(using: &random) ?? .full)
      let needed = max(.milliseconds(150), rules.time * (rules.fires == .full ? 1 : rules.fraction))
      let longest = Int.random(in: 50...1200, using: &random)
      let longestPause = Int.random(in: 1...200, using: &random)
      let rhythm = (0..<60).map { _ in
        Beat(press: .random(in: 1...longest, using: &random), pause: .random(in: 0...longestPause, using: &random))
      }
      let alone = rhythm.map(\.press)
      let joined = zip(rhythm, rhythm.dropFirst()).filter { $0.0.pause < 40 }.map { $0.0.press + $0.1.press }
      let acts = !Self.actions(rules, rhythm).isEmpty
      let possible = (alone + joined).contains { .milliseconds($0) >= needed - .microseconds(1) }
      let certain = alone.contains { .milliseconds($0) >= needed }
      #expect(!acts || possible, "\(rules) acts on \(rhythm)")
      #expect(acts || !certain, "\(rules) does not act on \(rhythm)")
    }
  }
}

/// The same by hands on a wall.
@Suite struct OnePressOnWallsTests {
  /// A child's rhythm, in milliseconds: 100 ± 30 pressed, 90 ± 30 let go (mean and standard deviation).
  private static func tapped(
    by seed: UInt64, for seconds: Int, isKey: Bool, _ change: @escaping (inout Setup) -> Void
  ) -> [Effect] {
    var play = Play {
      $0.hold.presence = .motion
      change(&$0)
    }
    var (random, time) = (SeededRandom(seed: seed), 0)
    play.send(.pointerMoved(Point(x: 960, y: 950)))
    play.wait(.milliseconds(300))
    while time < seconds * 1000 {
      let (press, pause) = (span(100, &random), span(90, &random))
      if isKey { play.send(.pressed(.character(" "))) } else { play.press(960, 950) }
      play.wait(.milliseconds(press))
      if isKey { play.send(.released(.character(" "))) } else { play.release(960, 950) }
      play.wait(.milliseconds(pause))
      time += press + pause
    }
    return play.effects
  }

  /// The sum of twelve evenly spread numbers from 0 to 1 has the variance 1, and is nearly normal.
  private static func span(_ mean: Int, _ random: inout SeededRandom) -> Int {
    let chance = (0..<12).map { _ in Double.random(in: 0..<1, using: &random) }.reduce(-6, +)
    return max(1, mean + Int(30 * chance))
  }

  @Test(arguments: [true, false])
  func aChildCannotTapAKioskAway(isKey: Bool) {
    for seed in UInt64(0)..<20 {
      let effects = Self.tapped(by: seed, for: 20, isKey: isKey) { $0.isLocked = true }
      #expect(effects == [], "seed \(seed)")
    }
  }

  /// In a kiosk nothing at all is done by several taps, whatever the hold is for.
  @Test(arguments: [HoldAction.quit, .command, .refresh, .reset])
  func norAnythingElseThere(action: HoldAction) {
    let effects = Self.tapped(by: 1, for: 20, isKey: false) { ($0.isLocked, $0.hold.action) = (true, action) }
    #expect(effects == [])
  }

  /// Nor a program or a command elsewhere by presses too long to be the two taps that confirm.
  @Test(arguments: [(HoldAction.quit, 0), (.command, 0), (.refresh, 1)])
  func pressesAddUpOnlyForWhatCanBeUndone(action: HoldAction, count: Int) {
    var play = Play { ($0.hold.action, $0.hold.presence) = (action, .motion) }
    play.send(.pointerMoved(Point(x: 960, y: 950)))
    play.wait(.milliseconds(300))
    for _ in 0..<4 {
      play.press(960, 950)
      play.wait(.milliseconds(450))
      play.release(960, 950)
      play.wait(.milliseconds(100))
    }
    #expect(play.effects.count == count)
  }

  @Test func whoCannotHoldKeepsTheTwoPresses() {
    var play = Play()
    play.tap(.enter)
    play.wait(.seconds(1))
    play.tap(.enter)
    #expect(play.effects == [.quit])
  }

  @Test func aLostTouchDoesNotEndTheHoldOfAKiosk() {
    var play = Play { ($0.isLocked, $0.hold.presence) = (true, .motion) }
    play.send(.pointerMoved(Point(x: 960, y: 950)))
    play.wait(.milliseconds(300))
    for span in [900, 900] {
      play.press(960, 950)
      play.wait(.milliseconds(span))
      play.release(960, 950)
      play.wait(.milliseconds(20))
    }
    #expect(play.effects == [.quit])
  }
}

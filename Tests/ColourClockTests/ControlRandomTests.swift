import TestSupport
import Testing

@testable import ColourClock

/// 100,000 random events: nothing breaks, nothing fires twice, all comes to rest, and twins agree.
@Suite struct ControlRandomTests {
  private static func step(_ random: inout SeededRandom) -> Duration {
    .microseconds(Int64.random(in: 0...(Bool.random(using: &random) ? 60_000 : 900_000), using: &random))
  }

  private static func poke(_ pull: inout Pull, _ kind: Int, _ amount: Double, at moment: Moment) -> Bool {
    switch kind {
    case 0: pull.begin(at: moment)
    case 1...3: pull.drag(to: amount, at: moment)
    case 4: pull.release(at: moment)
    case 5: pull.cancel(at: moment)
    case 6...8: pull.scroll(by: (amount / 60).rounded(.towardZero), at: moment)
    case 9: pull.start(at: moment)
    case 10, 11: pull.end(ok: amount > 0, at: moment)
    default: pull.advance(to: moment)
    }
  }

  @Test(arguments: Pull.Rules.RefreshTrigger.allCases, [false, true])
  func pull(trigger: Pull.Rules.RefreshTrigger, isReduced: Bool) {
    var random = SeededRandom(seed: 7)
    var rules = Pull.Rules.standard
    rules.refreshTrigger = trigger
    var pull = Pull(rules: rules, size: PullTests.wall, isReduced: isReduced)
    // Told of every frame, where the other hears of events alone.
    var twin = pull
    var (now, owed, inGesture, fired) = (Duration.zero, 0, 0, 0)
    for event in 0..<17_000 {
      let next = now + Self.step(&random)
      let (kind, amount) = (Int.random(in: 0...12, using: &random), Double.random(in: -60...260, using: &random))
      if let change = twin.nextChange(after: .after(now)).uptime {
        #expect(change > now)
        if change <= next { owed += twin.advance(to: .after(change)) ? 1 : 0 }
      }
      now = next
      if kind == 0, pull.drag?.source != .finger { inGesture = 0 }
      let one = Self.poke(&pull, kind, amount, at: .after(now))
      owed += (Self.poke(&twin, kind, amount, at: .after(now)) ? 1 : 0) - (one ? 1 : 0)
      #expect(owed == 0)
      inGesture += one && kind != 9 && pull.drag?.source == .finger ? 1 : 0
      fired += one ? 1 : 0
      #expect(inGesture <= 1)
      if event % 4 == 0 { check(pull, twin, at: .after(now)) }
    }
    #expect(fired > 100)
    // A finger that is still down is no rest.
    _ = pull.cancel(at: .after(now))
    _ = pull.end(ok: true, at: .after(now))
    #expect(
      pull.isAtRest(at: .after(now + .seconds(10))) && pull.nextChange(after: .after(now + .seconds(10))) == .never)
    #expect(pull.offset(at: .after(now + .seconds(10))) == 0)
  }

  private func check(_ pull: Pull, _ twin: Pull, at moment: Moment) {
    let offset = pull.offset(at: moment)
    #expect(offset >= 0 && offset <= 105 * 1.25 + 20)
    #expect((0...60).contains(pull.stretch(at: moment.uptime)))
    let items = pull.items(at: moment, ink: .white)
    #expect(ControlPictureTests.points(items).allSatisfy { $0.x.isFinite && $0.y.isFinite })
    #expect(items == twin.items(at: moment, ink: .white))
  }

  @Test(arguments: Hold.Rules.Fires.allCases)
  func hold(fires: Hold.Rules.Fires) {
    var random = SeededRandom(seed: 11)
    var hold = Hold(rules: Hold.Rules(fires: fires))
    var twin = hold
    var (now, lastFired) = (Duration.zero, Duration.seconds(-9))
    var (owed, presses, fired) = (0, 0, 0)
    for _ in 0..<34_000 {
      let next = now + Self.step(&random) * (Bool.random(using: &random) ? 1 : 3)
      if let change = twin.nextChange(after: .after(now), pixels: 60).uptime {
        #expect(change > now)
        if change <= next { owed += twin.advance(to: .after(change)) ? 1 : 0 }
      }
      now = next
      let kind = Int.random(in: 0...9, using: &random)
      let one = Self.poke(&hold, kind, at: .after(now))
      owed += (Self.poke(&twin, kind, at: .after(now)) ? 1 : 0) - (one ? 1 : 0)
      #expect(owed == 0)
      presses += kind < 3 || kind == 7 ? 1 : 0
      if one {
        #expect(presses > 0 && now >= lastFired)
        // A press that came later than what it found fired may begin the next hold.
        (fired, presses, lastFired) = (fired + 1, kind < 3 || kind == 7 ? 1 : 0, now)
      }
      let (level, opacity) = (hold.level(at: .after(now)), hold.opacity(at: .after(now)))
      #expect((0...1).contains(level) && (0...1).contains(opacity))
      #expect(abs(level - twin.level(at: .after(now))) < 1e-9 && abs(opacity - twin.opacity(at: .after(now))) < 1e-9)
    }
    #expect(fired > 100)
    _ = hold.cancel(at: .after(now))
    #expect(hold.isAtRest(at: .after(now + .seconds(10))) && hold.level(at: .after(now + .seconds(10))) == 0)
    #expect(hold.nextChange(after: .after(now + .seconds(10)), pixels: 60) == .never)
  }

  private static func poke(_ hold: inout Hold, _ kind: Int, at moment: Moment) -> Bool {
    switch kind {
    case 0...2: hold.press(at: moment)
    case 3: hold.release(at: moment)
    case 4: hold.cancel(at: moment)
    case 5: hold.appear(at: moment)
    case 7: hold.confirm(at: moment)
    default: hold.advance(to: moment)
    }
  }
}

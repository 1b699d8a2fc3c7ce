import Testing

@testable import ColourClock

/// 100,000 random events: nothing breaks, nothing fires twice, all comes to rest, and twins agree.
@Suite struct ControlRandomTests {
  private static func step(_ random: inout SeededRandom) -> Duration {
    .microseconds(Int64.random(in: 0...(Bool.random(using: &random) ? 60_000 : 900_000), using: &random))
  }

  private static func poke(_ pull: inout Pull, _ kind: Int, _ amount: Double, at uptime: Duration) -> Bool {
    switch kind {
    case 0: pull.begin(at: uptime)
    case 1...3: pull.drag(to: amount, at: uptime)
    case 4: pull.release(at: uptime)
    case 5: pull.cancel(at: uptime)
    case 6...8: pull.scroll(by: Int(amount / 60), at: uptime)
    case 9: pull.start(at: uptime)
    case 10, 11: pull.end(ok: amount > 0, at: uptime)
    default: pull.advance(to: uptime)
    }
  }

  @Test(arguments: Pull.Rules.Fires.allCases, [false, true])
  func pull(fires: Pull.Rules.Fires, isReduced: Bool) {
    var random = SeededRandom(seed: 7)
    var rules = Pull.Rules.standard
    rules.fires = fires
    var pull = Pull(rules: rules, size: PullTests.wall, isReduced: isReduced)
    // Told of every frame, where the other hears of events alone.
    var twin = pull
    var (now, owed, inGesture, fired) = (Duration.zero, 0, 0, 0)
    for event in 0..<17_000 {
      let next = now + Self.step(&random)
      let (kind, amount) = (Int.random(in: 0...12, using: &random), Double.random(in: -60...260, using: &random))
      if let change = twin.nextChange(after: now) {
        #expect(change > now)
        if change <= next { owed += twin.advance(to: change) ? 1 : 0 }
      }
      now = next
      if kind == 0, pull.tug?.source != .finger { inGesture = 0 }
      let one = Self.poke(&pull, kind, amount, at: now)
      owed += (Self.poke(&twin, kind, amount, at: now) ? 1 : 0) - (one ? 1 : 0)
      #expect(owed == 0)
      inGesture += one && kind != 9 && pull.tug?.source == .finger ? 1 : 0
      fired += one ? 1 : 0
      #expect(inGesture <= 1)
      if event % 4 == 0 { check(pull, twin, at: now) }
    }
    #expect(fired > 100)
    // A finger that is still down is no rest.
    _ = pull.cancel(at: now)
    _ = pull.end(ok: true, at: now)
    #expect(pull.isAtRest(at: now + .seconds(10)) && pull.nextChange(after: now + .seconds(10)) == nil)
    #expect(pull.offset(at: now + .seconds(10)) == 0)
  }

  private func check(_ pull: Pull, _ twin: Pull, at uptime: Duration) {
    let offset = pull.offset(at: uptime)
    #expect(offset >= 0 && offset <= 105 * 1.25 + 20)
    #expect((0...60).contains(pull.stretch(at: uptime)))
    let items = pull.items(at: uptime, ink: .white)
    #expect(ControlPictureTests.points(items).allSatisfy { $0.x.isFinite && $0.y.isFinite })
    #expect(items == twin.items(at: uptime, ink: .white))
  }

  @Test(arguments: Hold.Rules.Fires.allCases)
  func hold(fires: Hold.Rules.Fires) {
    var random = SeededRandom(seed: 11)
    var hold = Hold(rules: Hold.Rules(fires: fires))
    var twin = hold
    var (now, owed, presses, fired, lastFired) = (Duration.zero, 0, 0, 0, Duration.seconds(-9))
    for _ in 0..<34_000 {
      let next = now + Self.step(&random) * (Bool.random(using: &random) ? 1 : 3)
      if let change = twin.nextChange(after: now, pixels: 60) {
        #expect(change > now)
        if change <= next { owed += twin.advance(to: change) ? 1 : 0 }
      }
      now = next
      let kind = Int.random(in: 0...9, using: &random)
      let one = Self.poke(&hold, kind, at: now)
      owed += (Self.poke(&twin, kind, at: now) ? 1 : 0) - (one ? 1 : 0)
      #expect(owed == 0)
      presses += kind < 3 || kind == 7 ? 1 : 0
      if one {
        #expect(presses > 0 && now >= lastFired)
        // A press that came later than what it found fired may begin the next hold.
        (fired, presses, lastFired) = (fired + 1, kind < 3 || kind == 7 ? 1 : 0, now)
      }
      let (level, opacity) = (hold.level(at: now), hold.opacity(at: now))
      #expect((0...1).contains(level) && (0...1).contains(opacity))
      #expect(abs(level - twin.level(at: now)) < 1e-9 && abs(opacity - twin.opacity(at: now)) < 1e-9)
    }
    #expect(fired > 100)
    _ = hold.cancel(at: now)
    #expect(hold.isAtRest(at: now + .seconds(10)) && hold.level(at: now + .seconds(10)) == 0)
    #expect(hold.nextChange(after: now + .seconds(10), pixels: 60) == nil)
  }

  private static func poke(_ hold: inout Hold, _ kind: Int, at uptime: Duration) -> Bool {
    switch kind {
    case 0...2: hold.press(at: uptime)
    case 3: hold.release(at: uptime)
    case 4: hold.cancel(at: uptime)
    case 5: hold.activity(at: uptime)
    case 7: hold.confirm(at: uptime)
    default: hold.advance(to: uptime)
    }
  }
}

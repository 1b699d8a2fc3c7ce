import Testing

@testable import Web

/// The code of six figures, and the brake for those who guess.
@Suite struct PairingCodeTests {
  @Test func aCodeIsTakenOnce() {
    var code = PairingCode()
    let figures = code.begin(at: 10)
    #expect(figures.utf8.count == 6 && Int(figures) != nil)
    #expect(code.check(figures, at: 100) == .right)
    #expect(code.check(figures, at: 101) == .wrong)
  }

  @Test func itsTimePasses() {
    var code = PairingCode()
    let figures = code.begin(at: 10)
    #expect(code.check(figures, at: 130) == .wrong)
    code.end()
    #expect(code.check(code.begin(at: 200), at: 201) == .right)
  }

  @Test func pausesGrow() {
    var code = PairingCode()
    var (time, pauses) = (1000.0, [Int]())
    for _ in 0..<9 {
      var answer = PairingCode.Answer.wrong
      _ = code.begin(at: time)
      while answer == .wrong {
        answer = code.check("x", at: time)
        time += 1
      }
      guard case .paused(let pause) = answer else { break }
      pauses.append(pause)
      // Also the right code waits.
      #expect(code.check(code.begin(at: time), at: time) != .right)
      time += Double(pause)
    }
    #expect(pauses == [60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
    #expect(code.check(code.begin(at: time), at: time) == .right)
  }

  /// The fractions of these uptimes and of the ends of the pauses are rounded differently.
  @Test func aPauseIsSaidInFull() {
    for step in 0..<1000 {
      let uptime = Double(step) * 1.37
      var code = PairingCode()
      _ = code.begin(at: uptime)
      for _ in 1..<PairingCode.mostWrong { _ = code.check("x", at: uptime) }
      #expect(code.check("x", at: uptime) == .paused(60), "\(uptime)")
      #expect(code.check("x", at: uptime + 59.5) == .paused(1), "\(uptime)")
    }
  }

  /// Nobody blocks a pairing before it has begun.
  @Test func withoutACodeNothingIsCounted() {
    var code = PairingCode()
    for step in 0..<100 { #expect(code.check("x", at: Double(step)) == .wrong) }
    let figures = code.begin(at: 100)
    #expect(code.check(figures, at: 101) == .right)
  }

  @Test func aCodeIsVoidAfterTooManyWrongOnes() {
    var code = PairingCode()
    let figures = code.begin(at: 0)
    for _ in 0..<PairingCode.mostWrong { _ = code.check("x", at: 1) }
    #expect(code.check(figures, at: 61) == .wrong)
  }

  @Test func aSlowGuesserIsNotPaused() {
    var code = PairingCode()
    for step in 0..<100 {
      _ = code.begin(at: Double(step) * 20)
      #expect(code.check("x", at: Double(step) * 20) == .wrong)
    }
  }
}

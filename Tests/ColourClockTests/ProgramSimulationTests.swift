import FoundationEssentials
import TestSupport
import Testing

@testable import ColourClock

/// Programs over suspends, set clocks, restarts at any point and reboots, beside a reckoning of their own.
@Suite struct ProgramSimulationTests {
  /// A program as it must go: the step, when it has begun by the uptime, and whether it waits or is over.
  private struct Model {
    let steps: [TimerProgram.Step]
    let end: Duration
    var (index, begun, waits) = (0, Duration.zero, false)

    init(_ program: TimerProgram, at uptime: Duration) {
      (steps, begun, end) = (program.steps, uptime, uptime + program.length)
    }

    /// How many steps have ended.
    mutating func advance(to uptime: Duration) -> Int {
      var ended = 0
      while !waits, begun + steps[index].length <= uptime {
        ended += 1
        begun += steps[index].length
        if steps[index].isHeld || index == steps.count - 1 { waits = true } else { index += 1 }
      }
      return ended
    }

    var isOver: Bool { waits && index == steps.count - 1 }

    func behind(at uptime: Duration) -> Duration {
      let rest = steps[(index + 1)...].reduce(Duration.zero) { $0 + $1.length }
      if isOver, !steps[index].isHeld { return begun - end }
      return (waits ? uptime : begun + steps[index].length) + rest - end
    }
  }

  /// 60 programs, each until its end.
  @Test(arguments: 1...60) func stepsAddUp(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let steps = (0..<Int.random(in: 1...40, using: &random)).compactMap { index in
      TimerProgram.Step(
        "Step \(index)", .seconds(Int64.random(in: 1...600, using: &random)),
        isHeld: Int.random(in: 0...4, using: &random) == 0)
    }
    let program = try #require(TimerProgram([TimerProgram.Block(steps)]))
    var (uptime, wall, boot) = (Duration.seconds(1000), Duration.seconds(newYear), "0")
    func moment() -> Moment { Moment(instant: Instant(sinceEpoch: wall), uptime: uptime, zone: .utc) }
    var countdown = Countdown.program(program, at: moment())
    countdown.start(at: moment())
    var (model, offset) = (Model(program, at: uptime), Duration.zero)
    // What was written last, and how far the wall time has been set since.
    var (saved, setSince) = (countdown.record(at: moment(), boot: boot), Duration.zero)
    var ended = 0
    for _ in 0..<4000 where !model.isOver {
      let span = Duration.milliseconds(Int64.random(in: 0...90_000, using: &random))
      (uptime, wall) = (uptime + span, wall + span)
      var isChanged = false
      switch Int.random(in: 0...5, using: &random) {
      case 0:
        let jump = Duration.seconds(Int64.random(in: -7200...7200, using: &random))
        (wall, setSince) = (wall + jump, setSince + jump)
      case 1: break
      case 2 where setSince == .zero:
        // Another boot: the uptime begins anew.
        let fresh = Duration.seconds(Int64.random(in: 1...60, using: &random))
        (offset, uptime, boot) = (offset + fresh - uptime, fresh, "\(boot)0")
        fallthrough
      case 3:
        let json = try JSONEncoder().encode(saved)
        let read = try JSONDecoder().decode(Countdown.Record.self, from: json)
        #expect(read == saved)
        let restored = try #require(Countdown.restore(read, at: moment(), boot: boot))
        countdown = restored.countdown
        let now = model.advance(to: uptime - offset)
        #expect(restored.hasPassed == (now > 0))
        // What is restored is written at once.
        (ended, isChanged) = (ended + now, true)
      default: break
      }
      let now = model.advance(to: uptime - offset)
      let (isSignalled, again) = (countdown.advance(to: moment()), countdown.advance(to: moment()))
      #expect(isSignalled == (now > 0) && !again)
      (ended, isChanged) = (ended + now, isChanged || now > 0)
      if model.waits, !model.isOver, Bool.random(using: &random) {
        countdown.dismiss(at: moment())
        (model.index, model.begun, model.waits) = (model.index + 1, uptime - offset, false)
        isChanged = true
      }
      #expect(countdown.program?.index == model.index && countdown.isOver == model.waits)
      #expect(countdown.behind(at: moment()) == model.behind(at: uptime - offset))
      if !model.waits {
        #expect(countdown.remaining(at: moment()) == model.begun + steps[model.index].length - (uptime - offset))
      }
      guard countdown.program?.index == model.index else { return }
      if isChanged || Int.random(in: 0...9, using: &random) == 0 {
        (saved, setSince) = (countdown.record(at: moment(), boot: boot), .zero)
      }
    }
    #expect(model.isOver && ended == steps.count && countdown.isOver)
  }

  /// 20 runs of 400 orders by chance: nothing leaves its range, and left alone the program comes to its end.
  @Test(arguments: 1...20) func ordersByChance(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var play = Play()
    let program = try TimerProgram.parse("A 20s, B 10s hold, C 5s, x3; D 7s")
    for _ in 0..<400 {
      let orders: [Command.ProgramOrder] = [
        .start(program), .load(program), .start(nil), .next, .next, .back, .restart, .stop, .add(.seconds(5)),
        .add(.seconds(-30)),
      ]
      let events: [Event] = [
        .told(.program(orders.randomElement(using: &random) ?? .next)), .told(.countdown(.toggle)),
        .told(.dismiss(nil)), .told(.snooze(.seconds(60))), .told(.countdown(.set(.seconds(9)))), .ticked,
        .pressed(.character("n")), .released(.character("n")), .told(.countdown(.reset)),
      ]
      play.send(events.randomElement(using: &random) ?? .ticked)
      if Bool.random(using: &random) {
        play.wait(.milliseconds(Int64.random(in: 0...30_000, using: &random)))
      } else {
        play.jump(.milliseconds(Int64.random(in: 0...60_000, using: &random)))
        play.send(.ticked)
      }
      _ = play.scene.frame(at: play.moment)
      guard let report = play.scene.programReport(at: play.moment) else { continue }
      #expect((1...report.steps).contains(report.step) && report.left >= 0 && report.steps == 10)
      #expect((report.next == nil) == (report.step == report.steps))
    }
    play.send(.told(.program(.stop)))
    for _ in 0..<Countdowns.most { play.send(.told(.countdown(.clear))) }
    play.send(.told(.program(.start(program))))
    play.effects = []
    for _ in 0..<4 {
      play.wait(.seconds(120))
      if play.scene.clock.program?.waitsInProgram == true { play.send(.told(.dismiss(nil))) }
    }
    #expect(play.scene.programReport(at: play.moment)?.state == "over")
    #expect(play.effects.count { $0 == .zero } == 10)
  }
}

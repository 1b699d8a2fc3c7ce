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

  /// A machine whose wall time can be set, and which can boot again.
  private struct Machine {
    private(set) var uptime = Duration.seconds(1000)
    private(set) var boot = "0"
    /// How far the wall time has been set since the last record.
    var setSince = Duration.zero
    private var wall = Duration.seconds(newYear)
    private var offset = Duration.zero

    var moment: Moment { Moment(instant: Instant(sinceEpoch: wall), uptime: uptime, zone: .utc) }
    /// An uptime that boots do not set back, for the model.
    var modelTime: Duration { uptime - offset }

    mutating func pass(_ span: Duration) { (uptime, wall) = (uptime + span, wall + span) }

    mutating func setWall(by jump: Duration) { (wall, setSince) = (wall + jump, setSince + jump) }

    mutating func boot(at fresh: Duration) { (offset, uptime, boot) = (offset + fresh - uptime, fresh, "\(boot)0") }
  }

  /// A countdown with a program, beside its model.
  private struct Run {
    private var random: SeededRandom
    private var machine = Machine()
    private var countdown: Countdown
    private(set) var model: Model
    /// The record that was written last.
    private var saved: Countdown.Record
    private var ended = 0
    /// True if the countdown is to be recorded.
    private var isChanged = false

    init(seed: UInt64) throws {
      var random = SeededRandom(seed: seed)
      let steps = (0..<Int.random(in: 1...40, using: &random)).compactMap { index in
        TimerProgram.Step(
          "Step \(index)", .seconds(Int64.random(in: 1...600, using: &random)),
          isHeld: Int.random(in: 0...4, using: &random) == 0)
      }
      let program = try #require(TimerProgram([TimerProgram.Block(steps)]))
      countdown = Countdown.program(program, at: machine.moment)
      countdown.start(at: machine.moment)
      model = Model(program, at: machine.uptime)
      saved = countdown.record(at: machine.moment, boot: machine.boot)
      self.random = random
    }

    /// Lets up to 90 s pass, during which anything may happen.
    mutating func step() throws {
      isChanged = false
      machine.pass(.milliseconds(Int64.random(in: 0...90_000, using: &random)))
      try disturb()
      let now = model.advance(to: machine.modelTime)
      let (isSignalled, again) = (countdown.advance(to: machine.moment), countdown.advance(to: machine.moment))
      #expect(isSignalled == (now > 0) && !again)
      (ended, isChanged) = (ended + now, isChanged || now > 0)
      if model.waits, !model.isOver, Bool.random(using: &random) { goOn() }
      try compare()
      guard isChanged || Int.random(in: 0...9, using: &random) == 0 else { return }
      saved = countdown.record(at: machine.moment, boot: machine.boot)
      machine.setSince = .zero
    }

    /// Sets the wall time, restarts the program, or boots the machine.
    private mutating func disturb() throws {
      switch Int.random(in: 0...5, using: &random) {
      case 0: machine.setWall(by: .seconds(Int64.random(in: -7200...7200, using: &random)))
      case 1: break
      case 2 where machine.setSince == .zero:
        machine.boot(at: .seconds(Int64.random(in: 1...60, using: &random)))
        try restore()
      case 3: try restore()
      default: break
      }
    }

    private mutating func restore() throws {
      let read = try JSONDecoder().decode(Countdown.Record.self, from: JSONEncoder().encode(saved))
      #expect(read == saved)
      let restored = try #require(Countdown.restore(read, at: machine.moment, boot: machine.boot))
      countdown = restored.countdown
      let now = model.advance(to: machine.modelTime)
      #expect(restored.hasPassed == (now > 0))
      // What is restored is written at once.
      (ended, isChanged) = (ended + now, true)
    }

    /// Begins the step after one that waits.
    private mutating func goOn() {
      countdown.dismiss(at: machine.moment)
      (model.index, model.begun, model.waits) = (model.index + 1, machine.modelTime, false)
      isChanged = true
    }

    private func compare() throws {
      try #require(countdown.program?.index == model.index)
      #expect(countdown.isOver == model.waits)
      #expect(countdown.behind(at: machine.moment) == model.behind(at: machine.modelTime))
      guard !model.waits else { return }
      let end = model.begun + model.steps[model.index].length
      #expect(countdown.remaining(at: machine.moment) == end - machine.modelTime)
    }

    func checkEnd() { #expect(model.isOver && ended == model.steps.count && countdown.isOver) }
  }

  /// 30 programs, each until its end.
  @Test(arguments: 1...Soak.times(30)) func stepsAddUp(seed: UInt64) throws {
    var run = try Run(seed: seed)
    for _ in 0..<4000 where !run.model.isOver { try run.step() }
    run.checkEnd()
  }

  /// 6 runs of 400 orders by chance: nothing leaves its range, and left alone the program comes to its end.
  @Test(arguments: 1...Soak.times(6)) func ordersByChance(seed: UInt64) throws {
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
    #expect(play.effects.count { $0 == .reachedZero } == 10)
  }
}

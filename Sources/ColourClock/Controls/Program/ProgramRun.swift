/// A loaded program; its countdown runs the present step.
package struct ProgramRun: Hashable, Sendable {
  package private(set) var program: TimerProgram
  package internal(set) var index = 0
  /// True if the last step counts below zero. Another step does so if it is held.
  private(set) var overtime: Bool
  /// The end if every step takes its planned length; `nil` until the program begins.
  var plannedEnd: Countdown.Deadline?
  /// `nil` without a plan, and after the start.
  var plannedStart: Instant?

  package init(_ program: TimerProgram, overtime: Bool = false, at moment: Moment) {
    (self.program, self.overtime) = (program, overtime)
    plannedStart = program.start.map { ProgramRun.nearest($0.time, within: program.length, of: moment) }
  }

  /// The most recent `time`, if a program begun then would still run and at most 12 hours have passed; otherwise the next.
  private static func nearest(_ time: TimeOfDay, within length: Duration, of moment: Moment) -> Instant {
    time.next(after: moment.at(moment.instant + (.zero - min(length, longestDelay))))
  }

  private static let longestDelay = Duration.seconds(12 * 3600)

  func replacingProgram(with program: TimerProgram, overtime: Bool) -> ProgramRun {
    with(self) { ($0.program, $0.overtime) = (program, overtime) }
  }

  package var step: TimerProgram.Step { program.steps[index] }
  package var isRestStep: Bool { program.isRest(index) }
  package var next: TimerProgram.Step? { index + 1 < program.steps.count ? program.steps[index + 1] : nil }
  var round: (number: Int, count: Int)? { program.round(of: index) }
  var timeAfterStep: Duration { program.timeAfter(index) }
  var continuesByItself: Bool { next != nil && !step.isHeld }
  package var isAtStart: Bool { index == 0 && plannedEnd == nil }
  package var isPlanned: Bool { plannedStart != nil }
  package var hasBegun: Bool { plannedEnd != nil }

  func isStartDue(at moment: Moment) -> Bool { beginning.map { $0 <= moment.instant } ?? false }

  /// `nil` if a viewer must begin the program, or no start is planned.
  var beginning: Instant? { program.start?.isHeld == false ? plannedStart : nil }
}

extension Countdown {
  package static func program(_ program: TimerProgram, overtime: Bool = false, at moment: Moment) -> Countdown {
    var countdown = Countdown(Rules(period: program.steps[0].length))
    countdown.program = ProgramRun(program, overtime: overtime, at: moment)
    countdown.loadStep(0)
    return countdown
  }

  package static func startedProgram(_ program: TimerProgram, overtime: Bool, at moment: Moment) -> Countdown {
    with(.program(program, overtime: overtime, at: moment)) { if program.start == nil { $0.start(at: moment) } }
  }

  package var waitsInProgram: Bool { isOver && program?.next != nil }

  var hasUnfinishedProgram: Bool { program != nil && !hasEndedProgram }

  var hasEndedProgram: Bool { isOver && program.map { $0.next == nil } == true }

  mutating func loadStep(_ index: Int) {
    guard let run = program else { return }
    let step = run.program.steps[index]
    program?.index = index
    resetFullTurn()
    let isLast = index == run.program.steps.count - 1
    rules = Rules(period: step.length, overtime: isLast ? run.overtime : step.isHeld)
    (length, state, title) = (step.length, .idle, step.title.isEmpty ? nil : step.title)
    phases = CountdownPhases(warn: step.warn, danger: step.danger)
  }

  /// Even in a late call, each step begins exactly when the last one ended.
  mutating func stateAfterStep(endedAt zero: Deadline, at moment: Moment) -> State {
    var end = zero
    while let run = program, run.continuesByItself {
      loadStep(run.index + 1)
      end = end.moved(by: length)
      if end.remaining(at: moment) > .zero { return .running(end) }
    }
    return .over(since: end)
  }

  mutating func beginStep(at moment: Moment) {
    guard let run = program else { return }
    if isOver {
      if run.next == nil { program?.plannedEnd = nil }
      loadStep(run.next == nil ? 0 : run.index + 1)
    }
    guard program?.hasBegun == false, let run = program else { return }
    program?.plannedEnd =
      run.plannedStart.map { .wall($0 + run.program.length) } ?? .uptime(moment.uptime + length + run.timeAfterStep)
    program?.plannedStart = nil
  }

  mutating func startAsPlanned(at moment: Moment) {
    guard let planned = program?.beginning else { return }
    let late = moment.instant - planned
    start(at: moment)
    // `start` does nothing without a length; the program would then try again at each tick.
    program?.plannedStart = nil
    guard case .running = state else { return }
    // The first step ends on time despite a late wake-up.
    if late < .seconds(1) { state = .running(.uptime(moment.uptime - late + length)) }
  }

  /// Steps that have ended since `start` do not ring.
  mutating func begin(asOf start: Instant, at moment: Moment) {
    guard let run = program else { return }
    program?.plannedEnd = .wall(start + run.program.length)
    state = .running(.uptime(moment.uptime + (start - moment.instant) + length))
    _ = advance(to: moment)
    silence()
  }

  func runs(_ other: TimerProgram, since start: Instant) -> Bool {
    program.map { $0.program == other && $0.plannedEnd == .wall(start + other.length) } ?? false
  }

  mutating func go(to index: Int, at moment: Moment) {
    let old = state
    silence()
    loadStep(index)
    switch old {
    case .idle: break
    case .paused: state = .paused(length)
    case .running, .over: state = .running(.uptime(moment.uptime + length))
    }
  }

  mutating func rewind() {
    silence()
    loadStep(0)
    program?.plannedEnd = nil
    program?.plannedStart = nil
  }

  func programTimeLeft(at moment: Moment) -> Duration? {
    program.map { max(.zero, remaining(at: moment)) + $0.timeAfterStep }
  }

  /// The delay, negative if early; `nil` without a plan, and before the planned start.
  package func behind(at moment: Moment) -> Duration? {
    guard let run = program else { return nil }
    guard let plan = run.plannedEnd else {
      return run.plannedStart.flatMap { $0 < moment.instant ? moment.instant - $0 : nil }
    }
    // After the last step the delay stays, or grows if that step waits for a tap.
    let end =
      if case .over(let zero) = state, run.next == nil, !run.step.isHeld {
        zero.remaining(at: moment)
      } else { max(.zero, remaining(at: moment)) + run.timeAfterStep }
    return end - plan.remaining(at: moment)
  }

  /// The planned end if `keepsPlan`, else the expected end. `nil` before the program begins if no start is planned.
  package func programEnd(keepsPlan: Bool, at moment: Moment) -> Instant? {
    guard let run = program else { return nil }
    if keepsPlan, let plan = run.plannedEnd { return moment.instant + plan.remaining(at: moment) }
    guard run.hasBegun else {
      return run.plannedStart.map { max($0, keepsPlan ? $0 : moment.instant) + length + run.timeAfterStep }
    }
    return behind(at: moment).flatMap { late in
      run.plannedEnd.map { moment.instant + $0.remaining(at: moment) + late }
    }
  }
}

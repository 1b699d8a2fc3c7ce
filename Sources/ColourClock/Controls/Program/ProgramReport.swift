/// Reports for clients of the control socket. Spans are in seconds.
extension Scene {
  package struct ProgramReport: Hashable, Encodable, Sendable {
    /// `ready`, `running`, `paused`, `waiting`, `over` or `passed`.
    package let state: String
    /// The step's number, from 1.
    package let step: Int
    package let steps: Int
    /// `nil` in a block that does not repeat.
    package let round: Int?
    package let rounds: Int?
    package let title: String
    package let isRest: Bool
    package let next: StepReport?
    /// The remaining time of all steps.
    package let left: Double
    /// The end, HH:MM; `nil` before the program begins if no start is planned.
    package let end: String?
    /// The delay; negative if early. `nil` before the start, unless a planned start was missed.
    package let behind: Double?
  }

  package struct StepReport: Hashable, Encodable, Sendable {
    package let title: String
    package let length: Double
  }

  package struct OrderReport: Hashable, Encodable, Sendable {
    package let step: Int
    package let title: String
    package let length: Double
    package let isHeld: Bool
    package let state: String
    /// The expected start, HH:MM; `nil` once the step's time is over.
    package let start: String?
    /// `nil` if the step uses the clock's phases.
    package let warn: Double?
    package let danger: Double?
  }

  package func runningOrder(at moment: Moment) -> [OrderReport]? {
    guard let order = clock.program.flatMap({ RunningOrder($0, at: moment) }) else { return nil }
    return order.rows.enumerated().map { index, row in
      OrderReport(
        step: index + 1, title: row.step.title, length: row.length.inSeconds, isHeld: row.step.isHeld,
        state: row.state.rawValue, start: row.start.map { $0.nearestMinute(in: moment.zone).hourAndMinute },
        warn: row.step.warn?.inSeconds, danger: row.step.danger?.inSeconds)
    }
  }

  package var isProgramPlanned: Bool { clock.program?.program?.isPlanned == true }

  package func programReport(at moment: Moment) -> ProgramReport? {
    guard let countdown = clock.program, let run = countdown.program else { return nil }
    let state =
      switch countdown.state {
      case .idle: "ready"
      case .running: "running"
      case .paused: "paused"
      case .over: run.next == nil ? "over" : "waiting"
      }
    let end = countdown.programEnd(keepsPlan: setup.keepsProgramEnd, at: moment)
    return run.program.report(
      ofStep: run.index, state, left: countdown.programTimeLeft(at: moment) ?? .zero,
      end: end.map { $0.nearestMinute(in: moment.zone).hourAndMinute }, behind: countdown.behind(at: moment)?.inSeconds)
  }

  /// Two values are equal while a step runs without a change.
  package struct ProgramNews: Hashable, Sendable {
    fileprivate let run: ProgramRun
    fileprivate let state: Countdown.State
  }

  var programNews: ProgramNews? {
    guard let countdown = clock.program, let run = countdown.program else { return nil }
    return ProgramNews(run: run, state: countdown.state)
  }

  /// Reports the steps that began and ended since `old`, then the present step; `[nil]` without a program.
  package func programReports(since old: ProgramNews?, at moment: Moment) -> [ProgramReport?] {
    guard let present = programReport(at: moment), let run = clock.program?.program else { return [nil] }
    guard let old, old.isSameRun(as: run), run.index > old.run.index + 1 else { return [present] }
    return (old.run.index + 1..<run.index).map { run.program.passed($0, present) } + [present]
  }

  /// Reports each step begun since `old`, then `over` if the program has ended.
  package func stepReports(since old: ProgramNews?, at moment: Moment) -> [ProgramReport] {
    guard let present = programReport(at: moment), let countdown = clock.program, let run = countdown.program else {
      return []
    }
    let before = old.flatMap { $0.isSameRun(as: run) ? $0 : nil }
    let isOver = countdown.isOver && run.next == nil
    let hasMoved = before.map { $0.run.index != run.index || $0.state == .idle } ?? true
    let begins = countdown.state != .idle && hasMoved
    let first = before.map { $0.run.index + 1 } ?? run.index
    let passed = first < run.index ? (first..<run.index).map { run.program.passed($0, present) } : []
    if isOver, begins { return passed + [run.program.passed(run.index, present), present] }
    let wasOver = if case .over? = before?.state { true } else { false }
    return begins ? passed + [present] : isOver && !wasOver ? [present] : []
  }
}

extension Scene.ProgramNews {
  /// Another planned end means that the program was started again.
  fileprivate func isSameRun(as other: ProgramRun) -> Bool {
    run.program == other.program && run.plannedEnd == other.plannedEnd
  }
}

extension TimerProgram {
  fileprivate func passed(_ index: Int, _ present: Scene.ProgramReport) -> Scene.ProgramReport {
    report(ofStep: index, "passed", left: timeAfter(index), end: present.end, behind: present.behind)
  }

  fileprivate func report(
    ofStep index: Int, _ state: String, left: Duration, end: String?, behind: Double?
  ) -> Scene.ProgramReport {
    let round = round(of: index)
    let next = index + 1 < steps.count ? steps[index + 1] : nil
    return Scene.ProgramReport(
      state: state, step: index + 1, steps: steps.count, round: round?.number, rounds: round?.count,
      title: steps[index].title, isRest: isRest(index),
      next: next.map { Scene.StepReport(title: $0.title, length: $0.length.inSeconds) },
      left: left.inSeconds, end: end, behind: behind)
  }
}

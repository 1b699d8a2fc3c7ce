struct RunningOrder {
  struct Row: Hashable, Sendable {
    let step: TimerProgram.Step
    /// The length, with added time.
    let length: Duration
    let state: State
    /// The expected start; `nil` once the step's time is over.
    let start: Instant?
  }

  enum State: String, Hashable, Sendable {
    case passed, present, coming
  }

  let rows: [Row]
  let index: Int

  init?(_ countdown: Countdown, at moment: Moment) {
    guard let run = countdown.program else { return nil }
    index = run.index
    let rest = max(.zero, countdown.remaining(at: moment))
    var (rows, start) = ([Row](), countdown.stepStart(at: moment))
    var end = (run.hasBegun ? moment.instant : start ?? moment.instant) + rest
    for (number, step) in run.program.steps.enumerated() {
      switch number {
      case ..<index: rows.append(Row(step: step, length: step.length, state: .passed, start: nil))
      case index: rows.append(Row(step: step, length: countdown.length, state: .present, start: start))
      default:
        start = end
        end = end + step.length
        rows.append(Row(step: step, length: step.length, state: .coming, start: start))
      }
    }
    self.rows = rows
  }
}

extension Countdown {
  /// A paused step counts as if it continued now.
  fileprivate func stepStart(at moment: Moment) -> Instant? {
    switch state {
    case .over: nil
    case .idle: program?.plannedStart.map { max($0, moment.instant) } ?? moment.instant
    case .running, .paused: moment.instant + (remaining(at: moment) - length)
    }
  }
}

extension TimerProgram {
  /// The nearest step with the same title; else the same index, if a neighbour kept its title.
  func place(of index: Int, in old: TimerProgram) -> Int? {
    let title = old.steps[index].title
    let same = steps.indices.filter { steps[$0].title == title }
    if let nearest = same.min(by: { abs($0 - index) < abs($1 - index) }) { return nearest }
    let hasNeighbour = [index - 1, index + 1].contains { neighbour in
      steps.indices.contains(neighbour) && old.steps.indices.contains(neighbour)
        && steps[neighbour].title == old.steps[neighbour].title
    }
    return hasNeighbour && steps.indices.contains(index) ? index : nil
  }
}

extension Countdown {
  /// The present step keeps its elapsed and its added time. The planned end does not move.
  /// - Returns: `nil` if the present step has no place in the new program.
  package func revised(by program: TimerProgram, overtime: Bool, at moment: Moment) -> Countdown? {
    guard let run = self.program else { return nil }
    guard run.hasBegun || run.index > 0 || state != .idle else {
      var fresh = Countdown.program(program, overtime: overtime, at: moment)
      fresh.isFromOptions = isFromOptions
      return fresh
    }
    guard let index = program.place(of: run.index, in: run.program) else { return nil }
    let added = length - run.step.length
    let change = program.steps[index].length - run.step.length
    var revised = self
    revised.program = run.replacingProgram(with: program, overtime: overtime)
    revised.loadStep(index)
    revised.length = (revised.length + added).clamped(to: TimeSpan.remaining)
    revised.state = stateAfter(change, at: moment)
    if isOver, !revised.isOver { revised.silence() }
    revised.enlargeFullTurn(to: revised.remaining(at: moment))
    return revised
  }

  private func stateAfter(_ change: Duration, at moment: Moment) -> State {
    switch state {
    case .idle: return .idle
    case .paused(let rest): return .paused((rest + change).clamped(to: TimeSpan.remaining))
    case .running(let deadline):
      let moved = deadline.moved(by: change)
      return .running(moved.remaining(at: moment) > .zero ? moved : .uptime(moment.uptime))
    case .over(let zero):
      let moved = zero.moved(by: change)
      return moved.remaining(at: moment) > .zero ? .running(moved) : .over(since: moved)
    }
  }
}

extension Scene {
  package func takes(_ program: TimerProgram, at moment: Moment) -> Bool {
    guard let present = clock.program, present.isFromOptions else { return true }
    return present.revised(by: program, overtime: setup.hasOvertime, at: moment) != nil
  }

  package var stepTitle: String { clock.program?.program?.step.title ?? "" }

  /// Also starts a program that an error in its file had prevented.
  mutating func reviseProgram(given old: TimerProgram?, at moment: Moment) -> [Effect] {
    guard let program = setup.given.program, program != old else { return [] }
    guard let present = clock.program else { return old == nil ? startGiven(program, at: moment) : [] }
    guard present.isFromOptions,
      let revised = present.revised(by: program, overtime: setup.hasOvertime, at: moment)
    else { return [] }
    endRingDrag()
    let effects = undoably(at: moment) { scene in
      scene.clock.program = revised
      return [Effect.saveTimers]
    }
    return effects + advance(to: moment)
  }

  private mutating func startGiven(_ program: TimerProgram, at moment: Moment) -> [Effect] {
    endRingDrag()
    clock.program = with(.startedProgram(program, overtime: setup.hasOvertime, at: moment)) { $0.isFromOptions = true }
    showBegunProgram()
    return [.saveTimers]
  }
}

enum ProgramControl: Control {
  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    guard scene.allows(.countdown), scene.clock.program != nil else { return nil }
    switch key {
    case .character("n"): return scene.stepByHand(1, at: moment)
    case .character("b"): return scene.stepByHand(-1, at: moment)
    default: return nil
    }
  }

  static func advance(_ scene: inout Scene, to moment: Moment, _ result: inout AdvanceResult) {
    guard scene.clock.program?.program?.isStartDue(at: moment) == true else { return }
    scene.clock.program?.startAsPlanned(at: moment)
    // Countdowns were sorted before the program began.
    scene.clock.countdowns.sort(at: moment)
    result.add([.saveTimers])
  }

  static func due(in scene: Scene) -> Wake { Wake(instant: scene.clock.program?.program?.beginning) }

  static func nextChange(of scene: Scene, after moment: Moment) -> Wake {
    guard let countdown = scene.shownProgram, !countdown.isRunning else { return .never }
    return Wake(instant: scene.style.fade.pace.nextTick(after: moment.instant))
  }

  static func reserve(in contents: inout Layout.Contents, of scene: Scene) {
    guard let run = scene.shownProgram?.program else { return }
    contents.program = run.templates(
      keepsPlan: scene.setup.keepsProgramEnd, scene.setup.words, scene.style.labels)
    if scene.shownCountdown?.program == nil { contents.program?.title = run.leadingTitle }
  }
}

extension Scene {
  /// `way` is 1 or -1.
  mutating func stepByHand(_ way: Int, at moment: Moment) -> [Effect] {
    guard wall.taps.acceptsPress(of: .step, at: moment) else { return [] }
    return undoably(at: moment) { $0.step(inProgram: way, at: moment) }
  }

  private mutating func step(inProgram way: Int, at moment: Moment) -> [Effect] {
    guard let run = clock.program?.program else { return [] }
    let index = max(0, run.index + way)
    guard index < run.program.steps.count else { return [] }
    clock.program?.go(to: index, at: moment)
    endRingDrag()
    return [.saveTimers]
  }

  mutating func obey(_ order: Command.ProgramOrder, at moment: Moment) throws(Refusal) -> [Effect] {
    guard order.bringsProgram || clock.program != nil else { throw .noProgram }
    switch order {
    case .load(let program): load(program, at: moment)
    case .start(let program?, nil): start(program, at: moment)
    case .start(let program?, let start?): try begin(program, asOf: start, at: moment)
    case .start(nil, _):
      switch clock.program?.state {
      case .running: throw Refusal("the program runs")
      case .paused: clock.program?.toggle(at: moment)
      case .idle, .over, nil: clock.program?.start(at: moment)
      }
      showBegunProgram()
    case .next:
      guard clock.program?.program?.next != nil else { throw Refusal("that is the last step") }
      return step(inProgram: 1, at: moment)
    case .back: return step(inProgram: -1, at: moment)
    case .add(let span):
      clock.program?.add(span, at: moment)
      return advance(to: moment)
    case .restart:
      clock.program?.rewind()
      clock.program?.start(at: moment)
      showBegunProgram()
    case .stop: clock.program = nil
    }
    return []
  }

  mutating func start(_ program: TimerProgram, at moment: Moment) {
    load(program, at: moment)
    if program.start == nil { clock.program?.start(at: moment) }
    showBegunProgram()
  }

  /// Clocks that get the command at different times show the same step.
  private mutating func begin(
    _ program: TimerProgram, asOf written: ParsedInstant, at moment: Moment
  ) throws(Refusal) {
    let start = try written.instant(after: moment)
    guard program.start == nil else { throw Refusal("a program with a start of its own takes no '--from'") }
    guard start <= moment.instant else { throw Refusal("that moment is yet to come") }
    guard moment.instant - start <= TimeSpan.longest else { throw .tooFar }
    guard clock.program?.runs(program, since: start) != true else { return }
    var fresh = Countdown.program(program, overtime: setup.hasOvertime, at: moment)
    fresh.begin(asOf: start, at: moment)
    guard !fresh.hasEndedProgram else { throw Refusal("that program is over") }
    load(program, at: moment)
    clock.program = fresh
    showBegunProgram()
  }

  mutating func showBegunProgram() {
    clock.countdowns.showBegunProgram()
    wall.bar.choose(stopwatch: false)
  }

  private mutating func load(_ program: TimerProgram, at moment: Moment) {
    clock.recents.use(program)
    clock.program = .program(program, overtime: setup.hasOvertime, at: moment)
  }
}

extension Command.ProgramOrder {
  fileprivate var bringsProgram: Bool {
    switch self {
    case .load, .start(_?, _): true
    case .start(nil, _), .next, .back, .add, .restart, .stop: false
    }
  }
}

extension Refusal {
  package static let noProgram = Refusal("there is no program")
}

extension ClockState {
  var program: Countdown? {
    get { countdowns.program }
    set { countdowns.program = newValue }
  }
}

import ColourClock
import ControlProtocol
import System
import XWindow

final class EffectRunner {
  /// The arguments before reloads and `set`.
  let started: Arguments
  var arguments: Arguments { didSet { version += 1 } }
  /// Grows when options, or choices that override them, may have changed.
  private(set) var version = 0
  var options: Options
  let mode: RunMode
  let display: Display
  let clock: SystemClock
  let commands = ShellCommands()
  private let sounds: SoundPlayer
  var feedFile: WatchedFile?
  private var agendaFile: AgendaFile?
  let keeper: StateKeeper
  private let watch: OptionsWatch?
  var lastReloadFailure: String?
  var programRefusal: String?
  /// Set if the program file was wrong at the start, until it is right.
  var programProblem: HealthProblem?
  private var programFile: StatWatch?
  /// The options and program files at the last reported mistake.
  var reportedFiles: [StatWatch]?

  init(
    _ arguments: Arguments, _ options: Options, _ mode: RunMode, on display: Display, clock: SystemClock,
    kept: SavedState, programMistake: ProgramMistake?, bell: @escaping () -> Void
  ) {
    (started, self.arguments, self.options, self.mode) = (arguments, arguments, options, mode)
    (self.display, self.clock, keeper) = (display, clock, StateKeeper(kept, clock))
    watch = OptionsWatch(arguments)
    sounds = SoundPlayer(display: display.name, bell: bell)
    idleDescriptors = commands.descriptors + [keeper.descriptor] + (watch?.descriptors ?? [])
    feedFile = EffectRunner.feedFile(of: options)
    (programProblem, programRefusal) = (programMistake?.healthProblem, programMistake?.first.text)
    programFile = options.countdown.programFile.map { StatWatch($0, isSeen: true) }
    readAgendaAnew()
  }

  var descriptors: [Int32] {
    if commands.isIdle, sounds.isIdle, watch?.isWaiting != true { return idleDescriptors }
    return commands.descriptors + sounds.descriptors + [keeper.descriptor] + (watch?.descriptors ?? [])
  }
  /// The array is stored, so that polling allocates nothing.
  private let idleDescriptors: [Int32]

  // MARK: Effects of the scene

  func runZeroCommand(for scene: Scene) {
    guard let command = options.countdown.onZero else { return }
    let names = scene.endedNames(at: clock.now).joined(separator: "\n")
    commands.run(command, variables: ["COLOURCLOCK_TITLE": names])
  }

  func runHoldCommand() { HoldAction.named(options.hold.action).command.map(commands.run) }

  func play(_ cue: SoundCue) { sounds.play(cue, options.sound.choice) }

  func silence() { sounds.silence() }

  func saveMute(_ isMuted: Bool) { keeper.change { $0.save(isMuted: isMuted) } }

  func saveTimers(of scene: Scene) { keeper.saveTimers(of: scene) }

  func saveHint() { keeper.change { $0.saveHint() } }

  func save(card name: String) { save(SavedState.Choice(card: name)) }

  func save(_ look: LookChoice, for session: Session) {
    save(SavedState.Choice(look: look))
    // A newly shown date needs the names of days and months.
    updateSetup(session)
  }

  func receive(for session: Session) {
    if let answer = commands.receive() { session.receive(.fed(answer)) }
    sounds.receive()
    keeper.receive(for: session.scene)
    if watch?.receive() == true {
      _ = reload(for: session)
      sayReloadFailure(on: session)
    }
  }

  func tick(for session: Session) {
    if let answer = feedFile?.readFeed() { session.receive(.fed(answer)) }
    if agendaFile?.read() == true { updateSetup(session) }
    if programProblem != nil, programFile?.hasChanged() == true { retryProgram(for: session) }
  }

  private func retryProgram(for session: Session) {
    do throws(ProgramExit) { try readProgramAgain(for: session) } catch { error.report() }
    sayProgramFailure(on: session)
  }

  func sayProgramFailure(on session: Session) {
    if !mode.isLocked { say(programRefusal, id: "program", on: session) }
  }

  func end(_ session: Session) {
    keeper.end(session.scene)
    sounds.end()
    commands.end()
  }

  private func save(_ choice: SavedState.Choice) {
    keeper.change { $0.save(choice) }
    version += 1
  }

  func announce(_ message: Message) {
    guard let command = options.schedule.messageCommand else { return }
    let variables = [
      "COLOURCLOCK_MESSAGE": message.lines.joined(separator: "\n"), "COLOURCLOCK_PRIORITY": message.priority.rawValue,
    ]
    commands.run(command, variables: variables)
  }

  func askFeed(for session: Session) {
    switch options.refresh.source {
    case .command(let text):
      let refresh = options.refresh
      commands.runFeed(
        text, limit: EffectRunner.feedLimit, lines: refresh.feedStyle.lines, timeLimit: refresh.feedTimeout)
    case .file: session.receive(.fed(feedFile?.readFeed(evenIfSame: true)))
    case nil: session.receive(.fed(nil))
    }
  }

  private static let feedLimit = 65_536

  func refresh(_ session: Session) {
    let isGood = reload(for: session)
    if agendaFile?.read() == true { updateSetup(session) }
    refreshFailure = isGood ? agendaFile?.mistake : lastReloadFailure
    sayProgramFailure(on: session)
    options.refresh.onRefresh.map(commands.run)
    session.receive(.refreshed(refreshFailure == nil))
  }

  private(set) var refreshFailure: String?

  /// Only a window shows the failure, because its user probably edits the file.
  private func sayReloadFailure(on session: Session) {
    if !mode.coversMonitors { say(lastReloadFailure, id: "options", on: session) }
  }

  private func say(_ failure: String?, id: String, on session: Session) {
    guard mode.hasOwnWindow else { return }
    guard let failure else {
      if session.scene.messages.contains(where: { $0.id == id }) { try? session.receive(.dismiss(id)) }
      return
    }
    // The failure may quote the file, so `<` is not markup.
    let message = Message(failure, priority: .notice, span: .seconds(20), id: id, isMarkup: false)
    // Without room for a message, the session refuses it.
    if let message { try? session.receive(.message(message)) }
  }

  func updateSetup(_ session: Session) {
    session.receive(.setupChanged(setup))
  }

  var setup: Setup {
    var setup = options.setup(mode, chosen: keeper.kept.effectiveChoice(with: arguments))
    if let agendaFile { setup.agenda = agendaFile.agenda }
    return setup
  }

  func readAgendaAnew() {
    agendaFile = options.schedule.agenda.map { AgendaFile($0) }
    _ = agendaFile?.read()
  }

  static func feedFile(of options: Options) -> WatchedFile? {
    if case .file(let path) = options.refresh.source { WatchedFile(path) } else { nil }
  }
}

extension EffectRunner {
  func save(_ alarms: [DailyAlarm]) throws(Refusal) {
    if let reason = keeper.saveAtOnce(alarms) { throw Refusal("it cannot be saved: \(reason)") }
  }

  var saveFailure: String? { keeper.kept.failure }

  var soundFailure: String? { sounds.failure }

  /// The value at the start: a client's `set` must not allow clients to quit.
  var allowsRemoteQuit: Bool { (try? started.options().remote.allowsQuit) ?? false }
  var switchesPower: Bool { options.remote.power }

  var report: OptionReport {
    OptionReport(
      started: started, arguments: arguments, options: options, mode: mode,
      choice: keeper.kept.effectiveChoice(with: arguments)
    )
  }

  func clearChosenFace(for session: Session) {
    keeper.change { $0.clearCard() }
    version += 1
    updateSetup(session)
  }
}

import ColourClock
import ControlProtocol
import System
import XWindow

/// What the wall does outside of itself: it runs commands, asks its feed, keeps what must survive it, and reads its
/// options again.
final class EffectRunner {
  private let started: Arguments
  private var arguments: Arguments { didSet { version += 1 } }
  /// Another one for other options, and for what was chosen in their place.
  private(set) var version = 0
  private var options: Options
  private let mode: RunMode
  private let display: Display
  private let clock: SystemClock
  private let commands = ShellCommands()
  private let sounds: SoundPlayer
  private var feedFile: WatchedFile?
  private var agendaFile: AgendaFile?
  private let keeper: StateKeeper
  private let watch: OptionsWatch?
  /// Why the options file could not be taken over when it was read last; `nil` if it was.
  private(set) var lastReloadFailure: String?
  /// The files whose mistake was said last, as they were then.
  private var reported: [File.Stamp?]?

  init(
    _ arguments: Arguments, _ options: Options, _ mode: RunMode, on display: Display, clock: SystemClock,
    kept: SavedState, bell: @escaping () -> Void
  ) {
    (started, self.arguments, self.options, self.mode) = (arguments, arguments, options, mode)
    (self.display, self.clock, keeper) = (display, clock, StateKeeper(kept, clock))
    watch = OptionsWatch(arguments)
    sounds = SoundPlayer(display: display.name, bell: bell)
    idle = commands.descriptors + [keeper.descriptor] + (watch?.descriptors ?? [])
    feedFile = EffectRunner.feedFile(of: options)
    readAgendaAnew()
  }

  /// What to poll for reading, another list each time.
  var descriptors: [Int32] {
    if commands.isIdle, sounds.isIdle, watch?.isWaiting != true { return idle }
    return commands.descriptors + sounds.descriptors + [keeper.descriptor] + (watch?.descriptors ?? [])
  }
  private let idle: [Int32]

  // MARK: Effects of the scene

  func runZeroCommand() { options.countdown.onZero.map(commands.run) }

  /// The command of the hold button.
  func runHoldCommand() { HoldAction.named(options.hold.action).command.map(commands.run) }

  func play(_ cue: SoundCue) { sounds.play(cue, options.sound.choice) }

  func silence() { sounds.silence() }

  func keepMute(_ isMuted: Bool) { keeper.change { $0.keep(isMuted: isMuted) } }

  func keepTimers(of scene: Scene) { keeper.keepTimers(of: scene) }

  func keepHint() { keeper.change { $0.keepHint() } }

  func keep(card name: String) { keep(SavedState.Choice(card: name)) }

  func keep(_ look: LookChoice, for session: Session) {
    keep(SavedState.Choice(look: look))
    // A date that comes needs its names.
    arrange(session)
  }

  /// Takes up what commands have to say.
  func receive(for session: Session) {
    if let answer = commands.receive() { session.receive(.fed(answer)) }
    sounds.receive()
    keeper.receive(for: session.scene)
    if watch?.receive() == true {
      _ = reload(for: session)
      sayReloadFailure(on: session)
    }
  }

  /// Looks after files once a second: a `stat` sees every way in which one is replaced.
  func tick(for session: Session) {
    if let answer = feedFile?.readFeed() { session.receive(.fed(answer)) }
    if agendaFile?.read() == true { arrange(session) }
  }

  /// Writes what has not been written yet, and kills what is running, which may take longer than a clock that ends is
  /// given.
  func end(_ session: Session) {
    keeper.end(session.scene)
    sounds.end()
    commands.end()
  }

  private func keep(_ choice: SavedState.Choice) {
    keeper.change { $0.keep(choice) }
    version += 1
  }

  func announce(_ message: Message) {
    guard let command = options.schedule.messageSound else { return }
    let variables = [
      "COLOURCLOCK_MESSAGE": message.lines.joined(separator: "\n"), "COLOURCLOCK_PRIORITY": message.priority.rawValue,
    ]
    commands.run(command, variables: variables)
  }

  func askFeed(for session: Session) {
    switch options.refresh.source {
    case .command(let text):
      let refresh = options.refresh
      commands.answer(
        text, limit: EffectRunner.feedLimit, lines: refresh.feedStyle.lines, timeLimit: refresh.feedTimeout)
    case .file: session.receive(.fed(feedFile?.readFeed(evenIfSame: true)))
    case nil: session.receive(.fed(nil))
    }
  }

  /// More than any wall shows.
  private static let feedLimit = 65_536

  func refresh(_ session: Session) {
    let isGood = reload(for: session)
    options.refresh.onRefresh.map(commands.run)
    session.receive(.refreshed(isGood))
  }

  /// Whether options file and zone could be read again; what is wrong with them is said, and the old ones stay.
  private func reload(for session: Session) -> Bool {
    do throws(ProgramExit) { try readAgain(for: session) } catch {
      // A refresh finds what the file's own change has told already.
      let stamps = arguments.files.map { File.Stamp(of: $0.path) }
      if stamps != reported { error.report() }
      reported = stamps
      return false
    }
    reported = nil
    return true
  }

  /// Takes over the options file and the zone as they are now. Resources stay as they were: to X programs, they are
  /// what they were at the start.
  private func readAgain(for session: Session) throws(ProgramExit) {
    do throws(ProgramExit) {
      let fresh = try arguments.readAgain()
      let before = arguments
      try adopt(fresh, for: session)
      sayWhatStays(in: fresh, since: before)
      fresh.reportDoubts(since: before)
      lastReloadFailure = nil
    } catch {
      lastReloadFailure = error.text
      throw error
    }
  }

  /// On the wall of a window, where the user who has written the file is likely to look.
  private func sayReloadFailure(on session: Session) {
    guard mode.isOwn, !mode.coversMonitors else { return }
    let said = "options"
    guard let reason = lastReloadFailure else {
      if session.scene.messages.contains(where: { $0.id == said }) { try? session.receive(.dismiss(said)) }
      return
    }
    // As it stands in the file: there `<` is no markup.
    let message = Message(reason, priority: .notice, span: .seconds(20), id: said, isMarkup: false)
    // With too many messages already the line on standard error has to do.
    if let message { try? session.receive(.message(message)) }
  }

  /// Takes over all that can change while the clock runs, or nothing if anything is wrong.
  private func adopt(_ arguments: Arguments, for session: Session) throws(ProgramExit) {
    var fresh = try arguments.options()
    try fresh.check(arguments)
    try fresh.resolveColours(on: display, arguments)
    try clock.setZone(WatchedZone(ZoneChoice(fresh.time)))
    // The time shown goes on as it was begun, and the windows are what they are: a kiosk stays one.
    (fresh.time.at, fresh.time.speed) = (options.time.at, options.time.speed)
    let countsFrames = fresh.window.fps
    fresh.window = options.window
    fresh.window.fps = countsFrames
    if fresh.refresh.source != options.refresh.source {
      feedFile = EffectRunner.feedFile(of: fresh)
      commands.dropFeed()
    }
    let isOtherAgenda = fresh.schedule.agenda != options.schedule.agenda
    let isOtherTitle = fresh.countdown.title != options.countdown.title
    (options, self.arguments) = (fresh, arguments)
    if isOtherTitle {
      keeper.change { $0.rename(fresh.countdown.title) }
      keeper.keepTimers(of: session.scene)
    }
    if isOtherAgenda { readAgendaAnew() }
    arrange(session)
  }

  /// Says once of each option that is another now that it does not count before the next start.
  private func sayWhatStays(in fresh: Arguments, since before: Arguments) {
    let new = fresh.fixedChanges(from: before)
    for name in fresh.fixedChanges(from: started) where new.contains(name) {
      Process.report("'--\(name)' cannot be changed while it runs")
    }
  }

  /// Sets the wall up by the options and by what was chosen at the wall.
  private func arrange(_ session: Session) {
    session.receive(.arranged(setup))
  }

  /// By the options, by what was chosen at the wall, and by the file with the agenda.
  var setup: Setup {
    var setup = options.setup(mode, chosen: keeper.kept.chosen(under: arguments))
    if let agendaFile { setup.agenda = agendaFile.agenda }
    return setup
  }

  private func readAgendaAnew() {
    agendaFile = options.schedule.agenda.map { AgendaFile($0) }
    _ = agendaFile?.read()
  }

  private static func feedFile(of options: Options) -> WatchedFile? {
    if case .file(let path) = options.refresh.source { WatchedFile(path) } else { nil }
  }
}

/// The options, for clients of the control socket.
extension EffectRunner {
  /// Keeps the alarms that are to be added, before they are.
  func keep(_ alarms: [DailyAlarm]) throws(Refusal) {
    if let reason = keeper.keepAtOnce(alarms) { throw Refusal("it cannot be kept: \(reason)") }
  }

  /// Why something could not be kept the last time; `nil` if it could.
  var saveFailure: String? { keeper.kept.failure }

  /// Why no sound could be played the last time; `nil` if one could.
  var soundFailure: String? { sounds.failure }

  /// As it was at the start.
  var allowsRemoteQuit: Bool { (try? started.options().remote.allowsQuit) ?? false }
  var switchesPower: Bool { options.remote.power }

  /// For the commands `status` and `get`.
  var report: OptionReport {
    OptionReport(
      started: started, arguments: arguments, options: options, mode: mode, choice: keeper.kept.chosen(under: arguments)
    )
  }

  func set(_ name: String, _ value: String?, for session: Session) throws(Refusal) {
    let before = keeper.kept
    do throws(ProgramExit) {
      let (fresh, old) = (try arguments.withSet(name, to: value), arguments)
      keeper.change { $0.clearChoice(of: name) }
      try adopt(fresh, for: session)
      fresh.reportDoubts(since: old)
    } catch {
      keeper.change { $0 = before }
      throw Refusal(error.text)
    }
  }

  func unset(_ name: String, for session: Session) throws(Refusal) {
    do throws(ProgramExit) { try adopt(arguments.withUnset(name), for: session) } catch { throw Refusal(error.text) }
  }

  /// Back to the face of the options, also at the next start.
  func clearChosenFace(for session: Session) {
    keeper.change { $0.clearCard() }
    version += 1
    arrange(session)
  }

  func reloadOptions(for session: Session) throws(Refusal) {
    do throws(ProgramExit) { try readAgain(for: session) } catch { throw Refusal(error.text) }
  }
}

import ColourClock
import Notation
import XWindow

/// What the wall does outside of itself: it runs commands, asks its feed, keeps what must survive it, and reads its
/// options again.
final class EffectRunner {
  private let started: Arguments
  private var arguments: Arguments
  private var options: Options
  private let mode: RunMode
  private let display: Display
  private let clock: SystemClock
  private let commands = Commands()
  private var feedFile: FeedFile?
  private var agendaFile: AgendaFile?
  private var kept: SavedState
  /// When it was written last, whether it is to be written again, and when that has to be on the disk at the latest.
  private var lastWritten: Duration?
  private var isAboutToWrite = false
  private var flushesBy: Duration?
  private let writeTimer = KernelTimer(.boot)
  private let watch: OptionsWatch?
  /// Why the options file could not be taken over when it was read last; `nil` if it was.
  private(set) var lastReloadFailure: String?
  /// The files whose mistake was said last, as they were then.
  private var reported: [File.Stamp?] = []

  init(
    _ arguments: Arguments, _ options: Options, _ mode: RunMode, on display: Display, clock: SystemClock,
    kept: SavedState
  ) {
    (started, self.arguments, self.options, self.mode) = (arguments, arguments, options, mode)
    (self.display, self.clock, self.kept) = (display, clock, kept)
    watch = OptionsWatch(arguments)
    idle = commands.descriptors + [writeTimer.descriptor] + (watch?.descriptors ?? [])
    feedFile = EffectRunner.feedFile(of: options)
    readAgendaAnew()
  }

  /// What to poll for reading, another list each time.
  var descriptors: [Int32] {
    if commands.isIdle, watch?.isWaiting != true { return idle }
    return commands.descriptors + [writeTimer.descriptor] + (watch?.descriptors ?? [])
  }
  private let idle: [Int32]

  /// Carries out an order of the scene that concerns neither the window nor the end of the program.
  func perform(_ effect: Effect, for session: Session) {
    switch effect {
    case .quit, .giveUp, .toggleFullScreen, .refuse, .powerScreen: break
    case .feed: askFeed(for: session)
    case .refresh: refresh(session)
    case .zero: options.countdown.onZero.map(commands.run)
    case .command: HoldAction.named(options.hold.action).command.map(commands.run)
    case .keepCountdown:
      keep(session.scene)
      return write(isOften: true)
    case .announce: options.plan.messageSound.map(commands.run)
    case .keepAlarms: kept.keep(session.scene.addedAlarms)
    case .keepHint: kept.keepHint()
    case .keepCard(let name): kept.keep(SavedState.Choice(card: name))
    case .keepLook(let look):
      kept.keep(SavedState.Choice(look: look))
      // A date that comes needs its names.
      arrange(session)
    }
    write()
  }

  /// Takes up what commands have to say.
  func receive(for session: Session) {
    if let answer = commands.receive() { session.receive(.fed(answer)) }
    if writeTimer.acknowledge() { write(session.scene) }
    if watch?.receive() == true, !reload(for: session) { sayReloadFailure(on: session) }
  }

  /// Looks after files once a second: a `stat` sees every way in which one is replaced.
  func tick(for session: Session) {
    if let answer = feedFile?.read() { session.receive(.fed(answer)) }
    if agendaFile?.read() == true { arrange(session) }
  }

  /// Kills what is running, and writes what has not been written yet.
  func end(_ session: Session) {
    commands.end()
    if session.scene.stopwatch?.isRunning == true { keep(session.scene) }
    kept.write()
    kept.flush()
  }

  private func keep(_ scene: Scene) { kept.keep(scene.countdown, scene.stopwatch, at: clock.now) }

  /// Writes what has changed at once, where a signal cannot undo it.
  /// - Parameter isOften: whether of many such changes in a row, as by a key that repeats, only the last within half a second is
  ///   to be written.
  private func write(isOften: Bool = false) {
    guard kept.isToBeWritten else { return }
    let next = lastWritten.map { $0 + EffectRunner.longPause } ?? .zero
    if !isOften || Now.boot >= next {
      kept.write()
      lastWritten = Now.boot
    }
    guard !isAboutToWrite else { return }
    isAboutToWrite = true
    writeTimer.arm(at: kept.isToBeWritten ? next : Now.boot + EffectRunner.pause)
  }

  /// Cheap disks take their time to say that something is really on them: no tick is to wait for that, nor what moves, but for a
  /// second at the most.
  private func write(_ scene: Scene) {
    if !isAboutToWrite, scene.stopwatch?.isRunning == true { keep(scene) }
    kept.write()
    if kept.isToBeFlushed {
      let latest = flushesBy ?? Now.boot + EffectRunner.patience
      if Now.boot < latest, let rest = clock.timeToWake, rest < EffectRunner.room {
        (isAboutToWrite, flushesBy) = (true, latest)
        return writeTimer.arm(at: Now.boot + max(.zero, rest) + EffectRunner.pause)
      }
      kept.flush()
    }
    (lastWritten, flushesBy, isAboutToWrite) = (Now.boot, nil, false)
    if scene.stopwatch?.isRunning == true { writeTimer.arm(at: Now.boot + EffectRunner.renewal) }
  }

  private static let pause = Duration.milliseconds(10)
  private static let longPause = Duration.milliseconds(500)
  private static let patience = Duration.seconds(1)
  private static let room = Duration.milliseconds(200)
  /// How often a stopwatch that runs is kept anew: it waits for the next start for a day from then, and a signal or a power
  /// cut ends the program without a word.
  private static let renewal = Duration.seconds(3600)

  private func askFeed(for session: Session) {
    switch options.refresh.source {
    case .command(let text):
      commands.answer(text, limit: EffectRunner.feedLimit, timeLimit: options.refresh.feedTimeout)
    case .file: session.receive(.fed(feedFile?.read()))
    case nil: session.receive(.fed(nil))
    }
  }

  /// More than any wall shows.
  private static let feedLimit = 65_536

  private func refresh(_ session: Session) {
    let isGood = reload(for: session)
    options.refresh.onRefresh.map(commands.run)
    session.receive(.refreshed(isGood))
  }

  /// Whether options file and zone could be read again; what is wrong with them is said, and the old ones stay.
  private func reload(for session: Session) -> Bool {
    do throws(Failure) { try readAgain(for: session) } catch {
      // A refresh finds what the file's own change has told already.
      let stamps = arguments.files.map { File.Stamp(of: $0.path) }
      if stamps != reported { error.report() }
      reported = stamps
      return false
    }
    reported = []
    return true
  }

  /// Takes over the options file and the zone as they are now. Resources stay as they were: to X programs, they are what they
  /// were at the start.
  private func readAgain(for session: Session) throws(Failure) {
    do throws(Failure) {
      let fresh = try arguments.readAgain()
      let before = arguments
      try adopt(fresh, for: session)
      sayWhatStays(in: fresh, since: before)
      lastReloadFailure = nil
    } catch {
      lastReloadFailure = error.text
      throw error
    }
  }

  /// On the wall of a window, where the user who has written the file is likely to look.
  private func sayReloadFailure(on session: Session) {
    guard mode.isOwn, !mode.coversMonitors, let reason = lastReloadFailure,
      let message = Message(reason, priority: .notice, span: .seconds(20), id: "options")
    else { return }
    session.receive(.message(message))
  }

  /// Takes over all that can change while the clock runs, or nothing if anything is wrong.
  private func adopt(_ arguments: Arguments, for session: Session) throws(Failure) {
    var fresh = try arguments.options()
    try fresh.checkNight(arguments)
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
    let isOtherAgenda = fresh.plan.agenda != options.plan.agenda
    (options, self.arguments) = (fresh, arguments)
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

  /// Sets the wall up by the options and by what was chosen in the gallery.
  private func arrange(_ session: Session) {
    session.receive(.arranged(setup))
  }

  /// By the options, by what was chosen in the gallery, and by the file with the agenda.
  var setup: Setup {
    var setup = options.setup(mode, chosen: kept.chosen(under: arguments))
    if let agendaFile { setup.agenda = agendaFile.agenda }
    return setup
  }

  private func readAgendaAnew() {
    agendaFile = options.plan.agenda.map { AgendaFile($0) }
    _ = agendaFile?.read()
  }

  private static func feedFile(of options: Options) -> FeedFile? {
    if case .file(let path) = options.refresh.source { FeedFile(path) } else { nil }
  }
}

/// The options, for clients of the control socket.
extension EffectRunner {
  /// As it was at the start.
  var allowsRemoteQuit: Bool { (try? started.options().remote.allowsQuit) ?? false }
  var switchesPower: Bool { options.remote.power }

  /// Those that are not as by default.
  var settings: [OptionStatus] { arguments.settings }

  func setting(_ name: String) throws(Refusal) -> OptionStatus {
    guard let option = OptionTable.option(String(name.drop { $0 == "-" })) else {
      throw Refusal("get: there is no option '\(name)'")
    }
    return arguments.setting(option)
  }

  func set(_ name: String, _ value: String?, for session: Session) throws(Refusal) {
    let before = kept
    do throws(Failure) {
      let fresh = try arguments.telling(name, value)
      kept.forgetChoice(of: name)
      try adopt(fresh, for: session)
    } catch {
      kept = before
      throw Refusal(error.text)
    }
  }

  func unset(_ name: String, for session: Session) throws(Refusal) {
    do throws(Failure) { try adopt(arguments.untelling(name), for: session) } catch { throw Refusal(error.text) }
  }

  /// Back to the face of the options, also at the next start.
  func forgetFace(for session: Session) {
    kept.forgetCard()
    write()
    arrange(session)
  }

  func reloadOptions(for session: Session) throws(Refusal) {
    do throws(Failure) { try readAgain(for: session) } catch { throw Refusal(error.text) }
  }
}

/// A text file as the wall's feed, read again when it has changed.
struct FeedFile {
  let path: String
  private var stamp: File.Stamp?
  private var isFirst = true

  /// More than a wall has room for, and little enough to read a wrong file without harm.
  private static let limit = 65_536

  init(_ path: String) {
    self.path = path
  }

  /// What is in the file now, or why it cannot be read; `nil` if it has not changed since the last time.
  mutating func read() -> Feed.Answer? {
    // Before reading: what is written meanwhile gives another stamp, and is read the next time.
    let new = File.Stamp(of: path)
    guard isFirst || new != stamp else { return nil }
    (stamp, isFirst) = (new, false)
    do { return .text(try File.readRegular(path, limit: FeedFile.limit)) } catch {
      return .failed(error.isTooLong ? .tooMuch : .unreadable)
    }
  }
}

import ColourClock
import ControlProtocol
import System
import XWindow

struct Program {
  private var arguments: Arguments
  private var options: Options
  private var mode: RunMode
  private let signals: SignalDescriptor

  init(_ line: [String], signals: SignalDescriptor) throws(ProgramExit) {
    self.signals = signals
    arguments = try Arguments(line)
    if arguments.setsInThisRun(\.audit.distance, \.audit.level) {
      throw .usage("'--distance' and '--level' are only for 'colourclock audit'")
    }
    options = try arguments.options()
    mode = try arguments.runMode(options)
  }

  mutating func run() throws(ProgramExit) {
    if options.files.icon { return try drawIcon() }
    if options.files.snapshot?.lowercased().hasSuffix(".svg") == true {
      throw .usage("'--snapshot' draws into a .svg file only with '--icon'")
    }
    // Reports mistakes even without an X server.
    try options.checkPhases(arguments)
    var (zone, start) = try beginning()
    let display = try openDisplay()
    if try arguments.addResources(from: display, for: options) {
      options = try arguments.options()
      mode = try arguments.runMode(options)
      (zone, start) = try beginning()
    }
    try options.check(arguments)
    let mistake = try readProgram()
    try options.resolveColours(on: display, arguments)
    arguments.reportDoubtfulOptions()
    let typeface = try options.openTypeface()
    if let path = options.files.snapshot {
      try takeSnapshot(to: path, at: start ?? Instant(sinceEpoch: Now.wall), zone.zone, display, typeface)
    } else {
      let clock = SystemClock(source(from: start), zone: zone)
      try show(on: display, clock, typeface, programMistake: mistake)
    }
    display.close()
  }

  /// - Throws: only for a snapshot. Otherwise the clock runs without the program of steps.
  private mutating func readProgram() throws(ProgramExit) -> ProgramMistake? {
    do throws(ProgramMistake) { try options.countdown.readProgram() } catch {
      guard options.files.snapshot == nil else { throw error.reportAllButLastLine() }
      error.report()
      return error
    }
    return nil
  }

  private func beginning() throws(ProgramExit) -> (WatchedZone, Instant?) {
    let zone = try WatchedZone(ZoneChoice(options.time))
    return (zone, try options.time.at.map { start throws(ProgramExit) in try resolve(start, in: zone.zone) })
  }

  private func show(
    on display: Display, _ clock: SystemClock, _ typeface: Typeface, programMistake: ProgramMistake?
  ) throws(ProgramExit) {
    let wall = "\(Process.hostName)\(display.name)\(options.window.name.map { " \($0)" } ?? "")"
    var kept = SavedState.standard(on: wall)
    let restored = try restore(&kept, at: clock.now)
    let (countdowns, stopwatch) = (restored.countdowns, restored.stopwatch)
    let setup = options.setup(mode, chosen: kept.effectiveChoice(with: arguments))
    if let polar = setup.night?.polarNotice(at: clock.now) { Process.report(polar) }
    let windows = try openWindows(on: display, typeface, setup.background(at: clock.now))
    // Runs `--on-zero` once for all ended countdowns.
    let first: [Effect] =
      (restored.ended.isEmpty ? [] : [.reachedZero]) + (countdowns.isEmpty && stopwatch == nil ? [] : [.saveTimers])
    let effects = EffectRunner(
      arguments, options, mode, on: display, clock: clock, kept: kept, programMistake: programMistake,
      bell: windows.ringBell)
    let health = HealthMonitor(clock, windows, on: display, keptIn: healthFile(in: kept.folder, of: wall)) {
      HealthMonitor.Failures(save: effects.saveFailure, program: effects.programProblem, sound: effects.soundFailure)
    }
    let watchdog = Watchdog(windows, on: display, inhibits: mode.keepsAwake)
    let snapshots = Snapshots(clock, on: display, typeface)
    let controller = Controller(effects, windows, mode, health, watchdog, clock: clock, on: display, snapshots)
    let loop = Loop(
      clock: clock, windows: windows, effects: effects, watchdog: watchdog, health: health, signals: signals,
      control: openSocket(on: display).map { ControlServer($0, controller) })
    loop.health.begin(mode)
    // A screensaver's host expects that a signal ends the program at once.
    if mode.hasOwnWindow { signals.handleShutdownSignals() }
    let saysHint = options.gallery.hint && mode.hasOwnWindow && !setup.allowed.isEmpty && kept.isFirstUse
    var scene = Scene(
      effects.setup, countdowns: countdowns, stopwatch: stopwatch, alarms: restored.alarms, snoozed: restored.snoozed,
      isMuted: restored.isMuted, saysHint: saysHint, recents: restored.recents)
    let sound = scene.resumeSound(at: clock.now)
    let hasQuit = loop.run(scene, first: first + sound)
    // A host may destroy its window at any time.
    if !hasQuit, mode.hasOwnWindow { throw .unable("another program has destroyed the window") }
  }

  private func restore(_ kept: inout SavedState, at moment: Moment) throws(ProgramExit) -> SavedState.Restored {
    let isOver = try options.isEndPast(arguments, at: moment)
    let restored = kept.restore(for: options.countdown, at: moment)
    if isOver, restored.countdowns.isEmpty { Process.report(Self.pastEnd) }
    let ended = restored.ended
    let names = ended.filter { !$0.isEmpty }.map { "'\($0)'" }.joined(separator: ", ")
    let which = names.isEmpty ? "" : " (\(names))"
    if ended.count == 1 { Process.report("a countdown\(which) has ended while the clock was not running") }
    if ended.count > 1 {
      Process.report("\(ended.count) countdowns\(which) have ended while the clock was not running")
    }
    return restored
  }

  private static let pastEnd = "the date of '--until' has passed: there is no countdown"

  private func openSocket(on display: Display) -> ControlSocket? {
    guard mode.hasOwnWindow, let path = options.remote.path(on: display.name, name: options.window.name) else {
      return nil
    }
    let usesStandardPath = options.remote.control == nil
    return ControlSocket(
      at: path, makesFolder: usesStandardPath, isNamed: !usesStandardPath || options.window.name != nil)
  }

  /// Returns `nil` for a window or a screensaver, because other programs then cause burn-in, too.
  private func healthFile(in folder: String?, of wall: String) -> String? {
    guard mode.hasOwnWindow, mode.coversMonitors else { return nil }
    return folder.map { HealthRecord.file(in: $0, of: wall) }
  }

  private func openWindows(
    on display: Display, _ typeface: Typeface, _ background: Colour
  ) throws(ProgramExit) -> WindowSet {
    let description = options.description(mode, background: background)
    do throws(Refusal) { return try WindowSet(description, on: display, typeface: typeface) } catch {
      throw ProgramExit(error.text, ExitStatus.unusableWindow)
    }
  }

  /// If a picture's shorter side has fewer pixels, missing parts are not reported.
  private static let smallestWall = 120

  private func takeSnapshot(
    to path: String, at instant: Instant, _ zone: Zone, _ display: Display, _ typeface: Typeface
  ) throws(ProgramExit) {
    let moment = Moment(instant: instant, uptime: .zero, zone: zone)
    if try options.isEndPast(arguments, at: moment) { Process.report(Self.pastEnd) }
    let (frame, hidden) = stillFrame(at: moment)
    guard let frame else { return }
    if !hidden.isEmpty, min(options.files.size.width, options.files.size.height) >= Self.smallestWall {
      Process.report("no room for \(hidden.joined(separator: ", "))")
    }
    let picture: PNG
    do throws(Refusal) { picture = try Snapshot.picture(of: frame, on: display, typeface: typeface) } catch {
      throw .unable("cannot draw a snapshot: \(error.text)")
    }
    try write(to: path, picture.write)
  }

  private func drawIcon() throws(ProgramExit) {
    guard let path = options.files.snapshot else { throw .usage("'--icon' needs '--snapshot FILE'") }
    if path.lowercased().hasSuffix(".svg") {
      return try write(to: path) { (path) throws(SystemError) in try File.replace(path, with: Array(Icon.svg.utf8)) }
    }
    let (width, height) = (options.files.size.width, options.files.size.height)
    guard width == height else { throw .usage("'--icon' needs a square '--size', such as 256x256") }
    let icon = PNG(iconOf: width)
    try write(to: path, icon.write)
  }

  private func write(to path: String, _ write: (String) throws(SystemError) -> Void) throws(ProgramExit) {
    do throws(SystemError) { try write(path) } catch { throw .unable("cannot write \(path): \(error.reason)") }
  }

  private func stillFrame(at moment: Moment) -> (frame: Frame?, hidden: [String]) {
    var options = options
    options.look.fade = .zero
    let stopwatch = options.countdown.stopwatch ? Stopwatch.started(at: moment) : nil
    var setup = options.setup(mode)
    if var file = options.schedule.agenda.map({ AgendaFile($0) }), file.read() { setup.agenda = file.agenda }
    var answer: Feed.Answer?
    switch options.refresh.source {
    case .file(let path):
      var file = WatchedFile(path)
      answer = file.readFeed()
    // A snapshot does not run the feed's command.
    case .command, nil: setup.feed = nil
    }
    var scene = Scene(setup, countdowns: options.countdown.started(at: moment), stopwatch: stopwatch)
    _ = scene.handle(fact: .resized(options.files.size), at: moment)
    if let answer { _ = scene.handle(fact: .fed(answer), at: moment) }
    return (scene.frame(at: moment), scene.hidden)
  }

  private func source(from start: Instant?) -> SystemClock.Source {
    guard start != nil || options.time.speed != .real else { return .system }
    return .simulated(from: start ?? Instant(sinceEpoch: Now.wall), pace: options.time.speed)
  }

  private func resolve(_ start: DateAndTime, in zone: Zone) throws(ProgramExit) -> Instant {
    let today = zone.civil(at: Instant(sinceEpoch: Now.wall).second)
    do { return Instant(second: try start.secondSince1970(in: zone, today: today)) } catch {
      throw .usage(arguments.located(\.time.at, "'--at': \(error.text)"))
    }
  }

  private func openDisplay() throws(ProgramExit) -> Display {
    do throws(Refusal) { return try Display(options.window.display) } catch {
      guard options.files.snapshot != nil, options.window.display == nil else { throw .unable(error.text) }
    }
    return try .onPrivateServer()
  }
}

extension Display {
  static func onPrivateServer() throws(ProgramExit) -> Display {
    do throws(Refusal) { return try Display(PrivateServer()) } catch { throw .unable(error.text) }
  }
}

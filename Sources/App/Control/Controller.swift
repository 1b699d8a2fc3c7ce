import ColourClock
import ControlProtocol
import System
import XWindow

final class Controller {
  let effects: EffectRunner
  private let windows: WindowSet
  private let mode: RunMode
  private let health: HealthMonitor
  private let watchdog: Watchdog
  private let clock: SystemClock
  private let display: Display
  private let snapshots: Snapshots
  private lazy var allowsRemoteQuit = effects.allowsRemoteQuit
  private(set) var isToQuit = false
  /// The group that colourclock-mqtt shares with; empty means all walls.
  var sharingGroup: String?
  private var statesToShare: [SharedState] = []

  init(
    _ effects: EffectRunner, _ windows: WindowSet, _ mode: RunMode, _ health: HealthMonitor, _ watchdog: Watchdog,
    clock: SystemClock, on display: Display, _ snapshots: Snapshots
  ) {
    self.effects = effects
    self.windows = windows
    self.mode = mode
    self.health = health
    self.watchdog = watchdog
    (self.clock, self.display, self.snapshots) = (clock, display, snapshots)
  }

  /// - Parameter later: gets the reply if this function returns `nil`.
  func carryOut(
    _ words: [String], of client: ControlClient, for session: Session, later: @escaping (Reply) -> Void
  ) throws(Refusal) -> Reply? {
    switch try CommandTable.order(words, isKiosk: mode.isLocked && !allowsRemoteQuit) {
    case .scene(let command):
      try command.checkPairing(by: client)
      try saveAlarms(of: command, session)
      try session.receive(command, showsFrames: false)
      if command == .refresh, let failure = effects.refreshFailure { throw Refusal(failure) }
    case .status: return .success(status(of: session))
    case .health: return .success(health.report(limits: limits))
    case .help: return .success(CommandTable.all.map(CommandHelp.init))
    case .alarms: return .success(session.scene.alarms.map(\.text))
    case .laps(let isTable): return try laps(of: session, asTable: isTable)
    case .countdowns(let isTable): return countdowns(of: session, asTable: isTable)
    case .steps(let isTable): return try steps(of: session, asTable: isTable)
    case .get(let name): return .success(try effects.report.status(of: name))
    case .clearFace: effects.clearChosenFace(for: session)
    case .unset(let name): try effects.unset(name, for: session)
    case .set(let name, let value): try effects.set(name, value, for: session)
    case .reload: try effects.reloadOptions(for: session)
    case .snapshot(let file):
      snapshots.add(file, answer: later)
      return nil
    case .observe(let topics): client.topics = topics
    case .problem(let problem): client.problem = problem
    case .offerPairing: client.offersPairing = true
    case .share(let state):
      guard sharingGroup != nil else { throw Refusal("no colourclock-mqtt with a broker is connected") }
      statesToShare.append(state)
    case .announceSharing(let group): client.sharingGroup = group
    case .pairedDevices: return .success(session.scene.pairing.devices)
    case .quit: isToQuit = true
    }
    return .success()
  }

  private func laps(of session: Session, asTable isTable: Bool) throws(Refusal) -> Reply {
    guard let laps = session.scene.stopwatchReport(at: clock.now)?.lapTimes else {
      throw Refusal("there is no stopwatch")
    }
    return .success(isTable ? ValueTable.text(of: laps) : laps)
  }

  private func countdowns(of session: Session, asTable isTable: Bool) -> Reply {
    let countdowns = session.scene.countdownReports(at: clock.now)
    return .success(isTable ? ValueTable.text(of: countdowns) : countdowns)
  }

  private func steps(of session: Session, asTable isTable: Bool) throws(Refusal) -> Reply {
    guard let steps = session.scene.runningOrder(at: clock.now) else { throw .noProgram }
    return .success(isTable ? ValueTable.text(of: steps, isPlanned: session.scene.isProgramPlanned) : steps)
  }

  func report(_ problems: [HealthProblem], for session: Session) { health.receive(problems, for: session) }

  func takeStatesToShare() -> [SharedState] {
    defer { statesToShare = [] }
    return statesToShare
  }

  func advanceSnapshots(for session: Session) { snapshots.step(for: session) }

  var descriptors: [Int32] { snapshots.descriptors }

  func end() { snapshots.end() }

  func begin(_ observer: inout Observer, for session: Session) {
    observer.begin(with: session, effects, at: clock.now)
  }

  /// Saves new alarms before the session gets them.
  private func saveAlarms(of command: Command, _ session: Session) throws(Refusal) {
    guard case .alarm = command, !session.surfaces.isEmpty else { return }
    var trial = session.scene
    // After a failure here, `session.receive` throws the reason.
    guard (try? trial.handle(.told(command), at: clock.now)) != nil else { return }
    if trial.addedAlarms != session.scene.addedAlarms { try effects.save(trial.addedAlarms) }
  }

  private func status(of session: Session) -> Status {
    Status(
      version: Release.version, pid: Process.identifier, display: display.name,
      mode: mode.name(isFullScreen: windows.coversMonitor), isAbove: windows.areAbove,
      monitors: session.monitors, wall: session.scene.report(at: clock.now),
      faces: session.scene.setup.cards.map(\.name), options: effects.report.all,
      night: session.scene.setup.night?.account(at: clock.now),
      lastReloadFailure: effects.lastReloadFailure, inhibitors: watchdog.inhibitors, grabs: windows.grabs,
      isLocked: mode.isLocked, isXwayland: display.isXwayland, limits: limits, uptime: health.uptime,
      starts: health.starts, sharing: sharingGroup, watchdog: watchdog.status(at: Now.boot))
  }

  private var limits: [String] {
    guard display.isXwayland else { return [] }
    return ServerLimits.lines(grabs: windows.grabs, inhibitors: watchdog.inhibitors, isWanted: mode.keepsAwake)
  }
}

extension Command {
  fileprivate func checkPairing(by client: ControlClient) throws(Refusal) {
    switch self {
    case .pair(.show), .pair(.end), .pair(.devices):
      guard client.offersPairing else { throw Refusal("only a client that has sent 'pairing announce' may do this") }
    default: break
    }
  }
}

private struct CommandHelp: Encodable {
  let name: String
  let arguments: String
  let meaning: String
  let since: String
  let isForKiosk: Bool

  init(_ row: CommandRow) {
    (name, arguments, meaning) = (row.name, row.arguments, row.meaning)
    (since, isForKiosk) = (row.since, row.isForKiosk)
  }
}

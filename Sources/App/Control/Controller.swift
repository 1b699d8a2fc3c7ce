import ColourClock
import ControlProtocol
import System
import XWindow

/// Carries out what clients of the control socket ask for, and finds the answer.
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
  /// Whether a client has asked for the end.
  private(set) var isToQuit = false

  init(
    _ effects: EffectRunner, _ windows: WindowSet, _ mode: RunMode, _ health: HealthMonitor, _ watchdog: Watchdog,
    clock: SystemClock, on display: Display, _ snapshots: Snapshots
  ) {
    (self.effects, self.windows, self.mode, self.health, self.watchdog) = (effects, windows, mode, health, watchdog)
    (self.clock, self.display, self.snapshots) = (clock, display, snapshots)
  }

  /// - Parameter later: called with the answer where there is none yet.
  func carryOut(
    _ words: [String], of client: ControlClient, for session: Session, later: @escaping (Reply) -> Void
  ) throws(Refusal) -> Reply? {
    switch try CommandTable.order(words, isKiosk: mode.isLocked && !allowsRemoteQuit) {
    case .scene(let command):
      try command.checkPairing(by: client)
      try keep(command, session)
      try obey(command, session)
    case .status: return .success(status(of: session))
    case .health: return .success(health.report(limits: limits))
    case .help: return .success(CommandTable.all.map(CommandHelp.init))
    case .alarms: return .success(session.scene.alarms.map(\.text))
    case .laps(let isTable):
      guard let laps = session.scene.stopwatchReport(at: clock.now)?.lapTimes else {
        throw Refusal("there is no stopwatch")
      }
      return .success(isTable ? LapTable.text(of: laps) : laps)
    case .get(let name): return .success(try effects.report.status(of: name))
    case .ownFace: effects.clearChosenFace(for: session)
    case .unset(let name): try effects.unset(name, for: session)
    case .set(let name, let value): try effects.set(name, value, for: session)
    case .reload: try effects.reloadOptions(for: session)
    case .snapshot(let file):
      snapshots.add(file, answer: later)
      return nil
    case .observe(let topics): client.topics = topics
    case .trouble(let healthProblem): client.trouble = healthProblem
    case .offerPairing: client.offersPairing = true
    case .pairedDevices: return .success(session.scene.pairing.devices)
    case .quit: isToQuit = true
    }
    return .success()
  }

  /// Makes what clients say of what they do for the wall a part of its health.
  func report(_ troubles: [HealthProblem], for session: Session) { health.receive(troubles, for: session) }

  /// Goes on with what takes longer than a turn of the loop. To be called at each.
  func step(for session: Session) { snapshots.step(for: session) }

  /// What to poll for reading for that.
  var descriptors: [Int32] { snapshots.descriptors }

  func end() { snapshots.end() }

  func begin(_ observer: inout Observer, for session: Session) {
    observer.begin(with: session, effects, at: clock.now)
  }

  /// Keeps what a command promises for the next start, before the walls obey it: both happen, or neither does.
  private func keep(_ command: Command, _ session: Session) throws(Refusal) {
    guard case .alarm = command, !session.surfaces.isEmpty else { return }
    var trial = session.scene
    // The walls refuse it in a moment.
    guard (try? trial.handle(.told(command), at: clock.now)) != nil else { return }
    if trial.addedAlarms != session.scene.addedAlarms { try effects.keep(trial.addedAlarms) }
  }

  private func obey(_ command: Command, _ session: Session) throws(Refusal) {
    try session.receive(command, shows: false)
  }

  private func status(of session: Session) -> Status {
    Status(
      version: Options.version, pid: Process.identifier, display: display.name,
      mode: mode.name(isFullScreen: windows.coversMonitor), isAbove: windows.areAbove,
      monitors: session.monitors, wall: session.scene.report(at: clock.now),
      faces: session.scene.setup.cards.map(\.name), options: effects.report.all,
      night: session.scene.setup.night?.account(at: clock.now),
      lastReloadFailure: effects.lastReloadFailure, inhibitors: watchdog.inhibitors, grabs: windows.grabs,
      isLocked: mode.isLocked, isXwayland: display.isXwayland, limits: limits, uptime: health.uptime,
      starts: health.starts, watchdog: watchdog.status(at: Now.boot))
  }

  private var limits: [String] {
    guard display.isXwayland else { return [] }
    return ServerLimits.lines(grabs: windows.grabs, inhibitors: watchdog.inhibitors, isWanted: mode.keepsAwake)
  }
}

extension Command {
  /// The card and the list of devices are the companion's: no other client can lead phones elsewhere.
  fileprivate func checkPairing(by client: ControlClient) throws(Refusal) {
    switch self {
    case .pair(.show), .pair(.end), .pair(.devices):
      guard client.offersPairing else { throw Refusal("it is for a client that has sent pairing announce") }
    default: break
    }
  }
}

/// A command as `help` answers it.
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

/// Laps as comma-separated values (RFC 4180), with a head.
enum LapTable {
  static func text(of laps: [Scene.LapReport]) -> String {
    (["lap,split,total"] + laps.map { "\($0.number),\(hundredths($0.split)),\(hundredths($0.total))" })
      .joined(separator: "\n")
  }

  /// Cut off, as on the wall.
  private static func hundredths(_ seconds: Double) -> String {
    let count = Int(seconds * 100 + 1e-6)
    return "\(count / 100).\(count / 10 % 10)\(count % 10)"
  }
}

import ColourClock
import Notation
import XWindow

/// Carries out what clients of the control socket ask for, and finds the answer.
final class Controller {
  private let effects: EffectRunner
  private let windows: WindowSet
  private let mode: RunMode
  private let health: HealthMonitor
  private let watchdog: Watchdog
  private let clock: SystemClock
  private let display: Display
  private let typeface: Typeface
  /// Why the scene has not obeyed, if it has not.
  private var refusal: String?
  /// Whether a client has asked for the end.
  private(set) var isToQuit = false

  init(
    _ effects: EffectRunner, _ windows: WindowSet, _ mode: RunMode, _ health: HealthMonitor, _ watchdog: Watchdog,
    clock: SystemClock, on display: Display, _ typeface: Typeface
  ) {
    (self.effects, self.windows, self.mode, self.health, self.watchdog) = (effects, windows, mode, health, watchdog)
    (self.clock, self.display, self.typeface) = (clock, display, typeface)
  }

  /// Takes the scene's refusal of what it was just told.
  func refuse(_ reason: String) { refusal = reason }

  /// - Parameter observe: called with what the client wants to hear of.
  func carryOut(
    _ words: [String], for session: Session, observe: (Set<Topic>) -> Void
  ) throws(Refusal) -> Reply {
    switch try CommandTable.order(words, isKiosk: mode.isLocked && !effects.allowsRemoteQuit) {
    case .scene(let command): return obey(command, session)
    case .status: return .success(status(of: session))
    case .health: return .success(health.report())
    case .help: return .success(CommandTable.all.map(CommandHelp.init))
    case .alarms: return .success(session.scene.alarms.map(\.text))
    case .get(let name): return .success(try effects.setting(name))
    case .ownFace: effects.forgetFace(for: session)
    case .unset(let name): try effects.unset(name, for: session)
    case .set(let name, let value): try effects.set(name, value, for: session)
    case .reload: try effects.reloadOptions(for: session)
    case .snapshot(let file): try draw(session, into: file)
    case .observe(let topics): observe(topics)
    case .quit: isToQuit = true
    }
    return .success()
  }

  private func obey(_ command: Command, _ session: Session) -> Reply {
    refusal = nil
    session.receive(command, shows: false)
    return refusal.map(Reply.failure) ?? .success()
  }

  private func status(of session: Session) -> Status {
    Status(
      version: Options.version, pid: Process.identifier, display: display.name, mode: mode.name,
      monitors: session.monitors, wall: session.scene.report(at: clock.now),
      faces: session.scene.setup.cards.map(\.name), options: effects.settings,
      night: session.scene.setup.night?.account(at: clock.now),
      lastReloadFailure: effects.lastReloadFailure, keepsAwake: mode.keepsAwake, grabsInput: mode.grabsInput,
      isLocked: mode.isLocked, uptime: health.uptime, starts: health.starts, watchdog: watchdog.status(at: Now.boot))
  }

  private func draw(_ session: Session, into file: String) throws(Refusal) {
    guard !File.isOther(file) else { throw Refusal("snapshot: \(file) is there, and is no regular file") }
    guard let frame = session.scene.frame(at: clock.now) else { throw Refusal("snapshot: nothing can be seen") }
    let picture: PNG
    do { picture = try Snapshot.picture(of: frame, on: display, typeface: typeface) } catch {
      throw Refusal("snapshot: the X server cannot draw it")
    }
    do { try picture.write(to: file) } catch { throw Refusal("snapshot: cannot write \(file): \(error.reason)") }
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

import ColourClock
import XWindow

/// What the wall does outside of itself: it runs commands, asks its feed, keeps what must survive it, and reads its
/// options again.
final class EffectRunner {
  private var settings: Settings
  private let clock: SystemClock
  private let commands = Commands()
  private var feedFile: FeedFile?
  private var kept: SavedState
  /// When the countdown was kept last, and whether it has changed since.
  private var lastKept: Duration?
  private var keepsLater = false
  private let keepTimer = KernelTimer(.boot)

  init(_ settings: Settings, clock: SystemClock, kept: SavedState) {
    (self.settings, self.clock, self.kept) = (settings, clock, kept)
    feedFile = EffectRunner.feedFile(of: settings)
  }

  /// What to poll for reading, another list each time.
  var descriptors: [Int32] { commands.descriptors + [keepTimer.descriptor] }

  /// Carries out an order of the scene that concerns neither the window nor the end of the program.
  func perform(_ effect: Effect, for session: Session) {
    switch effect {
    case .quit, .giveUp, .toggleFullScreen: break
    case .feed: askFeed(for: session)
    case .refresh: refresh(session)
    case .zero: settings.countdown.onZero.map(commands.run)
    case .command: settings.hold.command.map(commands.run)
    case .keepCountdown: keepCountdown(of: session)
    case .keepCard(let name): kept.keepCard(name)
    }
  }

  /// Takes up what commands have to say.
  func receive(for session: Session) {
    if let answer = commands.receive() { session.receive(.fed(answer)) }
    if keepTimer.acknowledge() { keep(session.scene.countdown) }
  }

  /// Looks after files once a second: a `stat` sees every way in which one is replaced.
  func tick(for session: Session) {
    if let answer = feedFile?.read() { session.receive(.fed(answer)) }
  }

  /// Kills what is running, and keeps what has not been kept yet.
  func end(_ session: Session) {
    commands.end()
    if keepsLater { keep(session.scene.countdown) }
  }

  /// At once, but of many changes in a row, as by a key that repeats, only the last within half a second: cheap disks take
  /// their time to say that something is really on them.
  private func keepCountdown(of session: Session) {
    guard let kept = lastKept, Now.boot < kept + EffectRunner.keepPause else { return keep(session.scene.countdown) }
    keepsLater = true
    keepTimer.arm(at: kept + EffectRunner.keepPause)
  }

  private func keep(_ countdown: Countdown?) {
    kept.keep(countdown, at: clock.now)
    (lastKept, keepsLater) = (Now.boot, false)
  }

  private static let keepPause = Duration.milliseconds(500)

  private func askFeed(for session: Session) {
    switch settings.refresh.feed {
    case .command(let text): commands.answer(text, limit: EffectRunner.feedLimit, timeLimit: settings.refresh.timeout)
    case .file: session.receive(.fed(feedFile?.read()))
    case nil: session.receive(.fed(nil))
    }
  }

  /// More than any wall shows.
  private static let feedLimit = 65_536

  private func refresh(_ session: Session) {
    let isGood = readAgain(for: session)
    settings.refresh.onRefresh.map(commands.run)
    session.receive(.refreshed(isGood))
  }

  /// Takes over the options file and the zone as they are now; whatever is wrong with them is said, and the old ones stay.
  /// Resources stay as they were: to X programs, they are what they were at the start.
  private func readAgain(for session: Session) -> Bool {
    do throws(Failure) {
      let arguments = Array(CommandLine.arguments.dropFirst())
      var fresh = try Settings(Layers(arguments, resources: settings.resources, isAgain: true))
      try clock.move(to: WatchedZone(fresh.zone))
      // The time shown goes on as it was begun, and the windows are what they are: a kiosk stays one.
      (fresh.start, fresh.pace) = (settings.start, settings.pace)
      (fresh.hosting, fresh.mode) = (settings.hosting, settings.mode)
      if fresh.refresh.feed != settings.refresh.feed {
        feedFile = EffectRunner.feedFile(of: fresh)
        commands.dropFeed()
      }
      settings = fresh
      session.receive(.arranged(fresh.fullSetup(chosen: kept.card, isForced: kept.hasChosen)))
      return true
    } catch {
      error.report()
      return false
    }
  }

  private static func feedFile(of settings: Settings) -> FeedFile? {
    if case .file(let path) = settings.refresh.feed { FeedFile(path) } else { nil }
  }
}

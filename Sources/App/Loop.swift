import ColourClock
import System
import XWindow

/// The main loop. The program has no other thread.
struct Loop {
  let clock: SystemClock
  let windows: WindowSet
  let effects: EffectRunner
  let watchdog: Watchdog
  let health: HealthMonitor
  let signals: SignalDescriptor
  let control: ControlServer?

  private final class StopFlag {
    var isOver = false
    var isLost = false
  }

  private static let settlingTicks = 3

  /// Returns false if a window was lost.
  func run(_ scene: Scene, first: [Effect]) -> Bool {
    let stop = StopFlag()
    let session = session(of: scene, stop)
    windows.delegate = session
    clock.start()
    windows.open()
    watchdog.begin(for: session)
    effects.sayProgramFailure(on: session)
    for effect in first { perform(effect, for: session, stop) }
    var (ticks, poll) = (0, Poll())
    while true {
      // Send no request after `finishTurn`: Xlib might read an event that the poll then does not report.
      windows.finishTurn()
      watchdog.announce()
      if stop.isOver || control?.isToQuit == true || signals.isToEnd { break }
      guard turn(session, &poll), ticks < Loop.settlingTicks else { continue }
      ticks += 1
      if ticks == Loop.settlingTicks {
        FontFile.releaseConfiguration()
        health.droppablePages = Memory.releaseStartUp()
      }
    }
    windows.powerScreen(true)
    control?.end()
    effects.end(session)
    health.end()
    clock.stop()
    watchdog.end()
    return !stop.isLost
  }

  private func session(of scene: Scene, _ stop: StopFlag) -> Session {
    weak var current: Session?
    let session = Session(scene: scene, clock: clock) { effect in
      if let current { perform(effect, for: current, stop) }
    }
    current = session
    return session
  }

  private func perform(_ effect: Effect, for session: Session, _ stop: StopFlag) {
    switch effect {
    case .quit: stop.isOver = true
    case .giveUp: (stop.isOver, stop.isLost) = (true, true)
    case .toggleFullScreen: windows.toggleFullScreen()
    // Switching on is always allowed: `--power` may have been unset while the screen was off.
    case .powerScreen(let isOn): if isOn || effects.switchesPower { windows.powerScreen(isOn) }
    case .reachedZero: effects.runZeroCommand(for: session.scene)
    case .sound(let cue): effects.play(cue)
    case .silence: effects.silence()
    case .saveMute(let isMuted): effects.saveMute(isMuted)
    case .feed: effects.askFeed(for: session)
    case .refresh: effects.refresh(session)
    case .command: effects.runHoldCommand()
    case .announce(let message): effects.announce(message)
    case .saveTimers: effects.saveTimers(of: session.scene)
    case .saveHint: effects.saveHint()
    case .saveCard(let name): effects.save(card: name)
    case .saveLook(let look): effects.save(look, for: session)
    case .pair(let request): control?.ask(request)
    }
  }

  private func turn(_ session: Session, _ poll: inout Poll) -> Bool {
    watch(&poll)
    var (hasTicked, isShort) = (false, false)
    repeat {
      poll.wait()
      hasTicked = clock.receive(poll)
      isShort = hasTicked && finishShortTick(session, poll)
      if !isShort {
        // The new frame is sent before other work.
        windows.finishTurn()
        health.turn(hasTicked: hasTicked, for: session)
      }
      if hasTicked { checkFiles(for: session) }
      // No poll reports an event that Xlib has read.
    } while isShort && session.playsRecording && !windows.hasRead
    if poll.isReady(windows.descriptors) { windows.receive(poll) }
    if poll.isReady(effects.descriptors) { effects.receive(for: session) }
    if poll.isReady(watchdog.descriptors) { watchdog.receive(for: session) }
    if poll.isReady(signals.descriptor), signals.receive() { windows.repaint(by: session) }
    control?.receive(poll, for: session)
    if hasTicked { watchdog.tick(at: clock.now.uptime, for: session) }
    control?.broadcastChanges(of: session, at: clock)
    return hasTicked
  }

  /// Returns true if the tick needs no other work than `checkFiles`.
  private func finishShortTick(_ session: Session, _ poll: Poll) -> Bool {
    guard clock.usedPreparedFrame, poll.isReady(only: clock.tickDescriptor), control?.isObserved != true,
      !watchdog.isDue(at: clock.lastUptime), let background = session.recordedBackground
    else { return false }
    return health.count(background)
  }

  private func checkFiles(for session: Session) {
    clock.refreshZone()
    effects.tick(for: session)
    control?.tick()
  }

  private func watch(_ poll: inout Poll) {
    poll.removeAll()
    poll.watch(clock.descriptors)
    poll.watch(windows.descriptors)
    poll.watch(effects.descriptors)
    poll.watch(watchdog.descriptors)
    poll.watch(signals.descriptor)
    control?.watch(&poll)
  }
}

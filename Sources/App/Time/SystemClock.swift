import ColourClock
import System

/// After a delay, missed ticks are left out. A tick comes at once after a suspend, or if the time was set.
final class SystemClock: Clock {
  weak var delegate: (any ClockDelegate)?
  let descriptors: [Int32]

  private let source: Source
  /// The simulated time at the start or the last stop.
  private var beginning = Instant(second: 0)
  /// The uptime at the start; `nil` while stopped.
  private var runsSince: Duration?
  private var isStarted = false
  private let timer: KernelTimer
  private let frameTimer = KernelTimer(.boot)
  private var zone: WatchedZone
  private var armed = Wake.never
  private var watch: SynchronisationCheck
  /// The time on `timer`'s clock when the last tick was due; `nil` if that clock was set.
  private var lastDue: Duration?
  private(set) var lastUptime = Duration.zero
  private(set) var usedPreparedFrame = false
  var tickDescriptor: Int32 { timer.descriptor }
  /// Ticks and frames that were skipped because they were late.
  private(set) var dropped = 0

  enum Source {
    case system
    case simulated(from: Instant, pace: Pace)
  }

  init(_ source: Source, zone: WatchedZone, watch: SynchronisationCheck = SynchronisationCheck()) {
    (self.source, self.zone, self.watch) = (source, zone, watch)
    switch source {
    case .system: timer = KernelTimer(.wall)
    case .simulated(let start, _): (timer, beginning) = (KernelTimer(.boot), start)
    }
    descriptors = [timer.descriptor, frameTimer.descriptor]
    checkHealth()
  }

  var now: Moment { Moment(instant: instant, uptime: Now.boot, zone: zone.zone, health: watch.health) }

  var interval: Duration? {
    switch source {
    case .system: .seconds(1)
    case .simulated(_, let pace) where pace.speed == 0: nil
    // Rounded up, so that the timer never fires early.
    case .simulated(_, let pace): pace.real(.seconds(pace.tick)) + .nanoseconds(1)
    }
  }

  func start() {
    guard !isStarted else { return }
    (isStarted, runsSince) = (true, Now.boot)
    delegate?.clock(self, didReach: now)
  }

  func stop() {
    timer.arm(at: nil)
    frameTimer.arm(at: nil)
    armed = .never
    (beginning, runsSince, isStarted) = (instant, nil, false)
  }

  func setZone(_ zone: WatchedZone) { self.zone = zone }

  /// Call after each tick, so that no tick waits for a disk.
  func refreshZone() {
    if zone.refresh() { delegate?.clock(self, didReach: now) }
  }

  /// Arming an expired timer would lose its unread tick.
  func wake(at wake: Wake) {
    guard isStarted else { return }
    if wake.instant != armed.instant, !timer.hasExpired {
      timer.arm(at: wake.instant.flatMap(timerTime), every: interval ?? .zero)
      armed.instant = wake.instant
    }
    if wake.uptime != armed.uptime { frameTimer.arm(at: wake.uptime) }
    armed.uptime = wake.uptime
  }

  /// The shown time that passes in a tick.
  private var step: Duration { if case .simulated(_, let pace) = source { .seconds(pace.tick) } else { .seconds(1) } }

  func receive(_ poll: Poll) -> Bool {
    let hasTicked = poll.isReady(timer.descriptor) && timer.acknowledge()
    let isFrame = poll.isReady(frameTimer.descriptor) && frameTimer.acknowledge()
    let waited = armed
    if hasTicked { armed.instant = timer.wasClockSet ? nil : armed.instant.map { $0 + step } }
    if isFrame { armed.uptime = nil }
    guard hasTicked || isFrame else { return false }
    usedPreparedFrame = hasTicked && !isFrame && showPreparedFrame(waited)
    if usedPreparedFrame { return true }
    if hasTicked { checkHealth() }
    // Reads the time: if the clock was set, the timer may have fired early.
    let present = now
    if hasTicked { recordTick(waited, at: present.instant, present.uptime) }
    if isFrame { recordFrame(waited, at: present) }
    lastUptime = present.uptime
    delegate?.clock(self, didReach: present)
    return hasTicked
  }

  /// Returns true if the delegate has already shown this second, with a frame made in advance.
  private func showPreparedFrame(_ waited: Wake) -> Bool {
    let (instant, uptime) = (instant, Now.boot)
    guard !timer.wasClockSet, !(isSystem && watch.isDue(at: uptime)),
      delegate?.clock(self, didPass: instant, uptime: uptime) == true
    else { return false }
    recordTick(waited, at: instant, uptime)
    lastUptime = uptime
    return true
  }

  /// The time is not positive if a timer has fired, and `nil` if no timer is armed.
  var timeToWake: Duration? {
    let rests = [armed.instant.flatMap(timerTime).map { $0 - timerNow }, armed.uptime.map { $0 - Now.boot }]
    return rests.compactMap(\.self).min()
  }

  var timeToTick: Duration? { armed.instant.flatMap(timerTime).map { $0 - timerNow } }

  /// The time since the last tick was due; `nil` before the first tick, or if the clock was set.
  var lateness: Duration? { lastDue.map { timerNow - $0 } }

  var isSystem: Bool { if case .system = source { true } else { false } }

  private var timerNow: Duration { isSystem ? Now.wall : Now.boot }

  private func recordTick(_ waited: Wake, at instant: Instant, _ uptime: Duration) {
    lastDue = timer.wasClockSet ? nil : waited.instant.flatMap(timerTime)
    guard let due = lastDue, let interval else { return }
    let reached = isSystem ? instant.sinceEpoch : uptime
    // A fast clock counts lost frames in place of ticks.
    let least = max(interval, Motion.frame)
    if reached - due >= least { dropped += Int((reached - due) / least) }
  }

  /// Counts late frames only during a motion: each frame is then due within two frame lengths.
  private func recordFrame(_ waited: Wake, at present: Moment) {
    guard let wanted = waited.uptime, present.uptime - wanted >= Motion.frame, wanted - lastUptime <= Motion.frame * 2
    else { return }
    dropped += Int((present.uptime - wanted) / Motion.frame)
  }

  private func checkHealth() {
    guard isSystem else { return }
    watch.check(at: instant, uptime: Now.boot, wasClockSet: timer.wasClockSet)
  }

  private var instant: Instant {
    switch source {
    case .system: Instant(sinceEpoch: Now.wall)
    case .simulated(_, let pace): beginning + pace.shown(runsSince.map { Now.boot - $0 } ?? .zero)
    }
  }

  /// Converts to `timer`'s clock, rounded up. Returns `nil` if time stands still.
  private func timerTime(_ instant: Instant) -> Duration? {
    switch source {
    case .system: instant.sinceEpoch
    case .simulated(_, let pace) where pace.speed == 0: nil
    case .simulated(_, let pace): runsSince.map { $0 + pace.real(instant - beginning) + .nanoseconds(1) }
    }
  }
}

struct SynchronisationCheck {
  private(set) var health = ClockHealth.good
  private var due = Duration.zero
  private let isSynchronised: () -> Bool

  private static let period = Duration.seconds(60)

  init(isSynchronised: @escaping () -> Bool = { KernelClock.present?.isSynchronised ?? true }) {
    self.isSynchronised = isSynchronised
  }

  func isDue(at uptime: Duration) -> Bool { uptime >= due }

  mutating func check(at instant: Instant, uptime: Duration, wasClockSet: Bool = false) {
    guard wasClockSet || isDue(at: uptime) else { return }
    due = uptime + SynchronisationCheck.period
    health = ClockHealth(isSynchronised: isSynchronised(), at: instant, since: Options.year)
  }
}

import ColourClock
import System

/// The source of the shown time: the system's clock, or a simulated time.
///
/// The clock sleeps on a kernel timer for an absolute time. The timer fires at once after a change of the system's
/// time, and when a suspended process or machine resumes. The clock then reports the present moment, never a past
/// moment.
final class SystemClock: Clock {
  weak var delegate: (any ClockDelegate)?
  let descriptors: [Int32]

  private let source: Source
  /// The simulated time at the start or at the last stop.
  private var beginning = Instant(second: 0)
  /// The uptime at which the clock was started; `nil` while it is stopped.
  private var runsSince: Duration?
  private var isStarted = false
  /// The timer of the ticks. It repeats by itself.
  private let timer: KernelTimer
  /// The timer for a wake-up at an uptime, such as the next frame of a motion.
  private let frameTimer = KernelTimer(.boot)
  private var zone: WatchedZone
  private var armed = Wake.never
  private var watch: HealthWatch
  /// The time at which the last tick was due, on the clock that `timer` uses. `nil` if that clock was set before the
  /// tick.
  private var lastDue: Duration?
  private(set) var lastUptime = Duration.zero
  /// True if the last wake-up was only a tick for which the delegate showed a prepared frame.
  private(set) var wasPrepared = false
  var tickDescriptor: Int32 { timer.descriptor }
  /// Frames that were skipped because they came too late.
  private(set) var dropped = 0

  enum Source {
    case system
    case played(from: Instant, pace: Pace)
  }

  init(_ source: Source, zone: WatchedZone, watch: HealthWatch = HealthWatch()) {
    (self.source, self.zone, self.watch) = (source, zone, watch)
    switch source {
    case .system: timer = KernelTimer(.wall)
    case .played(let start, _): (timer, beginning) = (KernelTimer(.boot), start)
    }
    descriptors = [timer.descriptor, frameTimer.descriptor]
    checkHealth()
  }

  var now: Moment { Moment(instant: instant, uptime: Now.boot, zone: zone.zone, health: watch.health) }

  var interval: Duration? {
    switch source {
    case .system: .seconds(1)
    case .played(_, let pace) where pace.speed == 0: nil
    // Round up, so that the timer never fires early.
    case .played(_, let pace): pace.real(.seconds(pace.tick)) + .nanoseconds(1)
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

  /// Call this function after each tick, not before, so that no tick waits for a disk.
  func refreshZone() {
    if zone.refresh() { delegate?.clock(self, didReach: now) }
  }

  /// Arms `timer` only for another time: `timer` repeats by itself, and pointer motion often asks for the same time.
  ///
  /// Does not arm `timer` while its tick is unread, because that would discard the tick.
  func wake(at wake: Wake) {
    guard isStarted else { return }
    if wake.instant != armed.instant, !timer.isRinging {
      timer.arm(at: wake.instant.flatMap(timerTime), every: interval ?? .zero)
      armed.instant = wake.instant
    }
    if wake.uptime != armed.uptime { frameTimer.arm(at: wake.uptime) }
    armed.uptime = wake.uptime
  }

  /// The time between two ticks, in shown time.
  private var step: Duration { if case .played(_, let pace) = source { .seconds(pace.tick) } else { .seconds(1) } }

  /// - Returns: true if `timer` has fired.
  func receive(_ poll: Poll) -> Bool {
    let hasTicked = poll.isReady(timer.descriptor) && timer.acknowledge()
    let isFrame = poll.isReady(frameTimer.descriptor) && frameTimer.acknowledge()
    let waited = armed
    if hasTicked { armed.instant = timer.hasBeenSet ? nil : armed.instant.map { $0 + step } }
    if isFrame { armed.uptime = nil }
    guard hasTicked || isFrame else { return false }
    wasPrepared = hasTicked && !isFrame && showsPrepared(waited)
    if wasPrepared { return true }
    if hasTicked { checkHealth() }
    // Read the time again, because the timer may have fired early if the clock was set.
    let present = now
    if hasTicked { recordTick(waited, at: present.instant, present.uptime) }
    if isFrame { recordFrame(waited, at: present) }
    lastUptime = present.uptime
    delegate?.clock(self, didReach: present)
    return hasTicked
  }

  /// True if the delegate has shown a frame that it had prepared for this time.
  private func showsPrepared(_ waited: Wake) -> Bool {
    let (instant, uptime) = (instant, Now.boot)
    guard !timer.hasBeenSet, !(isSystem && watch.isDue(at: uptime)),
      delegate?.clock(self, didPass: instant, uptime: uptime) == true
    else { return false }
    recordTick(waited, at: instant, uptime)
    lastUptime = uptime
    return true
  }

  /// The time until the next timer fires: 0 or negative if a timer has fired, `nil` if no timer is armed.
  var timeToWake: Duration? {
    let rests = [armed.instant.flatMap(timerTime).map { $0 - timerNow }, armed.uptime.map { $0 - Now.boot }]
    return rests.compactMap(\.self).min()
  }

  var timeToTick: Duration? { armed.instant.flatMap(timerTime).map { $0 - timerNow } }

  /// How long ago the last tick was due. `nil` before the first tick, or if the clock was set before the last tick.
  var lateness: Duration? { lastDue.map { timerNow - $0 } }

  var isSystem: Bool { if case .system = source { true } else { false } }

  private var timerNow: Duration { isSystem ? Now.wall : Now.boot }

  private func recordTick(_ waited: Wake, at instant: Instant, _ uptime: Duration) {
    lastDue = timer.hasBeenSet ? nil : waited.instant.flatMap(timerTime)
    guard let due = lastDue, let interval else { return }
    let reached = isSystem ? instant.sinceEpoch : uptime
    // If ticks come faster than the frames of a motion, count lost frames, not lost ticks.
    let least = max(interval, Motion.frame)
    if reached - due >= least { dropped += Int((reached - due) / least) }
  }

  /// Counts the skipped frames of a motion. A wake-up that was due more than two frames after the previous wake-up is
  /// no frame of a motion.
  private func recordFrame(_ waited: Wake, at present: Moment) {
    guard let wanted = waited.uptime, present.uptime - wanted >= Motion.frame, wanted - lastUptime <= Motion.frame * 2
    else { return }
    dropped += Int((present.uptime - wanted) / Motion.frame)
  }

  private func checkHealth() {
    guard isSystem else { return }
    watch.check(at: instant, uptime: Now.boot, hasBeenSet: timer.hasBeenSet)
  }

  private var instant: Instant {
    switch source {
    case .system: Instant(sinceEpoch: Now.wall)
    case .played(_, let pace): beginning + pace.shown(runsSince.map { Now.boot - $0 } ?? .zero)
    }
  }

  /// The time of `instant` on the clock that `timer` uses, rounded up so that the timer never fires early. `nil` if the
  /// simulated time stands still or the clock is stopped.
  private func timerTime(_ instant: Instant) -> Duration? {
    switch source {
    case .system: instant.sinceEpoch
    case .played(_, let pace) where pace.speed == 0: nil
    case .played(_, let pace): runsSince.map { $0 + pace.real(instant - beginning) + .nanoseconds(1) }
    }
  }
}

/// Checks once a minute whether the system's clock is set and synchronised.
struct HealthWatch {
  private(set) var health = ClockHealth.good
  private var due = Duration.zero
  private let isSynchronised: () -> Bool

  /// The time between two checks. An NTP client itself needs minutes to notice a problem.
  private static let period = Duration.seconds(60)

  init(isSynchronised: @escaping () -> Bool = { KernelClock.present?.isSynchronised ?? true }) {
    self.isSynchronised = isSynchronised
  }

  func isDue(at uptime: Duration) -> Bool { uptime >= due }

  mutating func check(at instant: Instant, uptime: Duration, hasBeenSet: Bool = false) {
    guard hasBeenSet || isDue(at: uptime) else { return }
    due = uptime + HealthWatch.period
    health = ClockHealth(isSynchronised: isSynchronised(), at: instant, since: Options.year)
  }
}

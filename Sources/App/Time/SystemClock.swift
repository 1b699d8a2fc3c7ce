import ColourClock
import System

/// The source of the shown time: the system's clock, or a simulated time.
///
/// The clock sleeps on a kernel timer for an absolute time. If the system's time is changed, or the process or the
/// machine was suspended, the timer fires right afterwards. The clock then reports the present moment, never a past
/// one.
final class SystemClock: Clock {
  weak var delegate: (any ClockDelegate)?
  /// The descriptors to poll for reading.
  let descriptors: [Int32]

  private let source: Source
  /// Simulated time: the time shown at the start, or when the clock was stopped.
  private var beginning = Instant(second: 0)
  /// The uptime at which the clock was started; `nil` while it is stopped.
  private var runsSince: Duration?
  private var isStarted = false
  /// Fires at each tick, and at other changes of the shown time.
  private let timer: KernelTimer
  /// Fires at an uptime, such as the next frame of a motion.
  private let frameTimer = KernelTimer(.boot)
  private var zone: WatchedZone
  /// The times for which the two timers are armed.
  private var armed = Wake.never
  private var watch: HealthWatch
  /// When the last tick was due, by the clock of `timer`; `nil` if that clock was set meanwhile.
  private var lastDue: Duration?
  /// The uptime of the last reported moment.
  private(set) var lastUptime = Duration.zero
  /// True if the delegate had prepared the picture of the last tick.
  private(set) var wasPrepared = false
  /// Readable at a tick.
  var tickDescriptor: Int32 { timer.descriptor }
  /// The number of pictures that came too late: frames of a motion, and seconds that were skipped.
  private(set) var dropped = 0

  /// The source of the shown time.
  enum Source {
    case system
    /// Simulated: begins at `from`, and runs at `pace`.
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
    // Rounded up, so that the timer never fires early.
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

  /// Changes the time zone.
  func setZone(_ zone: WatchedZone) { self.zone = zone }

  /// Reads the zone again if its file was replaced, and reports the present moment if the zone has changed. Call this
  /// after a tick has been sent, so that no tick waits for a disk.
  func refreshZone() {
    if zone.refresh() { delegate?.clock(self, didReach: now) }
  }

  /// Arms the timers. `timer` is armed again only for another time: it repeats by itself, and pointer motion often asks
  /// for the same second.
  ///
  /// A timer that has fired and was not read yet is not armed again either, because arming would discard that tick.
  func wake(at wake: Wake) {
    guard isStarted else { return }
    if wake.instant != armed.instant, !timer.isRinging {
      timer.arm(at: wake.instant.flatMap(timerTime), every: interval ?? .zero)
      armed.instant = wake.instant
    }
    if wake.uptime != armed.uptime { frameTimer.arm(at: wake.uptime) }
    armed.uptime = wake.uptime
  }

  /// The shown time between two ticks.
  private var step: Duration { if case .played(_, let pace) = source { .seconds(pace.tick) } else { .seconds(1) } }

  /// Reports the present moment to the delegate if a timer has fired.
  /// - Returns: true if it was a tick of `timer`.
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
    // The timer fires early only if the clock was set. The present is shown then too.
    let present = now
    if hasTicked { recordTick(waited, at: present.instant, present.uptime) }
    if isFrame { recordFrame(waited, at: present) }
    lastUptime = present.uptime
    delegate?.clock(self, didReach: present)
    return hasTicked
  }

  /// Handles a tick at which only the time changes.
  /// - Returns: true if the delegate had prepared the picture of this second, and shows it.
  private func showsPrepared(_ waited: Wake) -> Bool {
    let (instant, uptime) = (instant, Now.boot)
    guard !timer.hasBeenSet, !(isSystem && watch.isDue(at: uptime)),
      delegate?.clock(self, didPass: instant, uptime: uptime) == true
    else { return false }
    recordTick(waited, at: instant, uptime)
    lastUptime = uptime
    return true
  }

  /// The time until a timer fires; zero or negative if one has fired. `nil` if none is armed.
  var timeToWake: Duration? {
    let rests = [armed.instant.flatMap(timerTime).map { $0 - timerNow }, armed.uptime.map { $0 - Now.boot }]
    return rests.compactMap(\.self).min()
  }

  /// The time until the next tick; `nil` if there is none.
  var timeToTick: Duration? { armed.instant.flatMap(timerTime).map { $0 - timerNow } }

  /// The time since the last tick was due; `nil` if the clock was set meanwhile.
  var lateness: Duration? { lastDue.map { timerNow - $0 } }

  /// True if it shows the system's time, false for a simulated time.
  var isSystem: Bool { if case .system = source { true } else { false } }

  /// The present time by the clock of `timer`.
  private var timerNow: Duration { isSystem ? Now.wall : Now.boot }

  /// Notes when the tick was due, and counts the seconds that were skipped.
  private func recordTick(_ waited: Wake, at instant: Instant, _ uptime: Duration) {
    lastDue = timer.hasBeenSet ? nil : waited.instant.flatMap(timerTime)
    guard let due = lastDue, let interval else { return }
    let reached = isSystem ? instant.sinceEpoch : uptime
    // A fast clock does not have to show every second.
    let least = max(interval, Motion.frame)
    if reached - due >= least { dropped += Int((reached - due) / least) }
  }

  /// Counts the frames that were skipped. A wake-up long after the last one is no frame of a motion, and does not
  /// count.
  private func recordFrame(_ waited: Wake, at present: Moment) {
    guard let wanted = waited.uptime, present.uptime - wanted >= Motion.frame, wanted - lastUptime <= Motion.frame * 2
    else { return }
    dropped += Int((present.uptime - wanted) / Motion.frame)
  }

  /// Only the system's clock is checked, not a simulated time.
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

  /// When `timer` must fire to show `instant`, rounded up so that it never fires early; `nil` if a stopped or frozen
  /// clock does not reach it.
  private func timerTime(_ instant: Instant) -> Duration? {
    switch source {
    case .system: instant.sinceEpoch
    case .played(_, let pace) where pace.speed == 0: nil
    case .played(_, let pace): runsSince.map { $0 + pace.real(instant - beginning) + .nanoseconds(1) }
    }
  }
}

/// Checks at intervals whether the system's clock can be trusted.
struct HealthWatch {
  private(set) var health = ClockHealth.good
  /// The uptime of the next check.
  private var due = Duration.zero
  /// Asks the kernel; tests replace it.
  private let isSynchronised: () -> Bool

  /// The time between two checks. NTP clients themselves need minutes to notice a problem.
  private static let period = Duration.seconds(60)

  init(isSynchronised: @escaping () -> Bool = { KernelClock.present?.isSynchronised ?? true }) {
    self.isSynchronised = isSynchronised
  }

  /// True if a tick at this uptime needs a check.
  func isDue(at uptime: Duration) -> Bool { uptime >= due }

  /// Call this at each tick. Checks if a check is due, or if the clock was found to have been set.
  mutating func check(at instant: Instant, uptime: Duration, hasBeenSet: Bool = false) {
    guard hasBeenSet || isDue(at: uptime) else { return }
    due = uptime + HealthWatch.period
    health = ClockHealth(isSynchronised: isSynchronised(), at: instant, since: Options.year)
  }
}

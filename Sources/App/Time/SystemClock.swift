import ColourClock
import System

/// The one place that reads time: the system's clocks, or a time played from a starting point.
///
/// It sleeps on a kernel timer set to an absolute time. Where the system's clock is set, the process stopped or the
/// machine suspended, the timer rings at once after that, and the present moment is reported, never a past one.
final class SystemClock: Clock {
  weak var delegate: (any ClockDelegate)?
  /// What to poll for reading.
  let descriptors: [Int32]

  private let source: Source
  /// Simulated clock: its start time, or the time at which it was stopped, and the uptime at which it began to run.
  private var beginning = Instant(second: 0)
  private var runsSince: Duration?
  private var isStarted = false
  /// Rings at shown times, `frameTimer` at uptimes.
  private let timer: KernelTimer
  private let frameTimer = KernelTimer(.boot)
  private var zone: WatchedZone
  private var armed = Wake.never
  private var watch: HealthWatch
  /// The timer's own time of the last tick; `nil` where the clock was set meanwhile.
  private var due: Duration?
  /// The uptime of the last moment that was reported.
  private(set) var lastUptime = Duration.zero
  /// Whether the delegate had foreseen the last tick.
  private(set) var hasPassed = false
  /// Rings at the ticks.
  var tickDescriptor: Int32 { timer.descriptor }
  /// How many pictures came too late to be shown: the frames of a motion and the seconds whose time had passed.
  private(set) var dropped = 0

  /// Where the shown time comes from.
  enum Source {
    case system
    /// That time, from the start on.
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
    // Rounded up, as the timer's own times are: never early.
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

  /// Looks whether the zone's file has been replaced, and reports the present moment if the zone is another now. To be
  /// called after each tick has been sent, so that no tick waits for a disk.
  func refreshZone() {
    if zone.refresh() { delegate?.clock(self, didReach: now) }
  }

  /// A timer that is set to the time it rings at already is left alone: it rings each second by itself, and moving a
  /// pointer asks for the same second often. One that has rung and was not read yet is left alone too: else what shows
  /// a second just before its tick would take that tick away, and with it all that a tick is for.
  func wake(at wake: Wake) {
    guard isStarted else { return }
    if wake.instant != armed.instant, !timer.isRinging {
      timer.arm(at: wake.instant.flatMap(timerTime), every: interval ?? .zero)
      armed.instant = wake.instant
    }
    if wake.uptime != armed.uptime { frameTimer.arm(at: wake.uptime) }
    armed.uptime = wake.uptime
  }

  /// The shown time that goes by in an interval.
  private var step: Duration { if case .played(_, let pace) = source { .seconds(pace.tick) } else { .seconds(1) } }

  /// Tells the delegate if a timer has rung: whether it was that of the shown time.
  func receive(_ poll: Poll) -> Bool {
    let hasTicked = poll.isReady(timer.descriptor) && timer.acknowledge()
    let isFrame = poll.isReady(frameTimer.descriptor) && frameTimer.acknowledge()
    let waited = armed
    if hasTicked { armed.instant = timer.hasBeenSet ? nil : armed.instant.map { $0 + step } }
    if isFrame { armed.uptime = nil }
    guard hasTicked || isFrame else { return false }
    hasPassed = hasTicked && !isFrame && passes(waited)
    if hasPassed { return true }
    if hasTicked { checkHealth() }
    // The timer rings early only if the clock was set: then the present is shown all the same.
    let present = now
    if hasTicked { recordTick(waited, at: present.instant, present.uptime) }
    if isFrame { recordFrame(waited, at: present) }
    lastUptime = present.uptime
    delegate?.clock(self, didReach: present)
    return hasTicked
  }

  /// A tick with which nothing but the time has changed: whether the delegate has foreseen it.
  private func passes(_ waited: Wake) -> Bool {
    let (instant, uptime) = (instant, Now.boot)
    guard !timer.hasBeenSet, isSystem ? !watch.isDue(at: uptime) : true,
      delegate?.clock(self, didPass: instant, uptime: uptime) == true
    else { return false }
    recordTick(waited, at: instant, uptime)
    lastUptime = uptime
    return true
  }

  /// How long there is nothing to do; `nil` for ever.
  var timeToWake: Duration? {
    let rests = [armed.instant.flatMap(timerTime).map { $0 - timerNow }, armed.uptime.map { $0 - Now.boot }]
    return rests.compactMap(\.self).min()
  }

  /// How long it is until the shown time is to be another one; `nil` for ever.
  var timeToTick: Duration? { armed.instant.flatMap(timerTime).map { $0 - timerNow } }

  /// How late the last second is by now; `nil` where that cannot be told, as the clock was set meanwhile.
  var lateness: Duration? { due.map { timerNow - $0 } }

  /// Whether it shows the system's time.
  var isSystem: Bool { if case .system = source { true } else { false } }

  /// The time by the timer's clock.
  private var timerNow: Duration { isSystem ? Now.wall : Now.boot }

  private func recordTick(_ waited: Wake, at instant: Instant, _ uptime: Duration) {
    due = timer.hasBeenSet ? nil : waited.instant.flatMap(timerTime)
    guard let due, let interval else { return }
    let reached = isSystem ? instant.sinceEpoch : uptime
    // A fast wall is not meant to show every second.
    let least = max(interval, Motion.frame)
    if reached - due >= least { dropped += Int((reached - due) / least) }
  }

  /// Frames follow each other while something moves; what else is waited for has no frames to be dropped.
  private func recordFrame(_ waited: Wake, at present: Moment) {
    guard let wanted = waited.uptime, present.uptime - wanted >= Motion.frame, wanted - lastUptime <= Motion.frame * 2
    else { return }
    dropped += Int((present.uptime - wanted) / Motion.frame)
  }

  /// A simulated clock has nothing to check.
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

  /// The timer's own time for a shown time, rounded up: never early; `nil` for one that a frozen wall never comes to.
  private func timerTime(_ instant: Instant) -> Duration? {
    switch source {
    case .system: instant.sinceEpoch
    case .played(_, let pace) where pace.speed == 0: nil
    case .played(_, let pace): runsSince.map { $0 + pace.real(instant - beginning) + .nanoseconds(1) }
    }
  }
}

/// Asks now and then whether the system's clock can be believed.
struct HealthWatch {
  private(set) var health = ClockHealth.good
  /// The uptime from which it may be asked again.
  private var due = Duration.zero
  /// The kernel's answer; in tests another.
  private let isSynchronised: () -> Bool

  /// The programs that keep clocks in step need minutes to find out.
  private static let period = Duration.seconds(60)

  init(isSynchronised: @escaping () -> Bool = { KernelClock.present?.isSynchronised ?? true }) {
    self.isSynchronised = isSynchronised
  }

  /// Whether it is to be asked at a tick.
  func isDue(at uptime: Duration) -> Bool { uptime >= due }

  /// To be called at each tick; one at which the clock was found to have been set asks at once.
  mutating func check(at instant: Instant, uptime: Duration, hasBeenSet: Bool = false) {
    guard hasBeenSet || isDue(at: uptime) else { return }
    due = uptime + HealthWatch.period
    health = ClockHealth(isSynchronised: isSynchronised(), at: instant, since: Options.year)
  }
}

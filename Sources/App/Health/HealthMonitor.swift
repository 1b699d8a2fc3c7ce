import ColourClock
import ControlProtocol
import System
import XWindow

/// Queries the X server and the kernel once a minute.
final class HealthMonitor {
  private let clock: SystemClock
  private let windows: WindowSet
  private let display: Display
  private let probe: ServerProbe
  /// How late ticks are sent to the server: the worst of each second.
  private var sent = Lateness(slotsOf: 1)
  /// How late ticks are drawn: the worst of each minute.
  private var drawn = Lateness(slotsOf: 60)
  private var wear: WearMeter
  private var problems = HealthProblems()
  /// The lateness of the tick before the query; `nil` if the query follows no tick.
  private var lateness: Duration?
  private var due: Duration?
  /// `nil` during the start.
  var droppablePages: CleanPages?
  private var announced: HealthProblem?
  private var announcedSoundFailure = false
  private let failures: () -> Failures
  private var reported: [HealthProblem] = []
  /// The ticks since the last `turn`.
  private var counted: [Tick] = []

  struct Failures {
    let save: String?
    let program: HealthProblem?
    let sound: String?
  }

  private struct Tick {
    let uptime: Duration
    let late: Duration
    let background: Colour
  }

  private static let firstCheck = Duration.seconds(10)
  /// With 61 s, checks come at different seconds of the minute.
  private static let period = Duration.seconds(61)
  /// The period while a window is misplaced.
  private static let shortPeriod = Duration.seconds(5)
  private static let ticksBeforeDrop = 5

  init(
    _ clock: SystemClock, _ windows: WindowSet, on display: Display, keptIn file: String?,
    failures: @escaping () -> Failures
  ) {
    (self.clock, self.windows, self.display, self.failures) = (clock, windows, display, failures)
    (probe, wear) = (ServerProbe(on: display, windows: windows), WearMeter(file: file))
  }

  func begin(_ mode: RunMode) {
    let monitors = windows.monitorNames.joined(separator: ", ")
    Journal.report("version \(Release.version), \(mode.name) on \(display.name), monitors: \(monitors)", as: .info)
    guard display.isXwayland else { return }
    let message = "\(display.name) is \(ServerLimits.warning)"
    if mode.grabsInput || mode.keepsAwake { Process.report(message) } else { Journal.report(message, as: .notice) }
  }

  /// Returns false if `turn` must handle the tick.
  func count(_ background: Colour) -> Bool {
    let uptime = clock.lastUptime
    guard probe.asked == nil, problems.hasNoPastProblem, let due, uptime < due, let late = clock.lateness,
      late < HealthProblems.lateness
    else { return false }
    counted.append(Tick(uptime: uptime, late: late, background: background))
    // Playing a recording needs few pages.
    if counted.count == HealthMonitor.ticksBeforeDrop { droppablePages?.drop() }
    return true
  }

  private func addUp() {
    for tick in counted {
      sent.add(tick.late, at: tick.uptime)
      wear.tick(at: tick.uptime) { visit in windows.forEachShown { name, _ in visit(name, tick.background) } }
    }
    counted.removeAll(keepingCapacity: true)
  }

  /// Call after sending this turn's requests.
  func turn(hasTicked: Bool, for session: Session) {
    if !counted.isEmpty { addUp() }
    if probe.asked != nil { awaitAnswer() }
    guard hasTicked else { return }
    let uptime = clock.lastUptime
    if let late = clock.lateness {
      sent.add(late, at: uptime)
      problems.record(lateness: late, at: uptime)
    }
    wear.tick(at: uptime) { visit in windows.forEachShown { visit($0, $1.background) } }
    if !wear.hasTriedToSave { wear.save(at: uptime) }
    let due = due ?? uptime + HealthMonitor.firstCheck
    self.due = due
    if uptime >= due { check(at: uptime) }
    report(to: session, at: uptime)
  }

  func receive(_ reported: [HealthProblem], for session: Session) {
    self.reported = reported
    report(to: session, at: Now.boot)
  }

  private func report(to session: Session, at uptime: Duration) {
    let isSilent = failures().sound != nil
    if isSilent != announcedSoundFailure {
      announcedSoundFailure = isSilent
      session.receive(.soundFailed(isSilent))
    }
    let worst = worst(at: uptime)
    guard worst != announced else { return }
    announced = worst
    session.receive(.unwell(worst))
  }

  private func worst(at uptime: Duration) -> HealthProblem? {
    if let worst = problems.worst(at: uptime) ?? windows.refusal { return worst }
    let failures = failures()
    if failures.save != nil { return .unsaved }
    if let problem = failures.program { return problem }
    return failures.sound == nil ? reported.first : .silent
  }

  private func check(at uptime: Duration) {
    due = uptime + HealthMonitor.period
    if probe.asked == nil {
      lateness = clock.lateness
      if probe.ask() {
        if let late = clock.lateness { drawn.add(late, at: uptime) }
        judgeWindows(at: uptime)
      }
    }
    if clock.isSystem, let kernel = KernelClock.present { problems.record(kernel) }
    recordWear()
    wear.save(at: uptime)
    // During the start, a trimmed heap would grow again.
    if droppablePages != nil { Memory.trimHeap() }
  }

  private func judgeWindows(at uptime: Duration) {
    problems.record(probe.windowStates)
    if problems.isMisplaced { due = min(due ?? .zero, uptime + HealthMonitor.shortPeriod) }
  }

  private func awaitAnswer() {
    guard let asked = probe.asked else { return }
    let isOver = probe.receive()
    let now = Now.boot
    if isOver {
      if let lateness { drawn.add(lateness + (now - asked), at: now) }
      judgeWindows(at: now)
    }
    problems.record(silence: now - asked, isOver: isOver, at: now)
  }

  private func recordWear() { wear.recordFrames { visit in windows.forEachShown { visit($0, $1) } } }

  func end() {
    guard wear.hasTriedToSave else { return }
    recordWear()
    wear.save(at: clock.lastUptime, isEnd: true)
  }

  var uptime: Double? { Footprint.age?.inSeconds }
  var starts: Int? { wear.starts }

  func report(limits: [String] = []) -> HealthReport {
    let now = Now.boot
    recordWear()
    if probe.asked == nil {
      lateness = nil
      if probe.ask() { judgeWindows(at: now) }
    }
    let resources = probe.asked == nil ? ServerResources(of: display) : nil
    return HealthReport(
      uptime: uptime, starts: starts,
      sent: sent.summary(at: now).map(HealthReport.Late.init),
      drawn: drawn.summary(at: now).map(HealthReport.Late.init),
      silence: probe.asked.map { (now - $0).inSeconds },
      frames: HealthReport.Frames(drawn: windows.painted, dropped: clock.dropped),
      memory: Footprint.memory.map {
        HealthReport.Memory(pss: $0.proportional, rss: $0.resident, allocated: Memory.allocated)
      },
      descriptors: Footprint.descriptors,
      server: resources.map { HealthReport.Server(resources: $0.counts, pixmapBytes: $0.pixmapBytes) },
      isXwayland: display.isXwayland, limits: limits,
      clock: KernelClock.present.map { HealthReport.Clock($0, TimeService.running()) },
      windows: probe.windowStates.map(HealthReport.Window.init), wear: wear.wear.compactMap(HealthReport.Wear.init),
      trouble: worst(at: now)?.text(), saveFailure: failures().save, soundFailure: failures().sound,
      reported: reported.map { $0.text() })
  }
}

extension HealthReport.Wear {
  fileprivate init?(_ monitor: String, _ wear: Wear) {
    guard let spread = wear.spread, let mean = wear.mean else { return nil }
    self.init(monitor: monitor, spread: spread, luminance: mean, seconds: wear.seconds)
  }
}

import TestSupport

@testable import ColourClock

/// The start of a random run: its options and its clock.
extension RandomRun {
  /// Random options that change the picture.
  static func setup(_ random: inout SeededRandom, at moment: Moment) -> Setup {
    func maybe() -> Bool { Bool.random(using: &random) }
    var labels = Labels()
    (labels.seconds, labels.hex, labels.date, labels.twelveHour) = (maybe() || maybe(), maybe(), maybe(), maybe())
    (labels.secondsRing, labels.sweeps) = (Int.random(in: 0..<5, using: &random) == 0, maybe())
    let face = Face.all.randomElement(using: &random) ?? .scaled
    let fade = Fade(span: maybe() ? .zero : .milliseconds(300), pace: .real)
    var setup = Setup(face: face, style: Style(labels: labels, fade: fade))
    setup.shift = Shift.allCases.randomElement(using: &random) ?? .off
    setup.hold.presence = [.auto, .always, .never].randomElement(using: &random) ?? .auto
    setup.isReduced = Int.random(in: 0..<5, using: &random) == 0
    setup.hasOvertime = maybe()
    setup.sound = SoundSetup(isOn: maybe(), chimes: maybe())
    setup.ring.title = maybe() ? "Staff meeting" : ""
    if maybe() { setup.phases = CountdownPhases(warn: .seconds(30), danger: .seconds(10)) }
    setup.ring.kind = Ring.Kind.allCases.randomElement(using: &random) ?? .solid
    setup.ring.place = Int.random(in: 0..<4, using: &random) == 0 ? .above : .around
    setup.ring.cap = Arc.Cap.allCases.randomElement(using: &random) ?? .butt
    if maybe() { setup.feed = Feed.Rules(every: maybe() ? .seconds(20) : nil) }
    if let night = night(&random, at: moment) {
      setup.night = Night(night)
      setup.night?.isRed = maybe()
    }
    setup.style.brightness = maybe() ? 1 : 0.4
    (setup.showsRate, setup.showsSynchronisation, setup.showsHealthProblems) = (!maybe() && !maybe(), maybe(), maybe())
    if maybe() { setup.zones = [OtherZone(name: "Tokyo", zone: .utc), OtherZone(name: "New York", zone: .utc)] }
    if maybe() { setup.agenda = Agenda(periods(around: moment)) }
    if maybe(), let alarm = alarm(after: moment) { setup.alarms = [alarm] }
    let catalogue = ["de", "ja", "ar"].randomElement(using: &random) ?? "de"
    if maybe(), let words = Words(catalogue: Catalogues.compiled(catalogue)) { setup.words = words }
    return setup
  }

  /// No night, all day, or from one of the next minutes on.
  private static func night(_ random: inout SeededRandom, at moment: Moment) -> DailyHours? {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return try? DailyHours.parse("00:00-23:59")
    case 1: return try? DailyHours.parse("\(time(1, after: moment))-\(time(3, after: moment))")
    default: return nil
    }
  }

  static func alarm(after moment: Moment) -> DailyAlarm? {
    try? DailyAlarm.parse("\(time(1, after: moment))=Tea")
  }

  static func periods(around moment: Moment) -> [Period] {
    [
      "\(time(-20, after: moment))-\(time(1, after: moment)) Maths",
      "\(time(1, after: moment))-\(time(9, after: moment)) 🎨 Art", "\(time(-30, after: moment)) Bell #8a9544",
      "\(time(1, after: moment)) Take pills", "\(time(2, after: moment)) Tea",
    ]
    .compactMap { try? Period.parse($0) }
  }

  /// The wall time some minutes later, for example `08:30`.
  private static func time(_ minutes: Int64, after moment: Moment) -> String {
    let later = moment.zone.civil(at: moment.instant.second + 60 * minutes)
    return "\(later.hour.twoDigits):\(later.minute.twoDigits)"
  }
}

/// A clock that stands still until it is advanced.
final class StepClock: Clock {
  weak var delegate: (any ClockDelegate)?
  private(set) var now: Moment
  private var armed = Wake.never
  /// The number of ticks that the delegate had prepared.
  private(set) var foreseen = 0
  let interval: Duration? = nil

  init(_ moment: Moment) { now = moment }

  func start() {}
  func stop() { armed = .never }

  func wake(at wake: Wake) { armed = wake }

  func ring(late: Duration) {
    guard let next = armed.moment(after: now, pace: .real) else { return }
    pass(next.uptime - now.uptime + late)
    reach(armed)
  }

  /// Advances the time, with every requested wake-up on the way.
  func advance(by span: Duration) {
    let end = now.uptime + span
    while let next = armed.moment(after: now, pace: .real), next.uptime <= end {
      let due = armed
      armed = .never
      pass(next.uptime - now.uptime)
      reach(due)
    }
    pass(end - now.uptime)
  }

  /// Delivers a tick with other due events, or first asks whether it was prepared.
  private func reach(_ due: Wake) {
    if let tick = due.instant, due.uptime.map({ $0 > now.uptime }) ?? true,
      delegate?.clock(self, didPass: now.instant, uptime: now.uptime) == true
    {
      foreseen += 1
      armed = Wake(instant: tick + .seconds(1), uptime: due.uptime)
    } else {
      delegate?.clock(self, didReach: now)
    }
  }

  /// Advances the time without any wake-up.
  func pass(_ span: Duration) {
    now = Moment(instant: now.instant + span, uptime: now.uptime + span, zone: now.zone, health: now.health)
  }
}

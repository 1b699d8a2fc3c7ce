import ColourClock
import ControlProtocol
import XWindow

/// An event is a line of JSON: `{"data":{"colour":"#8a9544",…},"event":"tick"}`.
struct ControlEvent: Encodable {
  let topic: Topic
  private let data: (any Encodable)?

  private enum Key: String, CodingKey {
    case event, data
  }

  init(_ topic: Topic, _ data: (any Encodable)? = nil) { (self.topic, self.data) = (topic, data) }

  func encode(to encoder: any Encoder) throws {
    var event = encoder.container(keyedBy: Key.self)
    try event.encode(topic.rawValue, forKey: .event)
    if let data { try event.encode(data, forKey: .data) }
  }
}

struct Observer {
  private var last: Scene.News?
  private var monitors: [MonitorStatus] = []
  private var options = ObservedOptions()
  private var lastTick = Duration.zero
  private var lastTime = ""

  private struct Tick: Encodable {
    let time: String
    let colour: String
  }

  mutating func begin(with session: Session, _ effects: EffectRunner, at moment: Moment) {
    (last, monitors) = (session.scene.news(at: moment), session.monitors)
    _ = options.changes(in: effects)
  }

  mutating func events(of session: Session, _ effects: EffectRunner, at moment: Moment) -> [ControlEvent] {
    let (scene, news) = (session.scene, session.scene.news(at: moment))
    defer { last = news }
    var events = tickEvents(of: scene, at: moment)
    let present = session.monitors
    if present != monitors, last != nil { events.append(ControlEvent(.monitor, present)) }
    monitors = present
    let changed = options.changes(in: effects)
    if !changed.isEmpty { events.append(ControlEvent(.options, changed)) }
    if let last, news != last {
      events += Observer.timerEvents(news, since: last, of: scene, at: moment)
      events += Observer.otherEvents(news, since: last, of: scene, at: moment)
    }
    return events
  }

  /// A fast clock (`--speed`) sends at most one event a second.
  private mutating func tickEvents(of scene: Scene, at moment: Moment) -> [ControlEvent] {
    guard scene.style.fade.pace.speed <= 1 || moment.uptime - lastTick >= .seconds(1) else { return [] }
    let shown = scene.shownTime(at: moment)
    guard shown.text != lastTime else { return [] }
    (lastTick, lastTime) = (moment.uptime, shown.text)
    return [ControlEvent(.tick, Tick(time: shown.text, colour: shown.colour))]
  }

  private static func timerEvents(
    _ news: Scene.News, since last: Scene.News, of scene: Scene, at moment: Moment
  ) -> [ControlEvent] {
    var events: [ControlEvent] = []
    if !news.isSameCountdown(as: last) { events.append(ControlEvent(.countdown, scene.countdownReport(at: moment))) }
    if !news.hasSameCountdowns(as: last) {
      let reports = scene.countdownReports(at: moment)
      let entered = news.isUndone(since: last) ? [] : news.enteredPhase(since: last)
      let ended = news.ended(since: last)
      events.append(ControlEvent(.countdowns, reports))
      events += reports.filter { entered.contains($0.id) }.map { ControlEvent(.phase, $0) }
      events += reports.filter { ended.contains($0.id) }.map { ControlEvent(.ended, $0) }
    }
    if news.program != last.program {
      events += scene.programReports(since: last.program, at: moment).map { ControlEvent(.program, $0) }
      let steps = news.isUndone(since: last) ? [] : scene.stepReports(since: last.program, at: moment)
      events += steps.map { ControlEvent(.step, $0) }
    }
    if news.stopwatch != last.stopwatch { events.append(ControlEvent(.stopwatch, scene.stopwatchReport(at: moment))) }
    return events
  }

  private static func otherEvents(
    _ news: Scene.News, since last: Scene.News, of scene: Scene, at moment: Moment
  ) -> [ControlEvent] {
    var events: [ControlEvent] = []
    if news.hold != last.hold { events.append(ControlEvent(.hold, news.hold)) }
    if news.face != last.face { events.append(ControlEvent(.face, news.face)) }
    if !news.hasSameMessages(as: last) { events.append(ControlEvent(.message, scene.messageReports(at: moment))) }
    if news.healthProblem != last.healthProblem { events.append(ControlEvent(.health, news.healthProblem)) }
    if news.ringing != last.ringing { events.append(ControlEvent(.alarm, news.ringing.map(\.text))) }
    let begun = news.isUndone(since: last) ? [] : news.ringing.filter { !last.ringing.contains($0) }
    events += begun.map { ControlEvent(.rings, Scene.AlarmReport($0)) }
    if news.agenda != last.agenda { events.append(ControlEvent(.agenda, scene.agendaReport(at: moment))) }
    if news.isBlank != last.isBlank { events.append(ControlEvent(.blank, news.isBlank)) }
    if news.dim != last.dim { events.append(ControlEvent(.dim, news.dim)) }
    if news.sound != last.sound { events.append(ControlEvent(.sound, scene.soundReport(at: moment))) }
    if news.feed != last.feed { events.append(ControlEvent(.feed, scene.feedReport(at: moment))) }
    return events
  }
}

private struct ObservedOptions {
  private var last: [String: OptionStatus] = [:]
  private var version: Int?

  /// Returns names without values, because values may contain passwords.
  mutating func changes(in effects: EffectRunner) -> [String] {
    guard effects.version != version else { return [] }
    let isFirst = version == nil
    version = effects.version
    let present = Dictionary(effects.report.all.map { ($0.name, $0) }) { $1 }
    defer { last = present }
    return isFirst ? [] : Set(present.keys).union(last.keys).filter { present[$0] != last[$0] }.sorted()
  }
}

struct MonitorStatus: Encodable, Equatable {
  let name: String?
  /// The wall's size in pixels.
  let width, height: Int
  /// An additional monitor is `colour` or `black`, and any other is `whole`.
  let role: String
}

extension Session {
  var monitors: [MonitorStatus] {
    surfaces.compactMap { $0 as? XSurface }.map {
      MonitorStatus(name: $0.monitor, width: $0.size.width, height: $0.size.height, role: "\($0.role)")
    }
  }
}

import ColourClock
import Notation

/// What those who observe the clock are told: a line of JSON such as `{"data":{"colour":"#8a9544",…},"event":"tick"}`.
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
    if let data { try data.encode(to: event.superEncoder(forKey: .data)) }
  }
}

/// Finds out what has happened since it was asked last, by what the scene is now: so the scene need not know that it is
/// observed.
struct Observer {
  private var last: Scene.News?
  private var monitors: [MonitorStatus] = []
  /// When the last tick was told.
  private var told = Duration.zero
  /// The time that it told.
  private var tick = ""

  private struct Tick: Encodable {
    let time: String
    let colour: String
  }

  mutating func events(of session: Session, at moment: Moment) -> [ControlEvent] {
    let (scene, news) = (session.scene, session.scene.news(at: moment))
    defer { last = news }
    var events: [ControlEvent] = []
    // By what is shown, not by the clock's ticks: a command that comes just as a second begins shows it before its tick does.
    // Of a fast clock's only one a second is told.
    if scene.style.fade.pace.speed <= 1 || moment.uptime - told >= .seconds(1),
      case let shown = scene.shownTime(at: moment), shown.text != tick
    {
      (told, tick) = (moment.uptime, shown.text)
      events.append(ControlEvent(.tick, Tick(time: shown.text, colour: shown.colour)))
    }
    let present = session.monitors
    if present != monitors, last != nil { events.append(ControlEvent(.monitor, present)) }
    monitors = present
    guard let last, news != last else { return events }
    if !news.isSameCountdown(as: last) { events.append(ControlEvent(.countdown, scene.countdownReport(at: moment))) }
    if news.stopwatch != last.stopwatch { events.append(ControlEvent(.stopwatch, scene.stopwatchReport(at: moment))) }
    if news.hold != last.hold { events.append(ControlEvent(.hold, news.hold)) }
    if news.face != last.face { events.append(ControlEvent(.face, news.face)) }
    if news.messages != last.messages { events.append(ControlEvent(.message, scene.messageReports)) }
    if news.ailment != last.ailment { events.append(ControlEvent(.health, news.ailment)) }
    if news.ringing != last.ringing { events.append(ControlEvent(.alarm, news.ringing.map(\.text))) }
    if news.feed != last.feed { events.append(ControlEvent(.feed, scene.feedReport(at: moment))) }
    return events
  }
}

/// A wall as the status names it.
struct MonitorStatus: Encodable, Equatable {
  /// The monitor, the size in pixels, and the clock's name, where there are such.
  let names: [String]
  let role: String
}

extension Session {
  var monitors: [MonitorStatus] { surfaces.map { MonitorStatus(names: $0.names, role: "\($0.role)") } }
}

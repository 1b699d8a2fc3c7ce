import ControlProtocol

@testable import App
@testable import ColourClock
@testable import XWindow

// Parsers of alarms, agendas and messages, and commands to a wall.

/// Parses an alarm. It must be the same after it is written and read again, and must always ring next on one of its
/// days at its time.
func tryAlarm(_ bytes: [UInt8]) {
  guard let alarm = try? DailyAlarm.parse(String(decoding: bytes, as: UTF8.self)) else { return }
  expect(try? DailyAlarm.parse(alarm.text), is: alarm, alarm.text)
  expect(alarm.matches(alarm.text), "it does not match \(alarm.text)")
  if !alarm.title.isEmpty { tryLine(alarm.title) }
  // When summer time begins on Lord Howe Island, half an hour is left out.
  for zone in [Zone.utc, lordHowe] {
    var instant = Instant(second: 1_790_900_000)
    for _ in 0..<3 {
      guard let next = alarm.next(after: instant, in: zone) else { fatalError("\(alarm.text) never rings") }
      expect(next > instant, "\(alarm.text) at \(next) after \(instant)")
      let shown = zone.civil(at: next.second)
      expect(alarm.days.contains(shown.weekday), "\(alarm.text) on day \(shown.weekday)")
      let late = shown.wholeSeconds - alarm.time.wholeSeconds
      expect(late == 0 || zone != .utc && (1...1800).contains(late), "\(alarm.text) at \(shown)")
      instant = next
    }
  }
}

private let lordHowe = (try? ZoneRule("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0")).map { Zone(rule: $0) } ?? .utc

extension Civil {
  fileprivate var wholeSeconds: Int { (hour * 60 + minute) * 60 + second }
}

extension TimeOfDay {
  fileprivate var wholeSeconds: Int { (hour * 60 + minute) * 60 + second }
}

/// Parses an agenda file. Each line is a period, a calendar or a complaint, and each period must be the same after it
/// is written and read again. Half of the agendas are shown on a day: all entries must touch the day, entries on one
/// track must not overlap, and the entry for tomorrow must begin on the next day.
func tryAgenda(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  let (agenda, complaints) = Agenda.parse(text)
  let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
  expect(agenda.periods.count <= Agenda.most && agenda.periods.count + complaints.count <= lines, "\(lines) lines")
  expect(complaints.allSatisfy { (1...lines).contains($0.line) }, "complaints \(complaints)")
  for period in agenda.periods {
    tryLine(period.title)
    let colour = period.colour.map { " \($0.hex)" } ?? ""
    let times = period.start.text + (period.end.map { "-\($0.text)" } ?? "")
    let line = "\(times) \(period.title) @\(period.days.text)\(colour)"
    // A title that was cut may end with text that looks like days.
    guard !period.title.hasSuffix("…") else { continue }
    // A calendar's name may end with a word like a colour. Then another colour must follow.
    let heading = period.calendar.map { "[\($0)\(period.colour == nil ? "" : " #000000")]\n" } ?? ""
    expect(Agenda.parse(heading + line).agenda.periods, is: [period], heading + line)
  }
  switch bytes.sum % 4 {
  case 0: tryDay(of: agenda, around: 1_800_000_000, in: .utc)
  case 1: tryDay(of: agenda, around: 1_791_000_000, in: lordHowe)
  default: break
  }
}

private func tryDay(of agenda: Agenda, around second: Int64, in zone: Zone) {
  let day = AgendaDay(agenda, around: second, in: zone)
  expect(day.seconds.contains(second), "a day without its second")
  if let tomorrow = day.tomorrow {
    expect(tomorrow.seconds.lowerBound >= day.seconds.upperBound, "tomorrow's begins today")
    expect(day.tomorrowText(Words(), Labels())?.isEmpty == false, "tomorrow without words")
  }
  var ends: [Int: Int64] = [:]
  for entry in day.entries where entry.period.isReminder {
    expect(day.seconds.contains(entry.seconds.lowerBound) || entry.seconds.count < 60, "a moment of another day")
  }
  for entry in day.entries where !entry.period.isReminder {
    expect(entry.seconds.overlaps(day.seconds), "a period of another day")
    expect(entry.track == day.tracks - 1 || ends[entry.track] ?? .min <= entry.seconds.lowerBound, "one over another")
    ends[entry.track] = entry.seconds.upperBound
  }
}

/// Parses a message. Its lines must have no control characters. Written with entities instead of markup characters,
/// they must be read as the same lines.
func tryMessage(_ bytes: [UInt8]) {
  guard let message = Message(String(decoding: bytes, as: UTF8.self)) else { return }
  expect((1...8).contains(message.lines.count), "\(message.lines.count) lines")
  message.lines.forEach { tryLine($0, longest: 1000) }
  var text = String.UnicodeScalarView()
  for scalar in message.lines.joined(separator: "\n").unicodeScalars {
    switch scalar {
    case "&": text.append(contentsOf: "&amp;".unicodeScalars)
    case "<": text.append(contentsOf: "&lt;".unicodeScalars)
    default: text.append(scalar)
    }
  }
  // A longer text would be cut.
  guard text.count <= 4000 else { return }
  expect(Message(String(text))?.lines, is: message.lines, "written again")
}

/// Sends commands to a wall, one for each line, with some time between them. A refused command must not change the
/// wall's report. After each command, `tryToShow` must succeed.
func tryTold(_ bytes: [UInt8]) {
  var scene = Scene(Options().setup(.fullScreen))
  var uptime = Duration.zero
  func moment() -> Moment {
    Moment(instant: Instant(second: 1_790_900_000) + uptime, uptime: .seconds(100) + uptime, zone: lordHowe)
  }
  _ = scene.handle(fact: .resized(Size(width: 640, height: 360)), at: moment())
  for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).prefix(12).enumerated() {
    countReading()
    uptime += .milliseconds([0, 16, 700, 61_000][index % 4])
    _ = scene.handle(fact: .ticked, at: moment())
    guard let request = try? Request(line), let words = try? request.words(),
      case .scene(let command)? = try? CommandTable.order(words)
    else { continue }
    let before = scene.report(at: moment())
    do throws(Refusal) { _ = try scene.handle(.told(command), at: moment()) } catch {
      expect(!error.text.isEmpty, "a refusal without a reason")
      expect(scene.report(at: moment()), is: before, "refused: \(error.text)")
    }
    tryToShow(scene, at: moment())
  }
}

/// Checks that a wall can be shown and reported, and has a next wake-up that is not in the past.
func tryToShow(_ scene: Scene, at moment: Moment) {
  guard let frame = scene.frame(at: moment) else { fatalError("nothing to be seen") }
  expect(frame, is: scene.frame(at: moment) ?? frame, "one moment, two frames")
  expect(JSON(Array(JSON.text(of: scene.report(at: moment)).utf8)) != nil, "a report that is no JSON")
  let next = scene.nextChange(after: moment)
  expect(next.moment(after: moment, pace: .real).map { $0.uptime >= moment.uptime } ?? true, "\(next) after \(moment)")
}

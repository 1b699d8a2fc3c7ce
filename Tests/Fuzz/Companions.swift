import CompanionSupport
import ControlProtocol

@testable import Agenda
@testable import ColourClock
@testable import Mqtt
@testable import Web

// Parsers of the companions.

/// Reads a calendar. The clock must accept what it has on a day. To keep inputs quick, there are few steps for the
/// search of rules, and the time limit uses a clock that runs fast.
func tryCalendar(_ bytes: [UInt8]) {
  let reader = CalendarReader(SystemZones(), owners: ["jo@school.example"])
  var budget = StepBudget(steps: 100_000)
  guard let contents = try? reader.read(bytes, budget: &budget) else { return }
  expect(contents.complaints.texts.allSatisfy { !$0.isEmpty && !$0.contains("\n") }, "a complaint that is no line")
  var now = 0.0
  let calendar = CalendarSet([contents.events], of: [contents.calendar]) {
    now += 0.04
    return now
  }
  let dates = [(2026, 3, 29), (2026, 11, 22), (1970, 1, 1)]
  let (year, month, day) = dates[bytes.sum % dates.count]
  guard let date = GregorianDate(year: year, month: month, day: day) else { return }
  let (periods, _, _) = calendar.periods(on: date, wallZone: .utc, allDay: true)
  for period in Set(periods) {
    expect((period.calendar ?? "").utf8.count <= 40, "a calendar's name of \(period.calendar ?? "")")
    expect(period.title.utf8.count <= 150, "a title of \(period.title.utf8.count) bytes")
    // A period that ends when it begins is not shown.
    guard period.start != period.end else { continue }
    let readBack = try? Period.parse(period.line)
    expect(readBack?.isReminder == (period.end == nil), "the clock refuses \(period.line)")
    let forms = DayPeriod.forms(of: period.title).compactMap { DayPeriod.asShownByClock($0) }
    expect(readBack.map { forms.contains($0.title) && $0.colour == nil } ?? false, "another title: \(period.line)")
  }
}

/// Reads what is published for a wall. The first byte selects the topic. Commands must be words that can be passed on,
/// and for states the effective value must be computed, now and after their end.
func tryPayload(_ bytes: [UInt8]) {
  guard let which = bytes.first else { return }
  tryFrames(bytes)
  let (payload, kinds) = (Array(bytes.dropFirst()), StateKind.allCases)
  if let words = try? CommandPayload.words(["face"], payload) {
    expect(words.first == "face", "another command: \(words)")
    _ = Permissions(allowed: nil).permits(words.joined(separator: " "))
  }
  let topics = Topics(prefix: "colourclock", name: "lobby", groups: ["doors", "größe"])
  _ = topics.incoming(String(decoding: payload, as: UTF8.self))
  _ = topics.incoming("colourclock/lobby/" + String(decoding: payload, as: UTF8.self))
  let kind = kinds[Int(which) % kinds.count]
  guard let value = try? StateValue(kind, payload) else { return }
  var state = RetainedStates(topics.scopes)
  state.set(kind, in: .all, to: value)
  for now in [0, 1_795_219_200_000, 253_402_300_799_000, -62_167_219_200_000] as [Int64] {
    let now = Timestamp(milliseconds: now)
    let words = value.words(at: now)
    expect(!words.isEmpty, "no words for \(value)")
    var reconciler = Reconciler(shown: [])
    for order in reconciler.orders(for: state.effective(at: now), ended: state.ended(at: now)) {
      reconciler.finish(order, isRefused: which & 0x80 != 0)
    }
    if let next = state.nextChange(after: now) {
      expect(next > now, "a change that has been")
      _ = state.effective(at: next)
    }
  }
}

/// Reads the bytes as frames from the process that has the connection to the broker. Each frame must be the same after
/// it is written and read again.
private func tryFrames(_ bytes: [UInt8]) {
  var buffer = LinkFrameBuffer()
  buffer.append(bytes)
  while let frame = buffer.next() {
    if let order = LinkOrder(frame) { expect(LinkOrder(order.frame) == order, "another order: \(order)") }
    if let report = LinkReport(frame) { expect(LinkReport(report.frame) == report, "another report: \(report)") }
  }
}

/// Handles any JSON as a clock's status.
func tryStatus(_ bytes: [UInt8]) {
  guard let status = JSON(bytes) else { return }
  var news = StatusNews()
  for (now, uptime) in [(Int64(1_795_219_200_000), 10.0), (1_795_219_260_500, 70.5)] {
    let joined = news.joined(status, status, dropped: 7, at: Timestamp(milliseconds: now))
    _ = news.isNews(joined, at: uptime)
    expect(JSON(Array(JSON.text(of: joined).utf8)) != nil, "a status that is no JSON")
    let (wall, now) = (status["wall"] ?? .null, Timestamp(milliseconds: now))
    _ = StateValue.countdown(end: now, start: nil, title: nil).clearingCommand(wall, at: now)
    if let program = try? TimerProgram.parse("Work 25m") {
      _ = StateValue.program(program, start: now).clearingCommand(wall, at: now)
    }
  }
}

/// Parses a timestamp. It must be the same after it is written and read again.
func tryTimestamp(_ bytes: [UInt8]) {
  guard let stamp = Timestamp(String(decoding: bytes, as: UTF8.self)) else { return }
  let text = stamp.text
  guard !text.hasPrefix("-"), !text.hasPrefix("0-") else { return }
  expect(Timestamp(text), is: stamp, text)
}

/// Parses what comes over HTTP: the first line as a host name and an address, and the rest as the body of a command
/// whose arguments the first line describes.
func tryWeb(_ bytes: [UInt8]) {
  let line = String(decoding: bytes.prefix { $0 != 0xa }, as: UTF8.self)
  if let host = HostName(line) { expect(HostName(host.text) == host, "another host: \(host.text)") }
  if let address = try? PublicAddress(line) { expect((try? PublicAddress(address.text)) == address, "another address") }
  let row = JSON.object(["name": "message", "arguments": .string(line), "meaning": ""])
  guard let form = CommandForm(row) else { return }
  _ = JSON.text(of: form.schema)
  guard let body = JSON(Array(bytes.drop { $0 != 0xa }.dropFirst())), let words = try? form.words(body) else { return }
  expect(words.first == "message", "another command: \(words)")
  _ = try? Rights(allowed: nil).check(words)
  for command in ["status", "health"] { _ = Rights(allowed: nil).visible(body, to: [command]) }
}

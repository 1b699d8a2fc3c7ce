import ColourClock
import ControlProtocol

/// Reads projects of Ontime (https://docs.getontime.no). A rundown is a running order. Version 4 has several rundowns,
/// with entries by ID; earlier versions have one list.
enum OntimeProject {
  typealias Rows = ProgramImport.Rows

  /// - Parameter name: an ID or title; `nil` for the only rundown.
  static func read(_ json: JSON, rundown name: String?, into rows: inout Rows) throws(Refusal) {
    let events = try events(of: json, rundown: name)
    rows.start = programStart(of: events.filter { !isSkipped($0) })
    for (index, event) in events.enumerated() where !rows.hasTooMany {
      guard !isSkipped(event) else { continue }
      let title = title(of: event)
      let place = ": event \(index + 1)" + (title.isEmpty ? "" : " '\(title.prefix(40))'")
      rows.add(at: place, start: start(of: event)) { () throws(Refusal) in try step(event, title) }
    }
  }

  // MARK: Events

  private static func events(of json: JSON, rundown name: String?) throws(Refusal) -> [JSON] {
    if case .object(let rundowns)? = json["rundowns"] { return try events(of: rundown(name, in: rundowns)) }
    let found = try eventsOfUnnamed(json)
    guard name == nil else { throw Refusal("it has only one rundown, without a name") }
    return found
  }

  private static func eventsOfUnnamed(_ json: JSON) throws(Refusal) -> [JSON] {
    if json["entries"] != nil { return try events(of: json) }
    for list in [json["rundown"], json["events"], json] {
      if case .array(let entries)? = list { return entries.filter(isEvent) }
    }
    throw Refusal("it is not a project of Ontime: it has no rundown")
  }

  private static func rundown(_ name: String?, in rundowns: [String: JSON]) throws(Refusal) -> JSON {
    let ids = rundowns.keys.sorted().map { id in "'\(id)'" }.joined(separator: ", ")
    let found = rundowns.filter { id, rundown in name.map { id == $0 || rundown["title"] == .string($0) } ?? true }
    guard let first = found.first else {
      throw Refusal(
        name.map { "there is no rundown '\($0)'; there are \(ids)" } ?? "it has no rundown")
    }
    guard found.count == 1 else {
      throw Refusal("there are several rundowns: write one of \(ids) after the file's name")
    }
    return first.value
  }

  private static func events(of rundown: JSON) throws(Refusal) -> [JSON] {
    guard case .object(let entries)? = rundown["entries"] else { throw Refusal("its rundown has no entries") }
    var (found, seen) = ([JSON](), Set<String>())
    // `flatOrder` has each group and then its entries. `order` has only the top level; groups list their own entries.
    var waiting = ids(rundown["flatOrder"]) ?? ids(rundown["order"]) ?? []
    waiting.reverse()
    while let id = waiting.popLast() {
      guard seen.insert(id).inserted, let entry = entries[id] else { continue }
      if isEvent(entry) { found.append(entry) }
      waiting += (ids(entry["entries"]) ?? ids(entry["events"]) ?? []).reversed()
    }
    return found
  }

  private static func ids(_ json: JSON?) -> [String]? {
    guard case .array(let ids)? = json else { return nil }
    return ids.compactMap(\.string)
  }

  private static func isEvent(_ entry: JSON) -> Bool { entry["type"] == .string("event") }

  private static func isSkipped(_ event: JSON) -> Bool { event["skip"] == .bool(true) }

  /// Returns `nil` if all events start at midnight: then no start was set.
  private static func programStart(of events: [JSON]) -> TimeOfDay? {
    let starts = events.map(start)
    guard let first = starts.first, starts.contains(where: { $0 != nil && $0 != .midnight }) else { return nil }
    return first
  }

  private static func start(of event: JSON) -> TimeOfDay? {
    guard let span = try? span(event, "timeStart"), span < .seconds(86_400) else { return nil }
    return TimeOfDay.midnight.later(span)
  }

  // MARK: Steps

  private static func title(of event: JSON) -> String {
    for name in ["title", "cue"] {
      if let text = event[name]?.string, !text.isEmpty { return text }
    }
    return ""
  }

  private static func isText(_ value: JSON?) -> Bool { value == nil || value == .null || value?.string != nil }

  /// A step waits at its end, unless the event ends with `play-next`.
  private static func step(_ event: JSON, _ title: String) throws(Refusal) -> TimerProgram.Step {
    guard isText(event["title"]) else { throw Refusal("its title is no text") }
    guard let length = try length(of: event), length > .zero else { throw Refusal("it has no duration") }
    guard TimeSpan.range.contains(length) else { throw .spanRange }
    // Refuses a malformed start, which `start(of:)` ignores.
    _ = try span(event, "timeStart")
    let warn = try span(event, "timeWarning").flatMap { $0 > .zero && $0 < length ? $0 : nil }
    let danger = try span(event, "timeDanger").flatMap { $0 > .zero && $0 < (warn ?? length) ? $0 : nil }
    let isHeld = event["endAction"] != .string("play-next")
    guard let step = TimerProgram.Step(title, length, isHeld: isHeld, warn: warn, danger: danger) else {
      throw .spanRange
    }
    return step
  }

  private static func length(of event: JSON) throws(Refusal) -> Duration? {
    if let length = try span(event, "duration") { return length }
    // Version 1 has only times of day, and no lengths.
    guard let start = try span(event, "timeStart"), let end = try span(event, "timeEnd") else { return nil }
    return end < start ? end - start + .seconds(86_400) : end - start
  }

  private static func span(_ event: JSON, _ name: String) throws(Refusal) -> Duration? {
    guard let value = event[name], value != .null else { return nil }
    guard let milliseconds = value.number, milliseconds.isFinite, (0...1e12).contains(milliseconds) else {
      throw Refusal("its \(name) is not a number of milliseconds, such as 60000")
    }
    return .seconds(Int64((milliseconds / 1000).rounded()))
  }
}

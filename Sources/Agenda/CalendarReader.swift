import ColourClock

struct CalendarContents {
  let calendar: AgendaCalendar
  let events: [CalendarEvent]
  let complaints: Complaints
  /// True if the end is missing: the file may still be being written.
  let isCut: Bool
}

final class CalendarReader {
  private let zones: SystemZones
  private let owners: Set<String>

  init(_ zones: SystemZones, owners: [String] = []) {
    (self.zones, self.owners) = (zones, Set(owners.map(MailAddress.plain)))
  }

  static let most = 10_000_000

  func read(_ bytes: consuming [UInt8]) throws(Complaint) -> CalendarContents {
    var budget = StepBudget(steps: RuleLimits.stepsOfSearch)
    return try read(bytes, budget: &budget)
  }

  /// - Parameter isWhole: false if the file is longer than `bytes`.
  func read(
    _ bytes: consuming [UInt8], isWhole: Bool = true, budget: inout StepBudget
  ) throws(Complaint) -> CalendarContents {
    var reading = Reading(zones: zones, owners: owners, budget: budget)
    defer { budget = reading.budget }
    if !isWhole { reading.complaints.add("only its first \(CalendarReader.most / 1_000_000) MB are read") }
    try reading.read(ContentLines(bytes), isWhole: isWhole)
    let calendar = reading.header.calendar(&reading.complaints)
    return CalendarContents(
      calendar: calendar, events: reading.events, complaints: reading.complaints, isCut: reading.isCut)
  }

  private struct Reading {
    let zones: SystemZones
    let owners: Set<String>
    var events: [CalendarEvent] = []
    var complaints = Complaints()
    private(set) var isCut = false
    private(set) var header = CalendarHeader()
    private var path = ComponentPath()
    private var calendar: EventBuilder?
    private var lines: EventLines?
    var budget: StepBudget

    init(zones: SystemZones, owners: Set<String>, budget: StepBudget) {
      (self.zones, self.owners, self.budget) = (zones, owners, budget)
    }

    mutating func read(_ all: ContentLines, isWhole: Bool) throws(Complaint) {
      var rest = all
      while let line = rest.next() {
        let step = path.record(line)
        if let name = path.unended, name != "VEVENT" { complaints.add("the end of a \(name.quoted) is missing") }
        switch step {
        case .begin: begin(at: rest)
        case .property where path.depth == 2: lines?.add(line, owners: owners)
        case .property where path.names == ["VCALENDAR"]: header.add(line)
        case .end where path.depth == 1: endEvent()
        case .end where path.depth == 0: loseEvent()
        default: break
        }
      }
      guard calendar != nil else { throw Complaint("it is not a calendar") }
      if path.isTooDeep { complaints.add("components nested more than \(ComponentPath.deepest) deep are left out") }
      guard isWhole else { return }
      loseEvent()
      guard let name = path.names.last else { return }
      isCut = true
      complaints.add("it ends before 'END:\(name.quoted)'")
    }

    private mutating func begin(at rest: ContentLines) {
      guard path.depth <= 2 else { return }
      loseEvent()
      switch path.names {
      case ["VCALENDAR"]: calendar = CalendarReader.builder(of: rest, zones)
      case ["VCALENDAR", "VEVENT"]: lines = EventLines()
      default: break
      }
    }

    private mutating func loseEvent() {
      if let lines { complaints.add("\(lines.name): its end is missing") }
      lines = nil
    }

    private mutating func endEvent() {
      guard let lines, let calendar else { return }
      self.lines = nil
      do throws(Complaint) { events.append(try calendar.event(lines, budget: &budget)) } catch {
        complaints.add("\(lines.name): \(error.text)")
      }
      for warning in calendar.zones.takeWarnings() { complaints.add("\(lines.name): \(warning)") }
    }
  }

  /// Reads zone definitions first, because they may follow the events that use them.
  private static func builder(of calendar: ContentLines, _ system: SystemZones) -> EventBuilder {
    var (path, rest) = (ComponentPath(["VCALENDAR"]), calendar)
    var definitions: [String: ContentLines] = [:]
    var definition = rest
    var ownName: String?
    var place = rest
    while let line = rest.next() {
      let step = path.record(line)
      guard path.depth > 0, step != .begin || path.depth > 1 else { break }
      if step == .begin, path.depth == 2 { definition = place }
      if step == .property {
        if path.depth == 1, line.name == "X-WR-TIMEZONE" {
          ownName = String(decoding: line.value.prefix(255), as: UTF8.self)
        }
        if path.names == ["VCALENDAR", "VTIMEZONE"], line.name == "TZID" {
          definitions[ZoneNames.decodedName(String(decoding: line.value.prefix(500), as: UTF8.self))] = definition
        }
      }
      place = rest
    }
    let names = ZoneNames(system, definitions)
    let own = ownName ?? (definitions.count == 1 ? definitions.first?.key : nil)
    return EventBuilder(zones: names, calendarZone: own.flatMap { try? names.zone($0) } ?? .floating)
  }
}

import CICal
import ColourClock

/// Reads the events of a calendar (RFC 5545) by libical. What is broken is named, and left out.
final class CalendarReader {
  private let zones: SystemZones
  /// Those of the file that is being read, by their names.
  private var defined: [String: DefinedZone] = [:]
  private var search = StepBudget(steps: 0)

  init(_ zones: SystemZones) {
    self.zones = zones
    icalerror_set_errors_are_fatal(0)
  }

  /// - Throws: what is wrong, if it is no calendar at all.
  func read(_ bytes: [UInt8]) throws(Complaint) -> (events: [CalendarEvent], complaints: [String]) {
    guard let root = icalparser_parse_string(String(decoding: CalendarLines.readable(bytes), as: UTF8.self))
    else {
      throw Complaint("it is no calendar")
    }
    defer { icalcomponent_free(root) }
    search = StepBudget(steps: RuleLimits.stepsOfSearch)
    let calendars = root.isA(ICAL_VCALENDAR_COMPONENT) ? [root] : root.components(ICAL_VCALENDAR_COMPONENT)
    guard !calendars.isEmpty else { throw Complaint("it is no calendar") }
    var (events, complaints): ([CalendarEvent], [String]) = ([], [])
    for calendar in calendars {
      defined = [:]
      for component in calendar.components(ICAL_VTIMEZONE_COMPONENT) {
        if let name = component.text(ICAL_TZID_PROPERTY) { defined[name] = DefinedZone(component) }
      }
      for component in calendar.components(ICAL_VEVENT_COMPONENT) {
        do throws(Complaint) { events.append(try event(component)) } catch {
          complaints.append("\(CalendarReader.name(of: component)): \(error.text)")
        }
      }
    }
    return (events, complaints)
  }

  private static func name(of component: OpaquePointer) -> String {
    if let title = title(of: component) { return "'\(title)'" }
    return component.text(ICAL_UID_PROPERTY).map { "event \($0)" } ?? "an event without a name"
  }

  private static func title(of component: OpaquePointer) -> String? {
    guard let summary = icalcomponent_get_summary(component) else { return nil }
    let words = String(cString: summary).split(whereSeparator: \.isWhitespace)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// Which properties a broken value of must not be passed over, as if there were none.
  private static let needed = ["DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID"]

  private func event(_ component: OpaquePointer) throws(Complaint) -> CalendarEvent {
    for error in component.properties(ICAL_XLICERROR_PROPERTY) {
      let text = error.value
      let words = text.split(separator: " ")
      // "… in DTSTART property. Removing …"
      let named = words.indices.dropLast().filter { words[$0 + 1].hasPrefix("property") }.map { String(words[$0]) }
      if named.contains(where: CalendarReader.needed.contains) {
        throw Complaint(text.replacing(" Removing entire property:", with: ":"))
      }
    }
    guard let first = component.properties(ICAL_DTSTART_PROPERTY).first else { throw Complaint("it has no beginning") }
    let start = try time(first, "beginning")
    return CalendarEvent(
      title: CalendarReader.title(of: component) ?? "", identifier: component.text(ICAL_UID_PROPERTY) ?? "",
      sequence: component.text(ICAL_SEQUENCE_PROPERTY).flatMap { Int($0) } ?? 0, start: start,
      length: try length(component, start), recurrences: try rules(component, ICAL_RRULE_PROPERTY, of: start),
      exceptions: try rules(component, ICAL_EXRULE_PROPERTY, of: start), additions: try additions(component),
      exclusions: try times(component, ICAL_EXDATE_PROPERTY, "exception"),
      replaced: try times(component, ICAL_RECURRENCEID_PROPERTY, "recurrence").first,
      replacesLater: component.properties(ICAL_RECURRENCEID_PROPERTY).first?.parameter("RANGE") == "THISANDFUTURE",
      isCancelled: component.text(ICAL_STATUS_PROPERTY) == "CANCELLED")
  }

  private func rules(
    _ component: OpaquePointer, _ kind: icalproperty_kind, of start: CalendarTime
  ) throws(Complaint) -> [RecurrenceRule] {
    var rules: [RecurrenceRule] = []
    for rule in component.properties(kind) { rules.append(try RecurrenceRule(rule.value, of: start, search: &search)) }
    return rules
  }

  private func length(_ component: OpaquePointer, _ start: CalendarTime) throws(Complaint) -> CalendarEvent.Length {
    if let end = component.properties(ICAL_DTEND_PROPERTY).first {
      let last = try time(end, "end")
      // Some programs end a day with itself.
      if start.isDate, last.local == start.local { return .lasting(days: 1, seconds: 0) }
      guard last.isDate == start.isDate else { throw Complaint("only one of its ends is a day") }
      return try CalendarReader.length(from: start, to: last)
    }
    if let duration = component.text(ICAL_DURATION_PROPERTY) { return try CalendarReader.length(duration) }
    return .lasting(days: start.isDate ? 1 : 0, seconds: 0)
  }

  private static func length(from start: CalendarTime, to end: CalendarTime) throws(Complaint) -> CalendarEvent.Length {
    guard !end.zone.isSame(as: start.zone) || end.local >= start.local else {
      throw Complaint("it ends before it begins")
    }
    return .between(start, end)
  }

  /// As a value has it: `P1DT2H`.
  private static func length(_ text: String) throws(Complaint) -> CalendarEvent.Length {
    let span = icaldurationtype_from_string(text)
    guard icaldurationtype_is_bad_duration(span) == 0, span.is_neg == 0, span.days < 36_500, span.weeks < 5200,
      span.hours < 1_000_000, span.minutes < 100_000_000
    else { throw Complaint("it has no length: \(text)") }
    let seconds = Int(span.hours) * 3600 + Int(span.minutes) * 60 + Int(span.seconds)
    return .lasting(days: Int(span.days) + 7 * Int(span.weeks), seconds: seconds)
  }

  private func additions(_ component: OpaquePointer) throws(Complaint) -> [CalendarEvent.Addition] {
    var additions: [CalendarEvent.Addition] = []
    for property in component.properties(ICAL_RDATE_PROPERTY) {
      let parts = property.value.split(separator: "/").map(String.init)
      let start = try time(parts.first ?? "", of: property, "further time")
      var length: CalendarEvent.Length?
      if parts.count > 1 {
        length =
          parts[1].hasPrefix("P")
          ? try CalendarReader.length(parts[1])
          : try CalendarReader.length(from: start, to: try time(parts[1], of: property, "end"))
      }
      additions.append(CalendarEvent.Addition(start: start, length: length))
    }
    return additions
  }

  private func times(
    _ component: OpaquePointer, _ kind: icalproperty_kind, _ what: String
  ) throws(Complaint) -> [CalendarTime] {
    var times: [CalendarTime] = []
    for property in component.properties(kind) { times.append(try time(property, what)) }
    return times
  }

  private func time(_ property: OpaquePointer, _ what: String) throws(Complaint) -> CalendarTime {
    try time(property.value, of: property, what)
  }

  private func time(_ text: String, of property: OpaquePointer, _ what: String) throws(Complaint) -> CalendarTime {
    let time = icaltime_from_string(text)
    guard icaltime_is_null_time(time) == 0, let local = LocalTime(time) else {
      throw Complaint("its \(what) is no time: \(text)")
    }
    if time.is_date != 0 { return CalendarTime(local: local, isDate: true, zone: .wall) }
    if icaltime_is_utc(time) != 0 { return CalendarTime(local: local, isDate: false, zone: .known(.utc)) }
    guard let name = property.parameter("TZID") else { return CalendarTime(local: local, isDate: false, zone: .wall) }
    return CalendarTime(local: local, isDate: false, zone: try zone(name))
  }

  /// The system's come first: it is kept up to date, while calendars carry what was right when they were written.
  private func zone(_ name: String) throws(Complaint) -> EventZone {
    if let zone = zones.zone(name) { return .known(zone) }
    if let zone = defined[name] { return .defined(zone) }
    throw Complaint("its time zone is unknown: \(name)")
  }
}

/// A component or a property of libical's.
extension OpaquePointer {
  fileprivate func isA(_ kind: icalcomponent_kind) -> Bool { icalcomponent_isa(self) == kind }

  func components(_ kind: icalcomponent_kind) -> [OpaquePointer] {
    var (found, next): ([OpaquePointer], OpaquePointer?) = ([], icalcomponent_get_first_component(self, kind))
    while let component = next {
      found.append(component)
      next = icalcomponent_get_next_component(self, kind)
    }
    return found
  }

  func properties(_ kind: icalproperty_kind) -> [OpaquePointer] {
    var (found, next): ([OpaquePointer], OpaquePointer?) = ([], icalcomponent_get_first_property(self, kind))
    while let property = next {
      found.append(property)
      next = icalcomponent_get_next_property(self, kind)
    }
    return found
  }

  /// The value of the first such property.
  fileprivate func text(_ kind: icalproperty_kind) -> String? { properties(kind).first?.value }

  /// Of a property, as the file has it.
  var value: String { icalproperty_get_value_as_string(self).map { String(cString: $0) } ?? "" }

  fileprivate func parameter(_ name: String) -> String? {
    icalproperty_get_parameter_as_string(self, name).map { String(cString: $0) }
  }
}

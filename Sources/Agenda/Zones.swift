import CICal
import ColourClock
import System

/// A date and a time of day by some clock.
struct LocalTime: Hashable, Comparable {
  /// Days since 1970-01-01.
  let day: Int
  /// Of the day: 0..<86,400.
  let second: Int

  init(day: Int, second: Int) {
    // An ending may lie days later.
    let days = (second >= 0 ? second : second - 86_399) / 86_400
    (self.day, self.second) = (day + days, second - days * 86_400)
  }

  /// `nil` if there is no such date or time. A leap second counts as the one before it, which every zone has.
  init?(_ time: icaltimetype) {
    guard let date = GregorianDate(year: Int(time.year), month: Int(time.month), day: Int(time.day)) else { return nil }
    let (hour, minute, second) = time.is_date != 0 ? (0, 0, 0) : (Int(time.hour), Int(time.minute), Int(time.second))
    guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second) else { return nil }
    self.init(day: date.dayNumber, second: hour * 3600 + minute * 60 + min(second, 59))
  }

  static func < (one: LocalTime, other: LocalTime) -> Bool {
    (one.day, one.second) < (other.day, other.second)
  }

  func seconds(since other: LocalTime) -> Int { (day - other.day) * 86_400 + second - other.second }

  func advanced(days: Int, seconds: Int) -> LocalTime { LocalTime(day: day + days, second: second + seconds) }

  var ical: icaltimetype {
    let date = GregorianDate(dayNumber: day)
    var time = icaltime_null_time()
    (time.year, time.month, time.day) = (Int32(date.year), Int32(date.month), Int32(date.day))
    (time.hour, time.minute, time.second) = (Int32(second / 3600), Int32(second / 60 % 60), Int32(second % 60))
    return time
  }
}

/// By which clock a time is meant.
enum EventZone {
  /// By the wall's, wherever that hangs: a floating time, and a day as a whole.
  case wall
  case known(Zone)
  /// By a definition in the calendar itself.
  case defined(DefinedZone)

  /// The second since 1970 at which it is this time, as the wall's clock counts them, perhaps with leap seconds; of two such the
  /// earlier one. A time that is left out, as when summer time begins, counts by the offset before the gap (RFC 5545, 3.3.5): half
  /// past two is half past three then.
  func second(of time: LocalTime, wall: Zone) -> Int64 {
    switch self {
    case .wall: wall.second(of: time.universal(in: wall), utcOffset: 0)
    case .known(let zone): wall.second(of: time.universal(in: zone), utcOffset: 0)
    case .defined(let zone): wall.second(of: zone.universal(time), utcOffset: 0)
    }
  }

  func isSame(as other: EventZone) -> Bool {
    switch (self, other) {
    case (.wall, .wall): true
    case (.known(let one), .known(let other)): one == other
    case (.defined(let one), .defined(let other)): one === other
    default: false
    }
  }
}

extension LocalTime {
  /// The same time by the clock of Greenwich.
  fileprivate func universal(in zone: Zone) -> LocalTime {
    let second = zone.second(of: self)
    let shown = zone.civil(at: second)
    let digits = (shown.hour * 60 + shown.minute) * 60 + shown.second
    let isLeftOut = (shown.date.dayNumber, digits) != (day, self.second)
    let offset = isLeftOut ? zone.civil(at: second - 1).utcOffset : shown.utcOffset
    return advanced(days: 0, seconds: -offset)
  }
}

extension Zone {
  /// By this zone's own clock, or by that of an offset.
  fileprivate func second(of time: LocalTime, utcOffset: Int? = nil) -> Int64 {
    let second = second(
      on: GregorianDate(dayNumber: time.day), hour: time.second / 3600, minute: time.second / 60 % 60,
      second: time.second % 60, utcOffset: utcOffset)
    // Every time of a day has one.
    return second ?? Int64(time.day * 86_400 + time.second)
  }
}

extension GregorianDate {
  /// From midnight to midnight by the wall's clock, in seconds since 1970; none of a date that a zone leaves out as a whole.
  func seconds(in wall: Zone) -> Range<Int64> {
    func midnight(_ day: Int) -> Int64 { EventZone.wall.second(of: LocalTime(day: day, second: 0), wall: wall) }
    let first = midnight(dayNumber)
    return first..<max(first, midnight(dayNumber + 1))
  }
}

/// A `VTIMEZONE` of a calendar, worked out by libical.
final class DefinedZone {
  private let zone: OpaquePointer

  /// `nil` if it is no usable definition.
  init?(_ component: OpaquePointer) {
    guard DefinedZone.isYearly(component), let zone = icaltimezone_new() else { return nil }
    // The component is the zone's own from then on.
    guard icaltimezone_set_component(zone, icalcomponent_new_clone(component)) != 0 else {
      icaltimezone_free(zone, 1)
      return nil
    }
    self.zone = zone
  }

  deinit { icaltimezone_free(zone, 1) }

  /// Clocks are changed on days of a year; libical would work out any other rule to its end.
  private static func isYearly(_ component: OpaquePointer) -> Bool {
    component.components(ICAL_ANY_COMPONENT).allSatisfy { part in
      part.properties(ICAL_RRULE_PROPERTY).allSatisfy { $0.value.uppercased().contains("FREQ=YEARLY") }
    }
  }

  /// The same time by the clock of Greenwich.
  func universal(_ time: LocalTime) -> LocalTime {
    var local = time.ical
    return time.advanced(days: 0, seconds: -Int(icaltimezone_get_utc_offset(zone, &local, nil)))
  }
}

/// The zones of the system's database.
final class SystemZones {
  private var known: [String: (zone: Zone?, stamp: File.Stamp?)] = [:]

  private static let largest = 1 << 20
  private static var folder: String { Process.environment("TZDIR") ?? "/usr/share/zoneinfo" }

  /// A zone by its name there. Some calendars put a path of their own before it: `/mozilla.org/20050126_1/Europe/Berlin`.
  func zone(_ name: String) -> Zone? {
    let parts = name.split(separator: "/")
    guard !parts.isEmpty, !parts.contains("..") else { return nil }
    for first in parts.indices {
      if let zone = read(parts[first...].joined(separator: "/")) { return zone }
    }
    return nil
  }

  private func read(_ name: String) -> Zone? {
    if let found = known[name] { return found.zone }
    let path = SystemZones.path(of: name)
    // Before it is read: what is written meanwhile gives another one.
    let stamp = File.Stamp(of: path)
    let zone = SystemZones.read(path)
    known[name] = (zone, stamp)
    return zone
  }

  /// Whether a file of those that were read is another now.
  var haveChanged: Bool { known.contains { File.Stamp(of: SystemZones.path(of: $0.key)) != $0.value.stamp } }

  /// Has all of them read again.
  func forget() { known = [:] }

  private static func path(of name: String) -> String { "\(folder)/\(name)" }

  private static func read(_ path: String) -> Zone? {
    guard !File.isFolder(path), let bytes = try? File.readRegular(path, limit: largest) else { return nil }
    return try? ZoneFile.parse(bytes)
  }

  /// The machine's own: `$TZ` or `/etc/localtime` (tzset(3)); universal time where there is neither, or an empty name.
  var local: Zone {
    guard let variable = Process.environment("TZ", orEmpty: true) else {
      return SystemZones.read("/etc/localtime") ?? .utc
    }
    return named(String(variable.drop { $0 == ":" })) ?? .utc
  }

  /// A name, a file or a POSIX rule, as the clock's `--timezone` takes it.
  func named(_ text: String) -> Zone? {
    let zone = text.hasPrefix("/") ? SystemZones.read(text) : self.zone(text)
    return zone ?? (try? ZoneRule(text)).map { Zone(rule: $0) }
  }
}

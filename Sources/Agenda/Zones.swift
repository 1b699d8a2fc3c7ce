import ColourClock
import ControlProtocol
import System

/// By which clock a time is meant.
enum EventZone {
  /// By the wall's, wherever that hangs: a floating time, and a day as a whole.
  case wall
  case known(Zone)
  /// By a definition in the calendar itself.
  case defined(DefinedZone)

  /// The second since 1970 at which it is this time, as the wall's clock counts them, perhaps with leap seconds; of two
  /// such the earlier one. A time that is left out, as when summer time begins, counts by the offset before the gap
  /// (RFC 5545, 3.3.5): half past two is half past three then.
  func second(of time: LocalTime, wall: Zone) -> Int64 {
    switch self {
    case .wall: wall.second(of: time.universal(in: wall), utcOffset: 0)
    case .known(let zone): wall.second(of: time.universal(in: zone), utcOffset: 0)
    case .defined(let zone):
      wall.second(of: time.advanced(days: 0, seconds: -zone.offset(at: time)), utcOffset: 0)
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
  /// A zone that is always so many seconds east of Greenwich.
  static func fixed(_ offset: Int) -> Zone {
    let size = abs(offset)
    // POSIX counts to the west.
    let rule = "<FIXED>\(offset < 0 ? "" : "-")\(size / 3600):\(size / 60 % 60):\(size % 60)"
    return (try? ZoneRule(rule)).map { Zone(rule: $0) } ?? .utc
  }

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
  /// From midnight to midnight by the wall's clock, in seconds since 1970; none of a date that a zone leaves out as a
  /// whole.
  func seconds(in wall: Zone) -> Range<Int64> {
    func midnight(_ day: Int) -> Int64 { EventZone.wall.second(of: LocalTime(day: day, second: 0), wall: wall) }
    let first = midnight(dayNumber)
    return first..<max(first, midnight(dayNumber + 1))
  }
}

/// The zones of the system's database.
final class SystemZones {
  private var known: [String: (zone: Zone?, file: StatWatch)] = [:]

  /// Names that are remembered: a calendar can name any number that there are not.
  private static let mostNames = 1_000
  private static let longestName = 64
  /// Files of the database that are no place: the machine's zone, the default of POSIX rules, and "not set".
  private static let notPlaces: Set = ["localtime", "posixrules", "Factory"]

  /// A zone by its name there, such as `Europe/Berlin`.
  func zone(_ name: String) -> Zone? {
    guard name.utf8.count <= SystemZones.longestName, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
      !name.hasPrefix("/"), !SystemZones.notPlaces.contains(name)
    else { return nil }
    if let found = known[name] { return found.zone }
    guard let path = ZoneChoice.path(of: name) else { return nil }
    if known.count >= SystemZones.mostNames { known = known.filter { $0.value.zone != nil } }
    let file = StatWatch(path, isSeen: true)
    let zone = ZoneChoice.read(path)
    known[name] = (zone, file)
    return zone
  }

  /// True if a file that was read has changed.
  var haveChanged: Bool { known.contains { $0.value.file.differs } }

  /// Every zone is read again when it is next needed.
  func clear() { known = [:] }
}

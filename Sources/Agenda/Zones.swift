import ColourClock
import ControlProtocol
import System

enum EventZone {
  case floating
  case known(Zone)
  case defined(DefinedZone)

  /// Seconds since 1970, with leap seconds if the wall's zone counts them. A repeated time means its first occurrence.
  /// A skipped time has the old offset (RFC 5545, 3.3.5): in spring, 2:30 becomes 3:30.
  func second(of time: LocalTime, wallZone: Zone) -> Int64 {
    switch self {
    case .floating: wallZone.second(of: time.universal(in: wallZone), utcOffset: 0)
    case .known(let zone): wallZone.second(of: time.universal(in: zone), utcOffset: 0)
    case .defined(let zone):
      wallZone.second(of: time.advanced(days: 0, seconds: -zone.offset(at: time)), utcOffset: 0)
    }
  }

  func isSame(as other: EventZone) -> Bool {
    switch (self, other) {
    case (.floating, .floating): true
    case (.known(let one), .known(let other)): one == other
    case (.defined(let one), .defined(let other)): one === other
    default: false
    }
  }
}

extension LocalTime {
  fileprivate func universal(in zone: Zone) -> LocalTime {
    let second = zone.second(of: self)
    let shown = zone.civil(at: second)
    let digits = (shown.hour * 60 + shown.minute) * 60 + shown.second
    let isInGap = (shown.date.dayNumber, digits) != (day, self.second)
    let offset = isInGap ? zone.civil(at: second - 1).utcOffset : shown.utcOffset
    return advanced(days: 0, seconds: -offset)
  }
}

extension Zone {
  /// Returns UTC if a POSIX rule does not allow the offset.
  /// - Parameter offset: seconds east of Greenwich.
  static func fixed(_ offset: Int) -> Zone {
    let size = abs(offset)
    // In POSIX rules, west is positive.
    let rule = "<FIXED>\(offset < 0 ? "" : "-")\(size / 3600):\(size / 60 % 60):\(size % 60)"
    return (try? ZoneRule(rule)).map { Zone(rule: $0) } ?? .utc
  }

  /// - Parameter utcOffset: the offset of `time`; `nil` for this zone's offset.
  fileprivate func second(of time: LocalTime, utcOffset: Int? = nil) -> Int64 {
    let second = second(
      on: GregorianDate(dayNumber: time.day), hour: time.second / 3600, minute: time.second / 60 % 60,
      second: time.second % 60, utcOffset: utcOffset)
    // The time of day is valid, so `second` is never `nil`.
    return second ?? Int64(time.day * 86_400 + time.second)
  }
}

extension GregorianDate {
  /// Seconds since 1970; empty if the zone skips the date.
  func seconds(in wallZone: Zone) -> Range<Int64> {
    func midnight(_ day: Int) -> Int64 {
      EventZone.floating.second(of: LocalTime(day: day, second: 0), wallZone: wallZone)
    }
    let first = midnight(dayNumber)
    return first..<max(first, midnight(dayNumber + 1))
  }
}

final class SystemZones {
  private var known: [String: (zone: Zone?, file: StatWatch)] = [:]
  private let readFile: (String) -> Zone?
  private var misses = 0

  /// After this many failed searches, further names count as unknown.
  static let maxMisses = 10_000
  /// The size of the cache at which unknown names are removed.
  private static let maxNames = 1_000
  private static let longestName = 64
  /// Files of the zone database that are no places.
  private static let notPlaces: Set = ["localtime", "posixrules", "Factory"]

  init(readFile: @escaping (String) -> Zone? = ZoneChoice.read) { self.readFile = readFile }

  func zone(_ name: String) -> Zone? {
    guard name.utf8.count <= SystemZones.longestName, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
      !name.hasPrefix("/"), !SystemZones.notPlaces.contains(name)
    else { return nil }
    if let found = known[name] { return found.zone }
    guard misses < SystemZones.maxMisses, let path = ZoneChoice.path(of: name) else { return nil }
    if known.count >= SystemZones.maxNames { known = known.filter { $0.value.zone != nil } }
    // The watch begins first, to notice a change during the reading.
    let file = StatWatch(path, isSeen: true)
    let zone = readFile(path)
    if zone == nil { misses += 1 }
    known[name] = (zone, file)
    return zone
  }

  var haveChanged: Bool { known.contains { $0.value.file.differs } }

  func clear() { (known, misses) = ([:], 0) }
}

import ColourClock

final class ZoneNames {
  private let system: SystemZones
  private let definitions: [String: ContentLines]
  private var known: [String: Found?] = [:]
  private let steps = ZoneSteps()
  private var warnings: [String] = []

  private struct Found {
    let zone: EventZone
    var warning: String?
  }

  /// - Parameter definitions: by TZID, the lines from `BEGIN` on.
  init(_ system: SystemZones, _ definitions: [String: ContentLines]) {
    (self.system, self.definitions) = (system, definitions)
  }

  /// Decodes a property `TZID:`, or a quoted parameter `TZID=`.
  static func decodedName(_ name: String) -> String {
    let text = CalendarValues.text(Array(name.utf8)[...], limit: longest)
    let isAround = { (character: Character) in character.isWhitespace || character == "\"" }
    return String(text.drop(while: isAround).reversed().drop(while: isAround).reversed())
  }

  private static let longest = 255

  func zone(_ name: String) throws(Complaint) -> EventZone {
    let decoded = ZoneNames.decodedName(name)
    let found = known[decoded] ?? find(decoded)
    guard let found else {
      known[decoded] = .some(nil)
      throw Complaint("its time zone is unknown: \(name.quoted)")
    }
    // The message is not cached, so it is reported once.
    if let warning = found.warning { warnings.append(warning) }
    known[decoded] = Found(zone: found.zone)
    return found.zone
  }

  func takeWarnings() -> [String] {
    defer { warnings = [] }
    return warnings
  }

  /// For `Europe/Berlin`, the system's newer database comes first; for `EST`, the calendar's definition.
  private func find(_ name: String) -> Found? {
    if let zone = place(name) { return Found(zone: .known(zone)) }
    if let lines = definitions[name], let zone = DefinedZone(lines, steps) { return Found(zone: .defined(zone)) }
    if let zone = system.zone(name) ?? windows(name) ?? ending(name) { return Found(zone: .known(zone)) }
    return ZoneOffsetName(name).map { found($0, name) }
  }

  /// Finds `Europe/Berlin`, also in `/mozilla.org/20050126_1/Europe/Berlin`.
  private func place(_ name: String) -> Zone? {
    let parts = name.split(separator: "/")
    guard parts.count > 1, parts.count < 8 else { return nil }
    let starts = name.hasPrefix("/") ? 0..<parts.count - 1 : 0..<1
    return starts.lazy.compactMap { self.system.zone(parts[$0...].joined(separator: "/")) }.first
  }

  /// Finds names such as `tzone://Microsoft/Utc`.
  private func ending(_ name: String) -> Zone? {
    let parts = name.split(separator: "/")
    guard parts.count > 1, parts.count < 8 else { return nil }
    if parts.last?.lowercased() == "utc" { return .utc }
    return parts.indices.dropLast().lazy.compactMap { self.system.zone(parts[$0...].joined(separator: "/")) }.first
  }

  private func windows(_ name: String) -> Zone? {
    WindowsZones.names[name.lowercased()].flatMap { system.zone($0) }
  }

  /// The zone of the first place with this offset in winter or summer, else this offset all year.
  private func found(_ offset: ZoneOffsetName, _ name: String) -> Found {
    let place = places(offset.places).first { ZoneNames.offsets(of: $0).contains(offset.seconds) }
    if let place { return Found(zone: .known(place)) }
    let warning = "its time zone is unknown, and counts as \(offset.text) all year: \(name.quoted)"
    return Found(zone: .known(.fixed(offset.seconds)), warning: offset.places.isEmpty ? nil : warning)
  }

  private static let areas = ["Europe", "America", "Asia", "Africa", "Australia", "Pacific", "Atlantic", "Indian"]

  /// Windows writes `Amsterdam, Berlin, Bern` or `Eastern Time (US & Canada)`.
  private func places(_ text: String) -> [Zone] {
    let names = text.prefix(ZoneNames.longest).split(separator: ",").prefix(10).map { part in
      part.split(whereSeparator: \.isWhitespace).joined(separator: "_")
    }
    let cities = names.flatMap { name in ZoneNames.areas.compactMap { system.zone("\($0)/\(name)") } }
    guard let time = text.firstRange(of: " Time") else { return cities }
    return (windows("\(text[..<time.lowerBound]) Standard Time").map { [$0] } ?? []) + cities
  }

  private static func offsets(of zone: Zone) -> [Int] {
    // The times are 2026-01-01 and 2026-07-01.
    [1_767_225_600, 1_782_864_000].map { zone.civil(at: $0).utcOffset }
  }
}

/// A name such as `GMT+0100` or `(UTC+01:00) Amsterdam, Berlin`. East is positive, unlike in POSIX.
struct ZoneOffsetName {
  /// Seconds east of Greenwich.
  let seconds: Int
  let places: String

  init?(_ name: String) {
    var rest = Substring(name)
    var places = Substring()
    if rest.first == "(", let end = rest.firstIndex(of: ")") {
      places = rest[rest.index(after: end)...].drop(while: \.isWhitespace)
      rest = rest[rest.index(after: rest.startIndex)..<end]
    }
    let prefix = rest.prefix { $0.isLetter }
    guard ["UTC", "GMT"].contains(prefix.uppercased()) else { return nil }
    rest = rest.dropFirst(prefix.count).filter { !$0.isWhitespace }[...]
    guard let seconds = rest.isEmpty ? 0 : ZoneOffsetName.seconds(rest) else { return nil }
    (self.seconds, self.places) = (seconds, places == "Coordinated Universal Time" ? "" : String(places))
  }

  /// Parses `+1`, `+01`, `+0100`, `+1:00` or `+01:00`, perhaps with U+2212 as minus.
  private static func seconds(_ text: Substring) -> Int? {
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard let sign = text.first, "+-−".contains(sign), (1...2).contains(parts.count),
      parts.allSatisfy({ !$0.isEmpty && $0.isAllDigits }), let digits = Int(parts.joined())
    else { return nil }
    let isHour = parts.count == 1 && parts[0].count <= 2
    guard isHour || (parts.count == 2 ? parts[1].count == 2 : parts[0].count <= 4) else { return nil }
    let (hours, minutes) = isHour ? (digits, 0) : (digits / 100, digits % 100)
    guard hours <= 15, minutes < 60 else { return nil }
    return (sign == "+" ? 1 : -1) * (hours * 3600 + minutes * 60)
  }

  var text: String {
    let (hours, minutes) = (abs(seconds) / 3600, abs(seconds) / 60 % 60)
    let digits = [hours, minutes].map { $0.padded(to: 2) }.joined(separator: ":")
    return "UTC\(seconds < 0 ? "-" : "+")\(digits)"
  }
}

package import ColourClock
import System

/// Which zone the wall hangs in, and the file that says what that means.
package enum ZoneChoice: Equatable {
  /// The machine's: `$TZ` or `/etc/localtime`.
  case system
  case universal
  /// One of the zone database, a file, or a POSIX rule.
  case named(String)

  /// The machine's zone by `$TZ` or `/etc/localtime` (tzset(3)), and its file: universal time where there is neither,
  /// or an empty name.
  /// - Returns: `nil` for a name that is unknown.
  package static var local: (zone: Zone, path: String?)? {
    guard let variable = Process.environment("TZ", orEmpty: true) else { return (read(localPath) ?? .utc, localPath) }
    let name = String(variable.drop { $0 == ":" })
    return name.isEmpty ? (.utc, nil) : find(name)
  }

  private static let localPath = "/etc/localtime"

  /// A zone of the database, of a file, or by a rule, and its file.
  package static func find(_ name: String) -> (zone: Zone, path: String?)? {
    if let path = path(of: name), let zone = read(path) { return (zone, path) }
    return (try? ZoneRule(name)).map { (Zone(rule: $0), nil) }
  }

  /// Names that an unknown one may have been meant for, as a part of a sentence.
  package static func perhaps(_ name: String) -> String {
    let near = advice.near(name)
    return near.isEmpty ? "" : ", perhaps \(near.joined(separator: " or "))"
  }

  /// What its writer may have meant instead, of a rule that most read the other way around; `nil` for all that is
  /// clear.
  package static func otherReading(of name: String) -> String? {
    // Etc/GMT+5 is a file, and a name that was looked up.
    guard name.contains(where: \.isNumber), path(of: name).flatMap(read) == nil else { return nil }
    return advice.otherReading(of: name)
  }

  private static var advice: ZoneAdvice {
    let table = (try? File.readRegular("\(folder)/zone1970.tab", limit: 1 << 20)) ?? []
    let places = String(decoding: table, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: "\t").dropFirst(2).first.map(String.init) }
    return ZoneAdvice(names: names(below: ""), places: places, at: Now.wall.components.seconds) { name in
      path(of: name).flatMap(read)
    }
  }

  /// All names of the database, without those of the same zones by other rules (`posix/`, `right/`) and what is no
  /// zone.
  private static func names(below area: String) -> [String] {
    let names = ((try? Folder.names(in: "\(folder)/\(area)")) ?? []).filter { $0.first?.isUppercase == true }
    return names.flatMap { name in
      File.isFolder("\(folder)/\(area)\(name)") ? self.names(below: "\(area)\(name)/") : [area + name]
    }
  }

  package static var folder: String { Process.environment("TZDIR") ?? "/usr/share/zoneinfo" }

  package static func path(of name: String) -> String? {
    guard !name.isEmpty, !name.split(separator: "/").contains("..") else { return nil }
    return name.hasPrefix("/") ? name : "\(folder)/\(name)"
  }

  /// The zone in a file; `nil` if there is no good one. The greatest of the database has 4 kB.
  package static func read(_ path: String) -> Zone? {
    guard let bytes = try? File.readRegular(path, limit: 1 << 20) else { return nil }
    return try? ZoneFile.parse(bytes)
  }
}

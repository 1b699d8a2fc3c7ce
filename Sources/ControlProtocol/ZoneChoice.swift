package import ColourClock
import System

package enum ZoneChoice: Equatable {
  /// The zone of `$TZ` or `/etc/localtime`.
  case system
  case universal
  /// A zone of the database, a file, or a POSIX TZ rule.
  case named(String)

  /// The system's zone, see tzset(3). It is UTC if `$TZ` is empty, or if `$TZ` is unset and `/etc/localtime` is missing
  /// or invalid. `nil` if `$TZ` has an unknown name.
  package static var local: (zone: Zone, path: String?)? {
    guard let variable = Process.environment("TZ", orEmpty: true) else { return (read(localPath) ?? .utc, localPath) }
    let name = String(variable.drop { $0 == ":" })
    return name.isEmpty ? (.utc, nil) : find(name)
  }

  private static let localPath = "/etc/localtime"

  /// The zone of a database name, a file or a POSIX TZ rule; `nil` for an unknown name. A rule has no file.
  package static func find(_ name: String) -> (zone: Zone, path: String?)? {
    if let path = path(of: name), let zone = read(path) { return (zone, path) }
    return (try? ZoneRule(name)).map { (Zone(rule: $0), nil) }
  }

  /// Similar names for the end of a sentence about an unknown name; empty without similar names.
  package static func perhaps(_ name: String) -> String {
    let near = advice.near(name)
    return near.isEmpty ? "" : ", perhaps \(near.joined(separator: " or "))"
  }

  /// The other meaning that a POSIX rule may have, because many writers confuse the sign of its offset. `nil` if the
  /// name is clear.
  package static func otherReading(of name: String) -> String? {
    // A file such as `Etc/GMT+5` is chosen by its name, so its meaning is clear.
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

  /// The names of the zones below `area`. Zone names begin with a capital letter, unlike `posix/`, `right/` and the
  /// tables.
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

  /// Reads a zone file; `nil` if the file cannot be read or is damaged. The largest file of the database has 4 kB.
  package static func read(_ path: String) -> Zone? {
    guard let bytes = try? File.readRegular(path, limit: 1 << 20) else { return nil }
    return try? ZoneFile.parse(bytes)
  }
}

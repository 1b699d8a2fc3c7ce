package import ColourClock
import System

package enum ZoneChoice: Equatable {
  /// The zone of `$TZ` or `/etc/localtime`.
  case system
  case universal
  /// The name of a zone of the database, a file's path, or a POSIX TZ rule.
  case named(String)

  /// The zone of `system` as in tzset(3), and its file; `nil` if `$TZ` names an unknown zone. An unusable
  /// `/etc/localtime` means UTC. An empty `$TZ` means UTC without a file.
  package static var local: (zone: Zone, path: String?)? {
    guard let variable = Process.environment("TZ", orEmpty: true) else { return (read(localPath) ?? .utc, localPath) }
    let name = String(variable.drop { $0 == ":" })
    return name.isEmpty ? (.utc, nil) : find(name)
  }

  private static let localPath = "/etc/localtime"

  /// Returns `nil` for an unknown name. A POSIX rule has no file.
  package static func find(_ name: String) -> (zone: Zone, path: String?)? {
    if let path = path(of: name), let zone = read(path) { return (zone, path) }
    return (try? ZoneRule(name)).map { (Zone(rule: $0), nil) }
  }

  /// Ends a message, such as `, perhaps Europe/Berlin`; may be empty.
  package static func suggestion(for name: String) -> String {
    let near = advice.near(name)
    return near.isEmpty ? "" : ", perhaps \(near.joined(separator: " or "))"
  }

  /// A warning for `UTC+5`, which is behind UTC in POSIX, but ahead for most users. `nil` for a clear name.
  package static func otherReading(of name: String) -> String? {
    // A file such as `Etc/GMT+5` is clear.
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

  /// The names of zones begin with a capital, unlike `posix/`, `right/` and tables.
  private static func names(below area: String) -> [String] {
    let names = ((try? Folder.names(in: "\(folder)/\(area)")) ?? []).filter { $0.first?.isUppercase == true }
    return names.flatMap { name in
      File.isFolder("\(folder)/\(area)\(name)") ? self.names(below: "\(area)\(name)/") : [area + name]
    }
  }

  package static var folder: String { Process.environment("TZDIR") ?? "/usr/share/zoneinfo" }

  /// The path of the zone's file; `nil` for an empty name or `..`.
  package static func path(of name: String) -> String? {
    // Splits scalars: a slash with a combining accent is one `Character`.
    let parts = name.unicodeScalars.split(separator: "/").map { String($0) }
    guard !name.isEmpty, !parts.contains("..") else { return nil }
    return name.hasPrefix("/") ? name : "\(folder)/\(name)"
  }

  package static func read(_ path: String) -> Zone? {
    guard let bytes = try? File.readRegular(path, limit: 1 << 20) else { return nil }
    return try? ZoneFile.parse(bytes)
  }
}

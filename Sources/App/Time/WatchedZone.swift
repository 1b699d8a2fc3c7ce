import ColourClock
import System

/// The zone in which the wall hangs, and the file it was read from.
struct WatchedZone {
  private(set) var zone: Zone
  private let path: String?
  private var stamp: File.Stamp?

  init(_ choice: ZoneChoice) throws(Failure) {
    let first = try choice.load()
    path = first.path
    // Before reading: what is written meanwhile gives another stamp, and is read with the next tick.
    stamp = path.flatMap(File.Stamp.init)
    zone = path.flatMap(ZoneChoice.read) ?? first.zone
  }

  /// Reads the zone again if its file is another now: whether the zone has changed.
  ///
  /// Asked once a tick. One `stat` a second (about a microsecond) sees every way in which a zone file is replaced,
  /// through any chain of links, and costs less than being told of everything else that happens in `/etc`.
  mutating func refresh() -> Bool {
    guard let path else { return false }
    let present = File.Stamp(of: path)
    // Half-written or removed for a moment: the old zone stays until there is a good one.
    guard present != stamp, let fresh = ZoneChoice.read(path) else { return false }
    stamp = present
    defer { zone = fresh }
    return fresh != zone
  }
}

/// Which zone the wall hangs in, and the file that says what that means.
enum ZoneChoice: Equatable {
  /// The machine's: `$TZ` or `/etc/localtime`.
  case system
  case universal
  /// One of the zone database, a file, or a POSIX rule.
  case named(String)

  init(_ options: TimeOptions) { self = options.utc ? .universal : options.timezone.map(ZoneChoice.named) ?? .system }

  /// The zone, and the file to watch, which may be replaced; `nil` for a zone without one.
  func load() throws(Failure) -> (zone: Zone, path: String?) {
    switch self {
    case .universal: return (.utc, nil)
    case .named(let name): return try ZoneChoice.load(name, from: "--timezone")
    case .system:
      // Without a zone file the machine's time is universal, and so it is with an empty name: tzset(3).
      guard let variable = Process.environment("TZ", orEmpty: true) else {
        return (ZoneChoice.read(ZoneChoice.localPath) ?? .utc, ZoneChoice.localPath)
      }
      let name = String(variable.drop { $0 == ":" })
      return name.isEmpty ? (.utc, nil) : try ZoneChoice.load(name, from: "TZ")
    }
  }

  private static let localPath = "/etc/localtime"

  private static func load(_ name: String, from origin: String) throws(Failure) -> (Zone, String?) {
    if let found = find(name) { return found }
    throw .usage(
      "unknown time zone '\(name)' in \(origin)\(perhaps(name)): it takes a name of \(folder), such as Europe/Berlin")
  }

  /// A zone of the database, of a file, or by a rule, and its file.
  static func find(_ name: String) -> (zone: Zone, path: String?)? {
    if let path = path(of: name), let zone = read(path) { return (zone, path) }
    return (try? ZoneRule(name)).map { (Zone(rule: $0), nil) }
  }

  /// Names that an unknown one may have been meant for, as a part of a sentence.
  static func perhaps(_ name: String) -> String {
    let near = advice.near(name)
    return near.isEmpty ? "" : ", perhaps \(near.joined(separator: " or "))"
  }

  /// What its writer may have meant instead, of a rule that most read the other way around; `nil` for all that is clear.
  static func otherReading(of name: String) -> String? {
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

  /// All names of the database, without those of the same zones by other rules (`posix/`, `right/`) and what is no zone.
  private static func names(below area: String) -> [String] {
    let names = ((try? Folder.names(in: "\(folder)/\(area)")) ?? []).filter { $0.first?.isUppercase == true }
    return names.flatMap { name in
      File.isFolder("\(folder)/\(area)\(name)") ? self.names(below: "\(area)\(name)/") : [area + name]
    }
  }

  private static var folder: String { Process.environment("TZDIR") ?? "/usr/share/zoneinfo" }

  private static func path(of name: String) -> String? {
    guard !name.isEmpty, !name.split(separator: "/").contains("..") else { return nil }
    return name.hasPrefix("/") ? name : "\(folder)/\(name)"
  }

  /// The zone in a file; `nil` if there is no good one. The greatest of the database has 4 kB.
  static func read(_ path: String) -> Zone? {
    guard let bytes = try? File.readRegular(path, limit: 1 << 20) else { return nil }
    return try? ZoneFile.parse(bytes)
  }
}

import ColourClock
import ControlProtocol
import System

/// The wall's time zone, and the file it was read from.
struct WatchedZone {
  private(set) var zone: Zone
  private let path: String?
  private var stamp: File.Stamp?

  init(_ choice: ZoneChoice) throws(ProgramExit) {
    let first = try choice.load()
    path = first.path
    // Stamped before reading: a later change of the file gives another stamp, and the next tick reads it again.
    stamp = path.flatMap(File.Stamp.init)
    zone = path.flatMap(ZoneChoice.read) ?? first.zone
  }

  /// Reads the zone again if its file was replaced. Call this at each tick.
  ///
  /// One `stat` a second takes about a microsecond. It notices every way to replace a zone file, through any chain of
  /// links. Watching all of `/etc` would cost more.
  /// - Returns: true if the zone has changed.
  mutating func refresh() -> Bool {
    guard let path else { return false }
    let present = File.Stamp(of: path)
    // The file may be half-written or missing for a moment. The old zone stays until there is a good one.
    guard present != stamp, let fresh = ZoneChoice.read(path) else { return false }
    stamp = present
    defer { zone = fresh }
    return fresh != zone
  }
}

extension ZoneChoice {
  init(_ options: TimeOptions) { self = options.utc ? .universal : options.timezone.map(ZoneChoice.named) ?? .system }

  /// The zone, and the file to watch for changes; no file for UTC.
  /// - Throws: if the zone is unknown.
  func load() throws(ProgramExit) -> (zone: Zone, path: String?) {
    switch self {
    case .universal: return (.utc, nil)
    case .named(let name): return try ZoneChoice.known(ZoneChoice.find(name), name, "--timezone")
    case .system: return try ZoneChoice.known(ZoneChoice.local, Process.environment("TZ") ?? "", "TZ")
    }
  }

  private static func known(
    _ found: (zone: Zone, path: String?)?, _ name: String, _ origin: String
  ) throws(ProgramExit) -> (zone: Zone, path: String?) {
    if let found { return found }
    throw .usage(
      "unknown time zone '\(name)' in \(origin)\(perhaps(name)): it takes a name of \(folder), such as Europe/Berlin")
  }
}

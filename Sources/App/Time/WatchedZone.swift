import ColourClock
import ControlProtocol
import System

/// The zone in which the wall hangs, and the file it was read from.
struct WatchedZone {
  private(set) var zone: Zone
  private let path: String?
  private var stamp: File.Stamp?

  init(_ choice: ZoneChoice) throws(ProgramExit) {
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

extension ZoneChoice {
  init(_ options: TimeOptions) { self = options.utc ? .universal : options.timezone.map(ZoneChoice.named) ?? .system }

  /// The zone, and the file to watch, which may be replaced; `nil` for a zone without one.
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

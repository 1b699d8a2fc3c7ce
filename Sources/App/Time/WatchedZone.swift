import ColourClock
import ControlProtocol
import System

/// Follows the zone's file.
struct WatchedZone {
  private(set) var zone: Zone
  private var watch: StatWatch?

  init(_ choice: ZoneChoice) throws(ProgramExit) {
    let first = try choice.load()
    // Reads the file again: it may have changed between `load` and the watch.
    watch = first.path.map { StatWatch($0, isSeen: true) }
    zone = first.path.flatMap(ZoneChoice.read) ?? first.zone
  }

  /// True if the zone changed. A `stat` at each tick costs less than watching `/etc`.
  mutating func refresh() -> Bool {
    guard let path = watch?.path, watch?.hasChanged() == true else { return false }
    guard let fresh = ZoneChoice.read(path) else {
      // Perhaps incomplete or missing for a moment.
      watch?.reset()
      return false
    }
    defer { zone = fresh }
    return fresh != zone
  }
}

extension ZoneChoice {
  init(_ options: TimeOptions) { self = options.utc ? .universal : options.timezone.map(ZoneChoice.named) ?? .system }

  /// `path` is `nil` for UTC and POSIX rules. A missing `/etc/localtime` means UTC, but keeps its path, to notice a
  /// later file.
  func load() throws(ProgramExit) -> (zone: Zone, path: String?) {
    switch self {
    case .universal: return (.utc, nil)
    case .named(let name): return try ZoneChoice.known(ZoneChoice.find(name), name, "--timezone")
    case .system: return try ZoneChoice.known(ZoneChoice.local, Process.environment("TZ") ?? "", "TZ")
    }
  }

  /// - Parameter origin: the option or variable with the name.
  private static func known(
    _ found: (zone: Zone, path: String?)?, _ name: String, _ origin: String
  ) throws(ProgramExit) -> (zone: Zone, path: String?) {
    if let found { return found }
    throw .usage(
      "unknown time zone '\(name)' in \(origin)\(perhaps(name)): name a file in \(folder), such as Europe/Berlin")
  }
}

import ColourClock
import ControlProtocol
import System

/// The time zone of the wall. It changes with the zone's file.
struct WatchedZone {
  private(set) var zone: Zone
  private var watch: StatWatch?

  init(_ choice: ZoneChoice) throws(ProgramExit) {
    let first = try choice.load()
    // `isSeen`: the present file is no change, because it is read in the next line. It is read again, as it may have
    // changed after `load` and before the watch.
    watch = first.path.map { StatWatch($0, isSeen: true) }
    zone = first.path.flatMap(ZoneChoice.read) ?? first.zone
  }

  /// True if the zone has changed. A `stat` at each tick costs less than watching `/etc`.
  mutating func refresh() -> Bool {
    guard let path = watch?.path, watch?.hasChanged() == true else { return false }
    guard let fresh = ZoneChoice.read(path) else {
      // The file may be incomplete or missing for a moment.
      watch?.reset()
      return false
    }
    defer { zone = fresh }
    return fresh != zone
  }
}

extension ZoneChoice {
  init(_ options: TimeOptions) { self = options.utc ? .universal : options.timezone.map(ZoneChoice.named) ?? .system }

  /// The zone, and the path of its file; `nil` for UTC and POSIX rules. The file `/etc/localtime` may be missing. Then
  /// the zone is UTC, but the path is there, so that a later file is noticed.
  func load() throws(ProgramExit) -> (zone: Zone, path: String?) {
    switch self {
    case .universal: return (.utc, nil)
    case .named(let name): return try ZoneChoice.known(ZoneChoice.find(name), name, "--timezone")
    case .system: return try ZoneChoice.known(ZoneChoice.local, Process.environment("TZ") ?? "", "TZ")
    }
  }

  /// - Parameter origin: the option or variable with the zone's name.
  private static func known(
    _ found: (zone: Zone, path: String?)?, _ name: String, _ origin: String
  ) throws(ProgramExit) -> (zone: Zone, path: String?) {
    if let found { return found }
    throw .usage(
      "unknown time zone '\(name)' in \(origin)\(perhaps(name)): name a file in \(folder), such as Europe/Berlin")
  }
}

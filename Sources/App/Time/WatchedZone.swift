import ColourClock
import ControlProtocol
import System

struct WatchedZone {
  private(set) var zone: Zone
  private var watch: StatWatch?

  init(_ choice: ZoneChoice) throws(ProgramExit) {
    let first = try choice.load()
    // The file may have changed between `load` and the watch.
    watch = first.path.map { StatWatch($0, isSeen: true) }
    zone = first.path.flatMap(ZoneChoice.read) ?? first.zone
  }

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

  /// `path` is `nil` for UTC and POSIX rules, but not for a missing `/etc/localtime`, which may appear later.
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
      "unknown time zone '\(name)' in \(origin)\(suggestion(for: name)): name a file in \(folder), such as Europe/Berlin"
    )
  }
}

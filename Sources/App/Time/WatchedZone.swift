import ColourClock
import XWindow

/// The zone in which the wall hangs, and the file it was read from.
struct WatchedZone {
  private(set) var zone: Zone
  private let path: String?
  private var stamp: File.Stamp?

  init(_ choice: ZoneChoice) throws(Failure) {
    (zone, path) = try choice.load()
    stamp = path.flatMap(File.Stamp.init)
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

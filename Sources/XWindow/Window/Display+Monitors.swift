package import ColourClock

extension Display {
  /// The monitors as they are now, for those who show nothing on them; the whole screen where the server knows of none.
  package var presentMonitors: [Monitor] {
    let found = (RandR(self)?.monitors ?? []).distinct(on: size)
    return found.isEmpty ? [.whole(size)] : found
  }
}

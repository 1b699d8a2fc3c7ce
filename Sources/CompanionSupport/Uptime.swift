import System

extension Now {
  /// `boot` in seconds, the unit of companions' waits.
  package static var uptime: Double { boot / .seconds(1) }
}

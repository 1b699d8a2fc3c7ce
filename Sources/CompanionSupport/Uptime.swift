import System

extension Now {
  /// The uptime in seconds, the unit of the companions' deadlines.
  package static var uptime: Double { boot / .seconds(1) }
}

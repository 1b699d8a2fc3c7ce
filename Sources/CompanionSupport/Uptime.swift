import System

extension Now {
  /// Seconds, as in the companions' deadlines.
  package static var uptime: Double { boot / .seconds(1) }
}

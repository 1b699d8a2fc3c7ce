import System

extension Now {
  /// The uptime in seconds, as the companions' deadlines are.
  package static var uptime: Double { boot / .seconds(1) }
}

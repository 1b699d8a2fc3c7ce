import System

extension Now {
  /// The uptime in seconds.
  package static var uptime: Double { boot / .seconds(1) }
}

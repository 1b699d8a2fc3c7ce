import System

extension Now {
  /// In seconds.
  package static var uptime: Double { boot / .seconds(1) }
}

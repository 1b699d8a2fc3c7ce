import System

extension Now {
  /// `boot` in seconds: companions count their waits so.
  package static var uptime: Double { boot / .seconds(1) }
}

import System

extension Now {
  /// In seconds, the unit of the companions' deadlines.
  package static var uptime: Double { boot / .seconds(1) }
}

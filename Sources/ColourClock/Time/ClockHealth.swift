/// Whether the system's clock can be believed.
package enum ClockHealth: Hashable, Sendable {
  case good
  /// Nobody keeps it in step: it drifts by seconds a day.
  case unsynchronised
  /// It is before the program was made: a board without a battery has just been started.
  case unset

  /// - Parameter year: the program's, before which no clock can be right.
  package init(isSynchronised: Bool, at instant: Instant, since year: Int) {
    let shown = Zone.utc.civil(at: instant.second).year
    self = shown < year ? .unset : isSynchronised ? .good : .unsynchronised
  }
}

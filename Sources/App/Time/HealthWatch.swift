import ColourClock
import XWindow

/// Asks now and then whether the system's clock can be believed.
struct HealthWatch {
  private(set) var health = ClockHealth.good
  /// The uptime from which it may be asked again.
  private var due = Duration.zero
  /// The kernel's answer; in tests somebody else's.
  private let isSynchronised: () -> Bool

  /// Whoever keeps clocks in step needs minutes to find out.
  private static let period = Duration.seconds(60)

  init(isSynchronised: @escaping () -> Bool = { Now.isSynchronised }) { self.isSynchronised = isSynchronised }

  /// To be called at each tick; one at which the clock was found to have been set asks at once.
  mutating func look(at instant: Instant, uptime: Duration, hasBeenSet: Bool = false) {
    guard hasBeenSet || uptime >= due else { return }
    due = uptime + HealthWatch.period
    health = ClockHealth(isSynchronised: isSynchronised(), at: instant, since: Options.year)
  }
}

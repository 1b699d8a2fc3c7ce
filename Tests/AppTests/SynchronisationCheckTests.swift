import ColourClock
import ControlProtocol
import Testing

@testable import App

/// The kernel is asked once a minute, and at once when the clock was set.
@Suite struct HealthWatchTests {
  /// Counts how often it was asked.
  private final class Kernel {
    var isSynchronised = false
    var count = 0

    func answer() -> Bool {
      count += 1
      return isSynchronised
    }
  }

  private let present = Instant(second: 1_795_219_200)

  @Test func itIsAskedOnceAMinute() {
    let kernel = Kernel()
    var watch = SynchronisationCheck(isSynchronised: kernel.answer)
    for second in 0..<180 { watch.check(at: present, uptime: .seconds(1000 + second)) }
    #expect(kernel.count == 3)
    #expect(watch.health == .unsynchronised)
  }

  @Test func aSetClockIsAskedAboutAtOnce() {
    let kernel = Kernel()
    var watch = SynchronisationCheck(isSynchronised: kernel.answer)
    watch.check(at: Instant(second: 0), uptime: .seconds(5))
    #expect(watch.health == .unset)
    kernel.isSynchronised = true
    watch.check(at: present, uptime: .seconds(6))
    #expect(watch.health == .unset)
    watch.check(at: present, uptime: .seconds(7), wasClockSet: true)
    #expect(watch.health == .good && kernel.count == 2)
  }

  @Test func aPlayedTimeIsNotDoubted() throws {
    let place = try WatchedZone(.universal)
    let kernel = Kernel()
    let source = SystemClock.Source.simulated(from: Instant(second: 0), pace: .real)
    #expect(
      SystemClock(source, zone: place, watch: SynchronisationCheck(isSynchronised: kernel.answer)).now.health == .good)
    #expect(kernel.count == 0)
    let real = SystemClock(.system, zone: place, watch: SynchronisationCheck(isSynchronised: kernel.answer))
    #expect(real.now.health == .unsynchronised && kernel.count == 1)
  }
}

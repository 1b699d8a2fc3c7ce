import Glibc
import Testing

@testable import System

@Suite(.serialized) struct TimerTests {
  @Test func aTimerRingsAtItsTimeAndNotBefore() {
    let timer = KernelTimer(.wall)
    let start = Now.wall
    timer.arm(at: start + .milliseconds(30))
    #expect(!timer.acknowledge())
    Poll.wait(for: [timer.descriptor])
    #expect(Now.wall - start >= .milliseconds(30))
    #expect(timer.acknowledge())
    #expect(!timer.acknowledge())
  }

  /// Only root may set the clock. Setting it to its present time is harmless but reported.
  private static let canSetClock = setClock()

  private static func setClock() -> Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return clock_settime(CLOCK_REALTIME, &now) == 0
  }

  @Test(.enabled(if: canSetClock)) func aClockThatIsSetIsToldWheneverThatHappens() {
    let timer = KernelTimer(.wall)
    let late = Now.wall + .seconds(1000)
    timer.arm(at: late)
    _ = Self.setClock()
    #expect(Poll.wait(for: [timer.descriptor], timeout: .seconds(10)) && timer.acknowledge() && timer.wasClockSet)
    // Between an expiry and the next arming.
    _ = Self.setClock()
    timer.arm(at: late)
    #expect(Poll.wait(for: [timer.descriptor], timeout: .seconds(10)) && timer.acknowledge() && timer.wasClockSet)
    timer.arm(at: Now.wall)
    #expect(Poll.wait(for: [timer.descriptor], timeout: .seconds(10)) && timer.acknowledge() && !timer.wasClockSet)
  }

  @Test func aTimeThatIsPastRingsAtOnce() {
    let timer = KernelTimer(.boot)
    timer.arm(at: .zero)
    Poll.wait(for: [timer.descriptor])
    #expect(timer.acknowledge())
  }
}

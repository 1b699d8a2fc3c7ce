import Testing

@testable import System
@testable import XWindow

/// An inhibitor that records its calls.
private final class Diary: Inhibitor {
  var holding: [String] { holds ? ["a diary"] : [] }
  var holds = true
  var entries = ""
  var interval: Duration
  var descriptors: [Int32]

  init(_ interval: Duration = .seconds(50), descriptors: [Int32] = []) {
    (self.interval, self.descriptors) = (interval, descriptors)
  }

  func start() { entries += "s" }
  func beat() { entries += "b" }
  func receive() { entries += "r" }
  func stop() { entries += "e" }

  /// The calls except `receive`.
  var deeds: String { entries.filter { $0 != "r" } }
}

@Suite struct KeepAwakeTests {
  @Test func eachBeatsAtItsOwnPace() {
    let (slow, quick) = (Diary(), Diary(.seconds(4)))
    let awake = KeepAwake([slow, quick])
    awake.tick(at: .seconds(7))
    #expect(slow.deeds.isEmpty)
    awake.start()
    awake.start()
    for second in 10...110 { awake.tick(at: .seconds(second)) }
    #expect(slow.deeds == "sbbb" && quick.deeds == "s" + String(repeating: "b", count: 26))
    awake.stop()
    awake.stop()
    awake.tick(at: .seconds(111))
    #expect(slow.deeds == "sbbbe")
    awake.start()
    awake.tick(at: .seconds(112))
    #expect(slow.deeds == "sbbbesb")
  }

  @Test func suspendIsFollowedByABeat() {
    let diary = Diary()
    let awake = KeepAwake([diary])
    awake.start()
    for uptime in [1, 2, 40_000, 40_001] { awake.tick(at: .seconds(uptime)) }
    #expect(diary.deeds == "sbb")
  }

  @Test func itGathersWhatIsToBePolledAndEndsWithItself() {
    let parts = [Diary(descriptors: [3]), Diary(), Diary(descriptors: [4, 5])]
    var awake: KeepAwake? = KeepAwake(parts)
    #expect(awake?.descriptors == [3, 4, 5] && awake?.holding == [])
    awake?.start()
    parts[1].holds = false
    #expect(awake?.holding == ["a diary", "a diary"])
    awake?.receive()
    awake = nil
    #expect(parts.map(\.entries) == ["sre", "sre", "sre"])
  }

  @Test func theDaemonIsToldOnlyWhileItRuns() {
    var isRunning = false
    let file = "/tmp/colourclock-beats-\(UInt64.random(in: 0 ... .max))"
    let daemon = ScreenSaverDaemon("echo x >>\(file)") { isRunning }
    daemon.start()
    for _ in 0..<3 { daemon.beat() }
    #expect(daemon.descriptors.isEmpty && !daemon.holds)
    isRunning = true
    for _ in 0..<2 {
      daemon.beat()
      while !daemon.descriptors.isEmpty {
        #expect(Poll.wait(for: daemon.descriptors, timeout: .seconds(10)))
        daemon.receive()
      }
    }
    #expect((try? File.read(file, limit: 100)) == Array("x\nx\n".utf8) && daemon.holds)
    isRunning = false
    daemon.beat()
    #expect(!daemon.holds)
    try? Folder.delete(file)
  }

  @Test func oneCommandRunsAtATime() {
    let daemon = ScreenSaverDaemon("exec sleep 1000") { true }
    daemon.beat()
    let descriptors = daemon.descriptors
    daemon.beat()
    #expect(!descriptors.isEmpty && daemon.descriptors == descriptors)
    daemon.stop()
    #expect(daemon.descriptors.isEmpty)
  }

  @Test func aCommandThatHangsIsEnded() {
    let daemon = ScreenSaverDaemon("exec sleep 1000", timeLimit: .milliseconds(20)) { true }
    daemon.beat()
    #expect(!Poll.wait(for: daemon.descriptors, timeout: .milliseconds(30)))
    daemon.beat()
    #expect(Poll.wait(for: daemon.descriptors, timeout: .seconds(10)))
    daemon.receive()
    #expect(daemon.descriptors.isEmpty)
    daemon.beat()
    #expect(!daemon.descriptors.isEmpty)
  }

  @Test func aRealServerTakesItAll() throws {
    let display = try Display(nil)
    defer { display.close() }
    #expect(display.accepts { display.hideCursor() })
    let timers = ServerTimers(display)
    timers.start()
    timers.beat()
    timers.stop()
    let daemon = ScreenSaverDaemon(on: display)
    daemon.beat()
    #expect(daemon.descriptors.isEmpty && timers.interval == .seconds(50))
  }
}

/// Sleeping monitors that count how often they were woken.
private final class SleepyMonitors: MonitorPower {
  let timeout: Duration?
  private(set) var wakes = 0

  private(set) var state: (isEnabled: Bool, isLit: Bool)

  init(_ timeout: Duration?, isEnabled: Bool = true, isLit: Bool = false) {
    (self.timeout, state) = (timeout, (isEnabled, isLit))
  }

  func enable(_ isEnabled: Bool) { state.isEnabled = isEnabled }

  func force(isLit: Bool) {
    #expect(state.isEnabled, "a server answers BadMatch")
    if isLit { wakes += 1 }
    state.isLit = isLit
  }
}

@Suite struct ScreenLightTests {
  /// Power saving is restored, whether the user has it on or not.
  @Test(arguments: [false, true])
  func itIsSwitchedOffAndOn(wasEnabled: Bool) {
    let monitors = SleepyMonitors(nil, isEnabled: wasEnabled, isLit: true)
    var light = ScreenLight()
    light.set(true, by: monitors)
    #expect(monitors.state == (wasEnabled, true) && monitors.wakes == 0)
    for _ in 0..<2 { light.set(false, by: monitors) }
    #expect(monitors.state == (true, false))
    for _ in 0..<2 { light.set(true, by: monitors) }
    #expect(monitors.state == (wasEnabled, true) && monitors.wakes == 1)
  }

  /// The server lights them at input.
  @Test func whatIsLitAlreadyIsLeftAlone() {
    let monitors = SleepyMonitors(nil, isEnabled: false, isLit: true)
    var light = ScreenLight()
    light.set(false, by: monitors)
    monitors.force(isLit: true)
    light.set(true, by: monitors)
    #expect(monitors.state == (false, true) && monitors.wakes == 1)
  }
}

@Suite struct ServerTimersTests {
  @Test func monitorsThatSleepAreWokenOnce() throws {
    let monitors = SleepyMonitors(.seconds(10))
    try PrivateServer(.xvfb, "-screen 0 64x64x24").connected { display in
      let timers = ServerTimers(display, power: monitors)
      timers.start()
      timers.beat()
      timers.stop()
      #expect(timers.interval == KeepAwake.pause, "suspended, neither timer runs")
    }
    #expect(monitors.wakes == 1)
  }

  @Test(arguments: [(10, 4000), (1, 400), (nil, 50_000), (100_000, 50_000)] as [(Int?, Int)])
  func withoutTheExtensionTheyAreForestalled(seconds: Int?, interval: Int) throws {
    try PrivateServer(.xvfb, "-screen 0 64x64x24 -extension MIT-SCREEN-SAVER").connected { display in
      let timers = ServerTimers(display, power: SleepyMonitors(seconds.map { .seconds($0) }))
      timers.start()
      #expect(timers.interval == .milliseconds(interval))
      timers.stop()
    }
  }

  @Test func aServerWithoutPowerSavingHasNothingToWake() throws {
    try PrivateServer(.xvfb, "-screen 0 64x64x24").connected { display in
      let power = ServerPower(display)
      #expect(power.timeout == nil)
      #expect(display.accepts { power.wake() })
    }
  }
}

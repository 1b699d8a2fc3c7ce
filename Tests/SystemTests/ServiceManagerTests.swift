import Glibc
import Testing

@testable import System

@Suite struct ServiceManagerTests {
  /// A service manager's socket, bound to `name`.
  private final class Ear {
    let name: String
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)

    init(abstract: Bool = false) {
      name = "\(abstract ? "@" : "/tmp/")colourclock-notify-\(UInt64.random(in: 0 ... .max))"
      var bytes = Array(name.utf8)
      if abstract { bytes[0] = 0 }
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
      let length = socklen_t(2 + bytes.count)
      withUnsafePointer(to: address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = bind(descriptor, $0, length) }
      }
    }

    deinit {
      close(descriptor)
      unlink(name)
    }

    /// All messages received since the last call.
    var heard: [String] {
      var all: [String] = []
      var buffer = [UInt8](repeating: 0, count: 1000)
      while case let count = recv(descriptor, &buffer, buffer.count, 0), count >= 0 {
        all.append(String(decoding: buffer[..<count], as: UTF8.self))
      }
      return all
    }
  }

  @Test(arguments: [false, true]) func itIsToldOnceAndThenInTime(isAbstract: Bool) {
    let ear = Ear(abstract: isAbstract)
    let manager = ServiceManager(socket: ear.name, timeout: .seconds(10)) { Issue.record("\($0)") }
    manager.ready()
    manager.ready()
    #expect(ear.heard == ["READY=1"])
    #expect(manager.isDue(at: .seconds(100)))
    for second in 100...110 { manager.alive(at: .seconds(second)) }
    #expect(ear.heard == Array(repeating: "WATCHDOG=1", count: 3))
    #expect(!manager.isDue(at: .seconds(114)) && manager.isDue(at: .seconds(115)))
  }

  @Test func whatItIsAboutIsToldWhenItChanges() {
    let ear = Ear()
    let manager = ServiceManager(socket: ear.name, timeout: nil) { Issue.record("\($0)") }
    for status in ["waiting", "waiting", "joined", "waiting"] { manager.setStatus(status) }
    manager.stopping()
    #expect(ear.heard == ["STATUS=waiting", "STATUS=joined", "STATUS=waiting", "STOPPING=1"])
  }

  @Test func withoutAWatchdogNothingIsDue() {
    let ear = Ear()
    let manager = ServiceManager(socket: ear.name, timeout: nil) { Issue.record("\($0)") }
    manager.ready()
    manager.alive(at: .seconds(1000))
    #expect(!manager.isDue(at: .seconds(1000)) && ear.heard == ["READY=1"])
  }

  @Test(arguments: [
    "/tmp/colourclock/no/such/socket", "@colourclock-no-such-socket", "/dev/null", "vsock:2:1234", "relative", "@",
    "/" + String(repeating: "x", count: 200),
  ])
  func oneThatIsNotThereIsSaidOnce(name: String) {
    var lines: [String] = []
    let manager = ServiceManager(socket: name, timeout: .seconds(10)) { lines.append($0) }
    manager.ready()
    for second in 0..<100 { manager.alive(at: .seconds(second)) }
    #expect(lines == ["cannot reach the service manager at '\(name)'; continuing without it"])
  }

  @Test func oneThatDoesNotReadIsNotWaitedFor() {
    let ear = Ear()
    let manager = ServiceManager(socket: ear.name, timeout: .nanoseconds(2)) { Issue.record("\($0)") }
    let start = Now.boot
    for second in 0..<100_000 {
      manager.alive(at: .seconds(second))
      if manager.isDue(at: .seconds(second)) { break }
    }
    #expect(Now.boot - start < .seconds(5))
    manager.ready()
    let before = ear.heard
    manager.ready()
    manager.ready()
    #expect(!before.isEmpty && !before.contains("READY=1") && ear.heard == ["READY=1"])
  }

  @Test(arguments: [
    ("10000000", true), ("1", true), ("0", false), ("-5", false), ("ten", false), ("99999999999999999999", false),
    (nil, false),
  ])
  func theEnvironmentSaysWhatIsWanted(timeout: String?, hasWatchdog: Bool) {
    let ear = Ear()
    var variables = ["NOTIFY_SOCKET": ear.name, "WATCHDOG_USEC": timeout, "WATCHDOG_PID": "1", "HOME": "/root"]
    let manager = ServiceManager(taking: { variables.removeValue(forKey: $0) ?? nil })
    #expect(variables == ["HOME": "/root"])
    manager?.ready()
    #expect(ear.heard == ["READY=1"] && manager?.isDue(at: .zero) == hasWatchdog)
  }

  @Test func withoutASocketThereIsNoManager() {
    var variables = ["WATCHDOG_USEC": "5", "WATCHDOG_PID": "1"]
    #expect(ServiceManager(taking: { variables.removeValue(forKey: $0) }) == nil)
    #expect(variables.isEmpty)
  }
}

@Suite struct WakeupsTests {
  /// Sends signals to this thread alone: other test threads do not block them.
  @Test func signalsAreTakenOneByOne() {
    let wakeups = SignalDescriptor()
    #expect(!wakeups.receive())
    for number in [SIGUSR1, SIGCONT] {
      raise(number)
      #expect(Poll.wait(for: [wakeups.descriptor], timeout: .seconds(10)))
      #expect(wakeups.receive() && !wakeups.receive())
    }
  }
}

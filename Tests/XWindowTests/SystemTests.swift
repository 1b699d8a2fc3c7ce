import Glibc
import Testing

@testable import XWindow

@Suite(.serialized) struct SystemTests {
  private let folder: String = {
    let name = "/tmp/colourclock-test-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    mkdir(name, 0o700)
    return name
  }()

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

  /// Only root may set the clock; to the time it has, that is no more than news.
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
    #expect(Poll.wait(for: [timer.descriptor], timeout: .seconds(10)) && timer.acknowledge() && timer.hasBeenSet)
    // Between a ring and the next time it is armed.
    _ = Self.setClock()
    timer.arm(at: late)
    #expect(Poll.wait(for: [timer.descriptor], timeout: .seconds(10)) && timer.acknowledge() && timer.hasBeenSet)
    timer.arm(at: Now.wall)
    #expect(Poll.wait(for: [timer.descriptor], timeout: .seconds(10)) && timer.acknowledge() && !timer.hasBeenSet)
  }

  @Test func aTimeThatIsPastRingsAtOnce() {
    let timer = KernelTimer(.boot)
    timer.arm(at: .zero)
    Poll.wait(for: [timer.descriptor])
    #expect(timer.acknowledge())
  }

  @Test func aFileIsReplacedWholeOrNotAtAll() throws {
    let path = "\(folder)/file"
    try File.replace(path) { fputs("one", $0.file) >= 0 }
    #expect(try File.read(path, limit: 10) == Array("one".utf8))
    #expect(throws: File.Failure.self) { try File.replace(path) { _ in false } }
    #expect(try File.read(path, limit: 10) == Array("one".utf8))
    #expect(throws: File.Failure.self) { try File.replace("\(folder)/none/file") { _ in true } }
  }

  @Test func unreadableFilesSayWhy() throws {
    #expect(throws: File.Failure.self) { try File.read(folder, limit: 10) }
    #expect(throws: File.Failure.self) { try File.read("/dev/zero", limit: 100_000) }
    let missing = #expect(throws: File.Failure.self) { try File.read("\(folder)/none", limit: 10) }
    #expect(missing?.isMissing == true && missing?.reason == "No such file or directory")
  }

  @Test func aStampChangesWithTheFileBehindALink() throws {
    let (link, target) = ("\(folder)/link", "\(folder)/target")
    #expect(File.Stamp(of: link) == nil)
    try File.replace(target) { fputs("a", $0.file) >= 0 }
    symlink(target, link)
    let before = File.Stamp(of: link)
    #expect(before != nil && before == File.Stamp(of: target))
    try File.replace(target) { fputs("b", $0.file) >= 0 }
    #expect(File.Stamp(of: link) != before)
  }
}

extension OpaquePointer {
  fileprivate var file: UnsafeMutablePointer<FILE> { UnsafeMutablePointer(self) }
}

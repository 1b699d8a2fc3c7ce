import Glibc
import Testing

@testable import System

/// Values of the kernel and of files, compared with other programs.
@Suite(.serialized) struct HealthSourceTests {
  private func output(of text: String) -> String {
    let command = ShellCommand(text, .captured(limit: 100_000), timeLimit: .seconds(20))
    while !command.descriptors.isEmpty {
      Poll.wait(for: command.descriptors)
      if case .finished(_, let output) = command.receive() { return String(decoding: output, as: UTF8.self) }
    }
    return ""
  }

  // MARK: The clock

  /// Compares with Python's own call, which uses the C library's layout of the structure.
  @Test func theKernelsClockIsAsPythonReadsIt() throws {
    let script = """
      import ctypes
      libc = ctypes.CDLL(None)
      buffer = ctypes.create_string_buffer(208)
      answer = libc.adjtimex(buffer)
      at = lambda kind, place: kind.from_buffer(buffer, place).value
      print(answer, at(ctypes.c_long, 24), at(ctypes.c_long, 32), at(ctypes.c_int, 40), at(ctypes.c_int, 160))
      """
    let words = output(of: "/usr/bin/python3 -c '\(script)'").split(whereSeparator: \.isWhitespace).compactMap {
      Int($0)
    }
    try #require(words.count == 5, "needs python3")
    let clock = try #require(KernelClock.present)
    #expect(clock.isSynchronised == (words[0] != 5 && words[3] & 0x40 == 0 && words[1] < 16_000_000))
    // The kernel increases it by half a millisecond a second.
    #expect(abs((clock.maximumError - .microseconds(words[1])) / .seconds(1)) < 0.1)
    #expect(clock.estimatedError == .microseconds(words[2]))
    #expect(clock.taiOffset == (words[4] == 0 ? nil : words[4]))
    #expect((clock.leap == nil) == ![1, 2, 3].contains(words[0]))
  }

  @Test func aServiceIsKnownByItsFiles() throws {
    let root = "/tmp/colourclock-health-\(getpid())"
    _ = output(of: "rm -rf \(root); mkdir -p \(root)/run/chrony \(root)/run/systemd/timesync \(root)/proc/4711")
    defer { _ = output(of: "rm -rf \(root)") }
    #expect(TimeService.running(root: root) == nil)
    _ = output(of: "touch -d @1000 \(root)/run/systemd/timesync/synchronized")
    #expect(
      TimeService.running(root: root, now: .seconds(1090))
        == TimeService(name: "systemd-timesyncd", sinceAnswer: .seconds(90)))
    // A stale PID file of chronyd does not count.
    try File.replace("\(root)/run/chrony/chronyd.pid", with: Array("4711\n".utf8))
    #expect(TimeService.running(root: root)?.name == "systemd-timesyncd")
    try File.replace("\(root)/proc/4711/comm", with: Array("chronyd\n".utf8))
    #expect(TimeService.running(root: root) == TimeService(name: "chronyd", sinceAnswer: nil))
  }

  // MARK: The process

  @Test func memoryAndDescriptorsAreThoseOfProc() throws {
    let memory = try #require(Footprint.memory)
    #expect(memory.proportional > 1 << 20 && memory.resident >= memory.proportional)
    let resident = output(of: "ps -o rss= -p \(getpid())").split(whereSeparator: \.isWhitespace).first.flatMap {
      Int($0)
    }
    #expect(abs(Double(memory.resident) / Double(try #require(resident) << 10) - 1) < 0.2)
    let before = try #require(Footprint.descriptors)
    let more = (0..<5).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
    defer { more.forEach { close($0) } }
    // Other tests open and close some at the same time.
    #expect(abs(try #require(Footprint.descriptors) - before - 5) < 5)
    let age = try #require(Footprint.age)
    let oracle = output(of: "ps -o etimes= -p \(getpid())").split(whereSeparator: \.isWhitespace).first.flatMap {
      Double($0)
    }
    #expect(abs(age / .seconds(1) - (try #require(oracle))) < 3)
  }

  // MARK: The journal

  @Test func aFloodIsCut() {
    var gate = Journal.Gate()
    let first = (0..<30).map { _ in gate.admit(at: .seconds(1000)) }
    #expect(first == (0..<30).map { $0 < 20 ? 0 : nil })
    // One more line every five seconds, with the number of omitted ones.
    #expect(gate.admit(at: .seconds(1004)) == nil)
    #expect(gate.admit(at: .seconds(1005)) == 11)
    #expect(gate.admit(at: .seconds(1006)) == nil)
    #expect((0..<30).count { _ in gate.admit(at: .seconds(1300)) != nil } == 20)
  }

  @Test func linesHavePriorities() {
    #expect(Journal.line("text", as: .error, at: Now.boot) == "<3>text\n")
    #expect(Journal.line("more", as: .info, at: Now.boot) == "<6>more\n")
  }
}

import Glibc
import Testing

@testable import System

/// Real shells, one after another: a child must not inherit another one's pipe.
@Suite(.serialized) struct CommandTests {
  /// Waits for the ending like the main loop.
  private func ending(
    _ text: String, _ kind: ShellCommand.Kind = .captured(limit: 100_000), timeLimit: Duration = .seconds(20)
  ) -> ShellCommand.Outcome? {
    ending(of: ShellCommand(text, kind, timeLimit: timeLimit))
  }

  private func ending(of command: ShellCommand) -> ShellCommand.Outcome? {
    while let deadline = command.deadline {
      _ = Poll.wait(for: command.descriptors, timeout: max(.zero, deadline - Now.boot))
      if let ending = command.receive() {
        #expect(command.receive() == nil && command.deadline == nil)
        settle(command)
        return ending
      }
    }
    return nil
  }

  /// Waits until killed processes are reaped.
  private func settle(_ command: ShellCommand) {
    while !command.descriptors.isEmpty {
      #expect(Poll.wait(for: command.descriptors, timeout: .seconds(10)))
      #expect(command.receive() == nil)
    }
  }

  private func text(_ ending: ShellCommand.Outcome?) -> String? {
    guard case .finished(0, let output) = ending else { return nil }
    return String(decoding: output, as: UTF8.self)
  }

  @Test(arguments: [
    ("echo hi", "hi\n"), ("true", ""), ("printf '%s|' 'a b' \"c  d\" e\\ f", "a b|c  d|e f|"), ("cat", ""),
    ("echo hidden >&2; echo seen", "seen\n"), ("echo $0 $#", "sh 0\n"), ("exec >&-; exec 2>&-; true", ""),
    ("-nonsense || echo no option", "no option\n"),
  ])
  func aCommandAnswers(text: String, answer: String) {
    #expect(self.text(ending(text)) == answer)
  }

  @Test(
    arguments: [
      ("exit 3", 3), ("exit 255", 255), ("exit 200", 200), ("/no/such/program", 127),
      ("sh -c 'kill -KILL $$'; exit $?", 137), ("sh -c 'kill -KILL $$' | cat; exit 130", 130),
    ] as [(String, Int32)])
  func aFailureHasItsStatus(text: String, status: Int32) {
    #expect(ending(text) == .finished(status: status, output: []))
    #expect(ending(text, .detached) == .finished(status: status, output: []))
  }

  @Test(
    arguments: [
      ("kill -KILL $$", SIGKILL), ("kill -TERM $$", SIGTERM), ("exec sh -c 'kill -SEGV $$'", SIGSEGV),
      ("kill -34 $$", 34),
    ] as [(String, Int32)])
  func aSignalIsNoStatus(text: String, number: Int32) {
    #expect(ending(text) == .signalled(number))
    #expect(ending(text, .detached) == .signalled(number))
  }

  @Test func bytesComeAsTheyAre() {
    #expect(ending("printf '\\000\\377\\033'") == .finished(status: 0, output: [0, 255, 27]))
  }

  @Test func muchIsReadWholeAndInPortions() {
    let command = ShellCommand("head -c 100000 /dev/zero", .captured(limit: 100_000), timeLimit: .seconds(20))
    #expect(ending(of: command) == .finished(status: 0, output: Array(repeating: 0, count: 100_000)))
    #expect(ending("head -c 100001 /dev/zero") == .tooMuch)
  }

  @Test func aFloodIsStoppedAndItsGroupGone() throws {
    let mark = "colourclock-flood-\(getpid())"
    #expect(ending("yes \(mark) & yes \(mark)") == .tooMuch)
    #expect(isGone(mark))
  }

  /// Arguments of `sleep`, in years, that no other process on the machine uses.
  private static let spans = (1...3).map { "\($0)\(100_000_000 + Int(getpid()))" }

  @Test(arguments: ["sleep N", "sleep N & sleep N & wait", "trap '' TERM HUP; sleep N"])
  func aHangIsKilledWithItsChildren(text: String) {
    let text = text.split(separator: "N", omittingEmptySubsequences: false).joined(separator: Self.spans[0])
    let start = Now.boot
    #expect(ending(text, timeLimit: .milliseconds(50)) == .timedOut)
    #expect(ending(text, .detached, timeLimit: .milliseconds(50)) == .timedOut)
    #expect(Now.boot - start >= .milliseconds(100))
    #expect(isGone(Self.spans[0]))
  }

  @Test func aClosedPipeIsNoEnding() {
    let start = Now.boot
    #expect(ending("exec >&-; sleep 100", timeLimit: .milliseconds(80)) == .timedOut)
    #expect(Now.boot - start >= .milliseconds(80))
  }

  @Test func aDaemonInTheGroupEndsWithIt() {
    let start = Now.boot
    #expect(text(ending("(sleep \(Self.spans[1]) &); echo hi")) == "hi\n")
    #expect(Now.boot - start < .seconds(10) && isGone(Self.spans[1]))
  }

  @Test func aDaemonOfAnotherSessionCannotHoldThePipe() throws {
    let start = Now.boot
    let answer = text(ending("setsid sleep 100 & echo $!; while [ $(cut -d' ' -f6 /proc/$!/stat) != $! ]; do :; done"))
    let id = try #require(answer.flatMap { pid_t($0.dropLast()) })
    #expect(kill(id, SIGKILL) == 0 && Now.boot - start < .seconds(10))
  }

  @Test func oneThatWritesForeverFromAnotherSessionIsStoppedAtTheLimit() {
    #expect(ending("setsid yes & exec sleep 100", timeLimit: .seconds(20)) == .tooMuch)
  }

  @Test func noDescriptorOfOursIsInherited() {
    let timers = [KernelTimer(.wall), KernelTimer(.boot)]
    // Descriptors as a careless parent leaves them: open across exec.
    let strays = [dup(STDERR_FILENO), fcntl(STDERR_FILENO, F_DUPFD, 700)]
    defer { for stray in strays { close(stray) } }
    // The fourth is ls's own, for the folder.
    #expect(text(ending("exec ls /proc/self/fd")) == "0\n1\n2\n3\n")
    let ends = text(ending("readlink /proc/self/fd/0 /proc/self/fd/2")) ?? ""
    #expect(ends.hasPrefix("/dev/null\npipe:["))
    withExtendedLifetime(timers) {}
  }

  @Test func signalsAreAsAProgramExpectsThem() throws {
    let before = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, before) }
    let masks = try #require(text(ending("sed -n 's/^Sig\\(Blk\\|Ign\\):.//p' /proc/self/status")))
    // Only the standard signals: 32 and 33 belong to the C library.
    #expect(masks.split(separator: "\n").map { UInt64($0, radix: 16).map { $0 & 0x7fff_ffff } } == [0, 0])
    #expect(ending("exec sh -c 'kill -PIPE $$'") == .signalled(SIGPIPE))
  }

  @Test func itLeadsAGroupOfItsOwn() throws {
    let ids = try #require(text(ending("echo $$; cut -d' ' -f5 /proc/$$/stat"))).split(separator: "\n")
    #expect(ids.count == 2 && ids.first == ids.last && pid_t(ids[0]) != getpgrp())
  }

  @Test func whatCannotBeStartedSaysWhy() {
    let huge = String(repeating: "x", count: 1 << 20)
    #expect(ending(huge) == .notStarted(reason: "Argument list too long"))
    #expect(ending(huge, .detached) == .notStarted(reason: "Argument list too long"))
  }

  @Test func oneThatIsDroppedIsKilledAndClearedAway() {
    var command: ShellCommand? = ShellCommand("sleep \(Self.spans[2])", .detached, timeLimit: .seconds(100))
    #expect(command?.descriptors.count == 1)
    command = nil
    #expect(isGone(Self.spans[2]))
  }

  /// True if no process has `mark` in its arguments and no child is a zombie. Killed processes take a moment, and other
  /// tests have children too, which live long under the sanitizer.
  private func isGone(_ mark: String) -> Bool {
    let end = Now.boot + .seconds(60)
    while Now.boot < end {
      Child.reapLate()
      if !Processes.all.contains(where: { $0.isZombieOfOurs || $0.arguments.contains(mark) }) { return true }
      sched_yield()
    }
    return false
  }
}

/// The processes on the machine (proc(5)).
private struct Processes {
  let arguments: String
  /// True if a child is a zombie, except an X server: other tests have some that end meanwhile.
  let isZombieOfOurs: Bool

  static var all: [Processes] {
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    var all: [Processes] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if Int(name) != nil { all.append(Processes(name)) }
    }
    return all
  }

  private init(_ id: String) {
    arguments = Processes.text("/proc/\(id)/cmdline").split(separator: "\0").joined(separator: " ")
    let (name, fields) = Processes.stat(id)
    isZombieOfOurs = !name.hasPrefix("X") && fields.count > 1 && fields[0] == "Z" && pid_t(fields[1]) == getpid()
  }

  /// The name in parentheses, and the fields after it: state, parent, ….
  private static func stat(_ id: String) -> (name: Substring, fields: [Substring]) {
    let parts = text("/proc/\(id)/stat").split(separator: ")")
    let name = parts.first?.split(separator: "(").last ?? ""
    return (name, parts.last?.split(separator: " ") ?? [])
  }

  private static func text(_ path: String) -> String {
    String(decoding: (try? File.read(path, limit: 1 << 20)) ?? [], as: UTF8.self)
  }
}

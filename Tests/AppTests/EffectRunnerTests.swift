import ColourClock
import Glibc
import Testing

@testable import App
@testable import System
@testable import XWindow

/// Real commands and files.
@Suite(.serialized) struct OutsideTests {
  private let folder = TemporaryFolder()

  // MARK: Commands

  @Test func theFeedsAnswerIsGivenOnce() {
    let commands = ShellCommands()
    commands.runFeed("echo one; echo two", limit: 100, timeLimit: .seconds(20))
    #expect(answer(of: commands) == .text(Array("one\ntwo\n".utf8)))
    #expect(commands.receive() == nil && commands.descriptors.count == 1)
  }

  @Test(arguments: [
    ("exit 3", Feed.Reason.exited(3)), ("exit 200", .exited(200)),
    ("echo some; kill -KILL $$", .signalled(9)), ("exec sh -c 'kill -TERM $$'", .signalled(15)),
    // The shell says what has become of a program of its own.
    ("exec 2>/dev/null; sh -c 'kill -KILL $$'; exit $?", .exited(137)), ("yes", .tooMuch),
    ("sleep 100", .timedOut), ("printf 'a\\0b'", .unreadable), (String(repeating: "x", count: 1 << 20), .notStarted),
  ])
  func whatGoesWrongIsItsAnswer(text: String, reason: Feed.Reason) {
    let commands = ShellCommands()
    commands.runFeed(text, limit: 1000, timeLimit: reason == .timedOut ? .milliseconds(50) : .seconds(20))
    #expect(answer(of: commands) == .failed(reason))
    #expect(commands.receive() == nil)
  }

  @Test func whatItComplainedOfIsKeptAndSaidOnce() {
    let (commands, log) = logged()
    func ask(_ text: String) -> Feed.Answer? {
      commands.runFeed(text, limit: 1000, timeLimit: .seconds(20))
      return answer(of: commands)
    }
    let bad = "A=1 ./no/such/weather.sh --now"
    guard case .failed(.exited(127), let said?) = ask(bad) else {
      Issue.record("a command that is not there fails with 127")
      return
    }
    #expect(said.contains("not found"))
    _ = ask(bad)
    let line = "feed: the command was not found (127): weather.sh (\(said))"
    #expect(log.lines == [line])
    #expect(ask("echo good; echo harmless >&2") == .text(Array("good\n".utf8)))
    _ = ask(bad)
    #expect(log.lines == [line, line])
    #expect(ask("printf 'a\\0b'; echo why >&2") == .failed(.unreadable, complaint: "why"))
    #expect(log.lines.last == "feed: there was no text to read: printf (why)")
    #expect(ask("echo one >&2; printf 'two\\n\\n' >&2; exit 3") == .failed(.exited(3), complaint: "two"))
    #expect(log.lines.last == "feed: the command failed (3): echo (two)")
    guard case .failed(.tooMuch, _) = ask("seq 1 1000000 >&2; exit 4") else {
      Issue.record("a flood of complaints is too much")
      return
    }
  }

  /// More than a pipe holds, all of it read: the last line is the command's last.
  @Test func aLongComplaintIsReadToItsEnd() {
    let (commands, _) = logged()
    commands.runFeed("seq 1 60000 >&2; exit 4", limit: 1000, timeLimit: .seconds(20))
    #expect(answer(of: commands) == .failed(.exited(4), complaint: "60000"))
  }

  @Test(arguments: [
    ("weather.sh", "weather.sh"), ("/usr/bin/date; uptime", "date"), ("  TZ=UTC LANG=C date +%H", "date"), ("", ""),
    ("/", ""), ("curl -s x|jq", "curl"), ("_X=1 /usr/bin/foo", "foo"),
  ]) func aCommandIsCalledByItsFirstWord(text: String, name: String) {
    #expect(ShellCommands.name(of: text) == name)
  }

  @Test func thereIsOneFeedAtATime() {
    let commands = ShellCommands()
    commands.runFeed("echo first", limit: 100, timeLimit: .seconds(20))
    commands.runFeed("echo second", limit: 100, timeLimit: .seconds(20))
    #expect(answer(of: commands) == .text(Array("first\n".utf8)))
    #expect(commands.descriptors.count == 1)
    commands.runFeed("echo third", limit: 100, timeLimit: .seconds(20))
    #expect(answer(of: commands) == .text(Array("third\n".utf8)))
  }

  @Test func aFeedThatIsDroppedDoesNotAnswerForTheNext() {
    let commands = ShellCommands()
    commands.runFeed("sleep 1000", limit: 100, timeLimit: .seconds(2000))
    commands.dropFeed()
    commands.runFeed("echo next", limit: 100, timeLimit: .seconds(20))
    #expect(answer(of: commands) == .text(Array("next\n".utf8)))
    // It is reaped when it has gone, which is not waited for.
    while !commands.isIdle {
      #expect(Poll.wait(for: commands.descriptors, timeout: .seconds(20)))
      #expect(commands.receive() == nil)
    }
  }

  @Test func eightOfOneRunAtATimeAndTheNinthIsSaidOnce() {
    let (commands, log) = logged()
    for _ in 0..<8 { commands.run("sleep 100") }
    #expect(commands.descriptors.count == 9)
    for _ in 0..<3 { commands.run("sleep 100") }
    #expect(commands.descriptors.count == 9)
    // Those that hang take no other's place.
    commands.run("sleep 101")
    #expect(commands.descriptors.count == 10)
    commands.runFeed("echo fed", limit: 100, timeLimit: .seconds(20))
    #expect(answer(of: commands) == .text(Array("fed\n".utf8)))
    commands.end()
    #expect(commands.descriptors.count == 1 && commands.receive() == nil)
    #expect(log.lines == ["already running 8 times, so not started again: sleep 100"])
  }

  @Test func whatIsForgottenRunsAndHasOurStandardError() throws {
    let (commands, log) = logged()
    // Where no other test can redirect it meanwhile.
    _ = Process.silently {
      commands.run("readlink /proc/$$/fd/1 /proc/$$/fd/2 >\(folder.path)/links; exit 3")
      commands.run("readlink /proc/\(getpid())/fd/2 >\(folder.path)/ours")
      finish(commands)
      return true
    }
    let links = try File.read("\(folder.path)/links", limit: 10_000).split(separator: 0xa)
    let ours = try File.read("\(folder.path)/ours", limit: 10_000).split(separator: 0xa)
    #expect(links.count == 2 && links[1] == ours.first && log.lines == [])
  }

  @Test func whatCannotBeStartedIsSaid() {
    let huge = String(repeating: "x", count: 1 << 20)
    let (commands, log) = logged()
    commands.run(huge)
    #expect(Poll.wait(for: commands.descriptors, timeout: .seconds(10)))
    #expect(commands.receive() == nil && commands.descriptors.count == 1)
    #expect(log.lines == ["cannot run, Argument list too long: \(huge)"])
  }

  @Test func whatTakesTooLongIsKilledAndSaid() {
    let log = Log()
    let commands = ShellCommands(timeLimit: .milliseconds(50), report: log.add)
    commands.run("sleep 4567890 & sleep 4567890")
    finish(commands)
    #expect(log.lines == ["killed after 0 s: sleep 4567890 & sleep 4567890"])
  }

  private func logged() -> (ShellCommands, Log) {
    let log = Log()
    return (ShellCommands(report: log.add), log)
  }

  /// Waits until nothing is left of what was run.
  private func finish(_ commands: ShellCommands) {
    while commands.descriptors.count > 1 {
      #expect(Poll.wait(for: commands.descriptors, timeout: .seconds(30)))
      #expect(commands.receive() == nil)
    }
  }

  private func answer(of commands: ShellCommands) -> Feed.Answer? {
    while Poll.wait(for: commands.descriptors, timeout: .seconds(30)) {
      guard let answer = commands.receive() else { continue }
      return answer
    }
    return nil
  }

  // MARK: The feed's file

  @Test func aFileIsReadWhenItHasChanged() throws {
    var file = WatchedFile("\(folder.path)/feed")
    #expect(file.readFeed() == .failed(.missing))
    #expect(file.readFeed() == nil)
    try File.replace(file.path, with: Array("one".utf8))
    #expect(file.readFeed() == .text(Array("one".utf8)))
    #expect(file.readFeed() == nil)
    try File.replace(file.path, with: Array("two".utf8))
    #expect(file.readFeed() == .text(Array("two".utf8)))
    File.remove(file.path)
    #expect(file.readFeed() == .failed(.missing))
    #expect(file.readFeed() == nil)
  }

  /// Another program has a lease on the file (fcntl(2)). So the file cannot be opened, but its stamp stays the same.
  @Test func aFailedReadIsTriedAgainEachSecond() throws {
    let (setLease, setSignal) = (Int32(1024), Int32(10))
    var file = WatchedFile("\(folder.path)/feed")
    try File.replace(file.path, with: Array("one".utf8))
    let descriptor = open(file.path, O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    // The kernel sends a signal to the holder of the lease. SIGURG is ignored by default.
    try #require(fcntl(descriptor, setSignal, SIGURG) == 0 && fcntl(descriptor, setLease, F_WRLCK) == 0)
    #expect(file.readFeed(at: .seconds(10)) == .failed(.unreadable))
    #expect(file.readFeed(at: .seconds(11)) == nil)
    try #require(fcntl(descriptor, setLease, F_UNLCK) == 0)
    #expect(file.readFeed(at: .milliseconds(11_900)) == nil)
    #expect(file.readFeed(at: .seconds(12)) == .text(Array("one".utf8)))
    #expect(file.readFeed(at: .seconds(13)) == nil)
  }

  /// A viewer who asks for the feed is told each time.
  @Test func aFailureIsReportedOnlyOnceOrWhenAsked() {
    var file = WatchedFile(folder.path)
    #expect(file.readFeed(at: .seconds(10)) == .failed(.unreadable))
    #expect(file.readFeed(at: .seconds(20)) == nil)
    #expect(file.readFeed(evenIfSame: true, at: .seconds(20)) == .failed(.unreadable))
  }

  @Test func onlyAFileOfFairSizeIsRead() throws {
    let (pipe, large) = ("\(folder.path)/pipe", "\(folder.path)/large")
    #expect(mkfifo(pipe, 0o600) == 0)
    try File.replace(large, with: Array(repeating: 0x20, count: 65_537))
    for path in [pipe, folder.path, "/dev/zero"] {
      var file = WatchedFile(path)
      #expect(file.readFeed() == .failed(.unreadable))
    }
    var file = WatchedFile(large)
    #expect(file.readFeed() == .failed(.tooMuch))
    try File.replace(large, with: Array(repeating: 0x20, count: 65_536))
    #expect(file.readFeed() == .text(Array(repeating: 0x20, count: 65_536)))
  }
}

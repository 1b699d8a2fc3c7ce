import ColourClock
import Glibc
import Testing
import XWindow

@testable import App

@Suite struct SavedStateTests {
  private let folder = TemporaryFolder()
  private let log = Log()
  private let moment = Moment(instant: Instant(second: 1_800_000_000), uptime: .seconds(1000), zone: .utc)

  private func state(in name: String = "") -> SavedState {
    SavedState(state: folder.path + name, home: nil, report: log.add)
  }

  private func options(_ line: String...) throws -> CountdownOptions {
    try Arguments(["--no-config"] + line).options().countdown
  }

  @Test(
    arguments: [
      ("/state", "/home", "/state/colourclock"), ("state", "/home", "/home/.local/state/colourclock"),
      (nil, "/home", "/home/.local/state/colourclock"), (nil, nil, nil), ("state", "home", nil),
      ("/state", nil, "/state/colourclock"),
    ] as [(String?, String?, String?)])
  func itFollowsTheBaseDirectories(state: String?, home: String?, path: String?) {
    #expect(SavedState(state: state, home: home, report: log.add).folder == path)
  }

  @Test func theFirstUseIsOne() throws {
    #expect(!SavedState(state: nil, home: nil, report: log.add).isFirstUse)
    var first = state()
    #expect(first.isFirstUse)
    first.keep(nil, at: moment)
    #expect(state().isFirstUse && folder.names(in: "colourclock") == [])
    first.keepHint()
    #expect(!state().isFirstUse)
    var second = state()
    second.keep(try options("--countdown", "10m").started(at: moment), at: moment)
    second.keep(nil, at: moment)
    #expect(!state().isFirstUse && state().card == nil && log.lines == [])
    // Who has chosen a card knows what to do.
    var other = state(in: "/other")
    other.keepCard("hue")
    #expect(!state(in: "/other").isFirstUse)
  }

  @Test func whatIsKeptIsReadAgain() throws {
    var first = state(in: "/a/b")
    #expect(first.card == nil && !first.hasChosen && folder.names(in: "a") == [])
    let plan = try options("--countdown", "10m")
    let (countdown, _) = first.countdown(for: plan, at: moment)
    first.keep(countdown, at: moment)
    first.keepCard("zwölf")
    #expect(first.card == "zwölf" && first.hasChosen && folder.names(in: "a/b/colourclock") == ["state.json"])
    for path in ["a", "a/b", "a/b/colourclock"] { #expect(folder.mode(of: path) == 0o700) }
    var second = state(in: "/a/b")
    #expect(second.card == "zwölf" && !second.hasChosen)
    #expect(second.countdown(for: plan, at: moment).countdown == countdown)
    #expect(second.countdown(for: try options(), at: moment).countdown == nil)
    #expect(second.countdown(for: try options("--every", "60s"), at: moment).countdown != countdown)
    second.keep(nil, at: moment)
    var third = state(in: "/a/b")
    #expect(third.card == "zwölf" && log.lines == [])
    #expect(third.countdown(for: try options(), at: moment).countdown == nil)
  }

  @Test(arguments: [0, 3_600, 86_399, 86_400, -86_400])
  func whatWasBegunByHandComesBackForADay(seconds: Int64) throws {
    var first = state()
    #expect(first.countdown(for: try options("--title", "Tea"), at: moment).countdown == nil)
    let countdown = try options("--countdown", "99h").started(at: moment)
    first.keep(countdown, at: moment)
    let later = Moment(
      instant: moment.instant + .seconds(seconds), uptime: moment.uptime + .seconds(max(0, seconds)), zone: .utc)
    // Kept again, it is as old as it was.
    first.keep(countdown, at: moment)
    first.keep(countdown, at: later)
    var second = state()
    let isBack = abs(seconds) < 86_400
    #expect((second.countdown(for: try options(), at: later).countdown != nil) == isBack)
    #expect(second.title == (isBack ? "Tea" : ""))
  }

  @Test func twoClocksKeepEachTheirOwn() throws {
    var (one, other) = (state(), state())
    one.keepCard("hue")
    other.keep(other.countdown(for: try options("--countdown", "10m"), at: moment).countdown, at: moment)
    var third = state()
    #expect(third.card == "hue")
    #expect(third.countdown(for: try options("--countdown", "10m"), at: moment).countdown != nil)
  }

  @Test func nothingIsWrittenWhereThereIsNothingToKeep() throws {
    var state = state()
    state.keep(nil, at: moment)
    #expect(folder.names(in: "") == [])
  }

  @Test func aPartLeftByAProcessOfTheSameNumberIsNoHindrance() throws {
    var first = state()
    first.keepCard("old")
    try File.replace("\(folder.path)/colourclock/state.json.\(getpid()).part", with: [0])
    first.keepCard("new")
    #expect(state().card == "new" && folder.names(in: "colourclock") == ["state.json"])
  }

  @Test(arguments: [
    [0], [], Array("{}".utf8), Array("{\"version\":2}".utf8), Array("{\"version\":1,\"card\":1}".utf8), [0x61, 0xff],
    Array(repeating: 0x61, count: 65_537),
  ])
  func whatMakesNoSenseIsSetAside(bytes: [UInt8]) throws {
    let path = "\(folder.path)/colourclock/state.json"
    try Folder.create("\(folder.path)/colourclock")
    for _ in 0..<2 {
      try File.replace(path, with: bytes)
      #expect(state().card == nil)
    }
    let line = "set aside a damaged \(path) as \(path).damaged"
    #expect(log.lines == [line, line])
    #expect(try File.read("\(path).damaged", limit: 100_000) == bytes)
  }

  @Test func theFilesOfTheFirstVersionGoWithTheNewOne() throws {
    try Folder.create("\(folder.path)/colourclock")
    try File.replace("\(folder.path)/colourclock/card", with: Array("hue\n".utf8))
    try File.replace("\(folder.path)/colourclock/countdown", with: Array("plan none\nrubbish\n".utf8))
    var first = state()
    #expect(first.card == "hue" && log.lines.count == 1 && log.lines[0].hasPrefix("set aside a damaged"))
    #expect(folder.names(in: "colourclock") == ["card", "countdown.damaged"])
    first.keep(nil, at: moment)
    #expect(state().card == "hue" && folder.names(in: "colourclock") == ["countdown.damaged", "state.json"])
  }

  /// Not by its mode, which is nothing to root: what should be a folder is a file.
  @Test func anUnwritableFolderIsOneLineAndNoMore() throws {
    try File.replace("\(folder.path)/colourclock", with: [])
    var state = state()
    for _ in 0..<3 { state.keepCard("hue") }
    state.keep(nil, at: moment)
    #expect(log.lines == ["cannot write \(folder.path)/colourclock/state.json: File exists"])
  }

  @Test func whatCannotBeReadSaysWhy() throws {
    try Folder.create("\(folder.path)/colourclock")
    let pipe = "\(folder.path)/colourclock/state.json"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(state().card == nil)
    #expect(log.lines == ["cannot read the state in \(pipe): not a regular file"])
  }
}

import Glibc
import System
import Testing

@testable import App
@testable import ColourClock

/// The file that it is kept in: when it is written, and what is made of one that cannot be read.
extension SavedStateTests {
  @Test func nothingIsWrittenWhereThereIsNothingToKeep() throws {
    var state = state()
    state.store(nil, at: moment)
    #expect(folder.names(in: "") == [])
  }

  @Test func aPartLeftByAProcessOfTheSameNumberIsNoHindrance() throws {
    var first = state()
    first.store(SavedState.Choice(card: "old"))
    try File.replace("\(folder.path)/colourclock/state.json.\(getpid()).part", with: [0])
    first.store(SavedState.Choice(card: "new"))
    #expect(state().chosen.card == "new" && folder.names(in: "colourclock") == ["state.json"])
  }

  @Test(arguments: [
    [0], [], Array("{}".utf8), Array("{\"version\":0}".utf8), Array("{\"version\":1,\"card\":1}".utf8), [0x61, 0xff],
  ])
  func whatMakesNoSenseIsSetAside(bytes: [UInt8]) throws {
    let path = "\(folder.path)/colourclock/state.json"
    try Folder.create("\(folder.path)/colourclock")
    for _ in 0..<2 {
      try File.replace(path, with: bytes)
      #expect(state().chosen.card == nil)
    }
    let line = "\(path) is damaged and was renamed to \(path).damaged"
    #expect(log.lines == [line, line])
    #expect(try File.read("\(path).damaged", limit: 100_000) == bytes)
  }

  /// It is tried again, and after a fifth of a second written all the same; a program that ends waits so long.
  @Test(arguments: [true, false])
  func anotherProgramThatHasLockedTheFolder(ends: Bool) throws {
    try Folder.create("\(folder.path)/colourclock")
    var state = state()
    state.save(SavedState.Choice(card: "hue"))
    let lock = try FolderLock("\(folder.path)/colourclock")
    state.write(waits: ends)
    #expect(state.isLocked != ends && state.isToBeWritten != ends && (self.state().chosen.card == "hue") == ends)
    usleep(200_000)
    state.write()
    #expect(!state.isLocked && !state.isToBeWritten && self.state().chosen.card == "hue")
    lock.release()
    state.save(SavedState.Choice(card: "full"))
    state.write()
    #expect(!state.isLocked && self.state().chosen.card == "full")
  }

  @Test func whatIsTooLongIsSetAside() throws {
    let path = "\(folder.path)/colourclock/state.json"
    try Folder.create("\(folder.path)/colourclock")
    try File.replace(path, with: Array("{}".utf8))
    truncate(path, 1 << 24 + 1)
    #expect(state().chosen.card == nil && log.lines == ["\(path) is damaged and was renamed to \(path).damaged"])
  }

  /// Those of 32 walls, of which a wall that has just been told something is always one.
  @Test func alarmsAreKeptBesideThoseOfOtherWalls() throws {
    let alarms = try (0..<100).map { number in
      try DailyAlarm.parse("12:\(10 + number % 50)=\(number)\(String(repeating: "ü\u{308}", count: 76))@mon-fri")
    }
    func wall(_ number: Int) -> SavedState {
      SavedState(state: folder.path, home: nil, wall: "a:\(number)", report: log.add)
    }
    for number in 0..<40 {
      var state = wall(number)
      if number > 3 {
        state.store(try options("--countdown", "10m").started(at: moment).all.first?.countdown, at: moment)
      }
      let own = number < 37 ? [alarms[number]] : alarms
      state.store(own)
      var again = wall(number)
      #expect(again.alarms() == own)
    }
    let kept = (0..<40).filter {
      var state = wall($0)
      return !state.alarms().isEmpty
    }
    #expect(kept.count == 32 && kept.last == 39 && log.lines == [])
  }

  /// A newer clock was there before: what it keeps is not for this one to throw away.
  @Test func aFileOfALaterVersionStaysAsItIs() throws {
    let path = "\(folder.path)/colourclock/state.json"
    try Folder.create("\(folder.path)/colourclock")
    let bytes = Array("{\"version\":2,\"card\":[1]}".utf8)
    try File.replace(path, with: bytes)
    var first = state()
    for number in 0..<200 { first.store(SavedState.Choice(card: "\(number)")) }
    #expect(first.chosen.card == "199" && folder.names(in: "colourclock") == ["state.json"])
    #expect(try File.read(path, limit: 1000) == bytes)
    #expect(log.lines == ["a later version of the clock wrote \(path): it stays as it is, and nothing is saved"])
  }

  /// What else is kept stays.
  @Test func aWrongCountdownIsForgottenAlone() throws {
    let plan = try options("--countdown", "10m")
    let alarm = try DailyAlarm.parse("12:00=Lunch")
    for wall in ["a:0", "a:1"] {
      var first = SavedState(state: folder.path, home: nil, wall: wall, report: log.add)
      first.store(first.countdown(for: plan, at: moment).countdown, .started(at: moment), at: moment)
      first.store([alarm])
    }
    let path = "\(folder.path)/colourclock/state.json"
    let kept = String(decoding: try File.read(path, limit: 10_000), as: UTF8.self)
    #expect(kept.split(separator: "\"length\":6").count == 3)
    let changed = kept.split(separator: "\"length\":6", maxSplits: 1).joined(separator: "\"length\":-6")
    try File.replace(path, with: Array(changed.utf8))
    for wall in ["a:0", "a:1"] {
      var second = SavedState(state: folder.path, home: nil, wall: wall, report: log.add)
      #expect(second.countdown(for: plan, at: moment).countdown == plan.started(at: moment).all.first?.countdown)
      let (stopwatch, alarms) = (second.stopwatch(isWanted: false, at: moment), second.alarms())
      #expect(stopwatch != nil && alarms == [alarm])
      second.write()
    }
    #expect(
      log.lines == [
        "\(path): a saved countdown is forgotten, because a value is wrong: length is -600000000000"
      ])
    var third = SavedState(state: folder.path, home: nil, wall: "a:1", report: log.add)
    let alarms = third.alarms()
    #expect(alarms == [alarm] && folder.names(in: "colourclock") == ["state.json"])
  }

  /// Their difference to the present is more than any number.
  @Test(arguments: [Int64.min, .max]) func timesOutOfAllBoundsAreLongAgo(second: Int64) throws {
    try Folder.create("\(folder.path)/colourclock")
    var first = state()
    first.store(
      try options("--countdown", "10m").started(at: moment).all.first?.countdown, .started(at: moment), at: moment)
    let path = "\(folder.path)/colourclock/state.json"
    let kept = String(decoding: try File.read(path, limit: 10_000), as: UTF8.self)
    let changed = kept.split(separator: "1800000000,", omittingEmptySubsequences: false).joined(separator: "\(second),")
    try File.replace(path, with: Array(changed.utf8))
    var second = state()
    #expect(second.countdown(for: try options(), at: moment).countdown == nil)
    #expect(second.stopwatch(isWanted: false, at: moment) == nil && log.lines == [])
  }

  /// What another clock has written since then stays.
  @Test func itIsWrittenWhenAskedAndNotBefore() throws {
    var (one, other) = (state(), state())
    one.save(SavedState.Choice(card: "hue"))
    one.saveHint()
    #expect(one.isToBeWritten && folder.names(in: "colourclock") == [] && one.chosen.card == "hue")
    other.store(SavedState.Choice(look: LookChoice(date: true)))
    one.write()
    #expect(!one.isToBeWritten && state().chosen == SavedState.Choice(card: "hue", look: LookChoice(date: true)))
    one.write()
    #expect(log.lines == [])
  }

  @Test func theFilesOfTheFirstVersionGoWithTheNewOne() throws {
    try Folder.create("\(folder.path)/colourclock")
    try File.replace("\(folder.path)/colourclock/card", with: Array("hue\n".utf8))
    try File.replace("\(folder.path)/colourclock/countdown", with: Array("plan none\nrubbish\n".utf8))
    var first = state()
    #expect(first.chosen.card == "hue" && log.lines.count == 1 && log.lines[0].hasSuffix(".damaged"))
    #expect(folder.names(in: "colourclock") == ["card", "countdown.damaged"])
    first.store(nil, at: moment)
    #expect(state().chosen.card == "hue" && folder.names(in: "colourclock") == ["countdown.damaged", "state.json"])
  }

  /// Not by its mode, which is nothing to root: what should be a folder is a file.
  @Test func anUnwritableFolderIsOneLineAndNoMore() throws {
    try File.replace("\(folder.path)/colourclock", with: [])
    var state = state()
    for _ in 0..<3 { state.store(SavedState.Choice(card: "hue")) }
    state.store(nil, at: moment)
    #expect(log.lines == ["cannot write \(folder.path)/colourclock/state.json: File exists"])
  }

  @Test func whatCannotBeReadSaysWhy() throws {
    try Folder.create("\(folder.path)/colourclock")
    let pipe = "\(folder.path)/colourclock/state.json"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(state().chosen.card == nil)
    #expect(log.lines == ["cannot read \(pipe): not a regular file"])
  }
}

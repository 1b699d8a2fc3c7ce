import Glibc
import Testing
import XWindow

@testable import App

@Suite struct StateFolderTests {
  private let folder = TemporaryFolder()
  private let log = Log()

  private func state(in name: String = "") throws -> StateFolder {
    try #require(StateFolder(state: folder.path + name, home: nil, report: log.add))
  }

  @Test(
    arguments: [
      ("/state", "/home", "/state/colourclock"), ("state", "/home", "/home/.local/state/colourclock"),
      (nil, "/home", "/home/.local/state/colourclock"), (nil, nil, nil), ("state", "home", nil),
      ("/state", nil, "/state/colourclock"),
    ] as [(String?, String?, String?)])
  func itFollowsTheBaseDirectories(state: String?, home: String?, path: String?) {
    #expect(StateFolder(state: state, home: home)?.path == path)
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    var state = try state(in: "/a/b")
    var text = try state.read("alarms")
    #expect(text == nil)
    #expect(File.Stamp(of: state.path) == nil)
    for new in ["one\n", "", "zwölf\n"] {
      state.write("alarms", new)
      text = try state.read("alarms")
      #expect(text == new)
    }
    #expect(folder.names(in: "a/b/colourclock") == ["alarms"])
    for path in ["a", "a/b", "a/b/colourclock"] { #expect(folder.mode(of: path) == 0o700) }
    state.remove("alarms")
    state.remove("alarms")
    text = try state.read("alarms")
    #expect(text == nil && folder.names(in: "a/b/colourclock") == [] && log.lines == [])
  }

  @Test func aPartLeftByAProcessOfTheSameNumberIsNoHindrance() throws {
    var state = try state()
    state.write("alarms", "old")
    try File.replace("\(state.path)/alarms.\(getpid()).part", with: [0])
    state.write("alarms", "new")
    let text = try state.read("alarms")
    #expect(text == "new" && folder.names(in: "colourclock") == ["alarms"])
  }

  @Test(arguments: [[0], [0x61, 0xff], Array(repeating: 0x61, count: 65_537)] as [[UInt8]])
  func whatIsNoTextIsSetAside(bytes: [UInt8]) throws {
    var state = try state()
    state.write("alarms.damaged", "an older one")
    try File.replace("\(state.path)/alarms", with: bytes)
    let path = "\(state.path)/alarms"
    for _ in 0..<2 {
      let text = try state.read("alarms")
      #expect(text == nil && log.lines == ["set aside a damaged \(path) as \(path).damaged"])
    }
    #expect(try File.read("\(path).damaged", limit: 100_000) == bytes)
  }

  /// Not by its mode, which is nothing to root: what should be a folder is a file.
  @Test func anUnwritableFolderIsOneLineAndNoMore() throws {
    try File.replace("\(folder.path)/colourclock", with: [])
    var state = try state()
    for _ in 0..<3 { state.write("alarms", "text") }
    state.remove("alarms")
    #expect(log.lines == ["cannot write \(state.path)/alarms: File exists"])
  }

  @Test func whatCannotBeReadSaysWhy() throws {
    var state = try state()
    state.write("alarms", "text")
    let pipe = "\(state.path)/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    var failure: Failure?
    do { _ = try state.read("pipe") } catch { failure = error }
    #expect(failure?.text == "cannot read the state in \(pipe): not a regular file")
    for _ in 0..<2 { state.setAside("none") }
    #expect(log.lines == ["cannot set aside a damaged \(state.path)/none: No such file or directory"])
  }
}

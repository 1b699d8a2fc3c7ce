import ColourClock
import CompanionSupport
import ControlProtocol
import Testing

@testable import Mqtt

@Suite struct StatusNewsTests {
  private let noon = Timestamp(milliseconds: 1_795_348_800_000)

  private func status(_ wall: String) throws -> JSON {
    try #require(JSON(Array(#"{"uptime": 7, "wall": \#(wall)}"#.utf8)))
  }

  @Test func timeAloneIsNoNews() throws {
    var news = StatusNews()
    let first = try status(##"{"time": "12:00:00", "colour": "#000000", "face": "hue"}"##)
    let second = try status(##"{"time": "12:00:01", "colour": "#000001", "face": "hue"}"##)
    let third = try status(##"{"time": "12:00:02", "colour": "#000001", "face": "full"}"##)
    let times = [(first, 100), (second, 101), (third, 102), (third, 161.9), (third, 162)]
    let told = times.map { news.isNews($0, at: $1) }
    #expect(told == [true, false, true, false, true])
    news.reset()
    let isToldAgain = news.isNews(third, at: 163)
    #expect(isToldAgain)
  }

  /// Neither by the topic nor as the answer to a command, unless `--allow` names `get`.
  @Test func whatIsTheOwnersIsNotPublished() throws {
    let whole = try #require(
      JSON(Array(#"{"options": [{"name": "feed", "value": "secret"}], "lastReloadFailure": "a:1: 'secret'"}"#.utf8)))
    var news = StatusNews()
    let (usual, named) = (Permissions(allowed: nil), Permissions(allowed: ["status", "reload"]))
    let refusal = "the options file was refused: see the clock's log"
    let answers = try [usual, named].map { try #require($0.published(whole, of: ["status"])) }
    for published in [news.joined(whole, .null, at: noon)] + answers {
      #expect(published["options"] == nil && published["lastReloadFailure"] == .string(refusal))
    }
    for permissions in [usual, named] {
      #expect(permissions.published("a:1: 'secret'", of: ["reload"]) == refusal)
    }
    #expect(usual.published("there is no face 'x'", of: ["face", "x"]) == "there is no face 'x'")
    let owner = Permissions(allowed: ["status", "reload", "get"])
    #expect(owner.published(whole, of: ["status"]) == whole)
    #expect(owner.published("a:1: 'secret'", of: ["reload"]) == "a:1: 'secret'")
  }

  /// The texts of failures may quote paths and commands.
  @Test func failuresArePublishedWithoutTheirTexts() throws {
    let health = try #require(
      JSON(Array(#"{"saveFailure": "cannot write /home/ann/x", "soundFailure": "cannot run /home/ann/y"}"#.utf8)))
    let feed = #"{"complaint": "cat: /home/ann/a: Permission denied", "lines": []}"#
    var news = StatusNews()
    let joined = news.joined(try status(#"{"feed": \#(feed)}"#), health, at: noon)
    #expect(!JSON.text(of: joined).contains("/home"))
    #expect(joined["health"]?["saveFailure"] == "state cannot be saved: see the clock's log")
    #expect(joined["wall"]?["feed"]?["complaint"] == "the feed's command complains: see the clock's log")
    for allowed in [nil, ["health"]] as [Set<String>?] {
      #expect(Permissions(allowed: allowed).published(health, of: ["health"]) == joined["health"])
    }
    #expect(Permissions(allowed: ["health", "get"]).published(health, of: ["health"]) == health)
    func published(_ event: String) -> [UInt8] {
      let line = Array(event.utf8)
      return Permissions.published(JSON(line), line)
    }
    let event = JSON(published(#"{"event": "feed", "data": \#(feed)}"#))
    #expect(event?["event"] == "feed" && event?["data"] == joined["wall"]?["feed"])
    let other = #"{"event": "face", "data": "hue"}"#
    #expect(published(other) == Array(other.utf8))
  }

  @Test func thatAMessageIsSeenIsNewsAndForHowLongIsNot() throws {
    var news = StatusNews()
    let messages = [(false, 60.0), (true, 60), (true, 59)].map {
      #"{"messages": [{"isShown": \#($0), "left": \#($1)}]}"#
    }
    let told = try messages.enumerated().map { news.isNews(try status($1), at: Double($0)) }
    #expect(told == [true, true, false])
  }

  @Test func theEndStaysAsItWasReckoned() throws {
    var news = StatusNews()
    func end(_ remaining: Double, _ milliseconds: Int64, _ state: String = "running") throws -> String? {
      let joined = news.joined(
        try status(#"{"countdown": {"state": "\#(state)", "remaining": \#(remaining)}}"#), .null,
        at: Timestamp(milliseconds: noon.milliseconds + milliseconds))
      return joined["wall"]?["countdown"]?["end"]?.word
    }
    #expect(try end(60, 0) == "2026-11-22T12:01:00.000Z")
    #expect(try end(49.99, 10_000) == "2026-11-22T12:01:00.000Z")
    #expect(try end(109.99, 10_001) == "2026-11-22T12:01:59.991Z")
    #expect(try end(109, 10_001, "paused") == nil)
    #expect(try end(109, 20_000) == "2026-11-22T12:02:09.000Z")
    #expect(try end(1e18, 20_000) == nil)
  }

  /// They have commands in them, and with those perhaps passwords.
  @Test func optionsStayHere() throws {
    var news = StatusNews()
    let status = try #require(JSON(Array(#"{"wall": {}, "options": [{"name": "on-zero", "value": "secret"}]}"#.utf8)))
    #expect(!JSON.text(of: news.joined(status, .null, at: noon)).contains("secret"))
  }

  /// The end of a program, and the start of the stopwatch, for clients that count by themselves.
  @Test func momentsOfTimers() throws {
    var news = StatusNews()
    func moments(_ left: Double, _ elapsed: Double, _ milliseconds: Int64, runs: Bool = true) throws -> [String?] {
      let program = #"{"state": "\#(runs ? "running" : "waiting")", "left": \#(left)}"#
      let stopwatch = #"{"isRunning": \#(runs), "elapsed": \#(elapsed)}"#
      let joined = news.joined(
        try status(#"{"program": \#(program), "stopwatch": \#(stopwatch)}"#), .null,
        at: Timestamp(milliseconds: noon.milliseconds + milliseconds))
      return [joined["wall"]?["program"]?["endTime"]?.word, joined["wall"]?["stopwatch"]?["startTime"]?.word]
    }
    let first = ["2026-11-22T12:01:00.000Z", "2026-11-22T11:59:00.000Z"]
    #expect(try moments(60, 60, 0) == first)
    #expect(try moments(30.01, 89.99, 30_000) == first)
    #expect(try moments(90, 5, 30_000) == ["2026-11-22T12:02:00.000Z", "2026-11-22T12:00:25.000Z"])
    #expect(try moments(90, 5, 30_000, runs: false) == [nil, nil])
  }

  /// What a user has started in place of the shared countdown stays when that is cleared.
  @Test(
    arguments: [
      (#"{"countdown": {"state": "running", "remaining": 1200}}"#, nil),
      (#"{"countdown": {"state": "running", "remaining": 59.9}}"#, "countdown clear"),
      (#"{"countdown": {"state": "over", "remaining": 0}}"#, "countdown clear"), ("{}", "countdown clear"),
      (
        #"{"countdown": {"id": 4, "state": "running", "remaining": 9}, "#
          + #""countdowns": [{"id": 3, "state": "running", "remaining": 60}]}"#, "countdown clear --id 3"
      ),
    ] as [(String, String?)])
  func aCountdownIsCleared(wall: String, command: String?) throws {
    let value = StateValue.countdown(end: Timestamp(milliseconds: noon.milliseconds + 60_000), start: nil, title: nil)
    let words = value.clearingCommand(try status(wall)["wall"] ?? .null, at: noon)
    #expect(words?.joined(separator: " ") == command)
  }

  @Test(
    arguments: [
      (#"{"state": "running", "left": 60, "behind": 0}"#, true),
      (#"{"state": "paused", "left": 90, "behind": 30}"#, true),
      (#"{"state": "running", "left": 10, "behind": -50}"#, true),
      (#"{"state": "over", "left": 0, "behind": 9}"#, true),
      (#"{"state": "running", "left": 90, "behind": 0}"#, false), (#"{"state": "ready", "left": 60}"#, false),
    ])
  func aProgramIsCleared(program: String, isCleared: Bool) throws {
    let start = Timestamp(milliseconds: noon.milliseconds - 30_000)
    let value = StateValue.program(try .parse("A 1m, B 30s"), start: start)
    let words = value.clearingCommand(try status(#"{"program": \#(program)}"#)["wall"] ?? .null, at: noon)
    #expect(words == (isCleared ? ["program", "stop"] : nil))
  }
}

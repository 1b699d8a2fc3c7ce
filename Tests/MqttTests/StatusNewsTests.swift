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

  /// Neither by the topic nor as the answer to a command, unless that was allowed by name.
  @Test func whatIsTheOwnersIsNotPublished() throws {
    let whole = try #require(
      JSON(Array(#"{"options": [{"name": "feed", "value": "secret"}], "lastReloadFailure": "a:1: 'secret'"}"#.utf8)))
    var news = StatusNews()
    let usual = Permissions(allowed: nil)
    for published in [news.joined(whole, .null, at: noon), try #require(usual.published(whole, of: ["status"]))] {
      #expect(published["options"] == nil && published["lastReloadFailure"] == .string(StatusNews.reloadFailure))
    }
    #expect(usual.published("a:1: 'secret'", of: ["reload"]) == StatusNews.reloadFailure)
    #expect(usual.published("there is no face 'x'", of: ["face", "x"]) == "there is no face 'x'")
    #expect(Permissions(allowed: ["status"]).published(whole, of: ["status"]) == whole)
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

  @Test func anotherCountdown() throws {
    func hasOtherEnd(_ countdown: String) throws -> Bool {
      StatusNews.hasOtherEnd(
        try status(#"{"countdown": \#(countdown)}"#)["wall"]?["countdown"],
        than: Timestamp(milliseconds: noon.milliseconds + 60_000), at: noon)
    }
    #expect(try hasOtherEnd(#"{"state": "running", "remaining": 1200}"#))
    #expect(try !hasOtherEnd(#"{"state": "running", "remaining": 59.9}"#))
    #expect(try !hasOtherEnd(#"{"state": "over", "remaining": 0}"#))
    #expect(try !hasOtherEnd("null"))
  }
}

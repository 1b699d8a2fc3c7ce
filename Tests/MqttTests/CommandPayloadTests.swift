import ColourClock
import ControlProtocol
import Testing

@testable import Mqtt

@Suite struct CommandPayloadTests {
  @Test(arguments: [
    ("45m Stand-up", ["45m", "Stand-up"]), ("", []), ("  'Green tea' \n", ["Green tea"]),
    (#"["45m", "a b", 7, true]"#, ["45m", "a b", "7", "true"]),
    ("[]", []), ("[red] alert", ["[red]", "alert"]), (#"["Don't"]"#, ["Don't"]),
  ])
  func words(payload: String, words: [String]) throws {
    #expect(try CommandPayload.words(["a", "b"], Array(payload.utf8)) == ["a", "b"] + words)
  }

  @Test(arguments: [[0xff], Array("Don't".utf8), Array("[null]".utf8)] as [[UInt8]])
  func noWords(payload: [UInt8]) { #expect(throws: Refusal.self) { try CommandPayload.words(["message"], payload) } }

  @Test func noCommand() { #expect(throws: Refusal.self) { try CommandPayload.words(["countdown", ""], []) } }

  @Test func thePathOfTheOptionsFileIsNotTold() {
    for (origin, told) in [("/home/ann/colourclock.conf:3", "a file"), ("command line", "command line")] {
      let answer = JSON.object(["name": "face", "origin": .string(origin)])
      let usual = Permissions(allowed: nil).published(answer, of: ["get", "face"])
      #expect(usual?["origin"] == .string(told))
      #expect(Permissions(allowed: ["get"]).published(answer, of: ["get", "face"]) == answer)
    }
  }

  @Test func whatIsAllowed() {
    let usual = Permissions(allowed: nil)
    #expect(usual.permits("countdown start") && usual.permits("set") && usual.permits(.dim))
    #expect(
      !usual.permits("quit") && !usual.permits("snapshot") && !usual.permits("observe") && !usual.permits("trouble")
        && !usual.permits("pair") && !usual.permits("pairing show")
        && !usual.permits("share") && !usual.permits("sharing end")
        && !usual.permits(""))
    // A topic's level may have blanks.
    for name in ["pairing announce", "pairing\tend", "sharing announce"] {
      #expect(throws: Refusal.self) { try usual.check([name]) }
    }
    let named = Permissions(allowed: ["set"])
    for option in OptionsThatGiveRights.options {
      for (words, isAllowed) in [
        (["set", option, "x"], true), (["set", "--\(option)"], true), (["unset", option], false),
      ] {
        #expect(throws: Refusal.self, "\(words)") { try usual.check(words) }
        #expect(((try? named.check(words)) != nil) == isAllowed, "\(words)")
      }
    }
    #expect(throws: Never.self) { try usual.check(["set", "face", "allow"]) }
    for option in ConfidentialOptions.names {
      #expect(throws: Refusal.self) { try usual.check(["get", "--\(option)"]) }
      #expect(throws: Never.self) { try Permissions(allowed: ["get"]).check(["get", option]) }
    }
    #expect(throws: Never.self) { try usual.check(["get", "face"]) }
    let narrow = Permissions(allowed: ["quit", "countdown start", "face"])
    #expect(
      narrow.permits("quit") && narrow.permits("countdown start") && narrow.permits("face") && narrow.permits(.face))
    #expect(!narrow.permits("countdown reset") && !narrow.permits("message") && !narrow.permits(.countdown))
  }
}

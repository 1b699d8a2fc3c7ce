import ColourClock
import ControlProtocol
import Testing

@testable import Web

/// What a phone or a program may read.
@Suite struct RightsTests {
  private static func mayRead(_ rights: Rights, _ question: String) -> Bool {
    (try? rights.checkReading(question)) != nil
  }

  @Test func readingHasItsOwnName() {
    let questions = ["status", "health", "events"]
    func readable(_ allowed: Set<String>?, reads: Bool = false) -> [String] {
      questions.filter { Self.mayRead(Rights(allowed: allowed, reads: reads), $0) }
    }
    #expect(readable(nil) == questions && readable(["read"]) == questions)
    #expect(readable(["face"]) == [] && readable(["face"], reads: true) == questions)
    #expect(readable(["status", "face"]) == ["status"])
  }

  @Test func pathsAreForTheOwner() throws {
    let health = try #require(
      JSON(Array(#"{"frames":{"drawn":1},"saveFailure":"cannot write /home/ann/x","soundFailure":null}"#.utf8)))
    let shown = Rights(allowed: nil, reads: true).visible(health, to: ["health"])
    #expect(shown["saveFailure"] == "state cannot be saved: see the clock's log")
    #expect(shown["soundFailure"] == .null && shown["frames"] == health["frames"])
    #expect(Rights(allowed: ["get", "read"]).visible(health, to: ["health"]) == health)
    let feed = try #require(JSON(Array(#"{"lines":["a"],"complaint":"cat: /home/ann/a: Permission denied"}"#.utf8)))
    #expect(Rights.publicEvent(.feed, feed)["complaint"] == "the feed's command complains: see the clock's log")
    let status = JSON.object(["wall": .object(["feed": feed])])
    #expect(
      Rights(allowed: nil, reads: true).visible(status, to: ["status"])["wall"]?["feed"]
        == Rights.publicEvent(.feed, feed))
  }
}

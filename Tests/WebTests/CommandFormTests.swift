import ColourClock
import ControlProtocol
import Testing

@testable import Web

/// Commands as programs send them, made from the wall's own table.
@Suite struct CommandFormTests {
  private static func form(_ name: String, _ arguments: String) throws -> CommandForm {
    try #require(CommandForm(.object(["name": .string(name), "arguments": .string(arguments), "meaning": "It does."])))
  }

  /// What the description has of its fields.
  private static func fields(_ name: String, _ arguments: String) throws -> JSON {
    guard case .array(let ways)? = try form(name, arguments).schema["anyOf"] else { return .null }
    return try #require(ways.first)
  }

  @Test(arguments: [
    ("", []), ("[SPAN] [TITLE]", ["span?", "title?"]), ("[--id ID|TITLE]", ["id?"]),
    ("TEXT [--for SPAN] [--id NAME]", ["text", "for?", "id?"]),
    ("open|close", ["state"]), ("TIME[=TITLE][@DAYS]", ["alarm"]), ("TIME|TITLE", ["alarm"]), ("PERIOD…", ["periods"]),
    ("[--csv]", ["csv?"]), ("[TOPIC…]", ["topic…s?"]),
  ])
  func fields(arguments: String, names: [String]) throws {
    let form = try Self.form("alarm add", arguments)
    let found = form.fields.map { $0.name + ($0.isRequired ? "" : "?") }
    #expect(found == names.map { $0 == "topic…s?" ? "topics?" : $0 })
  }

  @Test(arguments: [("[--id ID|TITLE]", "7"), ("[--id ID|TITLE]", "Tea"), ("[--priority info|urgent]", "info")])
  func optionsTakeTheirValues(arguments: String, value: String) throws {
    let form = try Self.form("m", arguments)
    let name = try #require(form.fields.first).name
    #expect(try form.words(.object([name: .string(value)])) == ["m", "--\(name)", value])
  }

  @Test(arguments: [
    (#"{"text": "a b", "for": 5, "loud": true}"#, ["m", "--for", "5", "--loud", "a b"]),
    (#"{"text": "--for"}"#, ["m", "--", "--for"]), (#"{"text": "-5"}"#, ["m", "-5"]),
    (#"["a", 1, 2.5]"#, ["m", "a", "1", "2.5"]),
    (#"{"text": "a", "loud": false}"#, ["m", "a"]), ("[]", ["m"]),
  ])
  func words(body: String, words: [String]) throws {
    let form = try Self.form("m", "TEXT [--for SPAN] [--loud]")
    #expect(try form.words(try #require(JSON(Array(body.utf8)))) == words)
  }

  @Test(arguments: [
    "{}", #"{"text": true}"#, #"{"text": ["a"]}"#, #"{"text": "a", "loud": "yes"}"#, #"{"text": "a", "more": 1}"#, "7",
    "null",
    #"[["a"]]"#, #"[null]"#, #"{"text": "a", "for": null}"#,
  ])
  func noWords(body: String) throws {
    let form = try Self.form("m", "TEXT [--for SPAN] [--loud]")
    let value = try #require(JSON(Array(body.utf8)))
    #expect(throws: Refusal.self) { try form.words(value) }
  }

  /// `--` stands before the first word that looks like an option, if the command has options.
  @Test(arguments: [
    ("[SPAN] [TITLE] [--id ID]", #"{"span": "--id", "title": "Tea"}"#, ["m", "--", "--id", "Tea"]),
    ("TOPIC… [--csv]", #"{"topics": ["--x", "tick"], "csv": true}"#, ["m", "--csv", "--", "--x", "tick"]),
    ("OPTION [VALUE]", #"{"option": "--face", "value": "hue"}"#, ["m", "--face", "hue"]),
    ("OPTION [VALUE]", #"{"option": "face", "value": "--x"}"#, ["m", "face", "--", "--x"]),
  ])
  func textsThatLookLikeOptions(arguments: String, body: String, words: [String]) throws {
    let form = try Self.form("m", arguments)
    #expect(try form.words(try #require(JSON(Array(body.utf8)))) == words)
  }

  @Test(arguments: [#"{"title": "Tea"}"#, #"{"topics": ["tick"]}"#])
  func noWordFollowsAMissingOne(body: String) throws {
    let form = try Self.form("m", "[SPAN] [TITLE] [TOPIC…]")
    let value = try #require(JSON(Array(body.utf8)))
    #expect(throws: Refusal.self) { try form.words(value) }
  }

  @Test func aSchemaNamesItsFields() throws {
    let blank = try Self.fields("blank", "on|off")
    #expect(blank["required"] == ["state"])
    #expect(blank["properties"]?["state"]?["enum"] == ["on", "off"])
    #expect(try Self.fields("countdown start", "[SPAN] [TITLE]")["dependentRequired"]?["title"] == ["span"])
  }

  @Test func rights() {
    let usual = Rights(allowed: nil), named = Rights(allowed: ["countdown start", "set", "get"])
    func takes(_ rights: Rights, _ words: String...) -> Bool { (try? rights.check(words)) != nil }
    #expect(takes(usual, "face", "hue") && takes(usual, "get", "face") && takes(usual, "countdown", "start"))
    for name in ["quit", "set", "unset", "snapshot", "pair", "pairing", "observe", "trouble"] {
      #expect(!takes(usual, name))
    }
    #expect(!takes(usual, "get", "--on-zero") && takes(named, "get", "on-zero") && !takes(usual))
    #expect(
      takes(named, "countdown", "start", "5m") && !takes(named, "countdown", "pause") && takes(named, "set", "hex"))
    #expect(!takes(Rights(allowed: ["observe", "trouble", "pairing"]), "pairing", "end"))
  }

  @Test func whatReadersSee() {
    let status = JSON.object([
      "options": [
        .object(["name": "feed", "value": "curl x:y@z", "origin": "command line"]),
        .object(["name": "preset", "value": ["1m"], "origin": "/home/a:1"]),
      ], "lastReloadFailure": "/home/a:1: no",
    ])
    let seen = Rights(allowed: nil).visible(status, to: ["status"])
    #expect(seen["options"] == [.object(["name": "preset", "value": ["1m"]])])
    #expect(seen["lastReloadFailure"]?.word.contains("/home") == false)
    #expect(Rights(allowed: ["get"]).visible(status, to: ["status"]) == status)
  }
}

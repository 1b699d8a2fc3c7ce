import ColourClock
import ControlProtocol
import FoundationEssentials
import TestSupport
import Testing

@testable import App

/// Lines of the control socket and the commands in them.
@Suite struct RequestTests {
  @Test(arguments: [
    ("face hue", ["face", "hue"]), ("  face   hue \r", ["face", "hue"]), ("", []), ("''", [""]),
    ("face 'my tea'", ["face", "my tea"]), ("a\"b c\"d", ["ab cd"]), (#"a "b \"c\" \\ d""#, ["a", #"b "c" \ d"#]),
    (#"a 'b \ c'"#, ["a", #"b \ c"#]), ("feed مرحبا", ["feed", "مرحبا"]),
    (#"{"command": ["face", "hue"]}"#, ["face", "hue"]), (#"{"command": "face 'my tea'"}"#, ["face", "my tea"]),
    (
      #"  {"command": ["a", 5, -2.5, true, ["b", {"c": 1}]]}"#,
      ["a", "5", "-2.5", "true", #"["b",{"c":1}]"#]
    ),
  ])
  func wordsOf(line: String, words: [String]) throws {
    #expect(try Request(Array(line.utf8)).words() == words)
  }

  @Test(arguments: ["face 'hue", "\"", "{", "{}", #"{"command": 7}"#, #"{"command": {}}"#, "{]", #"{"command": ["a"]"#])
  func noRequest(line: String) { #expect(throws: Refusal.self) { try Request(Array(line.utf8)).words() } }

  /// The help of each client names its exit statuses. `list` is not refused, and needs no clock.
  @Test func helpNamesExitStatuses() {
    for action in ClientCommand.Action.allCases {
      let help = action.help
      #expect(help.contains("Exit status: 0 done;") && help.contains("64 a mistake on the command line"))
      #expect(help.contains("1 refused") == (action != .list) && help.contains("69 no clock") == (action != .list))
    }
  }

  /// The number can be read wherever the line is an object of JSON.
  @Test(arguments: [
    #"{"request_id": 7}"#, #"{"command": 5, "request_id": 7}"#, #"{"request_id": 7, "command": {"a": 1}}"#,
    #"{"command": null, "request_id": 7}"#, #"{"command": ["countdown", "start", 90, null], "request_id": 7}"#,
    #"{"command": "face 'hue", "request_id": 7}"#,
  ])
  func aWrongRequestHasItsNumber(line: String) throws {
    let request = try Request(Array(line.utf8))
    #expect(request.id == .integer(7))
    #expect(throws: Refusal.self) { try request.words() }
  }

  @Test(arguments: [#"{"request_id": 7"#, #"{"command": ["face"], "request_id": 7,}"#])
  func whatIsNoJSONHasNone(line: String) { #expect(throws: Refusal.self) { try Request(Array(line.utf8)) } }

  @Test func theNumberComesBack() throws {
    #expect(
      try Request(Array(#"{"command": ["a"], "request_id": [1, "b"]}"#.utf8)).id == .array([.integer(1), .string("b")]))
    var reply = Reply.success(JSON.object(["b": .null, "a": .number(1.5)]))
    reply.id = .integer(7)
    #expect(JSON.text(of: reply) == #"{"data":{"a":1.5,"b":null},"error":"success","request_id":7}"#)
    #expect(JSON.text(of: Reply.failure("a/b")) == #"{"error":"a/b"}"#)
  }

  /// 3,000 random values.
  @Test func whatIsWrittenIsWhatIsRead() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var random = SeededRandom(seed: 11)
    for _ in 0..<3000 {
      let value = JSON.random(using: &random, depth: 4)
      #expect(JSON(Array(JSON.text(of: value).utf8)) == value)
      // Foundation's encoder is the oracle.
      #expect(JSON.text(of: value) == String(decoding: try encoder.encode(value), as: UTF8.self))
    }
  }

  /// 3,000 random lists of words, quoted.
  @Test func quotedWordsAreTheSameWords() throws {
    var random = SeededRandom(seed: 12)
    let letters: [Character] = ["a", " ", "\\", "\"", "'", "é", "\t", "{"]
    for _ in 0..<3000 {
      let words = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        String((0..<Int.random(in: 0...6, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
      }
      let line = words.map { word in
        "\"" + word.map { "\\\"".contains($0) ? "\\\($0)" : String($0) }.joined() + "\""
      }.joined(separator: "  ")
      #expect(try CommandLineWords.of(line) == words)
    }
  }

  @Test(arguments: [
    ("countdown start 5m Green tea", ControlOrder.scene(.countdown(.start(.seconds(300), title: "Green tea")))),
    ("countdown start", .scene(.countdown(.start(nil, title: nil)))),
    (
      "countdown start 25m Talk --warn 5m --danger off",
      .scene(
        .countdown(
          .start(
            .seconds(1500), title: "Talk", phases: CountdownPhases(warn: .seconds(300), danger: .zero))))
    ),
    ("countdown warn 90", .scene(.countdown(.warn(CountdownPhases(warn: .seconds(90)))))),
    ("countdown danger off", .scene(.countdown(.warn(CountdownPhases(danger: .zero))))),
    ("face", .clearFace), ("face my tea", .scene(.face("my tea"))),
    ("countdown add -90", .scene(.countdown(.add(.seconds(-90))))),
    ("countdown add 1m --id 3", .scene(.countdown(.add(.seconds(60)), of: .id(3)))),
    ("countdown new 5m Soft eggs", .scene(.countdown(.new(.seconds(300), title: "Soft eggs")))),
    (
      "countdown new 7:30 Groups --warn 1m --danger 10s",
      .scene(
        .countdown(
          .new(.seconds(450), title: "Groups", phases: CountdownPhases(warn: .seconds(60), danger: .seconds(10)))))
    ),
    ("countdown new 40d Trip", .scene(.countdown(.new(.seconds(3_456_000), title: "Trip")))),
    ("countdown pause --id Tea", .scene(.countdown(.pause, of: .title("Tea")))),
    ("countdown title --id 2 Tea", .scene(.countdown(.title("Tea"), of: .id(2)))),
    ("countdown pause --id +5", .scene(.countdown(.pause, of: .title("+5")))),
    ("countdown choose next", .scene(.countdown(.chooseNext))),
    ("countdown choose 4", .scene(.countdown(.choose(.id(4))))),
    ("countdown choose Camera B", .scene(.countdown(.choose(.title("Camera B"))))),
    ("countdown add +1m", .scene(.countdown(.add(.seconds(60))))), ("stopwatch lap", .scene(.stopwatch(.lap))),
    ("dim 0.5", .scene(.dim(0.5, lasting: nil))), ("dim --for 5m 0.5", .scene(.dim(0.5, lasting: .seconds(300)))),
    ("dim 0.5 --for 5m", .scene(.dim(0.5, lasting: .seconds(300)))), ("blank on", .scene(.blank(true))),
    ("gallery next", .scene(.gallery(.next))), ("set face hue", .set("face", "hue")), ("set --hex", .set("hex", nil)),
    ("unset --no-hex", .unset("no-hex")), ("unset face", .unset("face")),
    ("observe tick face", .observe([.tick, .face])), ("observe", .observe(Set(Topic.allCases))),
    ("trouble no broker", .problem(.reported("no broker"))), ("trouble clear", .problem(nil)),
    ("pair", .scene(.pair(.begin))), ("pair --list", .pairedDevices),
    ("pair --revoke a1", .scene(.pair(.revoke("a1")))),
    ("pairing announce", .offerPairing), ("pairing end", .scene(.pair(.end))),
    ("pairing devices []", .scene(.pair(.devices([])))),
    ("sharing announce floor 2", .announceSharing("floor 2")), ("sharing announce", .announceSharing("")),
    ("sharing end", .announceSharing(nil)),
    ("feed two words", .scene(.feed("two words"))), ("snapshot /a b.png", .snapshot("/a b.png")),
  ])
  func orders(line: String, order: ControlOrder) throws {
    #expect(try CommandTable.order(CommandLineWords.of(line)) == order)
  }

  @Test(arguments: [
    ("countdown start 5m --warn 1m Green tea", #"{"kind":"countdown","seconds":300,"text":"Green tea","warn":60}"#),
    ("countdown clear", #"{"kind":"countdown"}"#), ("dismiss", #"{"kind":"message"}"#), ("face", #"{"kind":"face"}"#),
    ("face hue", #"{"kind":"face","text":"hue"}"#), ("dim 0.5 --for 1m", #"{"kind":"dim","seconds":60,"share":0.5}"#),
    ("message --priority urgent -- --a b", #"{"kind":"message","priority":"urgent","text":"--a b"}"#),
    ("program start 'Work 25m, Rest 5m'", #"{"kind":"program","text":"Work 25m, Rest 5m"}"#),
    ("program stop", #"{"kind":"program"}"#),
  ])
  func sharedStates(command: String, event: String) throws {
    guard case .share(let state) = try CommandTable.order(["share"] + CommandLineWords.of(command)) else {
      Issue.record("no state")
      return
    }
    #expect(JSON.text(of: state) == event)
  }

  @Test func aProgramFromAnInstant() throws {
    let start = try ParsedInstant.parse("2026-11-22T15:30:00Z")
    for line in ["'Work 25m' --from 2026-11-22T15:30:00Z", "--from 2026-11-22T15:30:00.000Z -- Work 25m"] {
      let order = try CommandTable.order(["program", "start"] + CommandLineWords.of(line))
      #expect(order == .scene(.program(.start(try .parse("Work 25m"), from: start))))
    }
  }

  @Test func anInstantHasATitleBehindIt() throws {
    let end = try ParsedInstant.parse("2026-11-22T15:30:00.25Z")
    for (line, title) in [("2026-11-22T15:30:00.250Z Green tea", "Green tea"), ("2026-11-22T15:30:00.25Z", nil)] {
      let words = try CommandLineWords.of("countdown until \(line)")
      #expect(try CommandTable.order(words) == .scene(.countdown(.until(end, from: nil, title: title))))
    }
    let newYear = try ParsedInstant.parseLocal("2027-01-01T00:00")
    #expect(
      try CommandTable.order(["countdown", "new", "2027-01-01", "New", "year"])
        == .scene(.countdown(.newUntil(newYear, title: "New year"))))
    let time = try ParsedInstant.parseUpcoming("12:40")
    #expect(
      try CommandTable.order(["countdown", "until", "12:40", "Exam"])
        == .scene(.countdown(.until(time, from: nil, title: "Exam"))))
    let words = ["countdown", "until", "2026-11-22T15:30:00.25Z", "--", "--from"]
    #expect(try CommandTable.order(words) == .scene(.countdown(.until(end, from: nil, title: "--from"))))
  }

  /// Companions check the first word of a command.
  @Test func aNameOfTwoWordsIsNotOneWord() {
    #expect(throws: Refusal.self) { try CommandTable.order(["pairing announce"]) }
    #expect(throws: Never.self) { try CommandTable.order(["pairing", "announce"]) }
  }

  @Test func theNameOfAMessageIsShort() {
    func order(_ count: Int) throws -> ControlOrder {
      try CommandTable.order(["message", "--id", String(repeating: "x", count: count), "Lunch"])
    }
    #expect(throws: Refusal.self) { try order(Message.longestID + 1) }
    #expect(throws: Never.self) { try order(Message.longestID) }
  }

  @Test(arguments: [
    ("", "there is no command"), ("grue", "there is no command 'grue': try 'help'"),
    ("countdown", "countdown: it takes start, until, pause"), ("countdown begin", "countdown: it takes start"),
    ("countdown start soon", "countdown start: it takes a span"), ("countdown add", "countdown add: it takes a span"),
    ("countdown add +-30", "countdown add: it takes a span"), ("countdown add --30", "countdown add: it takes a span"),
    ("countdown new", "countdown new: it takes a span"), ("countdown choose", "countdown choose: it takes an ID"),
    ("countdown pause --id 0", "countdown pause: '0' is no ID"),
    ("countdown new 5m --id 2", "countdown new: there is no option '--id' here"),
    ("countdown until", "countdown until: it takes a point of time"),
    ("countdown until soon", "countdown until: it takes a time of day, such as 12:40, or a date, perhaps with a time"),
    ("countdown warn", "countdown warn: it takes off, or a span"),
    ("countdown danger soon", "countdown danger: it takes off, or a time before"),
    ("countdown start 5m --warn 1m --danger 1m", "countdown start: danger must come after"),
    ("dim 2", "dim: it takes 0.05 to 1"), ("dim 0.5 --for", "dim: '--for' takes a value"),
    ("blank", "blank: it takes on or off"), ("status now", "status: unexpected word 'now'"),
    ("snapshot shot.png", "snapshot: it takes the absolute path"), ("observe all", "observe: it takes 'tick'"),
    ("trouble", "trouble: it takes a text, or clear"), ("pair all", "pair: unexpected word 'all'"),
    ("snooze +5", "snooze: the minutes must be from 1 to 60"),
    ("pair --revoke", "pair: '--revoke' takes a value"), ("pairing", "pairing: it takes announce, show, end"),
    ("pairing show", "pairing show: it takes a code of six digits"),
    ("pairing devices {}", "pairing devices: it takes a JSON list"),
    ("pairing show 123456 http://wall/ 2m 01 10", "pairing show: a QR code has 21, 25"),
    ("share", "share: it takes a command"), ("share stopwatch start", "share: walls share 'countdown start SPAN'"),
    ("share countdown start", "share: walls share"), ("share dim 2", "share: dim: it takes 0.05 to 1"),
    ("share share face hue", "share: walls share"),
    ("share message Fire --id fire", "share: walls share only one message: leave out '--id'"),
    ("share program start", "share: walls share"),
    ("share program start 'at 12:30, Work 25m'", "share: walls share"),
    ("program start --from 2026-11-22T15:30:00Z", "program start: '--from' needs STEPS"),
    ("program start 'Work 25m' --from noon", "program start: it takes a date"),
    (#"pairing devices '[{"id": "a", "since": "b"}]'"#, "pairing devices: a device has id, name and since"),
  ])
  func mistakes(line: String, reason: String) throws {
    let words = try CommandLineWords.of(line)
    do {
      _ = try CommandTable.order(words)
      Issue.record("'\(line)' is an order")
    } catch { #expect(error.text.hasPrefix(reason), "\(error.text)") }
  }

  @Test func namesAreAllDifferent() {
    let names = CommandTable.all.map(\.name)
    #expect(Set(names).count == names.count)
    // No command's first word is another command.
    #expect(names.allSatisfy { name in !names.contains { $0.hasPrefix(name + " ") } })
  }

  @Test(
    arguments: [
      (":0", nil, "0.sock"), (":12", "hall", "12-hall.sock"), (":0.1", nil, "0.1.sock"),
      ("localhost:10", nil, "localhost_10.sock"),
      ("/tmp/launch/x:0", "a/b", "%2Ftmp%2Flaunch%2Fx_0-a%2Fb.sock"), (":0", "a_b", "0-a_b.sock"),
      (":0", "a%2Fb", "0-a%252Fb.sock"), (":0", "a/\u{301}b", "0-a%2F\u{301}b.sock"),
    ] as [(String, String?, String)])
  func socketNames(display: String, name: String?, file: String) {
    #expect(ClockChoice.fileName(display, name) == file)
  }

  @Test(
    arguments: [
      (nil, nil, [], ":0.0", "0.sock"), (nil, nil, ["5-hall.sock"], ":0", "5-hall.sock"),
      (nil, nil, ["0.sock", "5.sock"], ":5.0", "5.sock"), (nil, nil, ["0-hall.sock", "5.sock"], ":0", "0-hall.sock"),
      (nil, nil, ["0-hall.sock", "0.sock"], ":0", "0.sock"), (":5", nil, ["0.sock"], ":0", "5.sock"),
      (":5", nil, ["0.sock", "5-hall.sock"], nil, "5-hall.sock"),
      // Each screen of a server has its own; the first one needs no number.
      (nil, nil, ["5.1.sock", "5.sock"], ":5.1", "5.1.sock"), (nil, nil, ["5.1.sock", "5.sock"], ":5", "5.sock"),
      (":5.1", nil, ["5.sock"], ":5", "5.1.sock"), (":5.0", nil, ["5.1.sock"], ":5.1", "5.sock"),
      (":5.1", "hall", [], nil, "5.1-hall.sock"), (nil, nil, ["5-a.sock", "5.1-b.sock"], ":5.1", "5.1-b.sock"),
      (nil, nil, ["5-a.sock", "5.1-b.sock"], ":5.0", "5-a.sock"), ("h:5.02", nil, [], nil, "h_5.2.sock"),
      (nil, "hall", ["0.sock", "5.sock"], ":0", "0-hall.sock"),
      // Without a display, the only clock of the name.
      (nil, "hall", ["0-hall.sock"], nil, "0-hall.sock"), (nil, "hall", ["0.sock", "5-hall.sock"], nil, "5-hall.sock"),
      (nil, "hall", ["0-big-hall.sock", "5.1-hall.sock"], nil, "5.1-hall.sock"),
      (nil, "a/b", ["0.sock", "my-host_10-a%2Fb.sock"], nil, "my-host_10-a%2Fb.sock"),
    ] as [(String?, String?, [String], String?, String)])
  func whichClock(display: String?, name: String?, files: [String], own: String?, file: String) throws {
    #expect(try ClockChoice(display: display, name: name, options: "--control").file(among: files, on: own) == file)
  }

  @Test(
    arguments: [
      ([], nil, "there is no clock"), (["0.sock", "5.sock"], nil, "there are 0.sock and 5.sock"),
      (["0.sock", "5.sock"], ":7", "no clock is on :7; there are 0.sock and 5.sock"),
      (["0.sock", "5.sock"], ":5.1", "no clock is on :5.1; there are 0.sock and 5.sock"),
      (["0-a.sock", "0-b.sock", "5.sock"], ":0", "which clock? there are 0-a.sock and 0-b.sock"),
    ] as [([String], String?, String)])
  func noneOrSeveral(files: [String], own: String?, complaint: String) throws {
    let refusal = try #require(throws: Refusal.self) {
      try ClockChoice(options: "--control").file(among: files, on: own)
    }
    #expect(refusal.text.contains(complaint), "\(refusal.text)")
  }

  @Test(
    arguments: [
      ([], "there is no clock"), (["0.sock"], "no clock has this name; there is 0.sock: give --control"),
      (["0-big-hall.sock"], "no clock has this name; there is 0-big-hall.sock: give --control"),
      (["0.sock", "5.sock"], "no clock has this name; there are 0.sock and 5.sock: give --control"),
      (["0-hall.sock", "5-hall.sock", "6.sock"], "which clock? there are 0-hall.sock and 5-hall.sock: give --control"),
    ] as [([String], String)])
  func noneOrSeveralOfAName(files: [String], complaint: String) throws {
    let refusal = try #require(throws: Refusal.self) {
      try ClockChoice(name: "hall", options: "--control").file(among: files, on: nil)
    }
    #expect(refusal.text == complaint)
  }

  /// The user's own folder comes first, then that of the packaged kiosk.
  @Test(
    arguments: [
      ("/own", ["/own": ["0.sock"], "/run/colourclock": ["1.sock"]], "/own/0.sock"),
      ("/own", ["/run/colourclock": ["1.sock"]], "/run/colourclock/1.sock"),
      (nil, ["/run/colourclock": ["1.sock"]], "/run/colourclock/1.sock"),
      ("/run/colourclock", ["/run/colourclock": ["1.sock"]], "/run/colourclock/1.sock"),
      ("/own", [:], "there is no clock at /own/0.sock"), (nil, [:], "there is no runtime folder"),
      ("/own", ["/own": ["1.sock", "2.sock"], "/run/colourclock": ["0.sock"]], "there are 1.sock and 2.sock"),
    ] as [(String?, [String: [String]], String)])
  func whichFolder(own: String?, sockets: [String: [String]], found: String) {
    let said: String
    do throws(Refusal) {
      said = try ClockChoice(options: "--control").path(in: own, on: ":0") { sockets[$0] ?? [] }
    } catch { said = error.text }
    #expect(found.hasPrefix("/") ? said == found : said.contains(found), "\(said)")
  }

  /// The companion for MQTT knows them by this list.
  @Test func theCommandsAreTheListedOnes() {
    #expect(CommandTable.all.map(\.name) == CommandNames.all)
    #expect(CommandNames.has("countdown") && CommandNames.has("alarm add"))
    #expect(!CommandNames.has("count") && !CommandNames.has("") && !CommandNames.has("face hue"))
  }
}

extension JSON {
  fileprivate static func random(using random: inout SeededRandom, depth: Int) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
    case 0: .null
    case 1: .bool(.random(using: &random))
    case 2: .integer(.random(in: -1000...1000, using: &random))
    case 3: .number(.random(in: 0...1, using: &random) + 0.001)
    case 4: .string(["", "a", "\"\\/", "é\u{1}\n", "\u{1F9FF}"].randomElement(using: &random) ?? "")
    case 5: .array((0..<Int.random(in: 0...3, using: &random)).map { _ in .random(using: &random, depth: depth - 1) })
    default:
      .object(
        Dictionary(
          (0..<Int.random(in: 0...3, using: &random)).map { ("k\($0)", .random(using: &random, depth: depth - 1)) },
          uniquingKeysWith: { $1 }))
    }
  }
}

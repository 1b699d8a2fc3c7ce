import ColourClock
import CompanionSupport
import ControlProtocol
import TestSupport
import Testing

@testable import Mqtt

@Suite struct StateValueTests {
  private let noon = Timestamp(milliseconds: 1_795_348_800_000)

  private func value(_ kind: StateKind, _ text: String) throws(Refusal) -> StateValue? {
    try StateValue(kind, Array(text.utf8))
  }

  @Test func whatTheWallIsTold() throws {
    func words(_ kind: StateKind, _ text: String) throws -> [String]? { try value(kind, text)?.words(at: noon) }
    #expect(
      try words(.countdown, "2026-11-22T15:30:00Z") == ["countdown", "until", "2026-11-22T15:30:00.000Z", "--", ""])
    #expect(
      try words(.countdown, #"{"end": "2026-11-22T16:30:00.25+01:00", "title": "A talk"}"#)
        == ["countdown", "until", "2026-11-22T15:30:00.250Z", "--", "A talk"])
    #expect(
      try words(.countdown, #"{"end": "2026-11-22T15:30:00Z", "start": "2026-11-22T15:00:00Z", "title": "Exam"}"#)
        == ["countdown", "until", "2026-11-22T15:30:00.000Z", "--from", "2026-11-22T15:00:00.000Z", "--", "Exam"])
    #expect(
      try words(.countdown, #"{"end": "2026-11-22T15:30:00Z", "warn": "5m", "danger": "off"}"#)
        == ["countdown", "until", "2026-11-22T15:30:00.000Z", "--warn", "5m", "--danger", "off", "--", ""])
    #expect(try words(.message, "Hello --for you") == ["message", "--id", "shared", "--", "Hello --for you"])
    #expect(
      try words(.message, #"{"text": "Hi", "priority": "urgent", "until": "2026-11-22T12:01:30Z"}"#)
        == ["message", "--id", "shared", "--priority", "urgent", "--for", "90", "--", "Hi"])
    #expect(try words(.face, " hue\n") == ["face", "hue"])
    #expect(
      try words(.agenda, "# today\n08:30-09:15 Maths\n\n10:00-11:00 Art\n") == [
        "agenda", "set", "08:30-09:15 Maths", "10:00-11:00 Art",
      ])
    #expect(try words(.agenda, "[]") == ["agenda", "clear"])
    #expect(
      try words(.agenda, #"[{"start": "08:30", "end": "09:15", "title": "A"}, "10:00-11:00 Art"]"#)
        == ["agenda", "set", #"[{"end":"09:15","start":"08:30","title":"A"}]"#, "10:00-11:00 Art"])
    #expect(
      try words(.program, #"{"start": "2026-11-22T16:30:00+01:00", "steps": "Work 25m, Rest 5m, x2"}"#)
        == ["program", "start", "--from", "2026-11-22T15:30:00.000Z", "--", "Work 25m, Rest 5m, x2"])
    #expect(try words(.sound, "off\n") == ["sound", "off"])
    #expect(try words(.dim, "0.3") == ["dim", "0.3"])
    #expect(try words(.dim, #"{"share": 1, "until": "2026-11-22T12:00:00.001Z"}"#) == ["dim", "1.0", "--for", "1"])
    #expect(try words(.dim, #"{"share": 0.5, "until": "2027-11-22T12:00:00Z"}"#) == ["dim", "0.5"])
  }

  /// Not onto a wall as it stands; a text may begin with a bracket.
  @Test(arguments: StateKind.allCases)
  func anObjectWithASlipIsRefused(kind: StateKind) throws {
    #expect(throws: Refusal("\(kind.rawValue): that is no JSON")) { try value(kind, #" {"text": "Back at two",}"#) }
    #expect(try value(.message, "[Room 4] Tea") == .message("[Room 4] Tea", priority: nil, until: nil))
  }

  @Test(arguments: StateKind.allCases)
  func aNULIsRefusedByItsName(kind: StateKind) throws {
    #expect(throws: Refusal("\(kind.rawValue): it takes no NUL")) { try value(kind, "on\u{0}") }
    #expect(throws: Refusal("\(kind.rawValue): it takes UTF-8")) { try StateValue(kind, [0xff]) }
  }

  @Test(arguments: StateKind.allCases)
  func emptyClears(kind: StateKind) throws {
    #expect(try value(kind, "") == nil)
    #expect(try value(kind, " \n") == nil)
  }

  @Test(
    arguments: [
      (.countdown, "5m"), (.countdown, "2026-11-22T15:30:00"), (.countdown, #"{"title": "A"}"#),
      (.countdown, "2026-13-22T15:30:00Z"),
      (.countdown, #"{"end": "2026-11-22T15:30:00Z", "warn": 5}"#),
      (.dim, "0"), (.dim, "nan"), (.dim, "1.01"), (.dim, #"{"share": "0.5"}"#), (.dim, #"{"share": 0.5, "until": 7}"#),
      (.message, #"{"until": "2026-11-22T15:30:00Z"}"#), (.face, "a\u{0}b"), (.sound, "loud"),
      (.program, "Work 25m"), (.program, #"{"steps": "Work 25m"}"#),
      (.program, #"{"start": "2026-11-22T15:30:00Z", "steps": "Work"}"#),
      (.program, #"{"start": "2026-11-22T15:30:00Z", "steps": "at 15:30, Work 25m"}"#),
      (.program, #"{"start": "15:30", "steps": "Work 25m"}"#),
    ] as [(StateKind, String)])
  func garbage(kind: StateKind, text: String) { #expect(throws: Refusal.self) { try value(kind, text) } }

  /// Bytes of all kinds, some of them near to what is right.
  @Test func randomPayloads() {
    var random = SeededRandom(seed: 7)
    let seeds = [
      "2026-11-22T15:30:00.000Z", #"{"end": "2026-11-22T15:30:00Z", "title": "Talk"}"#,
      #"{"text":"a","until":"2026-11-22T15:30:00Z"}"#,
      #"[{"start":"08:30","end":"09:15","title":"A"}]"#, #"{"start":"2026-11-22T15:30:00Z","steps":"A 5m, x2"}"#,
      "0.5", "[[[[[[", "\u{feff}{}", "--for",
      "9999-12-31T23:59:60+23:59",
    ].map { Array($0.utf8) }
    for _ in 0..<20_000 {
      var payload = Bool.random(using: &random) ? seeds.randomElement(using: &random) ?? [] : []
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        let byte = UInt8.random(in: 0...255, using: &random)
        switch (payload.isEmpty, Int.random(in: 0...2, using: &random)) {
        case (false, 0): payload[Int.random(in: 0..<payload.count, using: &random)] = byte
        case (false, 1): payload.remove(at: Int.random(in: 0..<payload.count, using: &random))
        default: payload.insert(byte, at: Int.random(in: 0...payload.count, using: &random))
        }
      }
      for kind in StateKind.allCases {
        guard let value = try? StateValue(kind, payload) else { continue }
        let words = value.words(at: noon)
        #expect(words.count > 1 && !words.contains { $0.unicodeScalars.contains("\0") })
      }
      _ = try? CommandPayload.words(["message"], payload)
    }
  }

  /// What a wall's client asks of all walls is read by them as it was meant.
  @Test(
    arguments: [
      (
        .countdown, #"{"seconds": 300, "text": "Tea", "warn": 60}"#,
        .countdown(
          end: Timestamp(milliseconds: 300_000), start: Timestamp(milliseconds: 0), title: "Tea",
          phases: PhaseWords(warn: "60"))
      ),
      (.countdown, "{}", nil), (.message, "{}", nil), (.face, "{}", nil),
      (
        .message, #"{"text": "Out {now}", "seconds": 1.5, "priority": "urgent"}"#,
        .message("Out {now}", priority: "urgent", until: Timestamp(milliseconds: 1500))
      ),
      (.message, #"{"text": "A"}"#, .message("A", priority: nil, until: nil)),
      (.face, #"{"text": "hue"}"#, .face("hue")), (.program, "{}", nil),
      (
        .program, #"{"text": "Work 25m, \"Rest, long\" 5m"}"#,
        (try? TimerProgram.parse("Work 25m, \"Rest, long\" 5m")).map {
          .program($0, start: Timestamp(milliseconds: 0))
        }
      ),
      (.dim, #"{"share": 0.5}"#, .dim(0.5, until: nil)),
    ] as [(StateKind, String, StateValue?)])
  func askedOfAllWalls(kind: StateKind, event: String, value: StateValue?) throws {
    let data = try #require(JSON(Array(event.utf8)))
    let payload = GroupSharing.payload(of: kind, data, at: Timestamp(milliseconds: 0))
    #expect(try StateValue(kind, Array(payload.utf8)) == value)
  }
}

@Suite struct TimestampTests {
  @Test func thereAndBack() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<20_000 {
      // The years 1 to 9999.
      let time = Timestamp(milliseconds: Int64.random(in: -62_135_596_800_000...253_402_300_799_999, using: &random))
      #expect(Timestamp(time.text) == time, "\(time.text)")
    }
  }

  @Test(
    arguments: [
      ("1970-01-01T00:00:00.001Z", 1), ("1969-12-31T23:59:59.999Z", -1),
      ("2026-11-22T16:30:00+01:00", 1_795_361_400_000),
    ] as [(String, Int64)])
  func known(text: String, milliseconds: Int64) { #expect(Timestamp(text)?.milliseconds == milliseconds) }
}

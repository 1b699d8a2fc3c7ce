import ColourClock
import Testing

@testable import App

/// Programs of other applications.
@Suite struct ProgramImportTests {
  private func lines(_ text: String, rundown: String? = nil) throws -> String? {
    try ProgramImport(Array(text.utf8), rundown: rundown).program?.lines
  }

  private func refused(_ text: String) throws -> [ProgramImport.Complaint] {
    let found = try ProgramImport(Array(text.utf8))
    #expect(found.program == nil)
    return found.complaints
  }

  /// As version 4 writes it: groups with their entries, milestones, delays, skipped events.
  private static let project = #"""
    {"rundowns": {"default": {"id": "default", "title": "Stage", "order": ["m", "g", "e"], "flatOrder": ["m", "g", "a", "b", "e"],
    "entries": {
      "m": {"id": "m", "type": "milestone", "title": "Clear all"},
      "g": {"id": "g", "type": "group", "title": "Morning", "entries": ["a", "b"], "duration": 7200000},
      "a": {"id": "a", "type": "event", "title": "Welcome, all", "duration": 600000, "skip": false, "endAction": "none", "timeWarning": 120000, "timeDanger": 60000},
      "b": {"id": "b", "type": "event", "title": "Left out", "duration": 60000, "skip": true},
      "e": {"id": "e", "type": "event", "title": "", "cue": "2.1", "duration": 90400, "endAction": "play-next", "timeWarning": 120000, "timeDanger": 60000}
    }}}, "settings": {"version": "4.0.0"}}
    """#

  @Test func aProjectOfOntime() throws {
    #expect(try lines(Self.project) == "\"Welcome, all\" 10m hold warn 2m danger 1m\n2.1 1m30s danger 1m\n")
    // Without the flat order, groups name their own.
    #expect(
      try lines(Self.project.replacing(#""flatOrder": ["m", "g", "a", "b", "e"],"#, with: "")) == lines(Self.project))
  }

  @Test func earlierVersions() throws {
    let event = #"{"type": "event", "title": "A", "duration": 60000, "endAction": "play-next"}"#
    #expect(
      try lines(#"{"rundown": [{"type": "block", "title": "x"}, \#(event), {"type": "delay", "duration": 1}]}"#)
        == "A 1m\n")
    #expect(try lines("[\(event)]") == "A 1m\n")
    let old = #"{"events": [{"type": "event", "title": "Late", "timeStart": 86340000, "timeEnd": 60000}]}"#
    #expect(try lines(old) == "Late 2m hold\n")
  }

  @Test func oneOfSeveralRundowns() throws {
    func rundown(_ title: String) -> String {
      #"{"title": "\#(title)", "order": ["a"], "entries": {"a": {"type": "event", "title": "\#(title)", "duration": 1000}}}"#
    }
    let text = "{\"rundowns\": {\"one\": \(rundown("Stage")), \"two\": \(rundown("House"))}}"
    #expect(throws: Refusal("there are several rundowns: write one of 'one', 'two' after the file's name")) {
      try lines(text)
    }
    #expect(try lines(text, rundown: "two") == "House 1s hold\n")
    #expect(try lines(text, rundown: "Stage") == "Stage 1s hold\n")
    #expect(throws: Refusal.self) { try lines(text, rundown: "three") }
  }

  @Test func wrongEventsAreNamed() throws {
    let text =
      #"{"rundown": [{"type": "event", "title": "A", "duration": 0}, {"type": "event", "title": "B", "duration": 1000}, {"type": "event", "title": "C", "duration": 1e10}]}"#
    #expect(
      try refused(text) == [
        .init(place: ": event 1 'A'", reason: "it has no duration"),
        .init(place: ": event 3 'C'", reason: "it takes 1 second to 99:59:59"),
      ])
  }

  @Test(arguments: [
    "{", "{}", "[]", "{\"rundown\": []}", "{\"rundowns\": {}}", "\u{0}", "", "\n\n", "{\"rundowns\": {\"a\": 1}}",
  ])
  func noProgram(text: String) { #expect(throws: Refusal.self) { try lines(text) } }

  @Test(arguments: [
    ("Welcome,10m\nTalk,25:00\n", "Welcome 10m\nTalk 25m\n"),
    ("\u{feff}Welcome;10m\r\nTalk;90s\r\n", "Welcome 10m\nTalk 1m30s\n"),
    ("Welcome\t10 min", "Welcome 10m\n"), ("title,length\n\"Talk, \"\"one\"\"\",1h\n", "\"Talk, \\\"one\\\"\" 1h\n"),
    ("Minutes,Title,Hold\n10,A,\n\n5,B,yes\n", "A 10m\nB 5m hold\n"), ("\"A\nB\",1 hour\n,5m\n", "A B 1h\n5m\n"),
    ("A, 10m , a note", "A 10m\n"),
  ])
  func aTable(text: String, program: String) throws {
    #expect(try lines(text) == program)
  }

  @Test func wrongRowsAreNamed() throws {
    let found = try refused("title,length\nA,5m\n\"B\nb\",5\nC\nD,5d\n\"E,5m\n")
    #expect(found.map(\.place) == [":3", ":5", ":6", ":7"])
    #expect(
      found.map { $0.reason.prefix(20) } == [
        "'5' has no unit: wri", "a row takes a title ", "it takes 1 second to", "the quotes of a cell",
      ])
  }

  @Test func fiveHundredRows() throws {
    let rows = (1...500).map { "Step \($0),1m\n" }.joined()
    #expect(try lines(rows)?.split(separator: "\n").count == 500)
    #expect(try refused(rows + "More,1m\nNot\n").map(\.place) == [":501"])
  }
}

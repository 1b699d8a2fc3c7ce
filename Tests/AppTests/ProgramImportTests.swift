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
    {"rundowns": {"default": {"id": "default", "title": "Stage", "order": ["m", "g", "e"],
    "flatOrder": ["m", "g", "a", "b", "e"],
    "entries": {
      "m": {"id": "m", "type": "milestone", "title": "Clear all"},
      "g": {"id": "g", "type": "group", "title": "Morning", "entries": ["a", "b"], "duration": 7200000},
      "a": {"id": "a", "type": "event", "title": "Welcome, all", "duration": 600000, "skip": false,
        "endAction": "none", "timeWarning": 120000, "timeDanger": 60000},
      "b": {"id": "b", "type": "event", "title": "Left out", "duration": 60000, "skip": true},
      "e": {"id": "e", "type": "event", "title": "", "cue": "2.1", "duration": 90400,
        "endAction": "play-next", "timeWarning": 120000, "timeDanger": 60000}
    }}}, "settings": {"version": "4.0.0"}}
    """#

  @Test func aProjectOfOntime() throws {
    #expect(try lines(Self.project) == "\"Welcome, all\" 10m hold warn 2m danger 1m\n2.1 1m30s danger 1m\n")
    // Without the flat order, groups name their own.
    #expect(
      try lines(Self.project.replacing(#""flatOrder": ["m", "g", "a", "b", "e"],"#, with: "")) == lines(Self.project))
  }

  /// Names of columns are known without their accents, too.
  @Test(arguments: ["Étape,Durée,Départ", "Etape,Duree,Depart", "Intitule,Duree,Debut", "Titulo,Duracao,Comeco"])
  func columnsWithoutAccents(head: String) throws {
    let (row, english) = ("\nA,5m,10:00\n", "Title,Length,Start")
    #expect(try lines(head + row) == lines(english + row) && lines(english + row) != nil)
  }

  @Test func earlierVersions() throws {
    let event = #"{"type": "event", "title": "A", "duration": 60000, "endAction": "play-next"}"#
    #expect(
      try lines(#"{"rundown": [{"type": "block", "title": "x"}, \#(event), {"type": "delay", "duration": 1}]}"#)
        == "A 1m\n")
    #expect(try lines("[\(event)]") == "A 1m\n")
    let old = #"{"events": [{"type": "event", "title": "Late", "timeStart": 86340000, "timeEnd": 60000}]}"#
    #expect(try lines(old) == "at 23:59:00\nLate 2m hold\n")
  }

  @Test func oneOfSeveralRundowns() throws {
    func rundown(_ title: String) -> String {
      let entries = #"{"a": {"type": "event", "title": "\#(title)", "duration": 1000}}"#
      return #"{"title": "\#(title)", "order": ["a"], "entries": \#(entries)}"#
    }
    let text = "{\"rundowns\": {\"one\": \(rundown("Stage")), \"two\": \(rundown("House"))}}"
    #expect(throws: Refusal("there are several rundowns: write one of 'one', 'two' after the file's name")) {
      try lines(text)
    }
    #expect(try lines(text, rundown: "two") == "House 1s hold\n")
    #expect(try lines(text, rundown: "Stage") == "Stage 1s hold\n")
    #expect(throws: Refusal.self) { try lines(text, rundown: "three") }
  }

  /// The first event's start, unless nobody has set one. Skipped events do not count.
  @Test(
    arguments: [
      ([#""timeStart": 64800000"#, #""timeStart": 64860000"#], "18:00:00"), ([#""timeStart": 0"#, "\"x\": 1"], nil),
      ([#""timeStart": 0"#, #""timeStart": 60000"#], "00:00:00"), (["\"x\": 1", #""timeStart": 60000"#], nil),
      ([#""timeStart": null"#, "\"x\": 1"], nil), ([#""timeStart": 86400000"#, "\"x\": 1"], nil),
      ([#""skip": true, "timeStart": 60000"#, #""timeStart": 120499"#], "00:02:00"),
      ([#""skip": true, "timeStart": "x""#, #""timeStart": 0"#], nil),
    ] as [([String], String?)])
  func plannedStarts(events: [String], start: String?) throws {
    let rows = events.map { #"{"type": "event", "title": "A", "duration": 60000, \#($0)}"# }
    let found = try #require(try lines(#"{"rundown": [\#(rows.joined(separator: ", "))]}"#))
    #expect(found.hasPrefix(start.map { "at \($0)\n" } ?? "A 1m hold\n"))
    #expect(found.contains("at ") == (start != nil))
  }

  /// A value of the wrong type, for each value that is read.
  @Test(arguments: ["timeStart", "timeWarning", "timeDanger", "duration"])
  func wrongValuesAreNamed(name: String) throws {
    for value in [#""x""#, "-1", "true", "[]", "1e13"] {
      let event =
        #"{"type": "event", "title": "A", "\#(name)": \#(value)\#(name == "duration" ? "" : #", "duration": 9000"#)}"#
      #expect(
        try refused(#"{"rundown": [\#(event)]}"#) == [
          .init(place: ": event 1 'A'", reason: "its \(name) is not a number of milliseconds, such as 60000")
        ], "\(value)")
    }
  }

  @Test func wrongEventsAreNamed() throws {
    let events = [("A", "0"), ("B", "1000"), ("C", "1e10")].map {
      #"{"type": "event", "title": "\#($0)", "duration": \#($1)}"#
    }
    let text = #"{"rundown": [\#(events.joined(separator: ", "))]}"#
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

  /// The planned start, differences of starts, and heads in all languages of the clock.
  @Test(arguments: [
    ("Start,Title,Duration\n20:00:00,Doors,30m\n20:30,Talk,5m\n", "at 20:00:00\nDoors 30m\nTalk 5m\n"),
    ("Time,Title,Length\n8:30 pm,A,90s\n", "at 20:30:00\nA 1m30s\n"),
    ("Time,Title\n20:00,Doors\n20:30,Talk\n20:45,End\n", "at 20:00:00\nDoors 30m\nTalk 15m\n"),
    ("Time;Title\n20h30;Doors\n20.45;Talk\n8:50 pm;End\n9 pm;Out\n", "at 20:30:00\nDoors 15m\nTalk 5m\nEnd 10m\n"),
    ("Titel;Min.\nA;10\n", "A 10m\n"), ("5\" disc;10m\n5\" lid;5m\n", "\"5\\\" disc\" 10m\n\"5\\\" lid\" 5m\n"),
    ("Title,Time\nA,10:00\nB,12:30\n", "A 10m\nB 12m30s\n"), ("time,title\n10m,A\n", "A 10m\n"),
    ("Beginn;Ende;Titel\n23.50 Uhr;0:05;Spät\n0:05;0:06;Schluss\n", "at 23:50:00\nSpät 15m\nSchluss 1m\n"),
    ("Titel;Dauer (Min.);Warten\nGrüße;10;ja\nPause;5;nein\n", "Grüße 10m hold\nPause 5m\n"),
    ("Heure,Titre,Durée\n20h00,Accueil,5m\n", "at 20:00:00\nAccueil 5m\n"),
    ("Título,Duración,Inicio\nA,5m,9:00\n", "at 09:00:00\nA 5m\n"), ("Título,Duração,Início\nA,5m,\n", "A 5m\n"),
    ("العنوان,المدة,البداية\nA,5m,9:00\n", "at 09:00:00\nA 5m\n"), ("題名,分,開始\nA,5,9:00\n", "at 09:00:00\nA 5m\n"),
  ])
  func headsAndStarts(text: String, program: String) throws {
    #expect(try lines(text) == program)
    #expect(try TimerProgram.parse(program).lines == program)
  }

  private func remarks(_ text: String) throws -> [ProgramImport.Complaint] {
    try ProgramImport(Array(text.utf8)).remarks
  }

  @Test func contradictionsAreToldOnce() throws {
    let head = "start,title,length\n20:00,A,30m\n"
    #expect(try remarks(head + "20:30,B,5m\n,C,5m\n20:40,D,1m\n").isEmpty)
    let found = try remarks(head + "20:40,B,5m\n22:00,C,5m\n")
    let reason = try #require(found.first?.reason)
    #expect(found.map(\.place) == [":3"] && reason.contains("20:40") && reason.contains("20:30"))
    #expect(try remarks("start,title\n20:00,A\n20:30,B\n").map(\.place) == [":3"])
  }

  /// A gap or a delay in a project of Ontime.
  @Test func aGapIsTold() throws {
    func event(_ title: String, _ start: Int) -> String {
      #"{"type": "event", "title": "\#(title)", "duration": 600000, "timeStart": \#(start * 60_000)}"#
    }
    func project(_ starts: Int...) -> String {
      "{\"rundown\": [\(starts.map { event("E\($0)", $0) }.joined(separator: ","))]}"
    }
    #expect(try remarks(project(1200, 1210, 1220)).isEmpty && remarks(project(0, 0, 0)).isEmpty)
    let found = try remarks(project(1200, 1220, 1300))
    #expect(
      found == [
        .init(
          place: ": event 2 'E1220'",
          reason: "it starts at 20:20, but the lengths before it give 20:10; the lengths are used")
      ])
  }

  /// Excel's first line, and the apostrophe before a text that is no formula.
  @Test func aSpreadsheetsOddities() throws {
    #expect(try lines("sep=;\nTitle;Length\n'=A1, all;10m\n'-1 floor;5m\n") == "\"=A1, all\" 10m\n-1 floor 5m\n")
    #expect(try lines("title,length\n'quoted',5m\n") == "'quoted' 5m\n")
    let wrong = #"{"rundown": [{"type": "event", "title": 7, "duration": 60000}]}"#
    #expect(try refused(wrong) == [.init(place: ": event 1", reason: "its title is no text")])
  }

  /// Warnings have units of their own. What is not read is named, but for the columns of `program list`.
  @Test func warningsAndOtherColumns() throws {
    let table = "Time Start,Title,Duration (min),Warning (s),Danger,Colour,\n19:30,A,10,90,30s,red,x\n,B,5,,-,,\n"
    #expect(try lines(table) == "at 19:30:00\nA 10m warn 1m30s danger 30s\nB 5m\n")
    #expect(try remarks(table) == [.init(place: ":1", reason: "columns that are not read: Colour")])
    #expect(try remarks("number,title,length,state\n1,A,5m,coming\n").isEmpty)
    let wrong = "title,length,warn,danger\nA,5m,6m,\nB,5m,1m,2m\nC,5m,soon,\n"
    #expect(try refused(wrong).map(\.place) == [":2", ":3", ":4"])
  }

  @Test func unknownHeadsAndStartsAreNamed() throws {
    #expect(try refused("Wer,Wie lange\nA,5m\nB,5m\n") == [.init(place: ":1", reason: ProgramColumn.needed)])
    #expect(try refused("title,note\nA,5m\n").map(\.place) == [":1"])
    #expect(try refused("start,title,length\nsoon,A,5m\n").map(\.place) == [":2"])
    #expect(try refused("start,title,length\n20:30 am,A,5m\n").map(\.place) == [":2"])
    #expect(try refused("start,title\n20:00,A\n,B\n").map(\.place) == [":2", ":3"])
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

import Testing

@testable import Agenda

@Suite struct ContentLineTests {
  private static func line(_ text: String) -> ContentLine? { ContentLine(Array(text.utf8)[...]) }

  /// A line, the name of a parameter, its value, and the value of the line.
  private static let rows: [(String, String, String?, String)] = [
    ("DTSTART:20260330", "TZID", nil, "20260330"),
    ("DTSTART;TZID=Office:20260330", "TZID", "Office", "20260330"),
    ("DTSTART;VALUE=DATE;TZID=\"A;B:C,D\":20260330", "TZID", "A;B:C,D", "20260330"),
    ("dtstart;tzid=Office:20260330", "TZID", "Office", "20260330"),
    ("DTSTART;TZID=(UTC+01:00) Berlin:20260330", "TZID", "(UTC+01:00) Berlin", "20260330"),
    ("DTSTART;TZID=A;B;VALUE=DATE:20260330", "TZID", "A;B", "20260330"),
    ("DTSTART;TZID=A; B:20260330", "TZID", "A; B", "20260330"),
    ("DTSTART;TZID=A\\; B:20260330", "TZID", "A\\; B", "20260330"),
    ("DTSTART;TZID=\"A:20260330", "TZID", "A", "20260330"),
    ("DTSTART;TZID=A:2026-03-30T08:30:00", "TZID", "A", "2026-03-30T08:30:00"),
    ("DTSTART;TZID=A:nonsense:more", "TZID", "A", "nonsense:more"),
    ("SUMMARY;X=\"a^'b^n^^c\":T:x", "X", "a\"b\n^c", "T:x"),
    ("SUMMARY;XX=1;X=2:T", "X", "2", "T"),
    ("SUMMARY:a;b=c:d", "b", nil, "a;b=c:d"),
    ("X-A;B=:", "B", "", ""),
  ]

  @Test func partsOfALine() throws {
    for (text, name, parameter, value) in Self.rows {
      let line = try #require(Self.line(text), "\(text)")
      #expect(line.parameter(name) == parameter, "\(text)")
      #expect(String(decoding: line.value, as: UTF8.self) == value, "\(text)")
    }
    for text in ["", "DTSTART", ":x", ";x=1:y", "DTSTART;TZID=A"] { #expect(Self.line(text) == nil, "\(text)") }
  }

  /// However a text is folded, its lines are the same (RFC 5545, 3.1).
  @Test func foldsAnywhere() {
    let text = "SUMMARY;X=\"ä:b\":Grüße ☎ 👩‍🚀\r\nDTSTART;TZID=Office:20260330T083000\r\n"
    let bytes = Array(text.utf8)
    func values(_ bytes: [UInt8]) -> [String] {
      ContentLines(bytes).map { "\($0.name) \($0.parameter("X") ?? "") \(CalendarValues.text($0.value))" }
    }
    let expected = values(bytes)
    #expect(expected.count == 2)
    for fold in ["\r\n ", "\n ", "\r\n\t", "\r ", "\r\r\n "] {
      for place in 1..<bytes.count where bytes[place - 1] != 13 && bytes[place - 1] != 10 {
        #expect(
          values(Array(bytes[..<place] + fold.utf8 + bytes[place...])) == expected,
          "\(fold.debugDescription) at \(place)")
      }
    }
  }

  @Test func theNextLineIsFoundFromAPlace() {
    var lines = ContentLines(Array("A:1\r\n\r\nB:2\nC:3".utf8))
    #expect(lines.next()?.name == "A")
    let place = lines
    #expect(lines.map(\.name) == ["B", "C"])
    #expect(place.map(\.name) == ["B", "C"])
  }
}

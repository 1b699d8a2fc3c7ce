import ColourClock
import Testing

@testable import Agenda

@Suite struct CalendarValuesTests {
  /// Messages quote long texts on one line. A cut is always shown.
  @Test(arguments: [
    ("Lunch\n at  one", "Lunch at one"), (String(repeating: "a", count: 80), String(repeating: "a", count: 80)),
    (String(repeating: "a", count: 81), String(repeating: "a", count: 79) + "…"),
    ("Lunch" + String(repeating: " ", count: 300) + "at one", "Lunch…"),
  ])
  func quotedTexts(text: String, quoted: String) { #expect(text.quoted == quoted) }

  private static func text(_ text: String, limit: Int = .max) -> String {
    CalendarValues.text(Array(text.utf8)[...], limit: limit)
  }

  @Test func texts() {
    for (written, meant) in [
      ("a\\, b\\; c\\\\d", "a, b; c\\d"), ("a\\nb\\Nc", "a\nb\nc"), ("C:\\temp", "C:\\temp"), ("end\\", "end\\"),
      ("", ""),
    ] {
      #expect(Self.text(written) == meant)
    }
    // Cut before a character that does not fit, and never within one.
    for (limit, meant) in [(0, ""), (1, "a"), (2, "a"), (3, "a"), (4, "a☎"), (5, "a☎"), (6, "a☎ü"), (7, "a☎üb")] {
      #expect(Self.text("a☎üb", limit: limit) == meant, "\(limit)")
    }
  }

  @Test func durations() {
    func parts(_ text: String) -> [Int]? {
      guard case .lasting(let days, let seconds)? = CalendarValues.duration(text) else { return nil }
      return [days, seconds]
    }
    for (text, expected) in [
      ("PT1H", [0, 3600]), ("P1W", [7, 0]), ("P1DT2H3M4S", [1, 7384]), ("+PT90M", [0, 5400]), ("pt5m", [0, 300]),
      ("PT0S", [0, 0]), ("P0D", [0, 0]), ("P1W2D", [9, 0]),
    ] {
      #expect(parts(text) == expected, "\(text)")
    }
    for text in [
      "", "P", "PT", "P1", "PT1", "1H", "-PT1H", "P1H", "PT1D", "P1DT", "PT1H1H", "P99999999999D", "P40000D", "PTH",
      "P1DT1HX", "P-1D",
    ] {
      #expect(parts(text) == nil, "\(text)")
    }
  }

  @Test func offsets() {
    for (text, seconds) in [
      ("+0100", 3600), ("-0330", -12_600), ("+000000", 0), ("-00:01".filter { $0 != ":" }, -60), ("+013015", 5415),
    ] {
      #expect(CalendarValues.offset(text) == seconds, "\(text)")
    }
    for text in ["", "0100", "+1", "+01", "+010", "+2400", "+0160", "+01:00", "+01000", "+٠١٠٠"] {
      #expect(CalendarValues.offset(text) == nil, "\(text)")
    }
  }

  @Test func namesOfOffsets() {
    for (name, seconds, places) in [
      ("GMT+0100", 3600, ""), ("UTC+01:00", 3600, ""), ("utc-3", -10_800, ""), ("GMT +5:30", 19_800, ""),
      ("UTC", 0, ""),
      ("(UTC+01:00) Amsterdam, Berlin", 3600, "Amsterdam, Berlin"), ("(UTC) Dublin", 0, "Dublin"),
      ("(GMT-08:00) Pacific Time (US & Canada)", -28_800, "Pacific Time (US & Canada)"), ("UTC+545", 20_700, ""),
      ("(UTC) Coordinated Universal Time", 0, ""), ("UTC−01:00", -3600, ""),
    ] {
      let offset = ZoneOffsetName(name)
      #expect(offset?.seconds == seconds && offset?.places == places, "\(name)")
    }
    for name in [
      "", "+0100", "CET+1", "UTC+99", "UTC+01:60", "UTC+1:2:3", "UTC+", "UTC+:30", "UTC1", "(UTC+01:00", "Berlin",
    ] {
      #expect(ZoneOffsetName(name) == nil, "\(name)")
    }
  }

  @Test func everyNameOfWindowsIsAZone() {
    let zones = SystemZones()
    for (name, place) in WindowsZones.names {
      #expect(zones.zone(place) != nil, "\(name): \(place)")
      #expect(name == name.lowercased())
    }
    #expect(WindowsZones.names.count > 100)
  }

  @Test func pathsOfComponents() throws {
    var path = ComponentPath()
    func take(_ text: String) throws -> ComponentPath.Step {
      path.record(try #require(ContentLine(Array(text.utf8)[...])))
    }
    #expect(try take("BEGIN:VCALENDAR") == .begin)
    #expect(try take("begin: vevent ") == .begin)
    #expect(path.names == ["VCALENDAR", "VEVENT"])
    for _ in 0..<100 { _ = try take("BEGIN:VALARM") }
    #expect(path.depth == 102 && path.names.count == ComponentPath.deepest && path.isTooDeep)
    for _ in 0..<100 { _ = try take("END:VALARM") }
    #expect(path.names == ["VCALENDAR", "VEVENT"])
    #expect(try take("END:VTODO") == .end)
    #expect(try take("SUMMARY:x") == .property)
    #expect(path.depth == 2)
    _ = try take("BEGIN:VALARM")
    _ = try take("BEGIN:VEVENT")
    #expect(path.names == ["VCALENDAR", "VEVENT"])
    _ = try take("END:VCALENDAR")
    #expect(path.depth == 0)
  }
}

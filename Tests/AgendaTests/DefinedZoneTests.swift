import Testing

@testable import Agenda

/// Zones that a calendar defines.
@Suite struct DefinedZoneTests {
  private static let sundays =
    "FREQ=YEARLY;BYMONTHDAY=" + (0..<60).flatMap { _ in (25...31).map { "\($0)" } }.joined(separator: ",")
    + ";BYDAY=SU;BYMONTH=3"

  /// Rules are read as those of events: long ones too, and with an escaped line feed at the end or within.
  @Test(arguments: [
    "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", #"FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\n"#,
    #"FREQ=YEARLY;\nBYMONTH=3;BYDAY=-1SU"#, sundays,
  ])
  func theRulesOfAZone(rule: String) throws {
    let lines = [
      "BEGIN:VTIMEZONE", "TZID:Home", "BEGIN:DAYLIGHT", "DTSTART:20200329T020000", "TZOFFSETFROM:+0100",
      "TZOFFSETTO:+0200", "RRULE:\(rule)", "END:DAYLIGHT", "BEGIN:STANDARD", "DTSTART:20201025T030000",
      "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "END:STANDARD",
      "END:VTIMEZONE",
    ]
    let zone = try #require(DefinedZone(ContentLines(Array(lines.joined(separator: "\r\n").utf8)), ZoneSteps()))
    // Without its end, the first part would hide the second.
    let cut = lines.filter { $0 != "END:DAYLIGHT" }
    #expect(DefinedZone(ContentLines(Array(cut.joined(separator: "\r\n").utf8)), ZoneSteps()) == nil)
    for (text, hours) in [("20260328T120000", 1), ("20260330T120000", 2), ("20261101T120000", 1)] {
      #expect(zone.offset(at: try #require(BasicTime(text)).local) == hours * 3600, "\(text)")
    }
  }
}

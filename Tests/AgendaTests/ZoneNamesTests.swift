import Testing

@testable import Agenda

@Suite struct ZoneNamesTests {
  /// A name with places causes many searches, and a calendar may have tens of thousands of such names.
  @Test func searchesForUnknownNamesAreLimited() throws {
    var reads = 0
    let system = SystemZones { _ in
      reads += 1
      return nil
    }
    let definition = [
      "BEGIN:VTIMEZONE", "TZID:Hall", "BEGIN:STANDARD", "DTSTART:20200101T000000", "TZOFFSETFROM:+0200",
      "TZOFFSETTO:+0200", "END:STANDARD", "END:VTIMEZONE",
    ]
    let names = ZoneNames(system, ["Hall": ContentLines(Array(definition.joined(separator: "\r\n").utf8))])
    for number in 0..<1_000 { _ = try names.zone("(UTC+01:00) A\(number), B\(number)") }
    // A file may have many calendars.
    for number in 0..<1_000 { _ = try ZoneNames(system, [:]).zone("(UTC+01:00) C\(number), D\(number)") }
    #expect((1_000...SystemZones.maxMisses).contains(reads), "\(reads)")
    system.clear()
    reads = 0
    _ = try names.zone("(UTC+01:00) E, F")
    #expect(reads > 0)
    // The calendar's own definitions still count.
    guard case .defined = try names.zone("Hall") else {
      Issue.record("another zone")
      return
    }
  }
}

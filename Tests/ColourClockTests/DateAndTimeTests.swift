import Testing

@testable import ColourClock

@Suite struct DateAndTimeTests {
  /// 2026-11-21 in the zone.
  private func second(_ text: String, in zone: Zone) throws -> Int64 {
    try DateAndTime.parse(text).secondSince1970(in: zone, today: zone.civil(at: 1_795_268_116))
  }

  /// The second since 1970 in Berlin.
  static let times: [(String, Int64)] = [
    ("13:35:16", 1_795_264_516), ("13:35", 1_795_264_500), ("00:00", 1_795_215_600), ("9:30", 1_795_249_800),
    ("9:30:07", 1_795_249_807), ("23:59:59", 1_795_301_999),
    ("2026-03-29T01:59:57", 1_774_745_997), ("2026-03-29 01:59:57", 1_774_745_997), ("2026-03-29T01:59", 1_774_745_940),
    ("2026-03-29T01:59:57Z", 1_774_749_597), ("2026-03-29 01:59:57+02:00", 1_774_742_397),
    ("2026-03-29T01:59:57+0200", 1_774_742_397), ("2026-03-29T01:59:57-09:30", 1_774_783_797),
    ("2026-03-29T02:30:00", 1_774_746_000), ("2026-10-25T02:30:00", 1_792_888_200),
    ("2026-10-25T02:30:00+01:00", 1_792_891_800), ("2024-02-29T00:00:00Z", 1_709_164_800),
    ("0000-01-01T00:00:00Z", -62_167_219_200), ("9999-12-31T23:59:59Z", 253_402_300_799),
  ]

  @Test(arguments: times) func `a time stands for an instant`(text: String, second: Int64) throws {
    let berlin = Zone(rule: try ZoneRule("CET-1CEST,M3.5.0,M10.5.0/3"))
    #expect(try self.second(text, in: berlin) == second)
  }

  static let wrong = [
    "", "now", "24:00", "25:00:00", "13:60", "13:35:61", "13", "1:5", "013:35", ":35", "13:5", "13:35:", "13:35:1",
    "133516", " 13:35",
    "13:35 ", "13:35:16.5", "13:35Z", "13:35+02:00", "1:35 pm", "-13:35", "１３:３５", "2026-11-21", "2026-11-21T",
    "2026-02-30T12:00:00", "2026-02-29 12:00", "2026-13-01T12:00", "26-11-21T12:00", "2026-11-21t12:00",
    "2026-11-21  12:00", "2026-11-21T9:30", "2026-11-21 9:30", "2026-11-21T12:00:00z", "2026-11-21T12:00:00+2",
    "2026-11-21T12:00:00+02",
    "2026-11-21T12:00:00+02:", "2026-11-21T12:00:00+02:60", "2026-11-21T12:00:00+24:00", "2026-11-21T12:00:00+02:00x",
    "2026-11-21T12:00:00 Z", "2026-11-21T12:00:00ZZ", "2026/11/21 12:00", "12026-11-21T12:00:00",
  ]

  @Test(arguments: wrong) func `everything else is refused`(text: String) {
    #expect(throws: Refusal.startingTime) { try DateAndTime.parse(text) }
  }

  @Test func `a refusal names the forms`() {
    for part in ["HH:MM,", "HH:MM:SS", "YYYY-MM-DDTHH:MM:SS", "Z", "+HH:MM"] {
      #expect(Refusal.startingTime.text.contains(part))
    }
  }

  static let leapSeconds = [
    ("2016-12-31T23:59:60", "right/UTC"), ("2016-12-31T23:59:60Z", "right/Europe/Berlin"),
    ("2017-01-01T00:59:60", "right/Europe/Berlin"), ("2016-12-31T18:59:60-05:00", "right/Europe/Berlin"),
  ]

  @Test(arguments: leapSeconds) func `a leap second is one where the zone has it`(text: String, name: String) throws {
    #expect(try second(text, in: ZoneFile.parse(CLibrary.zoneFile(name))) == 1_483_228_826)
  }

  @Test(arguments: [
    ("23:59:60", "right/UTC"), ("2016-12-31T23:59:60Z", "Europe/Berlin"), ("2016-12-31T12:34:60Z", "right/UTC"),
    ("2016-12-31T23:59:60", "right/Europe/Berlin"),
  ])
  func `a leap second is refused where the zone has none`(text: String, name: String) throws {
    let zone = try ZoneFile.parse(CLibrary.zoneFile(name))
    #expect(throws: Refusal.noLeapSecond) { try second(text, in: zone) }
    #expect(Refusal.noLeapSecond.text.contains("no leap second"))
  }
}

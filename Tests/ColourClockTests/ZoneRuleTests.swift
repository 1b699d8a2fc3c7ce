import Testing

@testable import ColourClock

@Suite struct ZoneRuleTests {
  @Test func `summer time without dates has those of the United States`() throws {
    #expect(try ZoneRule("EST5EDT") == ZoneRule("EST5EDT,M3.2.0,M11.1.0"))
    #expect(try ZoneRule("AAA-3BBB-5:30") == ZoneRule("AAA-3BBB-05:30:00,M3.2.0/2,M11.1.0/02:00"))
  }

  /// The example of RFC 9636 section 3.3.1: summer time that ends as the next one begins.
  @Test(arguments: ["XXX3EDT4,0/0,J365/23", "XXX3EDT4,J1/0,J365/23:00"])
  func `summer time may last all year`(rule: String) throws {
    let zone = Zone(rule: try ZoneRule(rule))
    let newYear: Int64 = 1_767_225_600
    for hour in -30...30 {
      let civil = zone.civil(at: newYear + Int64(hour) * 3600)
      #expect(civil.abbreviation == "EDT" && civil.utcOffset == -4 * 3600)
    }
  }

  @Test(arguments: [
    ("CET-1CEST,M3.5.0/-167,M10.5.0/167:59:59", 1_774_137_599 as Int64, "CET 0:59:59"),
    ("CET-1CEST,M3.5.0/-167,M10.5.0/167:59:59", 1_774_137_600 as Int64, "CEST 2:0:0"),
  ])
  func `a change may lie a week from its day`(rule: String, second: Int64, shown: String) throws {
    #expect(Zone(rule: try ZoneRule(rule)).shows(at: second) == shown)
  }

  static let wrong = [
    ("", "has a name of fewer than three letters"),
    ("CE-1", "has a name of fewer than three letters"),
    ("Zürich-1", "has a name of fewer than three letters"),
    (":Europe/Berlin", "has a name of fewer than three letters"),
    ("<+03-3", "lacks the > of a name"),
    ("CET", "needs an hour of 0 to 24"),
    ("CET-25", "needs an hour of 0 to 24"),
    ("CET-1:60", "needs a minute of 0 to 59"),
    ("CET-1:0:99", "needs a second of 0 to 59"),
    ("CET-1 ", "has a name of fewer than three letters"),
    ("CET-1CEST,", "needs a day of 0 to 365"),
    ("CET-1CEST,M3.5.0", "needs two dates, or none"),
    ("CET-1CEST-", "needs an hour of 0 to 24"),
    ("CET-1CEST,M13.5.0,M10.5.0", "needs a month of 1 to 12"),
    ("CET-1CEST,M3,M10", "has a date without a week"),
    ("CET-1CEST,M3.5,M10.5", "has a date without a weekday"),
    ("CET-1CEST,M3.6.0,M10.5.0", "needs a week of 1 to 5"),
    ("CET-1CEST,M3.5.7,M10.5.0", "needs a weekday of 0 to 6"),
    ("CET-1CEST,J0,J365", "needs a day of 1 to 365"),
    ("CET-1CEST,366,0", "needs a day of 0 to 365"),
    ("CET-1CEST,M3.5.0/168,M10.5.0", "needs an hour of 0 to 167"),
    ("CET-1CEST,M3.5.0,M10.5.0/3x", "has text after its end"),
  ]

  @Test(arguments: wrong) func `a wrong rule says what is wrong`(rule: String, problem: String) {
    let error = Refusal.rule(rule, problem: problem)
    #expect(throws: error) { try ZoneRule(rule) }
    #expect(error.text.contains(problem) && error.text.contains("CET-1CEST"))
  }
}

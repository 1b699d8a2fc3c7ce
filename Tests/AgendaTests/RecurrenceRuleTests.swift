import ColourClock
import Testing

@testable import Agenda

@Suite struct RecurrenceRuleTests {
  /// Rules that are refused, and a part of the complaint.
  static let refused = [
    ("", "has no FREQ"), ("COUNT=2", "has no FREQ"), ("FREQ=", "FREQ="), ("FREQ=SOMETIMES", "FREQ=SOMETIMES"),
    ("FREQ=DAILY;FREQ=WEEKLY", "FREQ twice"), ("FREQ=WEEKLY;BYDAY=MO;BYDAY=TU", "BYDAY twice"),
    ("FREQ=DAILY;NONSENSE=1", "NONSENSE=1"), ("FREQ=DAILY;COUNT", "COUNT"), ("FREQ=DAILY;COUNT=0", "COUNT=0"),
    ("FREQ=DAILY;COUNT=-1", "COUNT=-1"), ("FREQ=DAILY;COUNT=٣", "COUNT"), ("FREQ=DAILY;INTERVAL=x", "INTERVAL=X"),
    ("FREQ=DAILY;INTERVAL=0", "INTERVAL=0"), ("FREQ=DAILY;INTERVAL=++5", "INTERVAL=++5"),
    ("FREQ=DAILY;INTERVAL=+0+5", "INTERVAL=+0+5"), ("FREQ=DAILY;INTERVAL=+", "INTERVAL=+"),
    ("FREQ=DAILY;INTERVAL=", "INTERVAL="), ("FREQ=DAILY;UNTIL=20260230", "UNTIL=20260230"),
    ("FREQ=DAILY;UNTIL=20260230T000000Z", "UNTIL"), ("FREQ=DAILY;UNTIL=2026-02:20", "UNTIL"),
    ("FREQ=DAILY;UNTIL=20260220Z", "UNTIL"), ("FREQ=DAILY;UNTIL=20260220T250000", "UNTIL"),
    ("FREQ=WEEKLY;WKST=XX", "WKST=XX"), ("FREQ=WEEKLY;BYDAY=", "BYDAY="), ("FREQ=WEEKLY;BYDAY=MO,", "BYDAY=MO,"),
    ("FREQ=WEEKLY;BYDAY=XX", "BYDAY=XX"), ("FREQ=MONTHLY;BYDAY=0MO", "BYDAY=0MO"), ("FREQ=YEARLY;BYDAY=-0MO", "BYDAY"),
    ("FREQ=YEARLY;BYMONTH=0", "BYMONTH=0"), ("FREQ=YEARLY;BYMONTH=13", "BYMONTH=13"),
    ("FREQ=YEARLY;BYMONTH=-1", "BYMONTH"),
    ("FREQ=MONTHLY;BYMONTHDAY=0", "BYMONTHDAY=0"), ("FREQ=MONTHLY;BYMONTHDAY=32", "BYMONTHDAY=32"),
    ("FREQ=MONTHLY;BYMONTHDAY=-32", "BYMONTHDAY=-32"), ("FREQ=YEARLY;BYYEARDAY=367", "BYYEARDAY=367"),
    ("FREQ=YEARLY;BYWEEKNO=54", "BYWEEKNO=54"), ("FREQ=YEARLY;BYWEEKNO=0", "BYWEEKNO=0"),
    ("FREQ=DAILY;BYHOUR=24", "BYHOUR=24"), ("FREQ=DAILY;BYHOUR=-1", "BYHOUR=-1"),
    ("FREQ=DAILY;BYMINUTE=60", "BYMINUTE=60"),
    ("FREQ=DAILY;BYSECOND=61", "BYSECOND=61"), ("FREQ=DAILY;BYHOUR=1;BYSETPOS=0", "BYSETPOS=0"),
    ("FREQ=DAILY;BYHOUR=1;BYSETPOS=367", "BYSETPOS=367"), ("FREQ=YEARLY;BYSETPOS=-366", "BYSETPOS without"),
    ("FREQ=WEEKLY;BYDAY=1MO", "BYDAY=1MO"), ("FREQ=DAILY;BYDAY=-1MO", "BYDAY=-1MO"),
    ("FREQ=MINUTELY;BYDAY=53MO", "BYDAY=53MO"), ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO", "which BYWEEKNO does not allow"),
    ("FREQ=SECONDLY", "every few seconds"), ("FREQ=YEARLY;RSCALE=CHINESE", "RSCALE=CHINESE"),
    ("FREQ=YEARLY;RSCALE=GREGORIAN;SKIP=FORWARD", "SKIP=FORWARD"),
    // Too often.
    ("FREQ=MINUTELY;BYSECOND=0,30", "too many"), ("FREQ=HOURLY;BYMINUTE=\(sixty);BYSECOND=0,30", "too many"),
    // Steps of five hours reach five hours of a day: 5 * 60 * 6 times.
    ("FREQ=HOURLY;INTERVAL=5;BYMINUTE=\(sixty);BYSECOND=0,10,20,30,40,50", "too many"),
    ("FREQ=DAILY;BYHOUR=9,10;BYMINUTE=\(sixty);BYSECOND=\(sixty)", "too many"),
    // Never: an ordinal or a position beyond what the period can hold, and dates that there are none of.
    ("FREQ=MONTHLY;BYDAY=6MO", "never occurs"), ("FREQ=MONTHLY;BYDAY=53MO", "never occurs"),
    ("FREQ=YEARLY;BYDAY=54MO", "never occurs"), ("FREQ=YEARLY;BYMONTH=3;BYDAY=-6MO", "never occurs"),
    ("FREQ=MONTHLY;BYMONTHDAY=1,2;BYSETPOS=3", "never occurs"), ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-366", "never occurs"),
    ("FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=3", "never occurs"), ("FREQ=DAILY;BYHOUR=1,2;BYSETPOS=-3", "never occurs"),
    ("FREQ=YEARLY;BYMONTH=1,2;BYMONTHDAY=1,2;BYSETPOS=5", "never occurs"),
    ("FREQ=YEARLY;BYYEARDAY=1,2;BYSETPOS=3", "never occurs"), ("FREQ=YEARLY;BYDAY=1MO;BYSETPOS=2", "never occurs"),
    ("FREQ=HOURLY;BYMINUTE=0,30;BYSETPOS=3", "never occurs"),
    ("FREQ=MINUTELY;INTERVAL=9;BYSECOND=1;BYSETPOS=2", "never occurs"),
    ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=24", "never occurs"),
    ("FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30", "never occurs"), ("FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30", "never occurs"),
    ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "never occurs"), ("FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30", "never occurs"),
    ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "never occurs"),
    ("FREQ=YEARLY;BYMONTH=2,4;BYMONTHDAY=31,-31", "never occurs"),
    ("FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "every few seconds"),
    ("FREQ=YEARLY;BYWEEKNO=20;BYMONTH=1", "never occurs"),
    ("FREQ=MONTHLY;BYDAY=5MO;BYMONTHDAY=1", "never occurs"), ("FREQ=YEARLY;BYYEARDAY=1;BYMONTH=2", "never occurs"),
    ("FREQ=HOURLY;INTERVAL=24;BYHOUR=5", "never occurs"), ("FREQ=HOURLY;INTERVAL=168;BYDAY=MO", "never occurs"),
    ("FREQ=MINUTELY;INTERVAL=60;BYMINUTE=7", "never occurs"), ("FREQ=DAILY;INTERVAL=7;BYDAY=MO", "never occurs"),
    ("FREQ=MONTHLY;INTERVAL=12;BYMONTH=2", "never occurs"),
    ("FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29", "never occurs"),
  ]

  private static let sixty = (0..<60).map { "\($0)" }.joined(separator: ",")

  /// From Thursday, 2026-01-01.
  @Test(arguments: refused) func itRefuses(_ rule: String, _ reason: String) throws {
    let complaint = #expect(throws: Complaint.self, "\(rule)") { try Times.rule(rule, from: "20260101T090000") }
    #expect(
      complaint?.text.contains(reason) == true && complaint?.text.hasPrefix("its rule") == true, "\(complaint as Any)")
    // It names the rule.
    let named = rule.uppercased().prefix(199)
    #expect(complaint?.text.contains(named) == true, "\(complaint as Any)")
  }

  /// Forms that programs write, beside those of the RFC's examples, and the first two times from Thursday, 2026-01-01.
  @Test(arguments: [
    ("freq=weekly;byday=mo", "2026 Jan 5,12"), ("BYDAY=MO;FREQ=WEEKLY", "2026 Jan 5,12"),
    (" FREQ=WEEKLY ; BYDAY= MO , TU ;", "2026 Jan 5,6"), ("FREQ=WEEKLY;;BYDAY=MO,MO", "2026 Jan 5,12"),
    ("FREQ=MONTHLY;BYDAY=+1MO", "2026 Jan 5 Feb 2"), ("FREQ=YEARLY;BYMONTH=01,02;BYMONTHDAY=01", "2026 Jan 1 Feb 1"),
    ("FREQ=DAILY;INTERVAL=01", "2026 Jan 1,2"), ("FREQ=DAILY;INTERVAL=99999999999999999999;BYDAY=TH", "2026 Jan 1"),
    ("FREQ=DAILY;COUNT=99999999999999999999", "2026 Jan 1,2"), ("FREQ=DAILY;COUNT=2;UNTIL=20270101", "2026 Jan 1,2"),
    ("FREQ=DAILY;RSCALE=GREGORIAN;SKIP=OMIT;X-OWN=1", "2026 Jan 1,2"),
    ("FREQ=MONTHLY;BYDAY=5MO,1FR", "2026 Jan 2 Feb 6"),
    ("FREQ=MONTHLY;BYMONTHDAY=1,2;BYSETPOS=3,2", "2026 Jan 2 Feb 2"),
    ("FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=10", "2026 Mar 31 Jun 30"),
  ])
  func itTakes(_ rule: String, _ days: String) throws {
    let listed = try Times.listed(days, at: "09:00")
    let found = try Times.all(try Times.rule(rule, from: "20260101T090000"))
    #expect(found.prefix(2).map(Times.text) == listed.map(Times.text), "\(rule)")
  }

  /// BYHOUR, BYMINUTE and BYSECOND are ignored where the start is a day (3.3.10), and a day does not repeat by the
  /// hour.
  @Test func daysHaveNoTimes() throws {
    let rule = try Times.rule("FREQ=DAILY;BYHOUR=9,10;BYMINUTE=30;BYSECOND=5;COUNT=2", from: "20260101")
    #expect(try Times.all(rule).map(Times.text) == ["2026-01-01 00:00", "2026-01-02 00:00"])
    #expect(throws: Complaint.self) { try Times.rule("FREQ=HOURLY", from: "20260101") }
  }

  /// COUNT counts the rule's own times from the start on; a start that is none of them is not counted.
  @Test func aStartOffTheRuleIsNotCounted() throws {
    let rule = try Times.rule("FREQ=WEEKLY;BYDAY=MO;COUNT=2", from: "20260101T090000")
    #expect(try Times.all(rule) == Times.listed("2026 Jan 5,12", at: "09:00"))
    let other = try Times.rule("FREQ=WEEKLY;BYDAY=TH;COUNT=2", from: "20260101T090000")
    #expect(try Times.all(other) == Times.listed("2026 Jan 1,8", at: "09:00"))
  }
}

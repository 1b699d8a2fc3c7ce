import Testing

@testable import Agenda

/// Each cell of the table of RFC 5545, 3.3.10: what a BY part does at each FREQ. 2026-01-01 is a Thursday.
@Suite struct RecurrenceTableTests {
  struct Cell {
    let rule: String
    let start: String
    let days: String
    let times: String

    init(_ rule: String, from start: String = "20260101T090000", _ days: String, at times: String = "09:00") {
      (self.rule, self.start, self.days, self.times) = ("FREQ=" + rule, start, days, times)
    }
  }

  static let minutely = [
    Cell("MINUTELY;INTERVAL=720;BYMONTH=3", "2026 Mar 1,2", at: "09:00 21:00"),
    Cell("MINUTELY;INTERVAL=720;BYYEARDAY=2,-1", "2026 Jan 2 Dec 31 2027 Jan 2", at: "09:00 21:00"),
    Cell("MINUTELY;INTERVAL=720;BYMONTHDAY=2,-1", "2026 Jan 2,31 Feb 2,28", at: "09:00 21:00"),
    Cell("MINUTELY;INTERVAL=720;BYDAY=MO", "2026 Jan 5,12", at: "09:00 21:00"),
    Cell("MINUTELY;INTERVAL=30;BYHOUR=9,17", "2026 Jan 1,2", at: "09:00 09:30 17:00 17:30"),
    Cell("MINUTELY;BYMINUTE=15,45;BYHOUR=9", "2026 Jan 1,2", at: "09:15 09:45"),
    Cell("MINUTELY;INTERVAL=720;BYSECOND=10,40", "2026 Jan 1,2", at: "09:00:10 09:00:40 21:00:10 21:00:40"),
    Cell("MINUTELY;INTERVAL=720;BYSECOND=10,40;BYSETPOS=-1", "2026 Jan 1,2", at: "09:00:40 21:00:40"),
    Cell("MINUTELY;INTERVAL=1447", "2026 Jan 1", at: "09:00"),
    Cell("MINUTELY;INTERVAL=1447;COUNT=3;BYDAY=FR,SA", "2026 Jan 2", at: "09:07"),
  ]
  static let hourly = [
    Cell("HOURLY;INTERVAL=12;BYMONTH=3", "2026 Mar 1,2", at: "09:00 21:00"),
    Cell("HOURLY;INTERVAL=12;BYYEARDAY=2,-1", "2026 Jan 2 Dec 31 2027 Jan 2", at: "09:00 21:00"),
    Cell("HOURLY;INTERVAL=12;BYMONTHDAY=2,-1", "2026 Jan 2,31 Feb 2,28", at: "09:00 21:00"),
    Cell("HOURLY;INTERVAL=12;BYDAY=MO", "2026 Jan 5,12", at: "09:00 21:00"),
    Cell("HOURLY;BYHOUR=9,17", "2026 Jan 1,2", at: "09:00 17:00"),
    Cell("HOURLY;INTERVAL=12;BYMINUTE=15,45", "2026 Jan 1,2", at: "09:15 09:45 21:15 21:45"),
    Cell("HOURLY;INTERVAL=12;BYSECOND=10,40", "2026 Jan 1,2", at: "09:00:10 09:00:40 21:00:10 21:00:40"),
    Cell("HOURLY;INTERVAL=12;BYMINUTE=15,45;BYSETPOS=1", "2026 Jan 1,2", at: "09:15 21:15"),
    Cell("HOURLY;INTERVAL=25;BYHOUR=9,10,11", "2026 Jan 1", at: "09:00"),
  ]
  static let daily = [
    Cell("DAILY;BYMONTH=3", "2026 Mar 1-31"),
    Cell("DAILY;BYMONTHDAY=1,-1", "2026 Jan 1,31 Feb 1,28"),
    Cell("DAILY;INTERVAL=2;BYDAY=MO", "2026 Jan 5,19 Feb 2,16"),
    Cell("DAILY;BYHOUR=9,17", "2026 Jan 1,2", at: "09:00 17:00"),
    Cell("DAILY;BYMINUTE=15,45", "2026 Jan 1,2", at: "09:15 09:45"),
    Cell("DAILY;BYSECOND=10,60", "2026 Jan 1,2", at: "09:00:10 09:00:59"),
    Cell("DAILY;BYHOUR=9,12,17;BYSETPOS=2", "2026 Jan 1,2", at: "12:00"),
  ]
  static let weekly = [
    Cell("WEEKLY;BYMONTH=3", "2026 Mar 5,12,19,26"),
    Cell("WEEKLY;BYDAY=MO,FR", "2026 Jan 2,5,9,12"),
    Cell("WEEKLY;BYHOUR=9,17", "2026 Jan 1,8", at: "09:00 17:00"),
    Cell("WEEKLY;BYMINUTE=15,45", "2026 Jan 1,8", at: "09:15 09:45"),
    Cell("WEEKLY;BYSECOND=10,40", "2026 Jan 1,8", at: "09:00:10 09:00:40"),
    Cell("WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=-1", "2026 Jan 2,9"),
    Cell("WEEKLY;BYDAY=MO,WE,SU;BYSETPOS=1;WKST=SU", "2026 Jan 4,11"),
  ]
  static let monthly = [
    Cell("MONTHLY;BYMONTH=3,5", "2026 Mar 1 May 1 2027 Mar 1"),
    Cell("MONTHLY", from: "20260131T090000", "2026 Jan 31 Mar 31 May 31 Jul 31"),
    Cell("MONTHLY;BYMONTHDAY=2,-2", "2026 Jan 2,30 Feb 2,27"),
    Cell("MONTHLY;BYDAY=2FR,-1FR", "2026 Jan 9,30 Feb 13,27"),
    Cell("MONTHLY;BYDAY=+5FR", "2026 Jan 30 May 29 Jul 31 Oct 30"),
    Cell("MONTHLY;BYDAY=FR,1MO", "2026 Jan 2,5,9,16,23,30 Feb 2,6"),
    Cell("MONTHLY;BYMONTHDAY=13;BYDAY=FR", "2026 Feb 13 Mar 13 Nov 13"),
    Cell("MONTHLY;BYMONTHDAY=8,9,10,11,12;BYDAY=2MO,1TU", "2026 Jan 12 Feb 9 Mar 9 May 11"),
    Cell("MONTHLY;BYHOUR=9,17", "2026 Jan 1 Feb 1", at: "09:00 17:00"),
    Cell("MONTHLY;BYMINUTE=15,45", "2026 Jan 1 Feb 1", at: "09:15 09:45"),
    Cell("MONTHLY;BYSECOND=10,40", "2026 Jan 1 Feb 1", at: "09:00:10 09:00:40"),
    Cell("MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "2026 Jan 30 Feb 27 Mar 31"),
    Cell("MONTHLY;BYMONTHDAY=1,2;BYHOUR=9,17;BYSETPOS=2,-1", "2026 Jan 1,2 Feb 1,2", at: "17:00"),
  ]
  static let yearly = [
    Cell("YEARLY", from: "20240229T090000", "2024 Feb 29 2028 Feb 29"),
    Cell("YEARLY;BYMONTH=3,5", from: "20260115T090000", "2026 Mar 15 May 15 2027 Mar 15"),
    Cell("YEARLY;BYWEEKNO=20,-1", "2026 May 14 Dec 31 2027 May 20 Dec 30"),
    Cell("YEARLY;BYWEEKNO=1;BYDAY=SU;WKST=SU", "2026 Jan 4 2027 Jan 3 2028 Jan 2 Dec 31"),
    Cell("YEARLY;BYWEEKNO=53;BYDAY=MO,SU", "2026 Dec 28 2027 Jan 3 2032 Dec 27"),
    Cell("YEARLY;BYWEEKNO=20;BYDAY=MO,FR", "2026 May 11,15 2027 May 17,21"),
    Cell("YEARLY;BYWEEKNO=18;BYMONTH=5;BYDAY=TH,FR", "2026 May 1 2027 May 6,7"),
    Cell("YEARLY;BYYEARDAY=100,-1", "2026 Apr 10 Dec 31 2027 Apr 10"),
    Cell("YEARLY;BYYEARDAY=366", "2028 Dec 31 2032 Dec 31"),
    Cell("YEARLY;BYYEARDAY=100,101,102;BYDAY=FR", "2026 Apr 10 2030 Apr 12"),
    Cell("YEARLY;BYYEARDAY=60,61;BYMONTHDAY=1", "2026 Mar 1 2027 Mar 1 2028 Mar 1"),
    Cell("YEARLY;BYMONTHDAY=1,-1", from: "20260115T090000", "2026 Jan 31 Feb 1,28 Mar 1,31"),
    Cell("YEARLY;BYMONTHDAY=13;BYDAY=FR", "2026 Feb 13 Mar 13 Nov 13"),
    Cell("YEARLY;BYDAY=20MO,-1MO", "2026 May 18 Dec 28"),
    Cell("YEARLY;BYDAY=53TH", "2026 Dec 31 2032 Dec 30"),
    Cell("YEARLY;BYMONTH=3;BYDAY=1MO,-1MO", "2026 Mar 2,30 2027 Mar 1,29"),
    Cell("YEARLY;BYMONTH=3,10;BYDAY=-1SU", "2026 Mar 29 Oct 25 2027 Mar 28"),
    Cell("YEARLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1", "2026 Jan 1 Dec 31 2027 Jan 1 Dec 31 2028 Jan 3"),
    Cell("YEARLY;BYHOUR=9,17", "2026 Jan 1 2027 Jan 1", at: "09:00 17:00"),
    Cell("YEARLY;BYMINUTE=15,45", "2026 Jan 1 2027 Jan 1", at: "09:15 09:45"),
    Cell("YEARLY;BYSECOND=10,40", "2026 Jan 1 2027 Jan 1", at: "09:00:10 09:00:40"),
  ]

  @Test(arguments: minutely + hourly + daily + weekly + monthly + yearly)
  func itExpandsOrLimits(_ cell: Cell) throws {
    let listed = try Times.listed(cell.days, at: cell.times).map(Times.text)
    let found = try Times.all(try Times.rule(cell.rule, from: cell.start)).map(Times.text)
    #expect(Array(found.prefix(listed.count)) == listed, "\(cell.rule)")
  }

  /// The cells "N/A", and all of SECONDLY, which is no plan.
  @Test func itForbids() {
    let values = [
      "BYMONTH": "2", "BYWEEKNO": "20", "BYYEARDAY": "100", "BYMONTHDAY": "2", "BYDAY": "TH", "BYHOUR": "9",
      "BYMINUTE": "0", "BYSECOND": "0", "BYSETPOS": "1;BYSECOND=0",
    ]
    let forbidden = [
      "SECONDLY": Set(values.keys), "MINUTELY": ["BYWEEKNO"], "HOURLY": ["BYWEEKNO"],
      "DAILY": ["BYWEEKNO", "BYYEARDAY"], "WEEKLY": ["BYWEEKNO", "BYYEARDAY", "BYMONTHDAY"],
      "MONTHLY": ["BYWEEKNO", "BYYEARDAY"], "YEARLY": [],
    ]
    for (frequency, names) in forbidden {
      for (name, value) in values {
        let rule = "FREQ=\(frequency);\(name)=\(value)"
        let isRefused = (try? Times.rule(rule, from: "20260101T090000")) == nil
        #expect(isRefused == names.contains(name), "\(rule)")
      }
    }
  }
}

import ColourClock
import Testing

@testable import Agenda

/// UNTIL in each form, for starts of each form: the last time that there is.
@Suite struct UntilTests {
  struct Row {
    let start: String
    let rule: String
    /// The calendar's own zone; empty for the wall's.
    var zone = ""
    var wall = "Europe/Oslo"
    let last: String
  }

  static let wholeDays = [
    // Exchange: the local midnight of the last day, in universal time.
    Row(start: "20260216", rule: "FREQ=DAILY;UNTIL=20260222T230000Z;INTERVAL=1", last: "2026-02-23"),
    Row(
      start: "20260216", rule: "FREQ=DAILY;UNTIL=20260222T230000Z", zone: "Europe/Oslo", wall: "Asia/Tokyo",
      last: "2026-02-23"),
    Row(start: "20260216", rule: "FREQ=WEEKLY;UNTIL=20260308T230000Z;BYDAY=MO", last: "2026-03-09"),
    Row(start: "20260131", rule: "FREQ=MONTHLY;UNTIL=20260330T220000Z;BYMONTHDAY=-1", last: "2026-03-31"),
    Row(start: "20200501", rule: "FREQ=YEARLY;UNTIL=20260430T220000Z", last: "2026-05-01"),
    Row(start: "20260216", rule: "FREQ=DAILY;UNTIL=20260223T050000Z", wall: "America/New_York", last: "2026-02-23"),
    Row(start: "20260216", rule: "FREQ=DAILY;UNTIL=20260222T150000Z", wall: "Asia/Tokyo", last: "2026-02-23"),
    Row(start: "20260216", rule: "FREQ=DAILY;UNTIL=20260222T183000Z", wall: "Asia/Kolkata", last: "2026-02-23"),
    // The local end of the last day.
    Row(start: "20260216", rule: "FREQ=DAILY;UNTIL=20260223T225959Z", last: "2026-02-23"),
    Row(start: "20260216", rule: "FREQ=DAILY;UNTIL=20260224T045959Z", wall: "America/New_York", last: "2026-02-23"),
    // The last day itself, written as if it were universal time.
    Row(start: "20260216", rule: "FREQ=DAILY;UNTIL=20260223T000000Z", last: "2026-02-23"),
    Row(start: "20260216", rule: "FREQ=DAILY;UNTIL=20260223T000000Z", wall: "America/New_York", last: "2026-02-23"),
    Row(start: "20260216", rule: "FREQ=DAILY;UNTIL=20260223T235959Z", last: "2026-02-23"),
    Row(start: "20260216", rule: "FREQ=DAILY;UNTIL=20260223T000000Z", wall: "Asia/Tokyo", last: "2026-02-23"),
    // Any other time counts by its date there.
    Row(start: "20260216", rule: "FREQ=DAILY;UNTIL=20260223T110000Z", last: "2026-02-23"),
    Row(start: "20260216", rule: "FREQ=DAILY;UNTIL=20260222T200000Z", wall: "Asia/Tokyo", last: "2026-02-23"),
    // A date, as it should be, and a floating time.
    Row(start: "20260216", rule: "FREQ=DAILY;UNTIL=20260223", last: "2026-02-23"),
    Row(start: "20260216", rule: "FREQ=DAILY;UNTIL=20260223T000000", last: "2026-02-23"),
    Row(start: "20260216", rule: "FREQ=DAILY;UNTIL=20260223T120000", last: "2026-02-23"),
    // Across the change to summer time.
    Row(start: "20260320", rule: "FREQ=DAILY;UNTIL=20260328T230000Z", last: "2026-03-29"),
    Row(start: "20260320", rule: "FREQ=DAILY;UNTIL=20260329T220000Z", last: "2026-03-30"),
  ]
  static let times = [
    Row(start: "20260216T090000", rule: "FREQ=DAILY;UNTIL=20260223T080000Z", last: "2026-02-23 09:00"),
    Row(start: "20260216T090000", rule: "FREQ=DAILY;UNTIL=20260223T075959Z", last: "2026-02-22 09:00"),
    Row(start: "20260216T090000", rule: "FREQ=DAILY;UNTIL=20260223T090000", last: "2026-02-23 09:00"),
    Row(start: "20260216T090000", rule: "FREQ=DAILY;UNTIL=20260223T085959", last: "2026-02-22 09:00"),
    // A date includes its whole day.
    Row(start: "20260216T090000", rule: "FREQ=DAILY;UNTIL=20260223", last: "2026-02-23 09:00"),
    Row(start: "20260216T235900", rule: "FREQ=WEEKLY;UNTIL=20260302", last: "2026-03-02 23:59"),
  ]

  @Test(arguments: wholeDays + times) func itIsTheLastTime(_ row: Row) throws {
    let zones = SystemZones()
    let wallZone = try Times.required(zones.zone(row.wall))
    let own: EventZone = row.zone.isEmpty ? .floating : .known(try Times.required(zones.zone(row.zone)))
    let rule = try Times.rule(row.rule, from: row.start, zone: .known(wallZone), calendarZone: own)
    let last = try Times.all(rule, wallZone: wallZone).last.map(Times.text) ?? ""
    #expect(last == (row.last.contains(" ") ? row.last : row.last + " 00:00"), "\(row)")
  }
}

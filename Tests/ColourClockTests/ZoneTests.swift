import TestSupport
import Testing

@testable import ColourClock

@Suite(.serialized) struct ZoneTests {
  static let names = [
    "Africa/Cairo", "Africa/Casablanca", "Africa/El_Aaiun", "Africa/Johannesburg", "Africa/Monrovia",
    "America/Anchorage", "America/Caracas", "America/Havana", "America/Los_Angeles", "America/Mexico_City",
    "America/New_York", "America/Nuuk", "America/Santiago", "America/Sao_Paulo", "America/St_Johns", "Antarctica/Casey",
    "Antarctica/Troll", "Asia/Amman", "Asia/Gaza", "Asia/Jerusalem", "Asia/Kathmandu", "Asia/Kolkata", "Asia/Manila",
    "Asia/Pyongyang", "Asia/Shanghai", "Asia/Singapore", "Asia/Tehran", "Asia/Tokyo", "Atlantic/Azores",
    "Australia/Lord_Howe", "Australia/Sydney", "Etc/GMT+12", "Etc/UTC", "Europe/Amsterdam", "Europe/Berlin",
    "Europe/Dublin", "Europe/Istanbul", "Europe/London", "Europe/Moscow", "Pacific/Apia", "Pacific/Auckland",
    "Pacific/Chatham", "Pacific/Easter", "Pacific/Kiritimati", "Pacific/Kwajalein",
    "right/UTC", "right/Europe/Berlin", "right/America/St_Johns", "right/Asia/Kathmandu",
  ]

  static let rules = [
    "UTC0", "<+03>-3", "<-0330>3:30", "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT,M3.2.0,M11.1.0",
    "NZST-12NZDT,M9.5.0,M4.1.0/3", "IST-1GMT0,M10.5.0,M3.5.0/1", "<-02>2<-01>,M3.5.0/-1,M10.5.0/0",
    "IST-2IDT,M3.4.4/26,M10.5.0", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "ABC3DEF,J60/0,J300/25:30:15",
    "ABC-5:45DEF,59,299/3", "ABC+4:00:01DEF2:30,60/1:02:03,J59/-100",
  ]

  @Test(arguments: names) func `a zone file says what the C library says`(name: String) throws {
    let years1900To2100: ClosedRange<Int64> = -2_208_988_800...4_133_980_799
    check(try ZoneFile.parse(CLibrary.zoneFile(name)), asTZ: name, in: years1900To2100)
  }

  @Test(arguments: rules) func `a rule says what the C library says`(rule: String) throws {
    // In earlier years the C library applies the dates of 1970.
    let years1970To2100: ClosedRange<Int64> = 0...4_133_980_799
    check(Zone(rule: try ZoneRule(rule)), asTZ: rule, in: years1970To2100)
  }

  /// Around all changes and leap seconds, and at random.
  private func check(_ zone: Zone, asTZ tz: String, in years: ClosedRange<Int64>) {
    CLibrary.with(tz: tz) {
      var random = SeededRandom(seed: UInt64(tz.utf8.count))
      let leapSeconds = tz.hasPrefix("right/") ? CLibrary.leapSeconds() : []
      #expect(tz.hasPrefix("right/") == (leapSeconds.count >= 27))
      let turns = CLibrary.changes(in: years) + leapSeconds + (0..<100).map { _ in .random(in: years, using: &random) }
      let seconds = turns + turns.map { $0 - 1 } + leapSeconds.map { $0 + 1 }
      let wrong = seconds.filter { zone.civil(at: $0) != CLibrary.civil(at: $0) }
      #expect(wrong == [])
      #expect(turns.shuffled(using: &random).prefix(120).filter { !isInverse(zone, $0) } == [])
    }
  }

  /// Whether the wall time of a second leads back to it, or to an earlier one of the same wall time.
  private func isInverse(_ zone: Zone, _ second: Int64) -> Bool {
    let wall = zone.civil(at: second)
    guard let inverse = zone.second(of: wall) else { return false }
    let again = zone.civil(at: inverse)
    return inverse <= second && again.date == wall.date
      && (again.hour, again.minute, again.second) == (wall.hour, wall.minute, wall.second)
  }

  /// Zone; year, month, day, hour, minute, second; the second since 1970.
  static let wallTimes: [(String, [Int], Int64?)] = [
    ("Europe/Berlin", [2026, 11, 21, 13, 35, 16], 1_795_264_516),
    ("Europe/Berlin", [2026, 3, 29, 1, 59, 59], 1_774_745_999),
    ("Europe/Berlin", [2026, 3, 29, 2, 0, 0], 1_774_746_000),
    ("Europe/Berlin", [2026, 3, 29, 2, 59, 59], 1_774_746_000),
    ("Europe/Berlin", [2026, 3, 29, 3, 0, 0], 1_774_746_000),
    ("Europe/Berlin", [2026, 10, 25, 1, 59, 59], 1_792_886_399),
    ("Europe/Berlin", [2026, 10, 25, 2, 0, 0], 1_792_886_400),
    ("Europe/Berlin", [2026, 10, 25, 2, 59, 59], 1_792_889_999),
    ("Europe/Berlin", [2026, 10, 25, 3, 0, 0], 1_792_893_600),
    ("Europe/Berlin", [2099, 3, 29, 2, 30, 0], 4_078_429_200),
    ("Europe/Berlin", [2016, 12, 31, 23, 59, 60], nil),
    ("Pacific/Apia", [2011, 12, 30, 12, 0, 0], 1_325_239_200),
    ("Australia/Lord_Howe", [2026, 10, 4, 2, 15, 0], 1_791_041_400),
    ("Australia/Lord_Howe", [2026, 4, 5, 1, 45, 0], 1_775_313_900),
    ("right/UTC", [2016, 12, 31, 23, 59, 59], 1_483_228_825),
    ("right/UTC", [2016, 12, 31, 23, 59, 60], 1_483_228_826),
    ("right/UTC", [2017, 1, 1, 0, 0, 0], 1_483_228_827),
    ("right/UTC", [2017, 12, 31, 23, 59, 60], nil),
    ("right/Asia/Kathmandu", [2017, 1, 1, 5, 44, 60], 1_483_228_826),
    ("right/Europe/Berlin", [2017, 1, 1, 0, 59, 60], 1_483_228_826),
  ]

  @Test(arguments: wallTimes)
  func `a wall time is the earlier of two or the end of a gap`(name: String, wall: [Int], second: Int64?) throws {
    let zone = try ZoneFile.parse(CLibrary.zoneFile(name))
    let date = try #require(GregorianDate(year: wall[0], month: wall[1], day: wall[2]))
    #expect(zone.second(on: date, hour: wall[3], minute: wall[4], second: wall[5]) == second)
  }

  @Test(arguments: [(24, 0, 0, 0), (-1, 0, 0, 0), (0, 60, 0, 0), (0, 0, 61, 0), (0, 0, -1, 0), (0, 0, 0, 100_000)])
  func `a wall time out of range is none`(hour: Int, minute: Int, second: Int, utcOffset: Int) {
    let date = GregorianDate(dayNumber: 0)
    #expect(Zone.utc.second(on: date, hour: hour, minute: minute, second: second, utcOffset: utcOffset) == nil)
  }

  @Test func `at the ends of time nothing breaks`() throws {
    let berlin = try ZoneFile.parse(CLibrary.zoneFile("Europe/Berlin"))
    #expect(berlin.civil(at: .max) == berlin.civil(at: 1 << 60))
    #expect(berlin.civil(at: .min) == berlin.civil(at: -1 << 60))
    for year in [GregorianDate.years.lowerBound, GregorianDate.years.upperBound] {
      let date = try #require(GregorianDate(year: year, month: 7, day: 1))
      #expect(berlin.second(on: date, hour: 12, minute: 0, second: 0)?.signum() == Int64(year.signum()))
    }
  }

  @Test func `UTC is UTC`() {
    let civil = Zone.utc.civil(at: 1_795_268_116)
    #expect([civil.hour, civil.minute, civil.second, civil.utcOffset] == [13, 35, 16, 0])
    #expect(civil.abbreviation == "UTC")
    #expect(isInverse(.utc, -1))
  }
}

extension Zone {
  func second(of wall: Civil) -> Int64? {
    second(on: wall.date, hour: wall.hour, minute: wall.minute, second: wall.second)
  }
}

import Glibc
import TestSupport
import Testing

@testable import ColourClock

/// Dates and times in the terms of strftime.
@Suite struct TimeFormatTests {
  private static let numbers = "mdejuwYCyVGUWHkIlMS"
  private static let formats =
    "AaBbhpPZzFTR%".map { "%\($0)" } + numbers.flatMap { letter in ["", "-", "_", "0"].map { "%\($0)\(letter)" } }
    + ["KW %V, %a %-d.%-m. um %H.%M Uhr", "ü%%日", "%G-W%V-%u %T %Z%z"]

  nonisolated(unsafe) private static let locale = newlocale(1 << LC_TIME | 1 << LC_CTYPE, "C", nil)

  /// What the C library makes of it in its own locale.
  private static func expected(_ format: String, _ time: Civil) -> String {
    var second = time_t(time.local)
    var parts = tm()
    gmtime_r(&second, &parts)
    parts.tm_gmtoff = time.utcOffset
    return time.abbreviation.withCString { zone in
      parts.tm_zone = zone
      var buffer = [CChar](repeating: 0, count: 512)
      let count = strftime_l(&buffer, buffer.count, format, &parts, locale)
      return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }

  /// 1,000 random seconds of the years 1902 to 2400, and both ends of each of those years: seed 9.
  @Test func itWritesWhatTheCLibraryWrites() throws {
    var random = SeededRandom(seed: 9)
    let formats = try Self.formats.map { (text: $0, format: try TimeFormat($0)) }
    let ends = (1902...2400).flatMap { year in
      [0, -1].map { GregorianDate.dayNumber(year: year, month: 1, day: 1) * 86_400 + $0 }
    }
    let seconds = ends + (0..<1000).map { _ in Int.random(in: -2_145_916_800..<13_601_088_000, using: &random) }
    var faults: [String] = []
    for local in seconds {
      let offset = ZoneOffset(seconds: .random(in: -50_000...50_000, using: &random), abbreviation: "+0545")
      let time = Civil(local: local, isLeap: false, offset: offset)
      for (text, format) in formats {
        let (own, expected) = (format.string(of: time, .english), Self.expected(text, time))
        if own != expected { faults.append("\(text) at \(local): \(own) instead of \(expected)") }
      }
    }
    #expect(faults.prefix(5) == [] && formats.count == 92)
  }

  @Test(arguments: [
    "%Q", "%", "%5d", "%-", "%n", "%t", "%s", "%Ey", "a%-%", "line\nbreak", "a\u{7f}b", "a\u{9b}b",
    String(repeating: "x", count: 101),
  ])
  func whatItDoesNotKnowIsRefused(text: String) {
    let error = #expect(throws: Refusal.self) { try TimeFormat(text) }
    #expect(error == .format && Refusal.format.text.contains("%A %a") && Refusal.format.text.contains("%V"))
  }

  /// Nothing gets wider than what its size is chosen for, in all languages: times of 2024 to 2028, 31 hours apart.
  @Test(arguments: Words.languages) func nothingIsWiderThanItsTemplate(language: String) throws {
    let names = DateNames(in: .of(language))
    let texts = ["%A %B %p", "%a %b %P", "%Y %G %C%y %j", "%V %U %W %u %w", "%H %k %I %l %M %S", "%Z %z", "%F %T"]
    let formats = try [names.format] + texts.map { try TimeFormat($0) }
    let widest = formats.map { Line.width($0.widest(names, zone: Zone.usualName)) + 1e-9 }
    for hour in stride(from: 19_723 * 24, to: 21_549 * 24, by: 31) {
      let time = Civil(local: hour * 3600, isLeap: false, offset: ZoneOffset(seconds: 3600, abbreviation: "CET"))
      #expect(zip(formats, widest).allSatisfy { Line.width($0.string(of: time, names)) <= $1 })
    }
  }

  /// Tuesday, 3 March 2026.
  @Test(arguments: [
    ("en", "Tuesday, 3 March 2026"), ("de", "Dienstag, 3. März 2026"), ("fr", "mardi 3 mars 2026"),
    ("es", "martes, 3 de marzo de 2026"), ("pt", "terça-feira, 3 de março de 2026"), ("ja", "2026年3月3日火曜日"),
    ("ar", "الثلاثاء، 3 مارس 2026"),
  ])
  func datesAreWrittenAsTheLanguageHasThem(language: String, date: String) {
    let time = Civil(local: 1_772_524_800, isLeap: false, offset: ZoneOffset(seconds: 0, abbreviation: "UTC"))
    var labels = Labels()
    labels.names = DateNames(in: .of(language))
    #expect(labels.date(of: time) == date)
  }

  @Test func theMonthMayComeFirst() {
    let time = Civil(local: 1_772_524_800, isLeap: false, offset: ZoneOffset(seconds: 0, abbreviation: "UTC"))
    var labels = Labels()
    labels.names = DateNames(in: Words(), hasMonthFirst: true)
    #expect(labels.date(of: time) == "Tuesday, March 3, 2026")
  }

  @Test func aFormatTakesThePlaceOfTheTime() throws {
    var labels = Labels()
    (labels.twelveHour, labels.timeFormat) = (true, try TimeFormat("%-H Uhr %M"))
    #expect(labels.time(of: .at(9, 5, 7)) == "9 Uhr 05" && labels.suffix(of: .at(9, 5, 7)) == "")
    for size in [Size(width: 1280, height: 720), Size(width: 1080, height: 1920)] {
      let layout = Layout(Layout.Contents(size: size, labels: labels))
      #expect(layout.slots.map(\.part) == [.time, .code] && layout.slots[0].template == "00 Uhr 00")
    }
  }

  /// A sentence has small letters, but the wall has room for date and code below it.
  @Test(arguments: ["The time in the hall is now %H:%M", "It is %H:%M"], RoomTests.named)
  func aSentenceLeavesNothingOut(format: String, size: Size) throws {
    var labels = Labels()
    (labels.date, labels.timeFormat) = (true, try TimeFormat(format))
    let layout = Layout(Layout.Contents(size: size, labels: labels))
    let parts = Set(layout.slots.map(\.part))
    #expect(size.shortSide < 240 || layout.hidden.isEmpty && parts.isSuperset(of: [.time, .code]))
  }

  /// POSIX allows names of any length, such as that of a zone of a user's own.
  @Test(arguments: ["<LONGNAME>0", "CET-1<LONGNAME>,0/0,J365/25", "<+0545>-5:45"], [true, false])
  func aLongZoneNameHasRoom(rule: String, isInDate: Bool) throws {
    let zone = Zone(rule: try ZoneRule(rule))
    let format = try TimeFormat("%H %Z")
    var play = Play {
      if isInDate {
        ($0.style.labels.date, $0.style.labels.dateFormat) = (true, format)
      } else {
        $0.style.labels.timeFormat = format
      }
    }
    play.moment = Moment(instant: play.moment.instant, uptime: play.moment.uptime, zone: zone)
    play.send(.resized(Play.size))
    let name = zone.civil(at: play.moment.instant.second).abbreviation
    let card = Face.scaled.frame(at: play.moment, in: Play.size, style: play.scene.style)
    for frame in [try #require(play.scene.frame(at: play.moment)), card] {
      let text = try #require(frame.texts.first { $0.string.contains(name) })
      #expect(Line.width(text.string) <= Line.width(text.template), "\(text.string)")
    }
  }

  /// Each second what the format says of it, with not one wake-up more than without it.
  @Test(arguments: ["%H:%M", "%-I.%M.%S %p", "%T %Z"]) func theTimeIsRightInEverySecond(text: String) throws {
    let format = try TimeFormat(text)
    var (play, plain) = (Play({ $0.style.labels.timeFormat = format }), Play())
    for _ in 0..<130 {
      play.wait(.seconds(1))
      plain.wait(.seconds(1))
      let civil = play.moment.zone.civil(at: play.moment.instant.second)
      #expect(play.scene.frame(at: play.moment)?.texts.first?.string == format.string(of: civil, .english))
    }
    #expect(play.wakes == plain.wakes)
  }

  /// Where figures that change each second stand behind the second colon only, others may be narrow.
  @Test(
    arguments: [
      ("%H:%M:%S", true), ("%T", true), ("%R", true), ("%H h %M", true), ("%H.%M.%S", false), ("%M:%S", false),
      ("%S s", false), ("::%S", true),
    ])
  func secondsBehindTheSecondColonAreAClock(format: String, isClock: Bool) throws {
    #expect(try TimeFormat(format).isClock == isClock)
  }
}

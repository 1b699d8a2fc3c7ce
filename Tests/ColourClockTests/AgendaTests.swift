import TestSupport
import Testing

@testable import ColourClock

@Suite struct AgendaTests {
  @Test(
    arguments: [
      ("08:30-09:15 Maths", "08:30:00", "09:15:00", "Maths", nil, 7),
      ("8:30 - 9:15\tA  B ", "08:30:00", "09:15:00", "A B", nil, 7),
      ("08:30–09:15 Maths @mon-fri", "08:30:00", "09:15:00", "Maths", nil, 5),
      ("22:00-24:00 Late #8a9544 @sat", "22:00:00", "00:00:00", "Late", "#8a9544", 1),
      ("00:00-24:00 Holiday", "00:00:00", "00:00:00", "Holiday", nil, 7),
      ("22:00-06:00 Night @sat,sun #8A9544", "22:00:00", "06:00:00", "Night", "#8a9544", 2),
      ("08:30-09:15 \u{301}A \u{301}B @sat", "08:30:00", "09:15:00", "\u{301}A \u{301}B", nil, 1),
      ("08:30-09:15 Room #4 me@work", "08:30:00", "09:15:00", "Room #4 me@work", nil, 7),
      ("08:30-09:15 Call @bob @sat", "08:30:00", "09:15:00", "Call @bob", nil, 1),
      ("08:30-09:15 #482913 @sat #8a9544", "08:30:00", "09:15:00", "#482913", "#8a9544", 1),
      ("08:00 Take pills", "08:00:00", nil, "Take pills", nil, 7),
      ("8:00:30\tTake  pills @mon-fri #8a9544", "08:00:30", nil, "Take pills", "#8a9544", 5),
      ("08:00 Take-away - by bike #8a9544 @sat", "08:00:00", nil, "Take-away - by bike", "#8a9544", 1),
      ("08:00 \u{301}A", "08:00:00", nil, "\u{301}A", nil, 7),
      ("08:00 7 pills", "08:00:00", nil, "7 pills", nil, 7),
    ] as [(String, String, String?, String, String?, Int)])
  func period(text: String, start: String, end: String?, title: String, colour: String?, days: Int) throws {
    let period = try Period.parse(text)
    #expect(period.start.text == start && period.end?.text == end && period.title == title)
    #expect(period.colour?.hex == colour && (0..<7).count(where: period.days.contains) == days)
  }

  /// What is left of a title that is cut must be a title that is taken again: here it would be bytes that are no text.
  @Test func aTitleThatIsMostlyNoTextOnceItIsCut() throws {
    let start = try TimeOfDay.parse("08:30")
    let end = try TimeOfDay.parse("09:15")
    let bad = String(repeating: "\u{fffd}", count: 30)
    #expect(Period(start: start, end: end, title: bad + String(repeating: "t", count: 60)) == nil)
    #expect(Period(start: start, end: end, title: String(repeating: "t", count: 60) + bad)?.title.count == 48)
  }

  @Test func whatIsWrongIsNamed() {
    let text = """
      \u{feff}08:30-09:15 Maths\r
      # a comment

      nonsense
      09:15-10:00
      09:15-09:15 Never
      9-10 Short
      25:00-26:00 Late
        10:00-11:00 German @mun
      12:00-13:00 \u{1b}[31mLunch\u{7}
      08:00
      08:00 @mon
      08:00 - Take pills
      08:30 09:15 Maths
      08:30 24:00 Maths
      24:00 Midnight
      25:00 Late
      8 Take pills
      """
    let (agenda, complaints) = Agenda.parse(text)
    #expect(agenda.periods.map(\.title) == ["Maths", "[31mLunch"])
    #expect(complaints.map(\.line) == [4, 5, 6, 7, 8, 9] + (11...18))
    #expect(complaints[0].reason.contains("or TIME TITLE, such as 08:00 Take pills"))
    #expect(complaints[0].reason == Refusal.period.text)
    #expect(complaints[5].reason == Refusal.weekdays.text)
    let many = Agenda.parse(String(repeating: "08:30-09:15 Maths\n", count: 300))
    #expect(many.agenda.periods.count == 200 && many.complaints.map(\.line) == [201])
  }

  @Test func randomTextsAreSurvived() {
    var random = SeededRandom(seed: 5)
    let parts = [
      "08:30", "-", "09:15", " ", " ", "Maths", "@", "mon-fri", "#", "8a9544", "\n", "\r\n", "\0", "–", "24:00",
      "\u{202e}",
    ]
    for _ in 0..<3000 {
      let count = Int.random(in: 0...20, using: &random)
      let text = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      let (agenda, complaints) = Agenda.parse(text)
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
      #expect(
        agenda.periods.count + complaints.count <= lines && complaints.allSatisfy { (1...lines).contains($0.line) })
      #expect(agenda.periods.allSatisfy { !$0.title.isEmpty && $0.title.count <= 48 })
    }
  }

  // MARK: A day

  static let zones = Result {
    [
      Zone.utc, Zone(rule: try ZoneRule("CET-1CEST,M3.5.0,M10.5.0/3")),
      Zone(rule: try ZoneRule("XXX4YYY,M3.5.0/0,M10.5.0/0")),
    ]
  }

  /// 40 random agendas on ordinary days and on both days on which the clocks change, at night and at midnight, minute
  /// by minute against what the minutes of the wall say: a period is from the first minute of a day that is not before
  /// its start up to the first that is not before its end.
  @Test(arguments: [1, 2, 3]) func minutes(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for zone in try Self.zones.get() {
      for day in [1_774_569_600, 1_774_656_000, 1_792_800_000] as [Int64] {
        let agenda = Agenda(try (0..<Int.random(in: 1...9, using: &random)).map { try Self.period($0, using: &random) })
        let oracle = AgendaOracle(agenda, from: day - 3 * 86_400, zone)
        for second in stride(from: day, to: day + 2 * 86_400, by: 60) {
          let today = AgendaDay(agenda, around: second, in: zone)
          #expect(today.seconds.contains(second))
          let current = oracle.current(at: second)
          #expect(
            today.entries.filter { $0.seconds.contains(second) }.map(\.period.title).sorted()
              == current.map(\.title).sorted())
          #expect(today.current(at: second)?.period.title == oracle.shown(at: second)?.title)
          #expect(today.next(after: second)?.seconds.lowerBound == oracle.next(after: second))
        }
      }
    }
  }

  static func period(_ index: Int, using random: inout SeededRandom) throws -> Period {
    let start = try #require(
      TimeOfDay(hour: .random(in: 0...23, using: &random), minute: .random(in: 0...59, using: &random)))
    let end = try #require(
      TimeOfDay(hour: .random(in: 0...23, using: &random), minute: .random(in: 0...59, using: &random)))
    let days = try Weekdays.parse(["mon-sun", "sat", "sun", "mon-fri"].randomElement(using: &random) ?? "sun")
    if Int.random(in: 0..<3, using: &random) == 0 {
      // Some at the hour, where a period may begin too, and some of one time.
      let hour = try #require(TimeOfDay(hour: start.hour % 4, minute: 0))
      let time = Bool.random(using: &random) ? start : hour
      return try #require(Period(start: time, end: nil, title: "m\(index)", days: days))
    }
    return try #require(Period(start: start, end: start == end ? .midnight : end, title: "p\(index)", days: days))
  }

  /// A period crosses midnight; overlapping ones; the words about them.
  @Test(
    arguments: [
      ("00:10", "Night until 06:00, 5 h 50 min", "then Maths at 08:00"), ("06:00", nil, "Maths at 08:00, in 2 h 0 min"),
      ("07:59:01", nil, "Maths at 08:00, in 0:59"), ("08:00", "Maths until 10:00, 2 h 0 min", "then Break at 09:00"),
      ("08:20:01", "Maths until 10:00, 1 h 40 min", nil),
      ("09:00", "Maths, Break until 09:10, 10 minutes", "then Night at 22:00"),
      ("09:07:59", "Maths, Break until 09:10, 3 minutes", nil), ("09:08", "Maths, Break until 09:10, 2:00", nil),
      ("09:09:59", "Maths, Break until 09:10, 0:01", nil), ("09:10", "Maths until 10:00, 50 minutes", nil),
      ("09:55", "Maths until 10:00, 5:00", nil), ("10:00", nil, "Night at 22:00, in 12 h 0 min"),
      ("22:00", "Night until 06:00, 8 h 0 min", ""),
    ] as [(String, String?, String?)])
  func words(time: String, now: String?, next: String?) throws {
    let agenda = Agenda.parse("22:00-06:00 Night\n08:00-10:00 Maths\n09:00-09:10 Break").agenda
    let clock = try TimeOfDay.parse(time)
    let second = newYear + Int64((clock.hour * 60 + clock.minute) * 60 + clock.second)
    let day = AgendaDay(agenda, around: second, in: .utc)
    #expect(day.nowTexts(at: second, Words(), Labels()).last?.text == now)
    if let next { #expect(day.nextText(at: second, Words(), Labels()) ?? "" == next) }
  }

  /// A period of the whole day counts only without others, also beside a period that began on the day before.
  @Test(arguments: [("01:00", "Night until 02:00, 60 minutes"), ("03:00", "Holiday until 00:00, 21 h 0 min")])
  func aWholeDayBesideANight(time: String, now: String) throws {
    let clock = try TimeOfDay.parse(time)
    let second = newYear + Int64(clock.hour * 3600)
    let day = AgendaDay(Agenda.parse("22:00-02:00 Night\n00:00-24:00 Holiday").agenda, around: second, in: .utc)
    #expect(day.nowTexts(at: second, Words(), Labels()).map(\.text) == [now])
  }

  /// A moment is told before its time as a period is, for a minute from then, and never after it; two of one time share
  /// the minute.
  @Test(
    arguments: [
      ("06:00", nil, "Take pills at 08:00, in 2 h 0 min"), ("07:59:01", nil, "Take pills at 08:00, in 0:59"),
      ("08:00", "Take pills at 08:00", "then Feed the cat at 08:00"),
      ("08:00:29", "Take pills at 08:00", "then Feed the cat at 08:00"),
      ("08:00:30", "Feed the cat at 08:00", "then Maths at 08:30"),
      ("08:00:59", "Feed the cat at 08:00", "then Maths at 08:30"), ("08:01", nil, "Maths at 08:30, in 29 minutes"),
      ("08:30", "Ring at 08:30", "then Call at 08:59:30"), ("08:30:59", "Ring at 08:30", nil),
      ("08:31", "Maths until 09:30, 59 minutes", "then Call at 08:59:30"),
      ("08:59:29", "Maths until 09:30, 31 minutes", nil),
      ("09:00", "Call at 08:59:30", "then Last at 23:59:30"), ("09:00:29", "Call at 08:59:30", nil),
      ("09:00:30", "Maths, Music until 09:10, 10 minutes", "then Last at 23:59:30"),
      ("23:59:29", nil, "Last at 23:59:30, in 0:01"), ("23:59:59", "Last at 23:59:30", ""), ("00:00", nil, nil),
    ] as [(String, String?, String?)])
  func moments(time: String, now: String?, next: String?) throws {
    let agenda = Agenda.parse(
      """
      23:59:30 Last
      08:30-09:30 Maths
      09:00-09:10 Music
      08:00 Take pills
      08:00 Feed the cat
      08:30 Ring
      08:59:30 Call
      """
    ).agenda
    let clock = try TimeOfDay.parse(time)
    let second = newYear + Int64((clock.hour * 60 + clock.minute) * 60 + clock.second)
    let day = AgendaDay(agenda, around: second, in: .utc)
    #expect(day.nowTexts(at: second, Words(), Labels()).last?.text == now)
    if let next { #expect(day.nextText(at: second, Words(), Labels()) ?? "" == next) }
  }

  /// However many there are of one second, one of them is told at each of the 60 seconds, and each has its turn if
  /// there are not more.
  @Test func manyMomentsOfOneSecond() {
    for count in [2, 7, 60, 61, 200] {
      let agenda = Agenda.parse((0..<count).map { "08:00 m\($0)" }.joined(separator: "\n")).agenda
      let day = AgendaDay(agenda, around: newYear, in: .utc)
      let told = (0..<60).map { day.current(at: newYear + 28_800 + $0)?.period.title ?? "" }
      #expect(Set(told).count == min(count, 60) && !told.contains(""))
      #expect(day.current(at: newYear + 28_799) == nil && day.current(at: newYear + 28_861) == nil)
    }
  }

  @Test func timesAreWrittenAsTheLabelsAre() {
    var labels = Labels()
    labels.twelveHour = true
    let agenda = Agenda.parse("12:00-13:30 Lunch\n13:30-00:00 Work").agenda
    let day = AgendaDay(agenda, around: newYear + 43_200, in: .utc)
    #expect(day.nowTexts(at: newYear + 43_200, Words(), labels).last?.text == "Lunch until 1:30 pm, 90 minutes")
    #expect(day.nextText(at: newYear + 43_200, Words(), labels) == "then Work at 1:30 pm")
  }

  @Test func overlappingOnesAreOnTracks() {
    let agenda = Agenda.parse((0..<5).map { "0\($0):00-06:00 p\($0)" }.joined(separator: "\n") + "\n07:00-08:00 q")
      .agenda
    let day = AgendaDay(agenda, around: newYear, in: .utc)
    #expect(day.entries.map(\.track) == [0, 1, 2, 2, 2, 0] && day.tracks == 3)
  }

  /// Whatever is written of it, in a zone in which an hour comes twice on that day: 500 with a fixed seed.
  @Test func whatTakesPlaceOnceDoesSoAtItsSeconds() throws {
    var random = SeededRandom(seed: 11)
    let zone = Zone(rule: try ZoneRule("CET-1CEST,M3.5.0,M10.5.0/3"))
    let date = try #require(GregorianDate(year: 2026, month: 10, day: 25))
    let autumn = try #require(TimeOfDay.midnight.first(on: date, in: zone)).second
    for _ in 0..<500 {
      let first = autumn + Int64.random(in: -200_000..<100_000, using: &random)
      let seconds = first..<first + Int64.random(in: 1...250_000, using: &random)
      let time = try TimeOfDay.parse("\(Int.random(in: 0..<24, using: &random)):00")
      let period = try #require(Period(start: time, end: time, title: "Tea", days: try .parse("wed"), once: seconds))
      for second in [seconds.lowerBound - 1, seconds.lowerBound, seconds.upperBound - 1, seconds.upperBound] {
        let day = AgendaDay(Agenda([period]), around: second, in: zone)
        #expect(day.current(at: second)?.period == (seconds.contains(second) ? period : nil))
        let isNext = second < seconds.lowerBound && seconds.lowerBound < day.seconds.upperBound
        #expect(day.next(after: second)?.seconds == (isNext ? seconds : nil))
      }
    }
  }

  /// A moment that takes place once does so at its second, whatever is written of it, and belongs to the day of that
  /// second alone.
  @Test func aMomentThatIsOnce() throws {
    var random = SeededRandom(seed: 12)
    let zone = Zone(rule: try ZoneRule("CET-1CEST,M3.5.0,M10.5.0/3"))
    let date = try #require(GregorianDate(year: 2026, month: 10, day: 25))
    let autumn = try #require(TimeOfDay.midnight.first(on: date, in: zone)).second
    for index in 0..<500 {
      let second = autumn + (index == 0 ? -1 : Int64.random(in: -200_000..<100_000, using: &random))
      let time = try TimeOfDay.parse("\(Int.random(in: 0..<24, using: &random)):00")
      let moment = try #require(
        Period(start: time, end: nil, title: "Tea", days: try .parse("wed"), once: second..<second))
      let days = [second - 1, second, second + 59, second + 60].map {
        AgendaDay(Agenda([moment]), around: $0, in: zone)
      }
      for (day, at) in zip(days, [second - 1, second, second + 59, second + 60]) {
        let isOfDay = day.seconds.contains(second)
        #expect(day.entries.count == (isOfDay ? 1 : 0) && day.tracks == 1)
        #expect(day.current(at: at)?.period == (isOfDay && (second..<second + 60).contains(at) ? moment : nil))
        #expect(day.next(after: at)?.period == (isOfDay && at < second ? moment : nil))
      }
      #expect(Period(start: time, end: nil, title: "Tea", once: second..<second + 1) == nil)
      #expect(Period(start: time, end: time, title: "Tea", once: second..<second) == nil)
    }
  }
}

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

  private static let zones = Result {
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
        let oracle = Oracle(agenda, from: day - 3 * 86_400, zone)
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
      ("09:00", "Break until 09:10, 10 minutes", "then Night at 22:00"),
      ("09:07:59", "Break until 09:10, 3 minutes", nil), ("09:08", "Break until 09:10, 2:00", nil),
      ("09:09:59", "Break until 09:10, 0:01", nil), ("09:10", "Maths until 10:00, 50 minutes", nil),
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
      ("09:00:30", "Music until 09:10, 10 minutes", "then Last at 23:59:30"),
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

  // MARK: Tomorrow and several calendars

  /// When today is over the words tell what comes tomorrow; what takes the whole day only where there is nothing else.
  @Test(
    arguments: [
      ("10:00-11:00 Art @fri\n08:30-09:15 Maths @fri\n07:00-08:00 Work @thu", "Tomorrow 08:30 Maths"),
      ("08:30 Take pills", "Tomorrow 08:30 Take pills"), ("00:00-24:00 Holiday @fri", "Tomorrow Holiday"),
      ("00:00-24:00 Holiday @fri\n08:30-09:15 Maths @fri", "Tomorrow 08:30 Maths"),
      // A night that begins today is no part of tomorrow.
      ("22:00-06:00 Night @thu", nil), ("08:30-09:15 Maths @sat", nil), ("00:00 Early @fri", "Tomorrow 00:00 Early"),
    ] as [(String, String?)])
  func whatComesTomorrow(text: String, told: String?) throws {
    // 2026-01-01 was a Thursday.
    let day = AgendaDay(Agenda.parse(text).agenda, around: newYear + 43_200, in: .utc)
    #expect(day.tomorrowText(Words(), Labels()) == told)
    var labels = Labels()
    labels.twelveHour = true
    #expect(day.tomorrowText(Words(), labels)?.contains("08:30") != true)
  }

  /// At any second of random weeks it is the first start of the next day; in zones that change their clocks.
  @Test(arguments: [1, 2]) func tomorrowIsTheFirstOfTheNextDay(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for zone in try Self.zones.get() {
      for _ in 0..<40 {
        let agenda = Agenda(try (0..<Int.random(in: 1...9, using: &random)).map { try Self.period($0, using: &random) })
        let today = AgendaDay(
          agenda, around: 1_774_569_600 + Int64.random(in: 0..<300_000, using: &random), in: zone)
        let next = AgendaDay(agenda, around: today.seconds.upperBound + 7200, in: zone)
        let starts = next.entries.filter { !$0.period.isWholeDay && next.seconds.contains($0.seconds.lowerBound) }
        guard let first = starts.map(\.seconds.lowerBound).min() else { continue }
        #expect(today.tomorrow?.seconds.lowerBound == first)
      }
    }
    // Samoa has left out the 30th of December 2011.
    let samoa = Zone(rule: try ZoneRule("<+13>-13"))
    let day = AgendaDay(Agenda.parse("08:30 Pills").agenda, around: 1_325_203_200, in: samoa)
    #expect(day.tomorrow?.seconds.lowerBound == day.seconds.upperBound + 30_600)
  }

  @Test func calendarsAreNamedInWordsWhereThereAreSeveral() throws {
    let several = """
      07:00-08:00 Run
      [School #8a9544]
      08:30-09:15 Maths
      09:15-10:00 Art #3b6fb6
      [Work]
      \u{20}[  Home  #b5533c ]
      10:00 Tea
      [#112233]
      11:00 Bell
      []
      12:00 Lunch
      """
    let (agenda, complaints) = Agenda.parse(several)
    #expect(complaints == [])
    #expect(agenda.periods.map(\.calendar) == [nil, "School", "School", "Home", nil, nil])
    #expect(agenda.periods.map(\.colour?.hex) == [nil, "#8a9544", "#3b6fb6", "#b5533c", "#112233", nil])
    let day = AgendaDay(agenda, around: newYear, in: .utc)
    #expect(day.nowTexts(at: newYear + 31_000, Words(), Labels()).last?.text == "School: Maths until 09:15, 39 minutes")
    #expect(day.nextText(at: newYear + 31_000, Words(), Labels()) == "then School: Art at 09:15")
    #expect(day.nowTexts(at: newYear + 26_000, Words(), Labels()).last?.text.hasPrefix("Run until") == true)
    let one = AgendaDay(Agenda.parse("[School]\n08:30-09:15 Maths").agenda, around: newYear, in: .utc)
    #expect(one.nowTexts(at: newYear + 31_000, Words(), Labels()).last?.text.hasPrefix("Maths until") == true)
    #expect(one.tomorrowText(Words(), Labels()) == "Tomorrow 08:30 Maths")
    let long = Agenda.parse("[School]\n08:30 \(String(repeating: "x", count: 48))\n[Home]\n09:00 Tea").agenda
    #expect(long.title(of: long.periods[0]).count == 48)
  }

  @Test func aWrongHeadingIsNamed() {
    let text = "[School #8a95]\n08:30 A\n[\(String(repeating: "n", count: 21))]\n[Work\n[\u{200b}]\n[Work]\n09:00 B"
    let (agenda, complaints) = Agenda.parse(text)
    #expect(complaints.map(\.line) == [1, 3, 4, 5])
    #expect(complaints[0].reason == "'#8a95' is not a colour such as #8a9544")
    #expect(complaints[1].reason.hasPrefix("a calendar's name has 1 to 20 characters"))
    #expect(agenda.periods.map(\.calendar) == [nil, "Work"])
  }

  /// A Sunday without lessons tells of Monday, without a band.
  @Test func aDayWithoutPeriodsTellsOfTomorrow() throws {
    var play = Play { $0.agenda = Agenda.parse("08:30-09:15 Maths @fri").agenda }
    play.send(.ticked)
    #expect(play.texts.contains("Tomorrow 08:30 Maths") && play.scene.layout?.agendaBand == nil)
    #expect(play.scene.agendaReport(at: play.moment).map(\.turn) == ["tomorrow"])
  }

  // MARK: On the wall

  /// Woken only when it asks for it, a wall shows at each second what one that is woken every second shows.
  @Test(arguments: ["23:58:30", "08:58:00"], [true, false])
  func noSecondIsMissed(start: String, seconds: Bool) throws {
    let alarm = try DailyAlarm.parse("09:00:30=Tea")
    let message = try #require(Message("Hello", priority: .notice, span: .seconds(70)))
    let agenda = Agenda.parse(
      "08:00-09:10 Maths\n09:05-23:59 Break\n23:59-00:01 Night\n00:00:30-01:00 Moon\n09:01:07 Pills\n09:02 Cat\n"
        + "09:02 Dog\n23:59:50 Late\n00:03:30 Early"
    ).agenda
    var setup = Setup(face: .scaled, style: .hard)
    (setup.alarms, setup.agenda, setup.style.labels.seconds) = ([alarm], agenda, seconds)
    let time = try TimeOfDay.parse(start)
    var (woken, ticked) = (Scene(setup), Scene(setup))
    var (one, two) = ([Effect](), [Effect]())
    var moment = Moment.at(time.hour, time.minute, time.second)
    for event in [.resized(Play.size), .told(.message(message)), .told(.alarm(.add(alarm)))] as [Event] {
      one += woken.handle(fact: event, at: moment)
      two += ticked.handle(fact: event, at: moment)
    }
    var next = woken.nextChange(after: moment).moment(after: moment, pace: .real)
    for second in 1...900 {
      let tick = Moment.at(time.hour, time.minute, time.second + second)
      while let due = next, due.uptime <= tick.uptime {
        one += woken.handle(fact: .ticked, at: due)
        next = woken.nextChange(after: due).moment(after: due, pace: .real)
      }
      moment = tick
      two += ticked.handle(fact: .ticked, at: tick)
      #expect(woken.frame(at: tick) == ticked.frame(at: tick), "second \(second)")
      #expect(one == two)
    }
    #expect(one.count { $0 == .zero } == (start == "08:58:00" ? 1 : 0))
  }

  /// Which takes its room from the labels.
  @Test(arguments: [Size(width: 1920, height: 1080), Size(width: 1280, height: 720), Size(width: 640, height: 360)])
  func theWordsStayBesideANotice(size: Size) throws {
    var play = Play { $0.agenda = Agenda.parse("00:00-24:00 Maths\n13:00-14:00 Physics in the large hall").agenda }
    let notice = try #require(Message("Hello", priority: .notice))
    for event in [.resized(size), .told(.message(notice))] as [Event] {
      play.send(event)
      #expect(play.texts.contains { $0.hasPrefix("Maths until 00:00") })
    }
    #expect(play.texts.contains("Hello"))
  }

  @Test func aDayWithoutPeriodsKeepsNoRoom() throws {
    var play = Play { $0.agenda = Agenda.parse("08:00-09:00 Maths @fri").agenda }
    play.send(.ticked)
    #expect(play.scene.layout?.agendaBand == nil && play.texts.contains("Tomorrow 08:00 Maths"))
    // 2026-01-01 was a Thursday.
    play.jump(.seconds(43_140))
    play.wait(.seconds(60))
    #expect(play.scene.layout?.agendaBand != nil)
    #expect(play.texts.contains { $0.contains("Maths at 08:00, in 8 h 0 min") })
    // Behind the last one the line says so, and is not empty.
    play.jump(.seconds(8 * 3600 - 60))
    play.wait(.seconds(1860))
    #expect(!play.texts.contains("Nothing more today"))
    play.wait(.seconds(1800))
    #expect(play.texts.contains("Nothing more today"))
    play.send(.told(.agenda([])))
    #expect(play.scene.layout?.agendaBand == nil)
    let many = try (0..<201).map { _ in try Period.parse("08:30-09:15 Maths") }
    play.send(.told(.agenda(many)))
    #expect(play.effects == [] && play.refusals == ["an agenda has room for 200 periods"])
  }
}

/// The same worked out the slow way, from what the wall shows in each minute.
private struct Oracle {
  private var ranges: [(seconds: Range<Int64>, period: Period)] = []
  private let days: [Int64: Int]

  init(_ agenda: Agenda, from start: Int64, _ zone: Zone) {
    var (minutes, days) = ([(second: Int64, time: Civil)](), [Int64: Int]())
    for second in stride(from: start, to: start + 7 * 86_400, by: 60) {
      let time = zone.civil(at: second)
      minutes.append((second, time))
      days[second] = time.date.dayNumber
    }
    self.days = days
    func first(_ day: Int, _ time: TimeOfDay) -> Int64? {
      minutes.first { ($0.time.date.dayNumber, $0.time.hour, $0.time.minute) >= (day, time.hour, time.minute) }?.second
    }
    for day in Set(days.values) {
      for period in agenda.periods where period.days.contains(GregorianDate.weekday(ofDay: day)) {
        guard let from = first(day, period.start) else { continue }
        guard let end = period.end else {
          ranges.append((from..<from + 60, period))
          continue
        }
        let last = (period.start.hour, period.start.minute) < (end.hour, end.minute) ? day : day + 1
        guard let to = first(last, end), from < to else { continue }
        ranges.append((from..<to, period))
      }
    }
    // Moments of one second have their turns.
    for (index, range) in ranges.enumerated() where range.period.isReminder {
      let same = ranges.indices.filter {
        ranges[$0].period.isReminder && ranges[$0].seconds.lowerBound == range.seconds.lowerBound
      }
      guard same.count > 1, same.first == index else { continue }
      for (turn, other) in same.enumerated() {
        let edges = [turn, turn + 1].map { range.seconds.lowerBound + Int64(60 * $0 / same.count) }
        ranges[other].seconds = edges[0]..<edges[1]
      }
    }
  }

  func current(at second: Int64) -> [Period] { ranges.filter { $0.seconds.contains(second) }.map(\.period) }

  func shown(at second: Int64) -> Period? {
    let on = ranges.filter { $0.seconds.contains(second) }
    let moments = on.filter(\.period.isReminder)
    return (moments.isEmpty ? on : moments).min { one, other in
      (-one.seconds.lowerBound, one.seconds.upperBound, one.period.title)
        < (-other.seconds.lowerBound, other.seconds.upperBound, other.period.title)
    }?.period
  }

  /// On the same date.
  func next(after second: Int64) -> Int64? {
    ranges.map(\.seconds.lowerBound).filter { $0 > second && days[$0 - $0 % 60] == days[second] }.min()
  }
}

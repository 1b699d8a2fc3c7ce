import TestSupport
import Testing

@testable import ColourClock

/// Tomorrow, and several calendars.
extension AgendaTests {
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
}

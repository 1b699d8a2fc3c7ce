import TestSupport
import Testing

@testable import ColourClock

@Suite struct AlarmsTests {
  // MARK: How they are written

  @Test func aTimeIsWrittenAsTheLabelsAre() throws {
    var labels = Labels()
    let times = try [0, 50].map { try #require(TimeOfDay(hour: 16, minute: 4, second: $0)) }
    #expect(times.map { $0.label(labels) } == ["16:04", "16:04:50"])
    labels.twelveHour = true
    #expect(times.map { $0.label(labels) } == ["4:04 pm", "4:04:50 pm"])
  }

  @Test(arguments: [
    ("mon-fri", [1, 2, 3, 4, 5]), ("sat,sun", [0, 6]), ("fri-mon", [5, 6, 0, 1]), ("SUN", [0]), ("mon-mon", [1]),
    ("mon,wed-thu", [1, 3, 4]), ("mon-sun", [0, 1, 2, 3, 4, 5, 6]),
  ]) func days(text: String, weekdays: [Int]) throws {
    let days = try Weekdays.parse(text)
    #expect((0..<7).filter(days.contains) == weekdays.sorted())
    #expect(try Weekdays.parse(days.text) == days)
  }

  @Test(arguments: ["", "m", "monday", "mon-", "-mon", "mon,,tue", "mon-tue-wed", "mon fri", "m\u{f6}n"])
  func noDays(text: String) { #expect(throws: Refusal.weekdays) { try Weekdays.parse(text) } }

  @Test(arguments: [
    ("08:30", "08:30:00"), ("8:30:15", "08:30:15"), ("08:30=Standup", "08:30:00=Standup"),
    ("08:30@mon-fri", "08:30:00@mon,tue,wed,thu,fri"), ("08:30= a\tb = c @ x@sat", "08:30:00=a b = c @ x@sat"),
    ("08:30=a@b@mon-sun", "08:30:00=a@b@mon,tue,wed,thu,fri,sat,sun"),
    // An accent behind a sign.
    ("08:30=\u{301}a", "08:30:00=\u{301}a"),
    ("08:30=a@\u{301}b@mon-sun", "08:30:00=a@\u{301}b@mon,tue,wed,thu,fri,sat,sun"),
  ]) func alarm(text: String, written: String) throws {
    let alarm = try DailyAlarm.parse(text)
    #expect(alarm.text == written)
    #expect(try DailyAlarm.parse(alarm.text) == alarm)
  }

  @Test(arguments: ["", "=Tea", "24:00", "08:30=", "08:30=\u{1b}[0m", "08:30@", "08:30=me@work", "8.30", "08:30 Tea"])
  func noAlarm(text: String) { #expect(throws: Refusal.self) { try DailyAlarm.parse(text) } }

  @Test func randomTextsAreSurvivedAndWhatIsUnderstoodIsWrittenTheSame() {
    var random = SeededRandom(seed: 3)
    let parts = ["08:30", "=", "@", "mon", "-", "fri", ",", "Tea", " ", "\u{202e}", "23:59:59", "\0", "é", "\n"]
    for _ in 0..<5000 {
      let text = (0..<Int.random(in: 0...6, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
        .joined()
      guard let alarm = try? DailyAlarm.parse(text) else { continue }
      #expect((try? DailyAlarm.parse(alarm.text)) == alarm, "\(text.debugDescription)")
    }
  }

  // MARK: When they ring

  /// Samoa went from Thursday, 29 December 2011, to Saturday, 31 December.
  @Test func anAlarmRingsInTheWeekAfterASkippedDate() throws {
    let zone = try ZoneFile.parse(CLibrary.zoneFile("Pacific/Apia"))
    let next = try DailyAlarm.parse("08:30@fri").next(after: Instant(second: 1_324_764_000), in: zone)
    #expect(next == Instant(second: 1_325_788_200))
  }

  private static let berlin = Result { Zone(rule: try ZoneRule("CET-1CEST,M3.5.0,M10.5.0/3")) }

  /// Around both changes of the clocks in 2026, against a search second by second of what the wall shows.
  @Test(
    arguments: [
      ("02:30", 1_774_652_400, [1_774_661_400, 1_774_746_000, 1_774_830_600]),
      ("03:00", 1_774_652_400, [1_774_663_200, 1_774_746_000, 1_774_832_400]),
      ("02:30", 1_792_796_400, [1_792_801_800, 1_792_888_200, 1_792_978_200]),
    ] as [(String, Int64, [Int64])])
  func changesOfTheClocks(text: String, start: Int64, rings: [Int64]) throws {
    let (zone, alarm) = (try Self.berlin.get(), try DailyAlarm.parse(text))
    var (found, last) = ([Int64](), Instant(second: start))
    while found.count < rings.count, let next = alarm.next(after: last, in: zone) {
      found.append(next.second)
      last = next
    }
    #expect(found == rings)
  }

  /// Once on each day that it is meant for, at the first minute of the wall that is not before its time.
  @Test(arguments: [1, 2, 3, 4, 5, 6]) func everyDayOnce(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let zone = try Self.berlin.get()
    let names = ["mon-fri", "sat,sun", "sun", "mon-sun"]
    let days = try Weekdays.parse(names.randomElement(using: &random) ?? "sun")
    let time = try #require(
      TimeOfDay(hour: .random(in: 0...4, using: &random), minute: .random(in: 0...59, using: &random)))
    let alarm = DailyAlarm(time: time, days: days)
    // Two weeks from a Sunday before the clocks change in spring, and the same in autumn.
    for start in [1_773_529_200, 1_792_278_000] as [Int64] {
      var expected: [Int64] = []
      var done: Set<Int> = []
      for second in stride(from: start, to: start + 14 * 86_400, by: 60) {
        let civil = zone.civil(at: second)
        let isPast = (civil.hour, civil.minute) >= (time.hour, time.minute)
        guard isPast, days.contains(civil.weekday), done.insert(civil.date.dayNumber).inserted else { continue }
        expected.append(second)
      }
      var (found, last) = ([Int64](), Instant(second: start - 1))
      while let next = alarm.next(after: last, in: zone), next.second < start + 14 * 86_400 {
        found.append(next.second)
        last = next
      }
      #expect(found == expected)
    }
  }

  // MARK: On the wall

  private func wall(_ alarms: String...) throws -> Play {
    let alarms = try alarms.map(DailyAlarm.parse)
    var play = Play { $0.alarms = alarms }
    play.send(.ticked)
    return play
  }

  @Test func ringsLikeZero() throws {
    var play = try wall("12:00:05=Tea@thu", "12:00:05=Lunch", "12:00:05=Never@fri")
    play.wait(.seconds(4))
    #expect(play.effects == [] && play.scene.layout?.ring == nil)
    play.wait(.seconds(1))
    #expect(play.effects == [.reachedZero])
    #expect(play.texts.joined(separator: " ").contains("Tea · Lunch") && play.texts.contains("12:00:05"))
    // When the button that ends it has come.
    play.wait(.milliseconds(300))
    #expect(play.texts.contains("Dismiss"))
    let lit = try #require(play.scene.frame(at: play.moment))
    play.wait(.milliseconds(300))
    let unlit = try #require(play.scene.frame(at: play.moment))
    #expect(lit.items.count == unlit.items.count + 1)
    // After five minutes it is a clock again.
    play.wait(.seconds(298))
    #expect(play.texts.contains("12:05:03") && play.scene.layout?.ring != nil)
    play.wait(.seconds(2))
    #expect(play.scene.layout?.ring == nil && play.effects == [.reachedZero])
  }

  @Test func isDismissedByAHold() throws {
    var play = try wall("12:00:05=Tea")
    play.wait(.seconds(6))
    play.send(.pressed(.character(" ")))
    play.wait(.seconds(3))
    play.send(.released(.character(" ")))
    #expect(play.scene.layout?.ring == nil && !play.effects.contains(.quit))
    #expect(play.scene.alarms.count == 1)
  }

  /// What was held to dismiss an alarm that has then gone by itself is no part of a hold to quit.
  @Test func isHeldForNothingOnceItIsOver() throws {
    var play = try wall("12:00:05=Tea")
    play.wait(.seconds(5))
    // It goes five minutes later, after 1.2 s of the 1.6.
    play.wait(.milliseconds(298_800))
    play.send(.pressed(.character(" ")))
    play.wait(.milliseconds(1_200))
    play.send(.ticked)
    #expect(play.scene.layout?.ring == nil)
    play.send(.released(.character(" ")))
    play.send(.pressed(.character(" ")))
    play.wait(.milliseconds(1_000))
    #expect(!play.effects.contains(.quit))
    play.send(.released(.character(" ")))
  }

  @Test(arguments: [(nil, true), ("Tea", true), ("12:00:05", true), ("12:00", false)] as [(String?, Bool)])
  func isDismissedByCommand(name: String?, isRight: Bool) throws {
    var play = try wall("12:00:05=Tea")
    play.wait(.seconds(6))
    play.send(.told(.dismiss(name)))
    #expect((play.scene.layout?.ring == nil) == isRight)
    #expect(play.refusals.isEmpty == isRight)
  }

  @Test func isForgottenByAMachineThatSlept() throws {
    var play = try wall("12:01=Soon", "12:30=Late")
    play.jump(.seconds(120))
    play.send(.ticked)
    #expect(play.effects == [.reachedZero])
    play.jump(.seconds(3600))
    play.send(.ticked)
    #expect(play.effects == [.reachedZero] && play.scene.ringingAlarms.isEmpty)
  }

  /// A clock that was wrong and is set back rings in time; one that has rung does not ring again.
  @Test func aClockThatIsSetBack() throws {
    var play = try wall("11:45=Before", "12:00:05=Once")
    play.wait(.seconds(10))
    #expect(play.effects == [.reachedZero])
    func set(back seconds: Int64) {
      play.moment = Moment(
        instant: play.moment.instant + .seconds(-seconds), uptime: play.moment.uptime, zone: play.moment.zone)
      play.send(.ticked)
    }
    set(back: 8)
    play.wait(.seconds(20))
    #expect(play.effects == [.reachedZero])
    var other = try wall("11:45=Before")
    other.moment = Moment(
      instant: other.moment.instant + .seconds(-1200), uptime: other.moment.uptime, zone: other.moment.zone)
    other.send(.ticked)
    other.wait(.seconds(301))
    #expect(other.effects == [.reachedZero])
  }

  /// What a wrong clock has passed over by more than five minutes has not rung, and does so in time.
  @Test(arguments: [400, 3000, 86_400] as [Int64]) func aClockThatIsSetForwardAndBack(seconds: Int64) throws {
    var play = try wall("12:00:10=Soon")
    for step in [seconds, -seconds] {
      play.moment = Moment(
        instant: play.moment.instant + .seconds(step), uptime: play.moment.uptime, zone: play.moment.zone)
      play.send(.ticked)
      #expect(play.effects.isEmpty)
      play.wait(.seconds(1))
    }
    play.wait(.seconds(20))
    #expect(play.effects == [.reachedZero])
  }

  /// Given twice, or given and added, it rings once.
  @Test func eachIsThereOnce() throws {
    let (tea, lunch) = (try DailyAlarm.parse("08:30=Tea"), try DailyAlarm.parse("12:00=Lunch"))
    var alarms = Alarms()
    #expect(alarms.add(tea) && alarms.add(tea))
    alarms.replaceGiven(with: [tea, lunch, tea])
    #expect(alarms.all == [tea, lunch] && alarms.added.isEmpty)
  }

  @Test func areAddedAndRemoved() throws {
    var play = try wall("18:00=Home")
    let tea = try DailyAlarm.parse("12:00:05=Tea")
    play.send(.told(.alarm(.add(tea))), .told(.alarm(.add(tea))))
    #expect(play.scene.alarms.map(\.title) == ["Home", "Tea"] && play.scene.addedAlarms == [tea])
    #expect(play.effects == [])
    play.wait(.seconds(6))
    #expect(play.scene.ringingAlarms == [tea])
    play.send(.told(.alarm(.remove("18:00"))), .told(.alarm(.remove("Tea"))), .told(.alarm(.remove("Tea"))))
    #expect(play.scene.alarms == [] && play.refusals.last == "there is no alarm 'Tea'")
    for minute in 0..<60 {
      for second in [0, 30] {
        let time = try #require(TimeOfDay(hour: 1, minute: minute, second: second))
        play.send(.told(.alarm(.add(DailyAlarm(time: time)))))
      }
    }
    #expect(play.scene.alarms.count == 100 && play.refusals.last == "there are 100 alarms already")
  }
}

import Glibc
import Testing

@testable import ColourClock

/// Sunrises and twilights against those of Python's astral (`Tests/Fixtures/sun_table.py`): 25 places on eight days.
@Suite struct SunTests {
  private struct Row {
    let day: Int
    let place: GeographicPlace
    /// Rise and set for each way in which a night begins; `nil` where the sun does not cross that line.
    let times: [Double?]
  }

  private func table() throws -> [Row] {
    let path = #filePath.split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" } + "/Fixtures/sun_table.txt"
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let text = String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
    return try text.split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      let date = words[0].split(separator: "-").compactMap { Int($0) }
      return Row(
        day: GregorianDate.dayNumber(year: date[0], month: date[1], day: date[2]),
        place: try GeographicPlace.parse("\(words[1]),\(words[2])"), times: words[3...].map { Double($0) })
    }
  }

  @Test func itRisesAndSetsWithinAMinute() throws {
    let table = try table()
    #expect(table.count == 200)
    var (compared, grazing) = (0, 0)
    for row in table {
      for (index, beginning) in SunNight.Beginning.allCases.enumerated() {
        // Far from Greenwich what happens on a date there is that of the day before or after here.
        let courses = (row.day - 1...row.day + 1).map {
          SunriseEquation.course(onDay: $0, at: row.place, zenith: beginning.zenith)
        }
        for (mine, other) in [
          (courses.map(\.rise), row.times[2 * index]), (courses.map(\.set), row.times[2 * index + 1]),
        ] {
          guard let other else {
            // Where it just touches the line, one of the two may miss it.
            guard let time = mine[1] else { continue }
            grazing += 1
            #expect(43_200 - abs(time - courses[1].noon) < 3600, "\(row) \(beginning)")
            continue
          }
          #expect(mine.compactMap(\.self).contains { abs($0 - other) < 60 }, "\(row) \(beginning)")
          compared += 1
        }
      }
    }
    #expect(grazing <= 1)
    #expect(compared > 1000)
  }

  @Test(arguments: ["52.52,13.40", "52.52, 13.40", "-33.87,151.21", "90,180", "-90,-180", "+1.35,103.82", "0,0"])
  func aPlaceIsDegreesNorthAndEast(text: String) throws {
    let place = try GeographicPlace.parse(text)
    #expect(try GeographicPlace.parse(place.description) == place)
  }

  @Test(arguments: [
    "", ",", "52.52", "52.52,", ",13.40", "90.1,0", "0,180.5", "-91,0", "1,2,3", "0x10,1", "inf,nan", "1e1,0",
    "N52,E13", "52;13",
  ])
  func everythingElseIsNone(text: String) {
    #expect(throws: Refusal.place) { try GeographicPlace.parse(text) }
  }
}

@Suite struct SunNightTests {
  private static let day: Int64 = 86_400

  private func night(
    _ place: String, _ beginning: SunNight.Beginning = .sunset, offset: Duration = .zero, from second: Int64? = nil
  ) throws -> SunNight {
    var night = SunNight(at: try GeographicPlace.parse(place), from: beginning, offset: offset)
    if let second { night.compute(at: second) }
    return night
  }

  private func second(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) -> Int64 {
    Int64(GregorianDate.dayNumber(year: year, month: month, day: day)) * Self.day + Int64(hour * 3600 + minute * 60)
  }

  /// Berlin, 2026-06-21: the sun sets at 19:33 and rises at 02:43 of universal time (timeanddate.com: 21:33 and 4:43
  /// CEST).
  @Test func itIsDarkFromTheSettingToTheRising() throws {
    let berlin = try night("52.52,13.40")
    func depth(_ day: Int, _ hour: Int, _ minute: Int) -> Double {
      berlin.depth(at: second(2026, 6, day, hour, minute))
    }
    #expect(
      [depth(21, 19, 32), depth(21, 19, 45), depth(22, 0, 0), depth(22, 2, 42), depth(22, 2, 55)] == [0, 1, 1, 1, 0])
    let half = depth(21, 19, 38)
    #expect(half > 0.3 && half < 0.7)
  }

  /// Over two days, kept or not: no step in seven seconds is larger than seven six-hundredths, whatever the sun does
  /// there.
  @Test(
    arguments: [
      "52.52,13.40", "0,0", "69.65,18.96", "-13.83,-171.76", "-18.14,178.44", "45,-180", "45,180", "90,0", "-90,0",
      "67.4,25.7",
    ], [SunNight.Beginning.sunset, .nautical])
  func itHasNoSteps(place: String, beginning: SunNight.Beginning) throws {
    for (month, day) in [(3, 20), (6, 21), (12, 2)] {
      let start = second(2026, month, day)
      var kept = try night(place, beginning, from: start)
      let fresh = try night(place, beginning)
      var (last, largest) = (fresh.depth(at: start - 7), 0.0)
      for second in stride(from: start, to: start + 2 * Self.day, by: 7) {
        if !kept.isComputed(at: second) { kept.compute(at: second) }
        let depth = kept.depth(at: second)
        largest = max(largest, abs(depth - last))
        if second % 997 == 0 { #expect(depth == fresh.depth(at: second)) }
        last = depth
      }
      #expect(largest <= 7.0 / 600 + 1e-12)
    }
  }

  /// What is kept comes to the same at the borders of its days.
  @Test func whatIsKeptIsWhatIsWorkedOut() throws {
    for place in ["52.52,13.40", "69.65,18.96", "-18.14,178.44"] {
      let fresh = try night(place, .civil)
      for day in stride(from: second(2026, 1, 1), to: second(2027, 1, 1), by: 5 * 86_400) {
        let kept = try night(place, .civil, from: day)
        for second in [day, day + 1, day + 86_399, day + 86_400, day + 172_799] {
          #expect(kept.isComputed(at: second) && kept.depth(at: second) == fresh.depth(at: second))
        }
        #expect(!kept.isComputed(at: day - 1) && !kept.isComputed(at: day + 172_800))
      }
    }
  }

  @Test func anOffsetShortensOrLengthensIt() throws {
    let start = second(2026, 3, 20, 12)
    func seconds(_ offset: Duration) throws -> Int {
      let night = try night("52.52,13.40", offset: offset, from: start)
      return (start..<start + Self.day).count { night.depth(at: $0) > 0.5 }
    }
    let usual = try seconds(.zero)
    #expect(try abs(seconds(.seconds(1800)) - usual + 3600) <= 2)
    #expect(try abs(seconds(.seconds(-1800)) - usual - 3600) <= 2)
    #expect(try seconds(.seconds(3 * 3600)) > 0)
  }

  @Test func twilightIsShorterThanTheNight() throws {
    let start = second(2026, 3, 20, 12)
    let lengths = try SunNight.Beginning.allCases.map { beginning in
      let night = try night("52.52,13.40", beginning, from: start)
      return (start..<start + Self.day).count { night.depth(at: $0) > 0.5 }
    }
    #expect(lengths == lengths.sorted(by: >) && lengths[2] < lengths[0] - 2 * 3600)
  }

  /// Tromsø: the sun does not set from about 20 May to 22 July, and does not rise from about 27 November to 15 January.
  @Test func polarDayAndNightAreSaid() throws {
    let (sunset, civil) = (try night("69.65,18.96"), try night("69.65,18.96", .civil))
    let (summer, winter) = (second(2026, 6, 21, 12), second(2026, 12, 21, 12))
    for hour in 0..<24 {
      #expect(sunset.depth(at: summer + Int64(hour) * 3600) == 0 && sunset.depth(at: winter + Int64(hour) * 3600) == 1)
    }
    #expect(sunset.polarNotice(at: summer) == "the sun does not set today at 69.65,18.96: there is no night")
    #expect(sunset.account(at: winter, in: .utc) == "the sun does not rise today at 69.65,18.96: it is night all day")
    #expect(
      civil.polarNotice(at: summer)
        == "the sun does not go 6 degrees below the horizon today at 69.65,18.96: there is no night")
    // At noon there is twilight also then.
    #expect(civil.polarNotice(at: winter) == nil && civil.depth(at: winter - 3600) < 1)
    #expect(
      try night("90,0", .nautical).polarNotice(at: winter)
        == "the sun stays 12 degrees below the horizon today at 90.0,0.0: it is night all day")
    #expect(sunset.polarNotice(at: second(2026, 3, 20)) == nil)
  }

  @Test func otherNightsAreSaidByTheWallsTime() throws {
    let berlin = Zone(rule: try ZoneRule("CET-1CEST,M3.5.0,M10.5.0/3"))
    let night = try night("52.52,13.40")
    let account = "night from 21:33 to 04:43 by the sun at 52.52,13.4"
    #expect(night.account(at: second(2026, 6, 21, 12), in: berlin) == account)
    #expect(night.account(at: second(2026, 6, 21, 23), in: berlin) == account)
    let short = try self.night("59.33,18.07", offset: .seconds(3 * 3600))
    #expect(short.account(at: second(2026, 6, 21, 12), in: .utc) == "no night today by the sun at 59.33,18.07")
  }

  /// On the wall: the scene keeps the nights from tick to tick, and no wake-up is added.
  @Test func theWallIsDimmedByTheSun() throws {
    let sun = SunNight(at: try GeographicPlace.parse("52.52,13.40"))
    var play = Play { $0.night = Night(sun) }
    #expect(play.scene.dimming(at: play.moment) == .none)
    play.jump(.seconds(12 * 3600))
    #expect(play.scene.dimming(at: play.moment) == Dimming(night: 0.3, depth: 1, isRed: false))
    let kept = try #require(play.scene.setup.night)
    if case .sun(let nights) = kept.times {
      #expect(nights.isComputed(at: play.moment.instant.second))
    } else {
      Issue.record("it is a night by the sun")
    }
    #expect(kept.account(at: play.moment).hasPrefix("night from "))
    let before = play.wakes
    play.wait(.seconds(30))
    #expect(play.wakes == before + 30)
  }
}

import Testing

@testable import ColourClock

@Suite struct OtherZoneTests {
  private static func zone(_ name: String, _ rule: String) -> OtherZone {
    OtherZone(name: name, zone: (try? ZoneRule(rule)).map(Zone.init(rule:)) ?? .utc)
  }
  private static let tokyo = zone("Tokyo", "JST-9")
  private static let hawaii = zone("Honolulu", "HST10")
  private static let kiritimati = zone("Kiritimati", "<+14>-14")

  /// 2026-03-03, by the time of day in UTC, which is the wall's zone here.
  private func text(_ zone: OtherZone, _ hour: Int, _ minute: Int, _ change: (inout Labels) -> Void = { _ in })
    -> String
  {
    let second = Int64(1_772_496_000 + hour * 3600 + minute * 60)
    var labels = Labels()
    change(&labels)
    return Self.text(zone, at: second, beside: Zone.utc.civil(at: second), labels)
  }

  private static func text(_ zone: OtherZone, at second: Int64, beside wall: Civil, _ labels: Labels) -> String {
    ([zone.time(at: second, labels)] + [zone.days(at: second, beside: wall)].compactMap(\.self)).joined(separator: " ")
  }

  @Test func theDayIsSaidWhereItIsAnother() {
    #expect(text(Self.tokyo, 10, 8) == "19:08")
    #expect(text(Self.tokyo, 14, 59) == "23:59")
    #expect(text(Self.tokyo, 15, 0) == "00:00 +1")
    #expect(text(Self.hawaii, 9, 59) == "23:59 \u{2212}1")
    #expect(text(Self.hawaii, 10, 0) == "00:00")
    #expect(text(Self.kiritimati, 23, 30) == "13:30 +1")
    #expect(text(Self.tokyo, 15, 5) { $0.twelveHour = true } == "12:05 am +1")
    #expect(text(Self.tokyo, 4, 5) { $0.twelveHour = true } == "1:05 pm")
  }

  /// Across the end of a year, and two days apart where the wall itself hangs at the other end.
  @Test func daysAreCountedByDate() {
    // 2027-01-01, 09:59 and 10:00 in UTC.
    let last = Int64(1_798_761_600 + 10 * 3600 - 60)
    let wall = Self.hawaii.zone.civil(at: last)
    #expect((wall.day, wall.month, wall.hour) == (31, 12, 23))
    #expect(Self.text(Self.kiritimati, at: last, beside: wall, Labels()) == "23:59 +1")
    #expect(Self.text(Self.kiritimati, at: last + 60, beside: wall, Labels()) == "00:00 +2")
  }

  /// No text is wider than what is kept for it, and it changes with the minute alone.
  @Test(arguments: [false, true]) func theTextChangesByMinutes(twelveHour: Bool) {
    var labels = Labels()
    labels.twelveHour = twelveHour
    for zone in [Self.tokyo, Self.hawaii] {
      var (texts, widest) = ([String](), 0.0)
      for second in stride(from: Int64(1_772_496_000), to: 1_772_582_400, by: 20) {
        let text = Self.text(zone, at: second, beside: Zone.utc.civil(at: second), labels)
        if texts.last != text { texts.append(text) }
        widest = max(widest, Line.width(zone.time(at: second, labels)))
      }
      #expect(widest <= Line.width(labels.widest("00:00")) && texts.count == 1440)
    }
  }

  @Test func theyStandOnTheWallSideBySide() throws {
    var play = Play({ $0.zones = [Self.tokyo, Self.hawaii] })
    func boxes() throws -> [[Rect]] {
      let texts = try #require(play.scene.frame(at: play.moment)).texts
      return [["Tokyo", "Honolulu"], ["21:00", "02:00"]].map { row in
        texts.filter { row.contains($0.string) }.map(\.box)
      }
    }
    let (names, times) = (try boxes()[0], try boxes()[1])
    #expect(names.count == 2 && names[0].y == names[1].y && names[0].maxX < names[1].x)
    #expect(times[0].y == times[1].y && times[0].y > names[0].maxY)
    #expect(times[0].x == names[0].x && times[1].x == names[1].x)
    #expect(times.allSatisfy { $0.height >= 0.03 * 1080 })
    // In the same minute it is the same text in the same place.
    play.jump(.seconds(1))
    play.send(.ticked)
    #expect(try boxes() == [names, times])
  }
}

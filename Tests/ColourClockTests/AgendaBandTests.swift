import TestSupport
import Testing

@testable import ColourClock

@Suite struct AgendaBandTests {
  /// Whatever is on a day and whenever it is: periods of one track lie beside each other, marks of moments have their
  /// least size, and all of it stays within the band.
  @Test(arguments: [1, 2, 3]) func theBandHoldsItsMarks(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let backdrop = Backdrop(
      colour: try #require(Colour(hex: "#6a22b3")), ink: .white, time: Zone.utc.civil(at: newYear))
    var apart = 0
    for _ in 0..<200 {
      let agenda = Agenda(
        try (0..<Int.random(in: 1...12, using: &random)).map { try AgendaTests.period($0, using: &random) })
      let second = newYear + Int64.random(in: 0..<200_000, using: &random)
      let day = AgendaDay(agenda, around: second, in: .utc)
      let box = Rect(
        x: 58, y: 430, width: .random(in: 1...3000, using: &random), height: .random(in: 6...60, using: &random))
      let items = AgendaBand(day: day, box: box, unit: 0.24 * box.height, backdrop: backdrop).items(at: second)
      #expect(items.isEmpty == day.entries.isEmpty)
      let diamonds = diamonds(items)
      let counts = items.compactMap { item -> Int? in
        guard case .text(let text) = item, text.alignment == .left, text.box.midY < box.maxY else { return nil }
        return Int(text.string)
      }
      let single = diamonds.count - counts.count
      #expect(single >= 0 && counts.reduce(single, +) == day.entries.count(where: \.period.isReminder))
      diamonds.forEach { check($0, in: box) }
      for (one, next) in zip(diamonds, diamonds.dropFirst()) { #expect(one[3].x < next[0].x) }
      apart += diamonds.count > 1 ? 1 : 0
      for item in items {
        guard case .fill(let fill) = item, case .box(let rect, _) = fill.shape else { continue }
        #expect(rect.width >= 1 || rect.height >= 1)
      }
    }
    #expect(apart > 10)
  }

  /// The outlines of the diamonds, from the left.
  private func diamonds(_ items: [Item]) -> [[Point]] {
    items.reduce(into: [[Point]]()) { found, item in
      guard case .fill(let fill) = item, case .band(let points) = fill.shape else { return }
      // Within the last one lies its colour.
      if let last = found.last, points[0].x > last[0].x, points[3].x < last[3].x { return }
      found.append(points)
    }
  }

  private func check(_ diamond: [Point], in box: Rect) {
    let (height, width) = (diamond[2].y - diamond[1].y, diamond[3].x - diamond[0].x)
    #expect(width > min(6.999, box.width - 0.001) && abs(width - height) < 0.001 && height < max(7, box.height) + 0.001)
    #expect(diamond[0].x >= box.x - 0.001 && diamond[3].x <= box.maxX + 0.001)
  }

  /// Names on a coloured period can be read on every colour of a calendar, on walls of the whole day, before, during
  /// and after the period: by the contrast of the digits.
  @Test func namesAreReadableOnEveryCalendar() throws {
    var random = SeededRandom(seed: 4)
    for _ in 0..<2000 {
      func colour() -> Colour {
        Colour(
          red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
          blue: .random(in: 0...255, using: &random))
      }
      let (wall, calendar) = (colour(), colour())
      let agenda = Agenda.parse("[School \(calendar.hex)]\n08:00-10:00 A\n10:00-12:00 B\n12:00-14:00 C").agenda
      let day = AgendaDay(agenda, around: newYear, in: .utc)
      let backdrop = Backdrop(colour: wall, ink: Ink.best(on: wall), time: Zone.utc.civil(at: newYear))
      let items = AgendaBand(day: day, box: Rect(x: 0, y: 0, width: 900, height: 60), unit: 23, backdrop: backdrop)
        .items(at: newYear + 39_600)
      let fills = items.compactMap { item -> (Rect, Colour)? in
        guard case .fill(let fill) = item, case .box(let rect, _) = fill.shape else { return nil }
        return (rect, fill.colour)
      }
      let names = items.compactMap { item -> Text? in
        guard case .text(let text) = item, ["A", "B", "C"].contains(text.string) else { return nil }
        return text
      }
      for name in names {
        let ground = try #require(fills.last { $0.0.contains(name.box.centre) }).1
        #expect(name.ink.colour.contrast(with: ground) >= Colour.leastContrast.large)
      }
      #expect(names.count == 3)
    }
  }

  /// In a language that runs to the left the day does too: what is at the left in one is at the right in the other.
  @Test func theBandRunsAsTheLanguage() throws {
    let backdrop = Backdrop(
      colour: try #require(Colour(hex: "#6a22b3")), ink: .white, time: Zone.utc.civil(at: newYear))
    let day = AgendaDay(Agenda.parse("08:00-09:00 Maths\n10:00 Tea\n12:00-14:00 Art").agenda, around: newYear, in: .utc)
    let box = Rect(x: 100, y: 40, width: 600, height: 20)
    func spans(isRightToLeft: Bool) -> [(Double, Double)] {
      AgendaBand(day: day, box: box, unit: 0.4 * box.height, backdrop: backdrop, isRightToLeft: isRightToLeft).items(
        at: newYear
      )
      .compactMap { item in
        guard case .fill(let fill) = item, fill.colour == backdrop.ink.colour else { return nil }
        switch fill.shape {
        case .box(let rect, _): return (rect.x, rect.maxX)
        case .band(let points): return (points[0].x, points[3].x)
        default: return nil
        }
      }
    }
    let (right, left) = (spans(isRightToLeft: false), spans(isRightToLeft: true))
    // The axis, its marks from eight to two, and what is to come, which has the colour of the ink too.
    #expect(right.count == 11)
    for (one, other) in zip(right, left) {
      #expect(abs(one.0 + other.1 - 800) <= 1 && abs(one.1 + other.0 - 800) <= 1)
    }
  }

  /// Periods at one time are both named by the text, until the first of them ends.
  @Test func periodsAtOneTimeAreNamedTogether() throws {
    let lessons = "08:00-09:00 Maths\n08:30-09:30 Choir\n10:00-11:00 Art"
    let holiday = AgendaDay(Agenda.parse(lessons + "\n00:00-24:00 Holiday").agenda, around: newYear, in: .utc)
    func texts(at minute: Int64, _ form: AgendaDay.Form = .both) -> [String] {
      holiday.texts(at: newYear + 60 * minute, Words(), Labels(), form: form).map(\.text)
    }
    #expect(texts(at: 520) == ["Maths, Choir until 09:00, 20 minutes", "then Art at 10:00"])
    #expect(texts(at: 520, .one) == ["Choir until 09:30, 50 minutes"])
    #expect(texts(at: 490)[0].hasPrefix("Maths until 09:00") && texts(at: 545)[0].hasPrefix("Choir until 09:30"))
    #expect(texts(at: 580)[0].hasPrefix("Holiday until 00:00"))
  }

  /// The texts, with the list of coming entries or with their number, name or count each entry that is not over.
  @Test(arguments: [1, 2, 3]) func eachComingEntryIsNamedOrCounted(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var counts = Set<Int>()
    for _ in 0..<300 {
      let agenda = Agenda(
        try (0..<Int.random(in: 1...9, using: &random)).map { try AgendaTests.period($0, using: &random) })
      let second = newYear + Int64.random(in: 0..<86_400, using: &random)
      let day = AgendaDay(agenda, around: second, in: .utc)
      let coming = day.entries.filter {
        $0.seconds.lowerBound > second && $0.seconds.lowerBound < day.seconds.upperBound
      }
      let above = day.texts(at: second, Words(), Labels(), form: .list).flatMap(\.entries)
      let listed = day.listed(at: second)
      #expect(coming.allSatisfy { listed.contains($0) != above.contains($0) })
      #expect(listed.allSatisfy(coming.contains))
      let both = day.texts(at: second, Words(), Labels())
      let told = both.flatMap(\.entries).filter(coming.contains).count
      let count =
        both.last?.text.split(separator: "·").dropFirst().last.flatMap { Int($0.split(separator: " ")[0]) } ?? 0
      #expect(told + count == coming.count, "\(both.map(\.text))")
      counts.insert(count)
    }
    #expect(counts.count > 3)
  }
}

import Testing

@testable import ColourClock

@Suite struct RingDragTests {
  /// The seconds that come of leading the hand over some angles.
  private func wind(from base: Int, at start: Double = 0, turn: Int = 60, over angles: [Double]) -> [Int64] {
    var drag = RingDrag(at: start, length: .seconds(base), turn: .seconds(turn))
    return angles.map { drag.turn(to: $0).components.seconds }
  }

  @Test func `it winds up past twelve o'clock, and back`() {
    let up = wind(
      from: 50, at: 50.0 / 60, over: [55.0 / 60, 59.0 / 60, 0, 1.0 / 60, 2.0 / 60, 0.25, 0.5, 0.75, 0, 0.25])
    #expect(up == [55, 59, 60, 61, 62, 75, 90, 105, 120, 135])
    let down = wind(from: 62, at: 2.0 / 60, over: [1.0 / 60, 0, 59.0 / 60, 0.75, 0.5, 0.25, 0, 0.9])
    #expect(down == [61, 60, 59, 45, 30, 15, 0, 0])
  }

  @Test func `a hand moves the shorter way`() {
    #expect(wind(from: 59, at: 0.99, over: [0.01, 0.99]) == [60, 59])
    #expect(wind(from: 30, at: 0.1, over: [0.9]) == [18])
  }

  @Test func `at either end it winds no further and turns back at once`() {
    #expect(wind(from: 2, over: [0.7, 0.5, 0.25, 0.25 + 3.0 / 60]) == [0, 0, 0, 3])
    let longest = Int(TimeSpan.longest.components.seconds)
    #expect(
      wind(from: longest, turn: 3600, over: [0.3, 0.6, 0.6 - 0.5 / 6]).map { Int($0) } == [
        longest, longest, longest - 300,
      ])
  }

  @Test func `the grip does not matter, and a still hand changes nothing`() {
    #expect(wind(from: 1513, at: 0.7, turn: 3600, over: [0.7, 0.7 + 1.0 / 60]) == [1513, 1575])
  }

  @Test func `a whole turn up and down has no jump`() {
    let way = (0...2000).map { Double($0) / 1000 }
    let up = wind(from: 0, over: way.map { $0 - $0.rounded(.down) })
    #expect(up == up.sorted())
    #expect(up.contains(60) && up.contains(120))
    let steps = zip(up, up.dropFirst()).map { $1 - $0 }
    #expect(steps.allSatisfy { $0 <= 1 })
    let down = wind(from: 120, over: way.map { (1 - $0) - (1 - $0).rounded(.down) })
    #expect(down == down.sorted(by: >))
  }

  @Test func `keys and wheel step over the same lengths`() {
    let cases: [(Int, Int, Int)] = [
      (0, 1, 1), (59, 1, 60), (60, 1, 75), (60, -1, 59), (61, 1, 75), (61, -1, 60), (600, -1, 585), (600, 1, 630),
      (1800, 1, 1860), (3600, 1, 3900), (3600, -1, 3540), (1513, 1, 1530), (1513, -1, 1500), (0, -1, 0), (10, 5, 15),
      (359_999, 1, 360_000), (359_700, 1, 360_000), (359_999, -1, 359_700), (360_000, 1, 432_000), (30, 0, 30),
      (315_619_200, 1, 315_619_200), (315_619_200, -1, 315_532_800),
    ]
    for (from, count, to) in cases { #expect(RingDrag.stepped(.seconds(from), by: count) == .seconds(to)) }
  }

  /// Of a minute to 100 hours, held at the knob anywhere and led on by up to three turns either way: nowhere is the
  /// knob farther from the finger than half a step.
  @Test func `the knob stays under the finger`() {
    for turn in [60, 300, 600, 1500, 3600, 36_000] {
      for start in stride(from: 0.0, through: 1, by: 0.125) {
        let length = Duration.seconds(Int(start * Double(turn)))
        let from = length / .seconds(turn)
        var drag = RingDrag(at: from - from.rounded(), length: length, turn: .seconds(turn))
        for way in stride(from: 0.0, through: 3, by: 0.0625) {
          let angle = from + way - (from + way).rounded()
          let knob = drag.turn(to: angle) / drag.turn
          let off = knob - angle - (knob - angle).rounded()
          #expect(abs(off) <= max(0.5 / Double(turn), 0.0105), "\(turn) \(start) \(way)")
        }
      }
    }
  }

  @Test func `angles count clockwise from twelve o'clock`() {
    let centre = Point(x: 10, y: 20)
    let points = [(10.0, 5.0, 0.0), (30, 20, 0.25), (0, 20, -0.25), (10, 20, 0), (20, 10, 0.125)]
    for (x, y, turn) in points {
      #expect(abs(RingDrag.angle(of: Point(x: x, y: y), around: centre) - turn) < 1e-12)
    }
    #expect(abs(RingDrag.angle(of: Point(x: 10, y: 30), around: centre)) == 0.5)
  }
}

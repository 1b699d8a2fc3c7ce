@testable import ColourClock

/// The same worked out the slow way, from what the wall shows in each minute.
struct AgendaOracle {
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

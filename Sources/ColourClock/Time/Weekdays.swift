/// Days of the week, as `mon-fri` or `sat,sun`.
package struct Weekdays: Hashable, Sendable {
  /// 1 is Sunday, 2 Monday, 64 Saturday.
  private var bits: UInt8

  package static let all = Weekdays(bits: 0x7f)
  private static let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

  private init(bits: UInt8) { self.bits = bits }

  /// Takes names of three letters, ranges of them that may go over the week's end, and several of these with commas.
  /// - Throws: `ValueError.weekdays` for everything else.
  package static func parse(_ text: String) throws(ValueError) -> Weekdays {
    var days = Weekdays(bits: 0)
    for part in text.lowercased().split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { name in
        names.firstIndex { $0 == name }
      }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1] else { throw .weekdays }
      for step in 0...(last - first + 7) % 7 { days.bits |= 1 << UInt8((first + step) % 7) }
    }
    return days
  }

  /// - Parameter weekday: 0 for Sunday to 6 for Saturday.
  func contains(_ weekday: Int) -> Bool { bits >> UInt8(weekday) & 1 == 1 }

  /// With commas, from Monday on; what `parse` takes.
  package var text: String {
    (1...7).map { $0 % 7 }.filter(contains).map { Weekdays.names[$0] }.joined(separator: ",")
  }
}

/// The worst lateness in each slot of the last hour, in constant memory.
package struct Lateness: Sendable {
  /// Values in microseconds, or `emptySlot`. Slot n is at n modulo the count.
  private var slots: [UInt32]
  /// In seconds.
  private let slotLength: Int64
  /// The uptime divided by `slotLength`.
  private var newest: Int64?

  private static let emptySlot = UInt32.max
  private static let hour: Int64 = 3600
  /// The range in seconds. The maximum in microseconds is less than `emptySlot`.
  private static let range = 0.0...4294

  package init(slotsOf slotLength: Int64) {
    self.slotLength = slotLength
    slots = [UInt32](repeating: Lateness.emptySlot, count: Int(Lateness.hour / slotLength))
  }

  /// - Parameter uptime: Not earlier than in the last call.
  package mutating func add(_ late: Duration, at uptime: Duration) {
    advance(to: uptime)
    let value = UInt32((late.inSeconds.clamped(to: Lateness.range) * 1e6).rounded())
    let place = place(of: uptime.components.seconds / slotLength)
    slots[place] = slots[place] == Lateness.emptySlot ? value : max(slots[place], value)
  }

  private mutating func advance(to uptime: Duration) {
    let number = uptime.components.seconds / slotLength
    defer { newest = max(newest ?? number, number) }
    guard let newest, newest < number else { return }
    for passed in max(newest + 1, number + 1 - Int64(slots.count))...number {
      slots[place(of: passed)] = Lateness.emptySlot
    }
  }

  private func place(of number: Int64) -> Int { Int(number) % slots.count }

  /// `nil` if the last hour is empty.
  package func summary(at uptime: Duration) -> Summary? {
    var present = self
    present.advance(to: uptime)
    let sorted = present.slots.filter { $0 != Lateness.emptySlot }.sorted()
    guard let worst = sorted.last else { return nil }
    /// Nearest rank: `share` percent of the slots are at most this late.
    func percentile(_ share: Int) -> Duration {
      .microseconds(Int64(sorted[(sorted.count * share + 99) / 100 - 1]))
    }
    return Summary(count: sorted.count, median: percentile(50), p99: percentile(99), worst: .microseconds(Int64(worst)))
  }

  package struct Summary: Hashable, Sendable {
    package let count: Int
    package let median: Duration
    package let p99: Duration
    package let worst: Duration
  }
}

/// What is wrong with a wall that shows the time all the same, the worst of it: said on the wall itself.
package enum Ailment: Hashable, Sendable {
  /// A second came so late, in tenths of a second.
  case late(tenths: Int)
  /// The server has carried out nothing for so many seconds, and answers again.
  case silence(seconds: Int)
  /// The kernel's clock may be wrong by so much, in tenths of a second.
  case clockOff(tenths: Int)

  /// In a line.
  package func text(_ words: Words = Words()) -> String {
    switch self {
    case .late(let tenths): words["time came %s s late", Ailment.tenths(tenths)]
    case .silence(let seconds): words["screen did not answer for %s s", seconds]
    case .clockOff(let tenths): words["clock %s s off?", Ailment.tenths(tenths)]
    }
  }

  private static func tenths(_ count: Int) -> String { "\(count / 10).\(count % 10)" }
}

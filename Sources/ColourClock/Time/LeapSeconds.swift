/// The leap seconds that a zone counts: those of a "right/" file, none of all the others.
///
/// A machine set up for such files counts leap seconds in its clock; the count without them is called the POSIX second.
struct LeapSeconds: Hashable, Sendable {
  /// A leap second, or the end of the table (RFC 9636 section 3.2).
  struct Entry: Hashable, Sendable {
    /// What the clock reads at the inserted second itself, or at the first one after an omitted one.
    let second: Int
    /// By how much the clock is ahead of the POSIX second from then on.
    let correction: Int
    let isInserted: Bool

    /// The first POSIX second that has the correction.
    var posix: Int { second - correction + (isInserted ? 1 : 0) }
  }

  /// Ascending, and so few that walking from the recent end is quick.
  let entries: [Entry]

  /// The POSIX second, which for an inserted second is the one before it.
  func posix(of clock: Int) -> (second: Int, isLeap: Bool) {
    guard let entry = entries.last(where: { $0.second <= clock }) else { return (clock, false) }
    return (clock - entry.correction, entry.isInserted && entry.second == clock)
  }

  /// What the clock reads at a POSIX second, and at the first thereafter if it was omitted.
  func clock(of posix: Int) -> Int {
    posix + (entries.last { $0.posix <= posix }?.correction ?? 0)
  }

  /// What the clock reads at the second inserted after a POSIX second; `nil` if none was.
  func insertion(after posix: Int) -> Int? {
    entries.first { $0.isInserted && $0.posix == posix + 1 }?.second
  }
}

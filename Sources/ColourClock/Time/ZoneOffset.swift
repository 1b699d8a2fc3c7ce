/// An offset from UTC, and what the time with it is called.
struct ZoneOffset: Hashable, Sendable {
  /// Seconds east of Greenwich.
  let seconds: Int
  let abbreviation: String

  /// What RFC 9636 section 3.2 recommends (`utoff`) and POSIX rules can express; `Zone` looks no further for the offsets
  /// that a wall time may have.
  static let range = -89_999...93_599
}

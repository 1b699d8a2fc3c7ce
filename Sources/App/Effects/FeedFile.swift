import ColourClock
import XWindow

/// A text file as the wall's feed, read again when it has changed.
struct FeedFile {
  let path: String
  private var stamp: File.Stamp?
  private var isFirst = true

  /// More than a wall has room for, and little enough to read a wrong file without harm.
  private static let limit = 65_536

  init(_ path: String) {
    self.path = path
  }

  /// What is in the file now, or why it cannot be read; `nil` if it has not changed since the last time.
  mutating func read() -> Feed.Answer? {
    // Before reading: what is written meanwhile gives another stamp, and is read the next time.
    let new = File.Stamp(of: path)
    guard isFirst || new != stamp else { return nil }
    (stamp, isFirst) = (new, false)
    do { return .text(try File.readRegular(path, limit: FeedFile.limit)) } catch {
      return .failed(error.isTooLong ? .tooMuch : .unreadable)
    }
  }
}

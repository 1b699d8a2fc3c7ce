/// Notices that a file was written, replaced, renamed or removed. Each test is one stat(2), which takes about a
/// microsecond, follows symbolic links, and needs no descriptor and no allocation.
package struct StatWatch {
  package let path: String
  private var seen: File.Stamp?
  private var hasSeen = false

  /// - Parameter isSeen: true if the present file counts as seen. If false, the first `hasChanged` returns true.
  package init(_ path: String, isSeen: Bool = false) {
    self.path = path
    if isSeen { _ = hasChanged() }
  }

  /// True if the file has changed since the last call. Call this before reading the file. The next call then notices a
  /// change during the reading.
  package mutating func hasChanged() -> Bool {
    let present = File.Stamp(of: path)
    defer { (seen, hasSeen) = (present, true) }
    return present != seen || !hasSeen
  }

  /// Makes the next `hasChanged` return true. Call this if the file could not be used.
  package mutating func reset() { hasSeen = false }

  /// True if the file has changed since the last `hasChanged`. Does not mark the change as seen.
  package var differs: Bool { File.Stamp(of: path) != seen || !hasSeen }

  /// True if the last `hasChanged` found a file, and now there is none.
  package var isGone: Bool { seen != nil && File.Stamp(of: path) == nil }
}

extension [StatWatch] {
  /// True if a file has changed. After this call, all changes count as seen.
  package mutating func haveChanged() -> Bool {
    indices.reduce(false) { self[$1].hasChanged() || $0 }
  }
}

/// Notices with one stat(2) that a file was written, replaced, renamed or removed. A stat(2) takes about a microsecond,
/// follows symbolic links, and needs no descriptor and no allocation.
package struct StatWatch {
  package let path: String
  private var seen: File.Stamp?
  private var hasSeen = false

  /// - Parameter isSeen: true if the present file counts as seen. If it is false, the first `hasChanged` is true.
  package init(_ path: String, isSeen: Bool = false) {
    self.path = path
    if isSeen { _ = hasChanged() }
  }

  /// True if the file has changed since the last call. Call this before reading the file, so that the next call notices
  /// a change during the reading.
  package mutating func hasChanged() -> Bool {
    let present = File.Stamp(of: path)
    defer { (seen, hasSeen) = (present, true) }
    return present != seen || !hasSeen
  }

  /// Makes the next `hasChanged` true, for a file that could not be used.
  package mutating func reset() { hasSeen = false }

  /// True if the file has changed since the last `hasChanged`. Unlike that function, this property does not mark the
  /// change as seen.
  package var differs: Bool { File.Stamp(of: path) != seen || !hasSeen }

  /// True if there was a file at the last call of `hasChanged`, and now there is none.
  package var isGone: Bool { seen != nil && File.Stamp(of: path) == nil }
}

extension [StatWatch] {
  /// True if a file has changed. After this call, all changes count as seen.
  package mutating func haveChanged() -> Bool {
    indices.reduce(false) { self[$1].hasChanged() || $0 }
  }
}

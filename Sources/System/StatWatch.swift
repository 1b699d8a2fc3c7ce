/// Notices that a file has changed, by one stat(2), about a microsecond. That sees writing, replacing, renaming and
/// removal, behind any chain of links. Nothing is polled and nothing is allocated.
package struct StatWatch {
  package let path: String
  private var seen: File.Stamp?
  private var hasSeen = false

  /// The first question is answered with "changed", unless the present file counts as seen.
  package init(_ path: String, isSeen: Bool = false) {
    self.path = path
    if isSeen { _ = hasChanged() }
  }

  /// True if the file is not what it was at the last call. Ask before reading: a change during the reading is then
  /// found by the next call.
  package mutating func hasChanged() -> Bool {
    let present = File.Stamp(of: path)
    defer { (seen, hasSeen) = (present, true) }
    return present != seen || !hasSeen
  }

  /// Makes the next `hasChanged` true, for a file that could not be used.
  package mutating func reset() { hasSeen = false }

  /// Like `hasChanged`, but the next call gives the same answer.
  package var differs: Bool { File.Stamp(of: path) != seen || !hasSeen }

  /// True if there was a file at the last call, and there is none now.
  package var isGone: Bool { seen != nil && File.Stamp(of: path) == nil }
}

extension [StatWatch] {
  /// True if one of the files has changed. Asks all of them.
  package mutating func haveChanged() -> Bool {
    indices.reduce(false) { self[$1].hasChanged() || $0 }
  }
}

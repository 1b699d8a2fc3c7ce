/// Notices a file's changes by stat(2). Follows symbolic links.
package struct StatWatch {
  package let path: String
  private var seen: File.Stamp?
  private var hasSeen = false

  /// - Parameter isSeen: false makes the first `hasChanged` true.
  package init(_ path: String, isSeen: Bool = false) {
    self.path = path
    if isSeen { _ = hasChanged() }
  }

  /// Compares with the last call. Call it before you read the file, so that the next call notices a later change.
  package mutating func hasChanged() -> Bool {
    let present = File.Stamp(of: path)
    defer { (seen, hasSeen) = (present, true) }
    return present != seen || !hasSeen
  }

  /// Makes the next `hasChanged` true.
  package mutating func reset() { hasSeen = false }

  /// Like `hasChanged`, but marks nothing as seen.
  package var differs: Bool { File.Stamp(of: path) != seen || !hasSeen }

  /// True if the last `hasChanged` found a file that is now missing.
  package var isGone: Bool { seen != nil && File.Stamp(of: path) == nil }
}

extension [StatWatch] {
  package mutating func haveChanged() -> Bool {
    indices.reduce(false) { self[$1].hasChanged() || $0 }
  }
}

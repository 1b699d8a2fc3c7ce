private import CX11
private import Glibc

/// The process's own footprint.
package enum Memory {
  /// Gives back what only the start needed: fontconfig's configuration, freed heap, and the pages of code that reading
  /// options, fonts and zones touched. Code that is needed again comes back from the page cache, a minor fault a page
  /// or sixteen; a clock needs little of it.
  package static func releaseStartUp() {
    FcFini()
    malloc_trim(0)
    for range in codeRanges() {
      madvise(UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, MADV_DONTNEED)
    }
  }

  /// Where files are mapped for execution: private, clean, and so free to be dropped (proc(5), `/proc/pid/maps`).
  private static func codeRanges() -> [Range<Int>] {
    guard let bytes = try? File.read("/proc/self/maps", limit: 1 << 20) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ", omittingEmptySubsequences: true)
      guard fields.count == 6, fields[1] == "r-xp", fields[5].hasPrefix("/") else { return nil }
      let ends = fields[0].split(separator: "-").compactMap { Int($0, radix: 16) }
      return ends.count == 2 ? ends[0]..<ends[1] : nil
    }
  }
}

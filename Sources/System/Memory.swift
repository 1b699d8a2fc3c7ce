private import CLinux
private import Glibc

package enum Memory {
  /// Keeps freed memory for later allocations, such as glyph images, until `releaseStartUp` is called.
  package static func keepWhileStarting() { keepFreed(upTo: 1 << 24) }

  private static func keepFreed(upTo size: Int32) {
    mallopt(M_MMAP_THRESHOLD, size)
    mallopt(M_TRIM_THRESHOLD, size)
  }

  /// Returns freed heap and clean file pages to the system.
  /// - Returns: the program's own file pages, which may be dropped again after rare work.
  package static func releaseStartUp() -> CleanPages {
    keepFreed(upTo: 1 << 17)
    trimHeap()
    let mappings = cleanMappings()
    CleanPages(ranges: mappings.map(\.pages)).drop()
    let own = Process.file
    return CleanPages(ranges: mappings.filter { $0.file == own }.map(\.pages))
  }

  /// Returns free heap pages to the system; `free` alone returns only those at the heap's end.
  package static func trimHeap() { malloc_trim(0) }

  /// The heap's bytes in use (mallinfo(3)).
  package static var allocated: Int {
    let heap = mallinfo2()
    return Int(clamping: heap.uordblks + heap.hblkhd)
  }

  /// Read-only private file mappings without dirty or swapped pages (`smaps`, proc(5)).
  private static func cleanMappings() -> [(pages: Range<Int>, file: String)] {
    (try? File.read("/proc/self/smaps", limit: 1 << 20)).map(cleanMappings) ?? []
  }

  static func cleanMappings(in smaps: [UInt8]) -> [(pages: Range<Int>, file: String)] {
    var mappings: [(Range<Int>, String)] = []
    var isOfFile = false
    // A mapping begins with `7f00-7f10 r--p …`; its other lines begin with a capital. This compares bytes: characters
    // take a hundred times as long.
    for line in smaps.split(separator: UInt8(ascii: "\n")) {
      if line.starts(with: "Anonymous:".utf8) || line.starts(with: "Swap:".utf8) {
        let isNone = line.allSatisfy { !(UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
        if isOfFile, !isNone {
          mappings.removeLast()
          isOfFile = false
        }
      } else if line.first.map({ !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) == true {
        let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
        let range = fileRange(fields)
        isOfFile = range != nil
        if let range { mappings.append((range, String(fields[5]))) }
      }
    }
    return mappings
  }

  private static func fileRange(_ fields: [Substring]) -> Range<Int>? {
    guard fields.count == 6, ["r-xp", "r--p"].contains(fields[1]), fields[5].hasPrefix("/") else { return nil }
    let ends = fields[0].split(separator: "-").compactMap { Int($0, radix: 16) }
    return ends.count == 2 ? ends[0]..<ends[1] : nil
  }
}

package struct CleanPages {
  fileprivate let ranges: [Range<Int>]

  package func drop() {
    for range in ranges { madvise(UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, MADV_DONTNEED) }
  }
}

import Glibc
import Testing

@testable import System

@Suite struct MemoryTests {
  /// The C library alone would keep it until the last block is freed.
  @Test(
    "what was freed is given back, also below what is still in use",
    .disabled(if: getenv("ASAN_OPTIONS") != nil, "the address sanitizer has a heap of its own")
  ) func trims() {
    let (count, size) = (256, 1 << 16)
    let blocks = (0..<count).map { _ in
      let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
      memset(block, 1, size)
      return block
    }
    let before = blocks.dropLast().count(where: isResident)
    for block in blocks.dropLast() { block.deallocate() }
    Memory.trimHeap()
    let after = blocks.dropLast().count(where: isResident)
    blocks[count - 1].deallocate()
    #expect(before == count - 1)
    // Parallel tests may have reused some of them.
    #expect(after < count / 2)
  }

  @Test(
    "what is in use is counted, in small blocks and in large ones, and no longer when it is freed",
    .disabled(if: getenv("ASAN_OPTIONS") != nil, "the address sanitizer has a heap of its own")
  ) func allocated() async {
    // In a process of its own, since parallel tests allocate and free.
    await #expect(processExitsWith: .success) {
      for (count, size) in [(1 << 16, 1 << 12), (4, 1 << 26)] {
        let all = count * size
        let before = Memory.allocated
        let blocks = (0..<count).map { _ in UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16) }
        let between = Memory.allocated - before
        for block in blocks { block.deallocate() }
        #expect(between > all * 3 / 4)
        #expect(Memory.allocated - before < all / 4)
      }
    }
  }

  @Test func `a mapping with pages of its own is not dropped, be they swapped out`() {
    func mapping(
      _ start: String, _ rights: String = "r--p", anonymous: Int = 0, swap: Int = 0, file: String = "/lib/a"
    ) -> String {
      """
      \(start)000-\(start)fff \(rights) 00000000 fe:00 1234                       \(file)
      Size:                  4 kB
      Anonymous:             \(anonymous) kB
      Swap:                  \(swap) kB
      SwapPss:               0 kB
      VmFlags: rd mr mw me sd

      """
    }
    let smaps =
      mapping("1") + mapping("2", anonymous: 4) + mapping("3", swap: 12) + mapping("4", "rw-p") + mapping("5", file: "")
      + mapping("6", anonymous: 8, swap: 4) + mapping("7", "r-xp") + mapping("8", file: "[heap]")
    #expect(Memory.cleanMappings(in: Array(smaps.utf8)).map(\.pages) == [0x1000..<0x1fff, 0x7000..<0x7fff])
  }

  /// True if the middle of a block of 64 KiB is resident.
  private func isResident(_ block: UnsafeMutableRawPointer) -> Bool {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let middle = (Int(bitPattern: block) + (1 << 15)) / page * page
    var state: UInt8 = 0
    return mincore(UnsafeMutableRawPointer(bitPattern: middle), page, &state) == 0 && state & 1 == 1
  }
}

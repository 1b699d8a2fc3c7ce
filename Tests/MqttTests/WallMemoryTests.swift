import Glibc
import System
import Testing

@testable import Mqtt

@Suite final class WallMemoryTests {
  private let file = "/tmp/colourclock-test-\(getpid())-\(UInt64.random(in: 0 ... .max))"

  deinit { for end in ["", ".damaged"] { unlink(file + end) } }

  @Test func theNextRunKnowsWhatThisOneLeaves() {
    let memory = WallMemory(file: file)
    #expect(memory.kinds.isEmpty && memory.prefixes.isEmpty)
    (memory.kinds, memory.prefixes) = ([.face, .dim], ["home", "a b"])
    let next = WallMemory(file: file)
    #expect(next.kinds == memory.kinds && next.prefixes == memory.prefixes)
  }

  /// Lines are an earlier form, which no release has written. The file of a later version stays as it is.
  @Test(arguments: [("face\ndiscovery home\n", true), ("{\"version\":2}", false)])
  func anotherFormIsSetAside(text: String, isReplaced: Bool) throws {
    try File.replace(file, with: Array(text.utf8))
    let memory = WallMemory(file: file)
    #expect(memory.kinds.isEmpty && memory.prefixes.isEmpty)
    memory.kinds = [.face]
    #expect(try File.read(isReplaced ? "\(file).damaged" : file, limit: 100) == Array(text.utf8))
    #expect(WallMemory(file: file).kinds == (isReplaced ? [.face] : []))
  }
}

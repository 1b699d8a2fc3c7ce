import Glibc
import Testing

@testable import System

@Suite final class KeptFileTests {
  private let folder = "/tmp/colourclock-test-\(getpid())-\(UInt64.random(in: 0 ... .max))"

  init() throws {
    for name in ["", "/real", "/links"] { try Folder.create(folder + name) }
    symlink("../real/file", "\(folder)/links/file")
  }

  deinit {
    for name in ["/links/file", "/real/file"] { unlink(folder + name) }
    for name in ["/links", "/real", ""] { rmdir(folder + name) }
  }

  /// A flush opens what it syncs: the file behind a link, and the folder in which `write` has renamed that file.
  @Test func aFlushSyncsTheFileAndItsFolder() throws {
    var file = KeptFile("\(folder)/links/file", limit: 10) { Issue.record("\($0)") }
    file.write([1], waits: false)
    let opened = try OpenedNames(in: ["\(folder)/real", "\(folder)/links"])
    #expect(opened.receive() == [[], []])
    file.flush()
    #expect(opened.receive() == [["file", ""], []] && file.failure == nil)
    #expect(try File.readRegular("\(folder)/real/file", limit: 10) == [1])
  }

  /// The failure is reported once, and stays until the file is written again.
  @Test func aFailedFlushIsReported() throws {
    var lines: [String] = []
    let path = "\(folder)/real/file"
    var file = KeptFile(path, limit: 10) { lines.append($0) }
    file.write([1], waits: false)
    try Folder.delete(path)
    for _ in 0..<2 { file.flush() }
    #expect(lines == ["cannot write \(path): No such file or directory"] && file.failure == lines.first)
    file.write([2], waits: false)
    file.flush()
    #expect(file.failure == nil && lines.count == 1)
  }
}

/// Records what is opened in some folders (inotify(7)).
private final class OpenedNames {
  private let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
  private var watches: [Int32] = []

  init(in folders: [String]) throws {
    watches = folders.map { inotify_add_watch(descriptor, $0, UInt32(IN_OPEN)) }
    try #require(watches.allSatisfy { $0 >= 0 })
  }

  deinit { close(descriptor) }

  /// The opened names in each folder, in order; an empty name is the folder itself.
  func receive() -> [[String]] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = max(0, read(descriptor, &buffer, buffer.count))
    var (names, rest) = (watches.map { _ in [String]() }, buffer[..<count])
    // An event has 16 bytes: watch, mask, cookie and the name's length, each of 4 bytes. The name follows.
    while rest.count >= 16 {
      let fields = rest.prefix(16).withUnsafeBytes { bytes in
        (bytes.loadUnaligned(as: Int32.self), bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
      }
      let name = rest.dropFirst(16).prefix(Int(fields.1))
      if let index = watches.firstIndex(of: fields.0) {
        names[index].append(String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
      }
      rest = rest.dropFirst(16 + Int(fields.1))
    }
    return names
  }
}

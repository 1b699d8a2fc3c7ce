import Glibc
import Testing

@testable import System

@Suite final class FileWatchTests {
  private let folder = "/tmp/colourclock-test-\(getpid())-\(UInt64.random(in: 0 ... .max))"

  init() throws { try Folder.create(folder) }

  deinit {
    unlink("\(folder)/a/b/file")
    for name in ["/a/b", "/a", ""] { rmdir(folder + name) }
  }

  /// What is written before its new folder is watched causes no event of its own.
  @Test func aFileThatComesWithItsFolderIsDone() throws {
    let watch = try #require(FileWatch(["\(folder)/a/b/file"]))
    #expect(watch.receive() == nil)
    for name in ["/a", "/a/b"] { try Folder.create(folder + name) }
    try File.replace("\(folder)/a/b/file", with: [1])
    #expect(watch.receive() == .done)
    try File.replace("\(folder)/a/b/file", with: [2])
    #expect(watch.receive() == .done)
  }

  /// A new file in a folder that is watched may be incomplete until it is closed.
  @Test func aNewFileHasBegun() throws {
    for name in ["/a", "/a/b"] { try Folder.create(folder + name) }
    let watch = try #require(FileWatch(["\(folder)/a/b/file"]))
    let file = try #require(fopen("\(folder)/a/b/file", "w"))
    #expect(watch.receive() == .begun)
    fputs("x", file)
    fclose(file)
    #expect(watch.receive() == .done)
  }
}

import Glibc
import Testing

@testable import System

@Suite struct FileTests {
  private let folder: String = {
    let name = "/tmp/colourclock-test-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    mkdir(name, 0o700)
    return name
  }()

  @Test func aFileIsReplacedWholeOrNotAtAll() throws {
    let path = "\(folder)/file"
    try File.replace(path) { fputs("one", $0.file) >= 0 }
    #expect(try File.read(path, limit: 10) == Array("one".utf8))
    #expect(throws: SystemError.self) { try File.replace(path) { _ in false } }
    #expect(try File.read(path, limit: 10) == Array("one".utf8))
    #expect(throws: SystemError.self) { try File.replace("\(folder)/none/file") { _ in true } }
  }

  @Test func unreadableFilesSayWhy() throws {
    #expect(throws: SystemError.self) { try File.read(folder, limit: 10) }
    #expect(throws: SystemError.self) { try File.read("/dev/zero", limit: 100_000) }
    let missing = #expect(throws: SystemError.self) { try File.read("\(folder)/none", limit: 10) }
    #expect(missing?.kind == .missing && missing?.reason == "No such file or directory")
  }

  @Test func aStampChangesWithTheFileBehindALink() throws {
    let (link, target) = ("\(folder)/link", "\(folder)/target")
    #expect(File.Stamp(of: link) == nil)
    try File.replace(target) { fputs("a", $0.file) >= 0 }
    symlink(target, link)
    let before = File.Stamp(of: link)
    #expect(before != nil && before == File.Stamp(of: target))
    try File.replace(target) { fputs("b", $0.file) >= 0 }
    #expect(File.Stamp(of: link) != before)
  }

  /// A rename takes place in the folder of the file, and not of a link to it.
  @Test(arguments: [("a/file", "a"), ("/file", "/"), ("file", ".")])
  func folders(path: String, folder: String) { #expect(File.folder(of: path) == folder) }

  @Test func theFolderBehindALink() throws {
    try Folder.create("\(folder)/links")
    let link = "\(folder)/links/link"
    symlink("../target", link)
    #expect(try File.folder(of: File.target(of: link)) == "\(folder)/links/..")
  }

  /// Only root can make a link of another user.
  @Test(.enabled(if: geteuid() == 0)) func anotherUsersLinkInASharedFolderIsNotFollowed() throws {
    let (shared, target) = ("\(folder)/shared", "\(folder)/shared-target")
    try Folder.create(shared)
    try #require(chmod(shared, 0o1777) == 0)
    for name in ["own", "other"] { symlink(target, "\(shared)/\(name)") }
    try #require(lchown("\(shared)/other", 65_534, 65_534) == 0)
    try File.replace("\(shared)/own", with: [1])
    let failure = #expect(throws: SystemError.self) { try File.replace("\(shared)/other", with: [2]) }
    #expect(failure?.reason == "the symbolic link \(shared)/other belongs to another user")
    #expect(try File.read(target, limit: 10) == [1])
  }

  @Test func aWatchFindsEachChangeOnce() throws {
    let path = "\(folder)/watched"
    var watch = StatWatch(path)
    var answers = [watch.hasChanged(), watch.hasChanged(), watch.isGone]
    #expect(answers == [true, false, false])
    try File.replace(path, with: [1])
    var late = StatWatch(path, isSeen: true)
    answers = [watch.differs, watch.hasChanged(), watch.differs, late.hasChanged()]
    #expect(answers == [true, true, false, false])
    watch.reset()
    answers = [watch.differs, watch.hasChanged(), watch.hasChanged()]
    #expect(answers == [true, true, false])
    try Folder.delete(path)
    answers = [watch.isGone, watch.hasChanged(), watch.isGone]
    #expect(answers == [true, true, false])
    var all = [watch, late]
    answers = [all.haveChanged(), all.haveChanged()]
    #expect(answers == [true, false])
  }

  @Test func namesComeInOrderWithoutHiddenOnes() throws {
    for name in ["b", "a", ".hidden", "C"] { try File.replace("\(folder)/\(name)", with: []) }
    #expect(try Folder.names(in: folder) == ["C", "a", "b"])
    #expect(throws: SystemError.self) { try Folder.names(in: "\(folder)/none") }
    #expect(File.isFolder(folder) && !File.isFolder("\(folder)/a"))
  }
}

extension OpaquePointer {
  fileprivate var file: UnsafeMutablePointer<FILE> { UnsafeMutablePointer(self) }
}

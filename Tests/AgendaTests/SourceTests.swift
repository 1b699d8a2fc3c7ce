import Glibc
import System
import Testing

@testable import Agenda

/// When a source reads its files again.
@Suite struct SourceTests {
  private let folder: String

  init() throws {
    var template = Array("/tmp/colourclock-source-XXXXXX".utf8CString)
    folder = String(cString: try #require(mkdtemp(&template)))
    for name in ["a", "b"] {
      try File.replace("\(folder)/\(name).ics", with: Array("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n".utf8))
    }
  }

  /// A file that could not be read for a while is read as soon as this is possible, although it has not changed.
  @Test(arguments: [false, true]) func aReadErrorPasses(isFolder: Bool) throws {
    let failing = Failing()
    let path = isFolder ? folder : "\(folder)/a.ics"
    let source = Source(path, SystemZones()) { (path, limit) throws(SystemError) in try failing.read(path, limit) }
    try source.begin(allowsEmpty: false)
    #expect(source.poll() == .same)
    failing.fails = true
    try File.replace("\(folder)/a.ics", with: Array("BEGIN:VCALENDAR\r\nX-A:1\r\nEND:VCALENDAR\r\n".utf8))
    #expect(source.poll() == .unsettled)
    #expect(source.poll() == (isFolder ? .changed : .same))
    let reads = failing.reads
    for _ in 0..<5 { #expect(source.poll() == .same) }
    // No poll reads the other file.
    #expect(failing.reads == reads)
    failing.fails = false
    #expect(source.poll() == .changed)
    for _ in 0..<3 { #expect(source.poll() == .same) }
    for name in ["a", "b"] { unlink("\(folder)/\(name).ics") }
    rmdir(folder)
  }

  private final class Failing {
    var fails = false
    /// How many files were read.
    private(set) var reads = 0

    func read(_ path: String, _ limit: Int) throws(SystemError) -> File.Prefix {
      if fails, path.hasSuffix("a.ics") { throw SystemError("an error of the disk") }
      reads += 1
      return try File.readPrefixOfRegular(path, limit: limit)
    }
  }
}

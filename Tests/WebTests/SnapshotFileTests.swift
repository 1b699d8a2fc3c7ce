import Glibc
import System
import Testing

@testable import Web

@Suite struct SnapshotFileTests {
  /// The clock accepts only an absolute path, because its working folder may be another.
  @Test(arguments: [("clock.sock", ""), ("run/clock.sock", "/run"), ("../clock.sock", "/..")])
  func besideASocketWithARelativePath(control: String, folder: String) throws {
    let working = try #require(getcwd(nil, 0))
    defer { free(working) }
    #expect(SnapshotFile(control).path == "\(String(cString: working))\(folder)/web-\(Process.identifier).png")
  }

  @Test(arguments: [("/run/user/1/clock.sock", "/run/user/1"), ("/clock.sock", "")])
  func besideASocketWithAnAbsolutePath(control: String, folder: String) {
    #expect(SnapshotFile(control).path == "\(folder)/web-\(Process.identifier).png")
  }
}

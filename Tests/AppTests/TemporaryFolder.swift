import Glibc
import System

/// Collects reported lines.
final class Log {
  private(set) var lines: [String] = []

  func add(_ line: String) { lines.append(line) }
}

/// A new folder for a test. It is deleted with the object.
final class TemporaryFolder {
  let path: String

  init() {
    path = "/tmp/colourclock-test-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    mkdir(path, 0o700)
  }

  deinit {
    let command = ShellCommand("rm -rf \(path)", .detached, timeLimit: .seconds(20))
    while !command.descriptors.isEmpty {
      Poll.wait(for: command.descriptors)
      _ = command.receive()
    }
  }

  /// The permissions of a file; `nil` if there is none.
  func mode(of name: String) -> mode_t? {
    var status = stat()
    return stat("\(path)/\(name)", &status) == 0 ? status.st_mode & 0o777 : nil
  }

  /// The sorted names in a subfolder, without hidden ones.
  func names(in name: String) -> [String] {
    guard let folder = opendir("\(path)/\(name)") else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }
}

/// A state file, which is renamed to `NAME.damaged` if damaged.
package struct KeptFile {
  package let path: String
  /// A longer file counts as damaged.
  private let limit: Int
  private var reporter: Reporter
  /// The last error; a successful `write` clears it.
  package private(set) var failure: String?

  package enum Problem: Error {
    case damaged, laterVersion
  }

  package enum Content<Value> {
    case value(Value)
    /// The file is missing, or damaged and renamed.
    case none
    /// The file is unreadable, of a later version, or damaged but not renamed. Do not call `write`.
    case unknown
  }

  package init(_ path: String, limit: Int, report: @escaping (String) -> Void = Process.report) {
    (self.path, self.limit) = (path, limit)
    reporter = Reporter(longest: .max) { text, _ in report(text) }
  }

  package mutating func read<Value>(_ parse: ([UInt8]) throws(Problem) -> Value) -> Content<Value> {
    do throws(SystemError) {
      let bytes = try File.readRegular(path, limit: limit)
      do throws(Problem) { return .value(try parse(bytes)) } catch {
        if error == .laterVersion {
          fail("a later version of the clock wrote \(path): it stays as it is, and nothing is saved")
          return .unknown
        }
      }
    } catch {
      if error.kind == .missing { return .none }
      guard error.kind == .tooLong else {
        fail("cannot read \(path): \(error.reason)")
        return .unknown
      }
    }
    return setAside() ? .none : .unknown
  }

  private mutating func setAside() -> Bool {
    let path = path
    let isAside = attempt("cannot rename the damaged file \(path)") { () throws(SystemError) in
      try Folder.rename(path, to: "\(path).damaged")
    }
    if isAside { reporter.say("\(path) is damaged and was renamed to \(path).damaged") }
    return isAside
  }

  /// Replaces the file atomically.
  /// - Parameter waits: true to sync to the disk. If false, call `flush` later.
  @discardableResult
  package mutating func write(_ bytes: [UInt8], waits: Bool) -> Bool {
    let path = path
    let isWritten = attempt("cannot write \(path)") { () throws(SystemError) in
      try Folder.create(File.folder(of: path))
      try File.replace(path, with: bytes, waits: waits)
    }
    if isWritten { failure = nil }
    return isWritten
  }

  /// Syncs to the disk. Without this call, a power failure can undo `write` or leave an empty file.
  package mutating func flush() {
    let path = path
    _ = attempt("cannot write \(path)") { () throws(SystemError) in
      try File.flush(path)
      try File.flush(File.folder(of: File.target(of: path)))
    }
  }

  package mutating func complain(_ what: String) { reporter.say("\(path): \(what)") }

  private mutating func attempt(_ complaint: String, _ body: () throws(SystemError) -> Void) -> Bool {
    do throws(SystemError) {
      try body()
      return true
    } catch {
      fail("\(complaint): \(error.reason)")
      return false
    }
  }

  private mutating func fail(_ line: String) {
    failure = line
    reporter.say(line)
  }
}

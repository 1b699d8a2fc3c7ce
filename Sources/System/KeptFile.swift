/// A file of saved state. A damaged one becomes `NAME.damaged`.
package struct KeptFile {
  package let path: String
  /// The limit in bytes; a longer file counts as damaged.
  private let limit: Int
  private var reporter: Reporter
  /// `nil` after a successful `write`.
  package private(set) var failure: String?

  package enum Problem: Error {
    case damaged, laterVersion
  }

  package enum Content<Value> {
    case value(Value)
    /// No file, or a damaged one was renamed.
    case none
    /// Unreadable, or of a later version. Do not call `write`.
    case unknown
  }

  package init(_ path: String, limit: Int, report: @escaping (String) -> Void = Process.report) {
    (self.path, self.limit) = (path, limit)
    reporter = Reporter(longest: .max) { text, _ in report(text) }
  }

  private var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
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
    // The file is too long, or refused by `parse`.
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
  /// - Parameter waits: true to sync, which may take longer than a tick.
  /// - Returns: false after a `failure`.
  @discardableResult
  package mutating func write(_ bytes: [UInt8], waits: Bool) -> Bool {
    let (path, folder) = (path, folder)
    let isWritten = attempt("cannot write \(path)") { () throws(SystemError) in
      try Folder.create(folder)
      try File.replace(path, with: bytes, waits: waits)
    }
    if isWritten { failure = nil }
    return isWritten
  }

  package mutating func flush() {
    let (path, folder) = (path, folder)
    _ = attempt("cannot write \(path)") { () throws(SystemError) in
      try File.flush(path)
      try File.flush(folder)
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

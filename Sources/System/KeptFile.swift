/// A small file in which something is kept from one start to the next, read and written as a whole. What is wrong with
/// it is one line, said once.
///
/// A file that cannot be read, or is of a later version, is never written over. A damaged one is renamed to
/// `NAME.damaged`, in the place of one that was before.
package struct KeptFile {
  package let path: String
  /// In bytes: more is damage.
  private let limit: Int
  private var reporter: Reporter
  /// Why it could not be read or written the last time; `nil` once it was written.
  package private(set) var failure: String?

  /// Why bytes are not what this program keeps.
  package enum Problem: Error {
    case damaged, laterVersion
  }

  package enum Content<Value> {
    case value(Value)
    /// There is no file, or it was damaged and has been set aside.
    case none
    /// There is a file that is not to be written over.
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
          fail("\(path) is of a later version of the clock: it stays as it is, and nothing is kept")
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
    let isAside = attempt("cannot set aside a damaged \(path)") { () throws(SystemError) in
      try Folder.rename(path, to: "\(path).damaged")
    }
    if isAside { reporter.say("set aside a damaged \(path) as \(path).damaged") }
    return isAside
  }

  /// Writes the file as a whole or not at all, and creates its folder.
  /// - Parameter waits: returns only when the disk has the data, which may be later than the next tick.
  /// - Returns: true if it is written; otherwise `failure` has the reason.
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

  /// Waits until what was written is on the disk.
  package mutating func flush() {
    let (path, folder) = (path, folder)
    _ = attempt("cannot write \(path)") { () throws(SystemError) in
      try File.flush(path)
      try Folder.flush(folder)
    }
  }

  /// Says what makes no sense in what the file holds.
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

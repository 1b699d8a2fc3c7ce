import ColourClock
import Glibc
import System

/// The file, the folder or the standard input that calendars are read from.
final class Source {
  private let path: String
  private let reader: CalendarReader
  private(set) var calendar = CalendarSet([])
  /// What was read last, by the paths.
  private var stamps: [String: File.Stamp]?
  /// Seen since, and perhaps still being written.
  private var fresh: [String: File.Stamp]?
  private var said: [String] = []

  /// A calendar of many years has some 10 MB.
  private static let largest = 100 << 20
  private static let mostNamed = 10

  /// Why it cannot be used.
  enum Failure: Error {
    case missing(String)
    case broken(String)

    var reason: String {
      switch self {
      case .missing(let reason), .broken(let reason): reason
      }
    }
  }

  init(_ path: String, _ zones: SystemZones) { (self.path, reader) = (path, CalendarReader(zones)) }

  private var isInput: Bool { path == "-" }
  private var isFolder: Bool { File.isFolder(path) }

  /// - Throws: where there is nothing to go by.
  func begin() throws(Failure) {
    if !isInput { stamps = presentStamps }
    try read(contents(), isFolder: isFolder)
  }

  /// What has come of asking whether it has changed.
  enum Change {
    case same
    /// It may be being written: look again soon.
    case unsettled
    case changed
  }

  /// Reads it again if it has changed and stays so for a moment. What cannot be read leaves all as it was.
  func poll() -> Change {
    guard !isInput else { return .same }
    let present = presentStamps
    guard present != stamps else {
      fresh = nil
      return .same
    }
    guard present == fresh else {
      fresh = present
      return .unsettled
    }
    (stamps, fresh) = (present, nil)
    do throws(Failure) { try read(contents(), isFolder: isFolder) } catch {
      say([error.reason])
      return .same
    }
    return .changed
  }

  private var files: [String] {
    guard isFolder else { return [path] }
    let names = (try? Folder.names(in: path)) ?? []
    return names.filter { $0.lowercased().hasSuffix(".ics") }.map { "\(path)/\($0)" }
  }

  private var presentStamps: [String: File.Stamp] {
    files.reduce(into: [:]) { $0[$1] = File.Stamp(of: $1) }
  }

  private func contents() throws(Failure) -> [String: [UInt8]] {
    do throws(File.Failure) {
      if isInput { return [path: try File.readAll(of: STDIN_FILENO, limit: Source.largest)] }
      guard isFolder else { return [path: try File.readRegular(path, limit: Source.largest)] }
      _ = try Folder.names(in: path)
    } catch { throw .missing("cannot read \(path): \(error.reason)") }
    return files.reduce(into: [:]) { $0[$1] = try? File.readRegular($1, limit: Source.largest) }
  }

  /// Of a folder each file counts for itself: what is broken is named.
  private func read(_ contents: [String: [UInt8]], isFolder: Bool) throws(Failure) {
    var (events, complaints): ([CalendarEvent], [String]) = ([], [])
    for (file, bytes) in contents.sorted(by: { $0.key < $1.key }) {
      do throws(Complaint) {
        let found = try reader.read(bytes)
        events += found.events
        complaints += found.complaints.map { "\(file): \($0)" }
      } catch {
        guard isFolder else { throw .broken("\(file): \(error.text)") }
        complaints.append("\(file): \(error.text)")
      }
    }
    calendar = CalendarSet(events)
    say(complaints)
  }

  /// Once as long as it stays the same.
  private func say(_ lines: [String]) {
    guard lines != said else { return }
    said = lines
    lines.prefix(Source.mostNamed).forEach(Process.report)
    if lines.count > Source.mostNamed { Process.report("\(path): and \(lines.count - Source.mostNamed) more") }
  }
}

import ColourClock
import Companion
import Glibc
import System

/// The file, the folder or the standard input that calendars are read from.
final class Source {
  private let path: String
  private let reader: CalendarReader
  private let zones: SystemZones
  private(set) var calendar = CalendarSet([]) { Now.uptime }
  /// What was read last, by the paths of the files.
  private var events: [String: [CalendarEvent]] = [:]
  /// Of the files as they were read last, by their paths.
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

  init(_ path: String, _ zones: SystemZones) { (self.path, self.zones, reader) = (path, zones, CalendarReader(zones)) }

  private var isInput: Bool { path == "-" }
  private var isFolder: Bool { File.isFolder(path) }

  /// - Throws: where there is nothing to go by.
  func begin() throws(Failure) {
    if !isInput { stamps = presentStamps }
    try read()
  }

  /// What has come of asking whether it has changed.
  enum Change {
    case same
    /// It may be being written: look again soon.
    case unsettled
    case changed
  }

  /// Reads it again if it, or a time zone of the system's, has changed and stays so for a moment. What cannot be read leaves all as it was.
  func poll() -> Change {
    guard !isInput else { return .same }
    let present = presentStamps
    guard present != stamps || zones.haveChanged else {
      fresh = nil
      return .same
    }
    guard present == fresh else {
      fresh = present
      return .unsettled
    }
    (stamps, fresh) = (present, nil)
    zones.forget()
    do throws(Failure) { try read() } catch {
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

  /// Of a folder each file counts for itself: what cannot be read or is broken is named, and what was read of it before stays.
  private func read() throws(Failure) {
    var (events, complaints): ([String: [CalendarEvent]], [String]) = ([:], [])
    let isFolder = isFolder
    if isFolder {
      do { _ = try Folder.names(in: path) } catch { throw .missing("cannot read \(path): \(error.reason)") }
    }
    for file in files.sorted() {
      do throws(Failure) {
        let found = try read(file)
        events[file] = found.events
        complaints += found.complaints.map { "\(file): \($0)" }
      } catch {
        guard isFolder else { throw error }
        events[file] = self.events[file]
        complaints.append(error.reason)
      }
    }
    self.events = events
    calendar = CalendarSet(events.sorted { $0.key < $1.key }.map(\.value)) { Now.uptime }
    say(complaints)
  }

  private func read(_ file: String) throws(Failure) -> (events: [CalendarEvent], complaints: [String]) {
    let bytes: [UInt8]
    do throws(File.Failure) {
      bytes =
        isInput
        ? try File.readAll(of: STDIN_FILENO, limit: Source.largest)
        : try File.readRegular(file, limit: Source.largest)
    } catch { throw .missing("cannot read \(file): \(error.reason)") }
    do throws(Complaint) { return try reader.read(bytes) } catch { throw .broken("\(file): \(error.text)") }
  }

  /// Once as long as it stays the same.
  private func say(_ lines: [String]) {
    guard lines != said else { return }
    said = lines
    lines.prefix(Source.mostNamed).forEach(Process.report)
    if lines.count > Source.mostNamed { Process.report("\(path): and \(lines.count - Source.mostNamed) more") }
  }
}

import ColourClock
import CompanionSupport
import Glibc
import System

/// The file, the folder with all that are in it, or the standard input that calendars are read from.
final class Source {
  private let path: String
  private let reader: CalendarReader
  private let zones: SystemZones
  private(set) var calendar = CalendarSet([]) { Now.uptime }
  /// The contents at the last reading, by the paths of the files.
  private var contents: [String: CalendarContents] = [:]
  /// Of the files as they were read last, by their paths.
  private var stamps: [String: File.Stamp]?
  /// Seen since, and perhaps still being written.
  private var fresh: [String: File.Stamp]?
  private var reporter = Reporter()

  /// Complaints that are told one by one.
  static let mostNamed = 10

  /// - Parameter owners: addresses; what one of them has declined does not take place.
  init(_ path: String, _ zones: SystemZones, owners: [String] = []) {
    (self.path, self.zones, reader) = (path, zones, CalendarReader(zones, owners: owners))
  }

  private var isInput: Bool { path == "-" }
  private var isFolder: Bool { File.isFolder(path) }

  /// - Parameter waits: whether a folder may still be empty.
  /// - Throws: where there is nothing to go by.
  func begin(waits: Bool) throws(ProgramExit) {
    if !isInput { stamps = presentStamps }
    try read()
    guard isFolder, stamps?.isEmpty == true else { return }
    let reason = "there is no calendar (.ics) in \(path)"
    if waits { reporter.say(all: reporter.lines + [reason]) } else { throw ProgramExit(reason, ExitStatus.noInput) }
  }

  /// What has come of asking whether it has changed.
  enum Change {
    case same
    /// It may be being written: look again soon.
    case unsettled
    case changed
  }

  /// Reads it again if it, or a time zone of the system's, has changed and stays so for a moment. What cannot be read
  /// leaves all as it was.
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
    zones.clear()
    do throws(ProgramExit) { try read() } catch {
      reporter.say(all: [error.text])
      return .same
    }
    return .changed
  }

  private var presentStamps: [String: File.Stamp] {
    let files = isFolder ? CalendarFolder(path).files : [path]
    return files.reduce(into: [:]) { $0[$1] = File.Stamp(of: $1) }
  }

  /// Reads all files. In a folder a file that cannot be read or is broken is named, and its earlier events stay.
  private func read() throws(ProgramExit) {
    var (contents, complaints) = ([String: CalendarContents](), Complaints())
    var search = StepBudget(steps: RuleLimits.stepsOfSearch, seconds: RuleLimits.secondsOfSearch) { Now.uptime }
    let folder = isFolder ? CalendarFolder(path) : nil
    if folder != nil {
      do { _ = try Folder.names(in: path) } catch {
        throw ProgramExit("cannot read \(path): \(error.reason)", ExitStatus.noInput)
      }
    }
    folder?.complaints.forEach { complaints.add($0) }
    for file in (folder?.files ?? [path]) {
      do throws(ProgramExit) {
        let found = try read(file, &search)
        complaints.add(found.complaints, of: file)
        contents[file] = stays(instead: found, of: file) ?? found
      } catch {
        guard folder != nil else { throw error }
        contents[file] = self.contents[file]
        complaints.add(error.text)
      }
    }
    self.contents = contents
    calendar = CalendarSet(contents.sorted { $0.key < $1.key }.map(\.value.events)) { Now.uptime }
    reporter.say(all: complaints.lines(atMost: Source.mostNamed, of: path))
  }

  /// The earlier contents of a file that has lost its end since, as one that is being written. A file that never had
  /// its end is read as it is.
  private func stays(instead new: CalendarContents, of file: String) -> CalendarContents? {
    guard new.isCut, let old = contents[file], !old.isCut else { return nil }
    return old
  }

  private func read(
    _ file: String, _ search: inout StepBudget
  ) throws(ProgramExit) -> CalendarContents {
    let (bytes, isWhole): ([UInt8], Bool)
    do throws(SystemError) {
      (bytes, isWhole) =
        isInput
        ? try File.readStart(of: STDIN_FILENO, limit: CalendarReader.most)
        : try File.readStartOfRegular(file, limit: CalendarReader.most)
    } catch { throw ProgramExit("cannot read \(file): \(error.reason)", ExitStatus.noInput) }
    do throws(Complaint) { return try reader.read(consume bytes, isWhole: isWhole, search: &search) } catch {
      throw ProgramExit("\(file): \(error.text)", ExitStatus.data)
    }
  }
}

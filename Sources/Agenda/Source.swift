import ColourClock
import CompanionSupport
import Glibc
import System

final class Source {
  private let path: String
  private let reader: CalendarReader
  private let zones: SystemZones
  private(set) var calendar = CalendarSet([]) { Now.uptime }
  private var contents: [String: CalendarContents] = [:]
  private var stamps: [String: File.Stamp]?
  private var unsettledStamps: [String: File.Stamp]?
  private var unreadablePaths: [String] = []
  private var reporter = Reporter()
  private let readPrefix: ReadPrefix

  typealias ReadPrefix = (String, Int) throws(SystemError) -> File.Prefix

  private static let mostComplaints = 10

  init(
    _ path: String, _ zones: SystemZones, owners: [String] = [],
    readPrefix: @escaping ReadPrefix = { (path, limit) throws(SystemError) in
      try File.readPrefixOfRegular(path, limit: limit)
    }
  ) {
    (self.path, self.zones, reader) = (path, zones, CalendarReader(zones, owners: owners))
    self.readPrefix = readPrefix
  }

  private var isInput: Bool { path == "-" }
  private var isFolder: Bool { File.isFolder(path) }

  /// - Throws: if nothing can be read, or if the folder has no calendars and `allowsEmpty` is false.
  func begin(allowsEmpty: Bool) throws(ProgramExit) {
    if !isInput { stamps = presentStamps }
    try read()
    guard isFolder, stamps?.isEmpty == true else { return }
    let reason = "there is no calendar (.ics) in \(path)"
    guard allowsEmpty else { throw ProgramExit(reason, ExitStatus.noInput) }
    reporter.say(all: reporter.lines + [reason])
  }

  enum Change {
    case same
    /// A file may still be being written: poll again soon.
    case unsettled
    case changed
  }

  /// Reads again once two polls find the same change, or once an unreadable file can be read. On failure, keeps the
  /// events and returns `same`.
  func poll() -> Change {
    guard !isInput else { return .same }
    let present = presentStamps
    let isReadable = unreadablePaths.contains(where: canRead)
    guard present != stamps || zones.haveChanged || isReadable else {
      unsettledStamps = nil
      return .same
    }
    guard present == unsettledStamps || present == stamps && isReadable else {
      unsettledStamps = present
      return .unsettled
    }
    (stamps, unsettledStamps) = (present, nil)
    zones.clear()
    do throws(ProgramExit) { try read() } catch {
      reporter.say(all: [error.text])
      return .same
    }
    return .changed
  }

  private func canRead(_ path: String) -> Bool {
    File.isFolder(path) ? (try? Folder.names(in: path)) != nil : (try? readPrefix(path, 1)) != nil
  }

  private var presentStamps: [String: File.Stamp] {
    let files = isFolder ? (try? CalendarFolder(path))?.files ?? [] : [path]
    return files.reduce(into: [:]) { $0[$1] = File.Stamp(of: $1) }
  }

  private func read() throws(ProgramExit) {
    var budget = StepBudget(steps: RuleLimits.stepsOfSearch, seconds: RuleLimits.secondsOfSearch) { Now.uptime }
    unreadablePaths = []
    let folder = try isFolder ? readFolder() : nil
    var (contents, complaints) = ([String: CalendarContents](), folder?.complaints ?? Complaints())
    for file in (folder?.files ?? [path]) {
      do throws(ProgramExit) {
        let found = try read(file, &budget)
        complaints.add(found.complaints, of: file)
        contents[file] = keptContents(insteadOf: found, of: file) ?? found
      } catch {
        guard folder != nil else { throw error }
        contents[file] = self.contents[file]
        complaints.add(error.text)
      }
    }
    self.contents = contents
    let files = contents.sorted { $0.key < $1.key }.map(\.value)
    calendar = CalendarSet(files.map(\.events), of: files.map(\.calendar)) { Now.uptime }
    reporter.say(all: complaints.lines(atMost: Source.mostComplaints, of: path))
  }

  private func readFolder() throws(ProgramExit) -> CalendarFolder {
    do { return try CalendarFolder(path) } catch {
      unreadablePaths = [path]
      throw ProgramExit("cannot read \(path): \(error.reason)", ExitStatus.noInput)
    }
  }

  /// Returns the old contents if they are whole and the new ones are cut.
  private func keptContents(insteadOf new: CalendarContents, of file: String) -> CalendarContents? {
    guard new.isCut, let old = contents[file], !old.isCut else { return nil }
    return old
  }

  private func read(
    _ file: String, _ budget: inout StepBudget
  ) throws(ProgramExit) -> CalendarContents {
    let (bytes, isWhole): ([UInt8], Bool)
    do throws(SystemError) {
      (bytes, isWhole) =
        isInput
        ? try File.readPrefix(of: STDIN_FILENO, limit: CalendarReader.most)
        : try readPrefix(file, CalendarReader.most)
    } catch {
      unreadablePaths.append(file)
      throw ProgramExit("cannot read \(file): \(error.reason)", ExitStatus.noInput)
    }
    do throws(Complaint) { return try reader.read(consume bytes, isWhole: isWhole, budget: &budget) } catch {
      throw ProgramExit("\(file): \(error.text)", ExitStatus.data)
    }
  }
}

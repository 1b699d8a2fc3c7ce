import ColourClock
import System

/// A text file that the wall shows, read again when it has changed.
struct WatchedFile {
  let path: String
  private var stamp: File.Stamp?
  private var isFirst = true

  /// More than a wall has room for, and little enough to read a wrong file without harm.
  private static let limit = 65_536

  init(_ path: String) { self.path = path }

  /// What is in the file now, or why it cannot be read; `nil` if it has not changed since the last time, unless it is
  /// to be read even then.
  mutating func read(evenIfSame: Bool = false) -> Result<[UInt8], SystemError>? {
    // Before reading: what is written meanwhile gives another stamp, and is read the next time.
    let new = File.Stamp(of: path)
    guard evenIfSame || isFirst || new != stamp else { return nil }
    (stamp, isFirst) = (new, false)
    return Result { () throws(SystemError) in try File.readRegular(path, limit: WatchedFile.limit) }
  }

  /// The same, as a feed's answer.
  mutating func readFeed(evenIfSame: Bool = false) -> Feed.Answer? {
    switch read(evenIfSame: evenIfSame) {
    case .success(let bytes): .text(bytes)
    case .failure(let failure):
      .failed(failure.kind == .tooLong ? .tooMuch : failure.kind == .missing ? .missing : .unreadable)
    case nil: nil
    }
  }
}

/// The file with the agenda.
struct AgendaFile {
  /// The periods that could be read.
  private(set) var agenda = Agenda()
  private var file: WatchedFile
  private var reporter: Reporter

  /// The most wrong lines that are named.
  private static let mostNamed = 10

  init(_ path: String, report: @escaping (String) -> Void = Process.report) {
    (file, reporter) = (WatchedFile(path), Reporter { text, _ in report(text) })
  }

  /// Reads it if it has changed, and says which lines make no sense. One that cannot be read leaves the agenda as it
  /// is.
  /// - Returns: whether the agenda is another one.
  mutating func read() -> Bool {
    switch file.read() {
    case .success(let bytes): return adopt(Agenda.parse(String(decoding: bytes, as: UTF8.self)))
    case .failure(let failure): reporter.say(all: ["agenda: cannot read \(file.path): \(failure.reason)"])
    case nil: break
    }
    return false
  }

  private mutating func adopt(_ parsed: (agenda: Agenda, complaints: [Agenda.Complaint])) -> Bool {
    let old = agenda
    agenda = parsed.agenda
    let lines = parsed.complaints.prefix(AgendaFile.mostNamed).map {
      "agenda: \(file.path):\($0.line): \($0.reason)"
    }
    let rest = parsed.complaints.count - lines.count
    reporter.say(all: lines + (rest > 0 ? ["agenda: \(file.path): and \(rest) more lines"] : []))
    return agenda != old
  }
}

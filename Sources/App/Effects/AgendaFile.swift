import ColourClock
import XWindow

/// The file with the agenda, read again when it has changed.
struct AgendaFile {
  let path: String
  /// What could be understood of it.
  private(set) var agenda = Agenda()
  private var stamp: File.Stamp?
  private var isFirst = true
  /// What was said of it last.
  private var said: [String] = []
  private let report: (String) -> Void

  /// More than 200 periods take, and little enough to read a wrong file without harm.
  private static let limit = 65_536
  /// How many wrong lines are named.
  private static let mostNamed = 10

  init(_ path: String, report: @escaping (String) -> Void = Process.report) {
    (self.path, self.report) = (path, report)
  }

  /// Reads it if it has changed, and says which lines make no sense. One that cannot be read leaves the agenda as it is.
  /// - Returns: whether the agenda is another one.
  mutating func read() -> Bool {
    // Before reading: what is written meanwhile gives another stamp, and is read the next time.
    let new = File.Stamp(of: path)
    guard isFirst || new != stamp else { return false }
    (stamp, isFirst) = (new, false)
    let bytes: [UInt8]
    do { bytes = try File.readRegular(path, limit: AgendaFile.limit) } catch {
      say(["agenda: cannot read \(path): \(error.reason)"])
      return false
    }
    let old = agenda
    let (agenda, complaints) = Agenda.parse(String(decoding: bytes, as: UTF8.self))
    self.agenda = agenda
    let lines = complaints.prefix(AgendaFile.mostNamed).map { "agenda: \(path):\($0.line): \($0.reason)" }
    let rest = complaints.count - lines.count
    say(lines + (rest > 0 ? ["agenda: \(path): and \(rest) more lines"] : []))
    return agenda != old
  }

  /// Once as long as it stays the same.
  private mutating func say(_ lines: [String]) {
    if lines != said { lines.forEach(report) }
    said = lines
  }
}

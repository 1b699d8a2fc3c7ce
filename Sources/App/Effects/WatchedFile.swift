import ColourClock
import System

/// After a failure, the file is read at most once a second.
struct WatchedFile {
  private var watch: StatWatch
  private var failure: SystemError?
  private var nextTry = Duration.zero

  private static let limit = 65_536
  private static let pause = Duration.seconds(1)

  init(_ path: String) { watch = StatWatch(path) }

  var path: String { watch.path }

  /// Returns `nil` if the file is unchanged, or fails for the same reason.
  mutating func read(evenIfSame: Bool = false, at uptime: Duration = Now.boot) -> Result<[UInt8], SystemError>? {
    let isNew = watch.hasChanged() || evenIfSame
    guard isNew || failure != nil && uptime >= nextTry else { return nil }
    let old = failure
    do throws(SystemError) {
      let bytes = try File.readRegular(path, limit: WatchedFile.limit)
      failure = nil
      return .success(bytes)
    } catch {
      (failure, nextTry) = (error, uptime + WatchedFile.pause)
      return isNew || error.reason != old?.reason ? .failure(error) : nil
    }
  }

  mutating func readFeed(evenIfSame: Bool = false, at uptime: Duration = Now.boot) -> Feed.Answer? {
    switch read(evenIfSame: evenIfSame, at: uptime) {
    case .success(let bytes): .text(bytes)
    case .failure(let failure):
      .failed(failure.kind == .tooLong ? .tooMuch : failure.kind == .missing ? .missing : .unreadable)
    case nil: nil
    }
  }
}

struct AgendaFile {
  private(set) var agenda = Agenda()
  private var file: WatchedFile
  private var reporter: Reporter

  private static let reportLimit = 10

  init(_ path: String, report: @escaping (String) -> Void = Process.report) {
    (file, reporter) = (WatchedFile(path), Reporter { text, _ in report(text) })
  }

  var mistake: String? { reporter.lines.first }

  /// Returns true if the agenda changed. A failed read changes nothing.
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
    reporter.say(
      all: parsed.complaints.lines(atMost: AgendaFile.reportLimit, of: "agenda: \(file.path)") {
        ":\($0.line): \($0.reason)"
      })
    return agenda != old
  }
}

import ColourClock
import Testing

@testable import App
@testable import System

/// Alarms that are kept, and the file with the agenda.
@Suite struct PlanTests {
  private let folder = TemporaryFolder()
  private let log = Log()

  private func alarms(_ texts: String...) throws -> [DailyAlarm] { try texts.map { try DailyAlarm.parse($0) } }

  private func state(on wall: String = ":0") -> SavedState {
    SavedState(state: folder.path, home: nil, wall: wall, report: log.add)
  }

  @Test func addedAlarmsAreKeptForTheirWall() throws {
    let (two, one) = (try alarms("08:30=Standup@mon-fri", "12:00=a@b@sun"), try alarms("07:00"))
    var (left, right) = (state(), state(on: ":1"))
    left.store(two)
    right.store(one)
    left.store(nil, at: Moment(instant: Instant(second: 1_795_219_200), uptime: .seconds(9), zone: .utc))
    left = state()
    right = state(on: ":1")
    #expect(left.alarms() == two && right.alarms() == one)
    right.store([])
    #expect(left.alarms() == two && right.alarms() == [])
    #expect(log.lines == [])
  }

  @Test func theAgendaIsReadAgainWhenItChanges() throws {
    let path = "\(folder.path)/day"
    var file = AgendaFile(path, report: log.add)
    #expect(!file.read() && !file.read())
    #expect(log.lines == ["agenda: cannot read \(path): No such file or directory"])
    try File.replace(path, with: Array("08:30-09:15 Maths\nno\n".utf8))
    #expect(file.read() && !file.read() && file.agenda.periods.map(\.title) == ["Maths"])
    #expect(log.lines.count == 2 && log.lines.last?.hasPrefix("agenda: \(path):2: it takes two times of day") == true)
    try File.replace(path, with: Array("08:30-09:15 Maths\nno\n\n".utf8))
    #expect(!file.read() && log.lines.count == 2)
    try File.replace(path, with: Array(String(repeating: "no\n", count: 15).utf8))
    #expect(file.read() && file.agenda.periods.isEmpty)
    #expect(log.lines.count == 13 && log.lines.last == "agenda: \(path): and 5 more lines")
    try File.replace(path, with: Array("08:30-09:15 German\n".utf8))
    #expect(file.read() && log.lines.count == 13)
    // A file that is away leaves the day as it was.
    try Folder.delete(path)
    #expect(!file.read() && file.agenda.periods.map(\.title) == ["German"])
  }

  @Test func theOptionsReadAlarms() throws {
    let options = try Arguments([
      "--no-config",
      "--alarm", "08:30=Tea@sat", "--alarm=9:00", "--agenda", "/tmp/x", "--message-sound", "bell",
    ]).options()
    #expect(options.plan.alarms == (try alarms("08:30=Tea@sat", "9:00")))
    #expect(options.plan.agenda == "/tmp/x" && options.plan.messageSound == "bell")
  }

  @Test func thereIsRoomForAHundredAlarms() throws {
    let hundred = (0..<DailyAlarm.most).flatMap { ["--alarm", "\($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60)"] }
    #expect(try Arguments(["--no-config"] + hundred).options().plan.alarms.count == 100)
    #expect(throws: Failure.self) { try Arguments(["--no-config"] + hundred + ["--alarm", "23:00"]).options() }
  }
}

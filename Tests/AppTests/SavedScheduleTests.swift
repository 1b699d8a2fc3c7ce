import ColourClock
import Glibc
import Testing

@testable import App
@testable import System

/// Alarms that are kept, and the file with the agenda.
@Suite struct SavedScheduleTests {
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

  /// What stands in the way of the file, and takes nothing away; once it is gone all is written.
  @Test(arguments: ["folder in the file's place", "file in the folder's place", "later version", "no place"])
  func alarmsThatCannotBeKeptAreNot(hindrance: String) throws {
    var state =
      hindrance == "no place" ? SavedState(state: nil, home: nil, wall: ":0", report: log.add) : state()
    let (tea, all) = (try alarms("08:30=Tea"), try alarms("08:30=Tea", "12:00=Lunch"))
    let own = "\(folder.path)/colourclock"
    if hindrance != "no place" { state.store(tea) }
    let file = "\(own)/state.json"
    let before = try? File.read(file, limit: 10_000)
    try hinder(hindrance, own)
    let said = state.saveAtOnce(all)
    let reason = try #require(said)
    let again = state.saveAtOnce(all)
    #expect(state.failure == reason && again == reason)
    guard let before else { return #expect(reason.contains("HOME")) }
    #expect(reason.contains(hindrance == "later version" ? "later version" : "colourclock") && log.lines.count == 1)
    try clear(hindrance, own, before)
    // By what the next try does, with none of what was refused.
    state.write()
    #expect(state.failure == nil && !state.isToBeWritten)
    if hindrance != "folder in the file's place" { #expect(try File.read(file, limit: 10_000) == before) }
    state.store(all)
    state = self.state()
    let kept = state.alarms()
    #expect(kept == all)
  }

  /// Makes the file in the folder `own` impossible to write.
  private func hinder(_ hindrance: String, _ own: String) throws {
    let file = "\(own)/state.json"
    switch hindrance {
    case "folder in the file's place":
      try Folder.delete(file)
      try Folder.create(file)
    case "file in the folder's place":
      try Folder.rename(own, to: "\(own).old")
      try File.replace(own, with: [])
    case "later version": try File.replace(file, with: Array("{\"version\":9}".utf8))
    default: break
    }
  }

  /// Takes the hindrance away. `before` is the file's content before it.
  private func clear(_ hindrance: String, _ own: String, _ before: [UInt8]) throws {
    let file = "\(own)/state.json"
    switch hindrance {
    case "folder in the file's place": rmdir(file)
    case "file in the folder's place":
      try Folder.delete(own)
      try Folder.rename("\(own).old", to: own)
    default: try File.replace(file, with: before)
    }
  }

  @Test func theAgendaIsReadAgainWhenItChanges() throws {
    let path = "\(folder.path)/day"
    var file = AgendaFile(path, report: log.add)
    #expect(!file.read() && !file.read())
    #expect(log.lines == ["agenda: cannot read \(path): No such file or directory"])
    try File.replace(path, with: Array("08:30-09:15 Maths\nno\n".utf8))
    #expect(file.read() && !file.read() && file.agenda.periods.map(\.title) == ["Maths"])
    #expect(log.lines.count == 2 && log.lines.last?.hasPrefix("agenda: \(path):2: it takes START-END TITLE") == true)
    try File.replace(path, with: Array("08:30-09:15 Maths\nno\n\n".utf8))
    #expect(!file.read() && log.lines.count == 2)
    try File.replace(path, with: Array(String(repeating: "no\n", count: 15).utf8))
    #expect(file.read() && file.agenda.periods.isEmpty)
    // What was said of line 2 is not said again.
    #expect(log.lines.count == 12 && log.lines.last == "agenda: \(path): and 5 more")
    try File.replace(path, with: Array("08:30-09:15 German\n".utf8))
    #expect(file.read() && log.lines.count == 12)
    // A file that is away leaves the day as it was.
    try Folder.delete(path)
    #expect(!file.read() && file.agenda.periods.map(\.title) == ["German"])
  }

  /// Periods of several calendars as words and as JSON; a message of an earlier companion, without calendars, is taken.
  @Test func commandsReadCalendars() throws {
    func periods(_ words: String...) throws -> [Period] {
      guard case .scene(.agenda(let periods)) = try CommandTable.order(["agenda", "set"] + words) else { return [] }
      return periods
    }
    let words = try periods("08:00 Run", "[School #8a9544]", "08:30-09:15 Maths", "10:00 Tea #112233")
    #expect(words.map(\.calendar) == [nil, "School", "School"])
    #expect(words.map(\.colour?.hex) == [nil, "#8a9544", "#112233"])
    let json = try periods(
      ##"[{"start":"08:30","end":"09:15","title":"Maths","calendar":"School","colour":"#8a9544"},"##
        + ##"{"start":"10:00","title":"Tea"},"##
        + ##"{"start":"10:00","title":"Tea","calendar":null,"tomorrow":true}]"##)
    #expect(json.map(\.calendar) == ["School", nil, nil] && json[0] == words[1])
    #expect(throws: Refusal("agenda set: a calendar's name has 1 to 20 characters, and no more than 40 bytes")) {
      try periods(#"[{"start":"08:30","title":"Maths","calendar":"\#(String(repeating: "x", count: 21))"}]"#)
    }
    #expect(throws: Refusal("agenda set: \"calendar\" of a period is a text")) {
      try periods(#"[{"start":"08:30","title":"Maths","calendar":5}]"#)
    }
    #expect(throws: Refusal("agenda set: '[School #12]': '#12' is not a colour such as #8a9544")) {
      try periods("[School #12]")
    }
  }

  @Test func theOptionsReadAlarms() throws {
    let options = try Arguments([
      "--no-config",
      "--alarm", "08:30=Tea@sat", "--alarm=9:00", "--agenda", "/tmp/x", "--message-sound", "bell",
    ]).options()
    #expect(options.schedule.alarms == (try alarms("08:30=Tea@sat", "9:00")))
    #expect(options.schedule.agenda == "/tmp/x" && options.schedule.messageCommand == "bell")
  }

  @Test func thereIsRoomForAHundredAlarms() throws {
    let hundred = (0..<DailyAlarm.most).flatMap { ["--alarm", "\($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60)"] }
    #expect(try Arguments(["--no-config"] + hundred).options().schedule.alarms.count == 100)
    #expect(throws: ProgramExit.self) { try Arguments(["--no-config"] + hundred + ["--alarm", "23:00"]).options() }
  }
}

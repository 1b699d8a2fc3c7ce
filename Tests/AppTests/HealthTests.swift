import ColourClock
import ControlProtocol
import Glibc
import Testing

@testable import App
@testable import System
@testable import XWindow

/// What is counted, kept and told of a wall's health.
@Suite struct HealthTests {
  private let folder = TemporaryFolder()
  private let log = Log()

  // MARK: Problems

  private func problems() -> HealthProblems { HealthProblems { log.add("<\($1.rawValue)>\($0)") } }

  @Test func aLateSecondIsToldOnceAndSaidForFiveMinutes() {
    var problems = problems()
    problems.record(lateness: .milliseconds(990), at: .seconds(10))
    #expect(problems.worst(at: .seconds(10)) == nil && log.lines.isEmpty)
    problems.record(lateness: .milliseconds(2345), at: .seconds(11))
    problems.record(lateness: .milliseconds(1345), at: .seconds(12))
    #expect(problems.worst(at: .seconds(311)) == .late(tenths: 23))
    #expect(problems.worst(at: .seconds(312)) == nil)
    #expect(log.lines == ["<4>the time was shown 2.3 s late", "<5>the time is shown without delay again"])
  }

  @Test func whatIsDoneWithAWindowIsToldOnceAndWhenItIsOver() {
    func standing(isInPlace: Bool = true, isHidden: Bool = false) -> ProbedWindow {
      let box = PixelRect(x: 0, y: 0, size: Size(width: 640, height: 480))
      return ProbedWindow(box: box, isInPlace: isInPlace, isHidden: isHidden)
    }
    var problems = problems()
    problems.record([standing(), standing()])
    #expect(problems.worst(at: .zero) == nil && !problems.isMisplaced && log.lines.isEmpty)
    for _ in 0..<3 { problems.record([standing(), standing(isInPlace: false)]) }
    problems.record(lateness: .seconds(2), at: .zero)
    #expect(problems.worst(at: .zero) == .misplaced && problems.isMisplaced)
    problems.record([standing(isInPlace: false), standing(isHidden: true)])
    #expect(problems.worst(at: .zero) == .hidden)
    problems.record([])
    #expect(problems.worst(at: .zero) == .late(tenths: 20) && !problems.isMisplaced)
    #expect(
      log.lines == [
        "<4>wall moved or resized", "<4>the time was shown 2.0 s late", "<4>wall hidden by another program",
        "<5>all windows are where they belong again",
      ])
  }

  @Test func aSilentServerIsToldOnceAndWhenItIsBack() {
    var problems = problems()
    problems.record(silence: .seconds(2), isOver: false, at: .seconds(2))
    problems.record(silence: .milliseconds(2900), isOver: true, at: .seconds(3))
    #expect(log.lines.isEmpty)
    for second in 3...7 { problems.record(silence: .seconds(second), isOver: false, at: .seconds(100 + second)) }
    #expect(problems.worst(at: .seconds(107)) == nil)
    problems.record(silence: .milliseconds(7800), isOver: true, at: .seconds(108))
    #expect(problems.worst(at: .seconds(108)) == .silence(seconds: 7))
    #expect(problems.worst(at: .seconds(408)) == nil)
    #expect(
      log.lines == ["<4>the X server has not answered for 3.0 s", "<5>the X server answers again, after 7.8 s"])
  }

  @Test func theKernelsClockIsToldWhenItChanges() {
    var problems = problems()
    for (isSynchronised, error) in [(true, 0.001), (true, 2.36), (false, 16), (false, 16), (true, 0.1)] {
      problems.record(isSynchronised: isSynchronised, .seconds(error))
      #expect(problems.worst(at: .zero) == (error == 2.36 ? .clockOff(tenths: 23) : nil))
    }
    #expect(
      log.lines == ["<4>the system's clock is not synchronised", "<5>the system's clock is synchronised again"])
  }

  // MARK: What is kept

  private func worn(_ seconds: Double, over colour: Colour) -> Wear {
    var wear = Wear()
    wear.pass(seconds, over: colour)
    wear.record(Frame(size: Size(width: 64, height: 36), background: colour, items: []))
    return wear
  }

  @Test func aRecordComesBackAsItWas() throws {
    var record = HealthRecord()
    record.starts = 12
    record.wear = ["HDMI-1": worn(3600, over: .white), "a b  c": worn(10, over: .black)]
    // The accent makes one character with the blank before it, the return with the line's end.
    for name in ["\u{301}A", "B\r"] { record.wear[name] = worn(5, over: .white) }
    let file = HealthRecord.file(in: "\(folder.path)/state", of: "host/unix:0")
    #expect(file == "\(folder.path)/state/health-host%2Funix:0")
    #expect(HealthRecord.file(in: "", of: "host:0 a/b") == "/health-host:0 a%2Fb")
    #expect(HealthRecord.file(in: "", of: "host:0 a_b") == "/health-host:0 a_b")
    var kept = HealthRecord.kept(in: file) { Issue.record("\($0)") }
    #expect(kept.writeJSON(record, waits: true) && HealthRecord.read(&kept) == record)
    #expect(folder.names(in: "state") == ["health-host%2Funix:0"])
  }

  @Test func whatMakesNoSenseIsBegunAnewAndSaid() throws {
    func record(_ cells: Int, _ rest: String) -> HealthRecord? {
      let numbers = [String](repeating: "5", count: cells).joined(separator: ",")
      let text = "{\"version\":1,\"starts\":3,\"wear\":{\"X\":{\"cells\":[\(numbers)]\(rest)}}}"
      return try? KeptFile.value(of: Array(text.utf8))
    }
    #expect(record(576, ",\"seconds\":9")?.starts == 3 && record(576, ",\"seconds\":9")?.wear["X"]?.seconds == 9)
    for (cells, rest) in [(575, ",\"seconds\":9"), (576, ",\"seconds\":3"), (576, ",\"seconds\":-9"), (576, "")] {
      #expect(record(cells, rest) == nil, "\(cells)\(rest)")
    }
    let file = "\(folder.path)/health"
    // The second is an earlier form, which no release has written.
    let damaged = ["nonsense", "colourclock health 1\nstarts 3\n", "{\"version\":1,\"starts\":-1,\"wear\":{}}"]
    for bytes in damaged.map({ Array($0.utf8) }) + [[UInt8](repeating: 0x61, count: 1 << 20 + 1)] {
      try File.replace(file, with: bytes)
      #expect(read(file) == HealthRecord())
      #expect(try File.read("\(file).damaged", limit: 1 << 21) == bytes && folder.names(in: "") == ["health.damaged"])
    }
    #expect(read("\(folder.path)/none") == HealthRecord() && log.lines.count == 4)
    try File.replace(file, with: Array("{\"version\":2,\"starts\":3}".utf8))
    #expect(read(file) == nil && folder.names(in: "").contains("health"))
    #expect(log.lines.last == "a later version of the clock wrote \(file): it stays as it is, and nothing is saved")
  }

  private func read(_ path: String) -> HealthRecord? {
    var file = HealthRecord.kept(in: path, report: log.add)
    return HealthRecord.read(&file)
  }

  /// One more must not be too many.
  @Test func startsWithoutNumber() throws {
    let file = "\(folder.path)/health"
    for starts in [Int.max, Int(UInt32.max)] {
      try File.replace(file, with: Array("{\"version\":1,\"starts\":\(starts),\"wear\":{}}".utf8))
      var meter = WearMeter(file: file) { _ in }
      meter.save(at: .seconds(1))
      // A number that is too large makes the file damaged.
      #expect(meter.starts == (starts == .max ? 1 : starts + 1))
      #expect(read(file)?.starts == (starts == .max ? 1 : starts))
    }
  }

  /// What is in it is not known, and not to be written over: here a folder is in the way.
  @Test func aFileThatCannotBeReadStaysAsItIs() throws {
    let file = "\(folder.path)/health"
    try Folder.create(file)
    var meter = WearMeter(file: file, report: log.add)
    for second in [0, 3600, 7200] {
      meter.tick(at: .seconds(second)) { record in record("A", .white) }
      meter.save(at: .seconds(second), isEnd: second == 7200)
    }
    #expect(folder.names(in: "") == ["health"] && log.lines.count == 1 && meter.starts == nil)
  }

  /// Two runs of a wall, of which the second goes on from the first.
  @Test func wearAndStartsAreCountedAcrossRuns() throws {
    let file = "\(folder.path)/health"
    func run(_ seconds: Int, from first: Int) -> WearMeter {
      var meter = WearMeter(file: file) { Issue.record("\($0)") }
      let frame = Frame(size: Size(width: 64, height: 36), background: .white, items: [])
      for second in first...first + seconds {
        meter.tick(at: .seconds(second)) { record in record("A", .white) }
        if second == first + 10 {
          meter.recordFrames { record in record("A", frame) }
          meter.save(at: .seconds(second))
        }
      }
      meter.recordFrames { record in record("A", frame) }
      meter.save(at: .seconds(first + seconds), isEnd: true)
      return meter
    }
    let first = run(100, from: 5000)
    #expect(first.starts == 1 && first.wear.map(\.monitor) == ["A"] && first.wear[0].wear.seconds == 100)
    let second = run(50, from: 9000)
    #expect(second.starts == 2 && second.wear[0].wear.seconds == 150 && second.wear[0].wear.mean == 1)
    #expect(read(file)?.wear["A"]?.seconds == 150)
  }

  /// Two clocks with one and the same file, on two monitors: neither loses what the other counts.
  @Test func whatAnotherClockHasWrittenStays() throws {
    let file = "\(folder.path)/health"
    let frame = Frame(size: Size(width: 64, height: 36), background: .white, items: [])
    var meters = ["A", "B"].map { ($0, WearMeter(file: file) { Issue.record("\($0)") }) }
    for second in 0...20_000 {
      for (index, name) in meters.map(\.0).enumerated() {
        meters[index].1.tick(at: .seconds(second)) { record in record(name, .white) }
        guard second % 100 == 10 * (index + 1) || second == 20_000 else { continue }
        meters[index].1.recordFrames { record in record(name, frame) }
        meters[index].1.save(at: .seconds(second), isEnd: second == 20_000)
      }
    }
    let record = try #require(read(file))
    #expect(record.starts == 2 && record.wear.mapValues(\.seconds) == ["A": 20_000, "B": 20_000])
  }

  @Test func itIsWrittenOnceAnHour() throws {
    let file = "\(folder.path)/health"
    var meter = WearMeter(file: file) { Issue.record("\($0)") }
    var (stamps, last): (Int, File.Stamp?) = (0, nil)
    for second in stride(from: 0, through: 7300, by: 10) {
      meter.tick(at: .seconds(second)) { record in record("A", .white) }
      meter.save(at: .seconds(second))
      let stamp = File.Stamp(of: file)
      if stamp != last { stamps += 1 }
      last = stamp
    }
    #expect(stamps == 3)
  }

  /// After a pause it is not known what the screen has shown.
  @Test func aPauseIsNotCounted() {
    var meter = WearMeter(file: nil)
    for second in [0, 1, 61, 5000, 5001] { meter.tick(at: .seconds(second)) { record in record("A", .white) } }
    meter.recordFrames { record in record("A", Frame(size: Size(width: 64, height: 36), background: .white, items: []))
    }
    meter.save(at: .seconds(5001))
    #expect(meter.wear[0].wear.seconds == 62 && meter.starts == nil)
  }

  @Test func aFileThatCannotBeWrittenIsSaidOnce() {
    var meter = WearMeter(file: "/proc/none/health", report: log.add)
    for second in [0, 3600, 7200] { meter.save(at: .seconds(second)) }
    #expect(log.lines.count == 1 && meter.starts == 1)
  }

  // MARK: The clock

  /// The clock does not look for three seconds and a half. While the machine's own clock is set, nothing can be judged.
  @Test func aSecondThatWasMissedIsLateAndDropped() throws {
    while try !missesASecond() {}
  }

  /// False if the machine's clock was set meanwhile.
  private func missesASecond() throws -> Bool {
    let clock = SystemClock(.system, zone: try WatchedZone(.universal))
    let setting = KernelTimer(.wall)
    setting.arm(at: Now.wall + .seconds(3600))
    let delegate = Follower()
    clock.delegate = delegate
    clock.start()
    #expect(clock.lateness == nil)
    usleep(3_500_000)
    let poll = Poll.wait(for: clock.descriptors)
    let wanted = try #require(delegate.wanted)
    let least = clock.now.instant - wanted
    #expect(clock.receive(poll))
    if setting.acknowledge() { return false }
    let (late, most) = (try #require(clock.lateness), clock.now.instant - wanted)
    #expect(least > .milliseconds(2400) && least <= late && late <= most)
    #expect((Int(least / .seconds(1))...Int(most / .seconds(1))).contains(clock.dropped))
    clock.stop()
    return true
  }

  /// Asks for the next second, each time.
  private final class Follower: ClockDelegate {
    private(set) var wanted: Instant?

    func clock(_ clock: any Clock, didReach moment: Moment) {
      let next = Instant(second: moment.instant.second + 1)
      wanted = next
      clock.wake(at: Wake(instant: next))
    }
  }
}

import Glibc

@testable import App
@testable import ColourClock
@testable import ControlProtocol
@testable import System

// Parsers of files that others may have written, and of the output of commands.

/// Parses a time zone file. Each shown time must be found again: at its second, or at an earlier one that shows the
/// same.
func tryZone(_ bytes: [UInt8]) {
  if let zone = try? ZoneFile.parse(bytes) { tryZone(zone) }
}

/// Parses a rule as in the variable TZ.
func tryRule(_ bytes: [UInt8]) {
  if let rule = try? ZoneRule(String(decoding: bytes, as: UTF8.self)) { tryZone(Zone(rule: rule)) }
}

private func tryZone(_ zone: Zone) {
  for second in [.min, -1 << 61, -1 << 31, -1, 0, 951_782_400, 1_800_000_000, 1 << 32, 1 << 61, .max] as [Int64] {
    let civil = zone.civil(at: second)
    expect(ZoneOffset.range.contains(civil.utcOffset), "an offset of \(civil.utcOffset)")
    // Further away, dates are not computed.
    guard abs(second.clamped) < 1 << 40 else { continue }
    let found = zone.second(on: civil.date, hour: civil.hour, minute: civil.minute, second: min(civil.second, 59))
    guard let found else { fatalError("no second shows \(civil)") }
    let again = zone.civil(at: found)
    expect(again.local, is: civil.local, "\(second) and \(found)")
    let moment = Moment(instant: Instant(second: second), uptime: .zero, zone: zone)
    if let time = TimeOfDay(hour: civil.hour, minute: civil.minute) {
      expect(time.next(after: moment) > moment.instant, "\(time) after \(second)")
    }
  }
}

extension Int64 {
  fileprivate var clamped: Int64 { Swift.max(self, -.max) }
}

/// Parses a message catalogue.
func tryCatalogue(_ bytes: [UInt8]) {
  // Use the text as a translation too, and insert values.
  let text = String(decoding: bytes, as: UTF8.self)
  if !text.contains("%") { expect(Words()[text, "a", 1], is: text, "a translation without places for values") }
  _ = Words()[text, "a", 1]
  guard let words = Words(catalogue: bytes) else { return }
  for text in ["Hold to quit", "lap %d", "Press %s again to quit", ""] {
    expect(!words[text].isEmpty || text.isEmpty, "no words for \(text)")
    _ = words[text, "Enter", 2]
  }
}

/// Parses a record of a wall's health. It must be the same after it is written and read again.
func tryHealth(_ bytes: [UInt8]) {
  func read(_ bytes: [UInt8]) -> HealthRecord? { try? KeptFile.value(of: bytes) }
  guard let record = read(bytes) else { return }
  expect(read(Array(JSON.text(of: record).utf8)), is: record, "a record of health")
  expect(record.joined(with: HealthRecord()).joined(with: record), is: record, "joined with itself")
  expect(record.starts < .max, "a start more cannot be counted")
}

/// Parses the output of a feed's command. Only short lines without control characters may be shown, and cleaning them
/// again must not change them.
func tryFeed(_ bytes: [UInt8]) {
  let last = Feed.lastLine(of: bytes)
  for line in [last].compactMap(\.self) { tryLine(line) }
  let count = bytes.sum % 2 == 0 ? 1 : 3
  guard let lines = Feed.lines(of: bytes, upTo: count) else { return }
  expect(lines.count <= count, "\(lines.count) lines")
  lines.forEach { tryLine($0) }
  expect(Feed.lines(of: Array(lines.joined(separator: "\n").utf8), upTo: count), is: lines, "cleaned twice")
}

/// Checks a line: it has no control characters, and at most `longest` characters.
func tryLine(_ line: String, longest: Int = 120) {
  expect(!line.isEmpty && line.count <= longest, "a line of \(line.count) characters")
  expect(line.unicodeScalars.allSatisfy(\.isPrintable), "controls in \(line.debugDescription)")
  expect(!line.hasPrefix(" ") && !line.hasSuffix(" ") && !line.contains("  "), "blanks in \(line.debugDescription)")
}

/// Reads a saved state, from this version's file or one of version 0.1's. After it is saved it must be read again as
/// before. The file of a later version must stay as it is.
struct StateTrial {
  /// A folder in memory is best, because saving waits for the disk.
  private let folder = "\(Process.environment("TMPDIR") ?? "/tmp")/colourclock-fuzz-\(getpid())"
  private let names = ["state.json", "countdown", "card"]

  func run(_ bytes: [UInt8]) {
    guard let which = bytes.first else { return }
    let files = "\(folder)/colourclock"
    mkdir(folder, 0o700)
    mkdir(files, 0o700)
    for name in names { unlink("\(files)/\(name)") }
    let name = names[Int(which) % names.count]
    guard (try? File.write(Array(bytes.dropFirst()), to: "\(files)/\(name)")) != nil else { return }
    let second = [1_800_000_000, 0, Int64.max / 2][Int(which) / names.count % 3]
    tryState(
      Array(bytes.dropFirst()), at: Moment(instant: Instant(second: second), uptime: .seconds(5000), zone: .utc))
  }

  private func tryState(_ bytes: [UInt8], at moment: Moment) {
    var complaints: [String] = []
    func state() -> SavedState { SavedState(state: folder, home: nil) { complaints.append($0) } }
    var first = state()
    let options = CountdownOptions()
    let restored = first.restore(for: options, at: moment)
    let (countdowns, stopwatch) = (restored.countdowns, restored.stopwatch)
    tryWall(with: countdowns, stopwatch, restored.alarms, at: moment)
    first.save(countdowns, stopwatch, at: moment)
    first.save(first.chosen)
    first.write()
    if complaints.contains(where: { $0.contains("a later version of the clock") }) {
      let kept = try? File.read("\(folder)/colourclock/state.json", limit: bytes.count + 1)
      expect(kept, is: bytes, "a later version's file")
      return
    }
    complaints = []
    var second = state()
    let again = second.restore(for: options, at: moment)
    expect(second.chosen, is: first.chosen, "the choice")
    expect(again.stopwatch, is: stopwatch, "the stopwatch")
    expect(again.ended.isEmpty, "zero told twice")
    // Countdowns whose end was reported do not come back.
    if restored.ended.isEmpty { expect(again.countdowns, is: countdowns, "the countdowns") }
    expect(complaints, is: [], "what was kept is damaged")
  }

  /// Shows a wall with this state, and sends it commands for each part.
  private func tryWall(
    with countdowns: Countdowns, _ stopwatch: Stopwatch?, _ alarms: [DailyAlarm], at moment: Moment
  ) {
    guard !countdowns.isEmpty || stopwatch != nil || !alarms.isEmpty else { return }
    var scene = Scene(Options().setup(.fullScreen), countdowns: countdowns, stopwatch: stopwatch, alarms: alarms)
    _ = scene.handle(fact: .resized(Size(width: 640, height: 360)), at: moment)
    for command in [Command.stopwatch(.lap), .stopwatch(.stop), .countdown(.toggle)] {
      tryToShow(scene, at: moment)
      _ = try? scene.handle(.told(command), at: moment)
    }
    tryToShow(scene, at: moment)
  }
}

extension File {
  /// Writes a file in place. `replace` would wait for the disk.
  fileprivate static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    guard Glibc.write(file, bytes, bytes.count) == bytes.count else { throw .last }
  }
}

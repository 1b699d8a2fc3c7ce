import ColourClock
import System

/// Adds up the wear of each monitor's screen. Saves it in a file, with the number of starts: at the first tick, then
/// once an hour, and at the end.
struct WearMeter {
  /// In the order in which the monitors were first seen. A tick usually finds each one at the same index as the tick
  /// before.
  private var screens: [Screen] = []
  /// The uptime up to which wear was counted.
  private var counted: Duration?
  /// `nil` if nothing is to be saved.
  private var file: KeptFile?
  /// The saved record; `nil` before the file was read.
  private var kept: HealthRecord?
  /// The uptime of the last write.
  private var lastWritten = Duration.zero

  private struct Screen {
    let monitor: String
    var wear = Wear()
    var background: Colour
  }

  /// After a longer time without ticks, nobody knows what was shown. A wall may tick only once a minute.
  private static let longestPause = Duration.seconds(90)
  /// The time between two writes.
  private static let pauseOfWriting = Duration.seconds(3600)

  init(file: String?, report: @escaping (String) -> Void = Process.report) {
    self.file = file.map { HealthRecord.kept(in: $0, report: report) }
  }

  /// Number of this wall's starts, including this one; `nil` if unknown.
  var starts: Int? { kept?.starts }

  /// Call this at each tick.
  /// - Parameter shown: calls `record` once for each monitor, with its name and its new background.
  mutating func tick(at uptime: Duration, _ shown: (_ record: (String, Colour) -> Void) -> Void) {
    let span = counted.map { uptime - $0 } ?? .zero
    counted = uptime
    let seconds = span < WearMeter.longestPause ? span.inSeconds : 0
    var place = 0
    shown { name, background in
      guard let index = index(of: name, from: place) else { return begin(name, background) }
      place = index + 1
      screens[index].wear.pass(seconds, over: screens[index].background)
      screens[index].background = background
    }
  }

  /// The index of a monitor's screen; looks at `place` first.
  private func index(of name: String, from place: Int = 0) -> Int? {
    if place < screens.count, screens[place].monitor == name { return place }
    return screens.firstIndex { $0.monitor == name }
  }

  /// Adds a monitor that is shown for the first time in this run, with its saved wear.
  private mutating func begin(_ name: String, _ background: Colour) {
    var screen = Screen(monitor: name, background: background)
    if let before = kept?.wear[name] { screen.wear.add(before) }
    screens.append(screen)
  }

  /// Call this about once a minute.
  /// - Parameter shown: calls `record` with the name of each monitor and its frame.
  mutating func record(_ shown: (_ record: (String, Frame) -> Void) -> Void) {
    shown { name, frame in
      if let index = index(of: name) { screens[index].wear.record(frame) }
    }
  }

  /// Saves the wear if that is due.
  /// - Parameter isEnd: true to save it in any case, and to wait for the file's lock.
  mutating func keep(at uptime: Duration, isEnd: Bool = false) {
    guard var file, kept == nil || isEnd || uptime - lastWritten >= WearMeter.pauseOfWriting else { return }
    defer { self.file = file }
    guard let found = HealthRecord.read(&file) else { return }
    var record = kept?.joined(with: found) ?? begun(from: found)
    for screen in screens { record.wear[screen.monitor] = screen.wear }
    (kept, lastWritten) = (record, uptime)
    file.write(Array(record.text.utf8), waits: isEnd)
  }

  /// True once wear was saved in this run.
  var isBegun: Bool { kept != nil }

  /// Adds this run to the record of earlier ones.
  private mutating func begun(from old: HealthRecord) -> HealthRecord {
    for index in screens.indices {
      if let before = old.wear[screens[index].monitor] { screens[index].wear.add(before) }
    }
    var record = old
    record.starts += 1
    return record
  }

  /// The wear of the monitors that showed something in this run.
  var wear: [(monitor: String, wear: Wear)] {
    screens.map { ($0.monitor, $0.wear) }.sorted { $0.0 < $1.0 }
  }
}

import ColourClock
import System

/// Counts the wear of each monitor's screen while it is shown something, and keeps it with the number of starts in a
/// file: at the first tick, then once an hour, and at the end.
struct WearMeter {
  /// In the order in which the monitors were seen first: a tick finds each at the place of the tick before.
  private var screens: [Screen] = []
  /// The uptime up to which wear was counted.
  private var counted: Duration?
  /// `nil` where nothing is kept, or what was kept cannot be read.
  private var file: KeptFile?
  /// The file's content; `nil` before it was read.
  private var kept: HealthRecord?
  private var written = Duration.zero

  private struct Screen {
    let monitor: String
    var wear = Wear()
    var background: Colour
  }

  /// Without a tick for longer than this, it is not known what could be seen: a wall may change once a minute.
  private static let longestPause = Duration.seconds(90)
  private static let pauseOfWriting = Duration.seconds(3600)

  init(file: String?, report: @escaping (String) -> Void = Process.report) {
    self.file = file.map { HealthRecord.kept(in: $0, report: report) }
  }

  /// Number of this wall's starts, with the present one.
  var starts: Int? { kept?.starts }

  /// Call this at each tick, with the background of each monitor from now on.
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

  /// The place of a monitor's screen, looked for at `place` first.
  private func index(of name: String, from place: Int = 0) -> Int? {
    if place < screens.count, screens[place].monitor == name { return place }
    return screens.firstIndex { $0.monitor == name }
  }

  /// A monitor that comes later goes on where it was, once that is known. Nothing was seen on it before.
  private mutating func begin(_ name: String, _ background: Colour) {
    var screen = Screen(monitor: name, background: background)
    if let before = kept?.wear[name] { screen.wear.add(before) }
    screens.append(screen)
  }

  /// To be called about once a minute, with what lies on the backgrounds.
  mutating func record(_ shown: (_ record: (String, Frame) -> Void) -> Void) {
    shown { name, frame in
      if let index = index(of: name) { screens[index].wear.record(frame) }
    }
  }

  /// Keeps it, if that is due.
  mutating func keep(at uptime: Duration, isEnd: Bool = false) {
    guard var file, kept == nil || isEnd || uptime - written >= WearMeter.pauseOfWriting else { return }
    defer { self.file = file }
    guard let found = HealthRecord.read(&file) else { return }
    var record = kept?.joined(with: found) ?? begun(from: found)
    for screen in screens { record.wear[screen.monitor] = screen.wear }
    (kept, written) = (record, uptime)
    file.write(Array(record.text.utf8), waits: isEnd)
  }

  /// Whether there is anything to be kept at the end: not of a wall that was only looked at.
  var isBegun: Bool { kept != nil }

  /// Goes on from an earlier run.
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

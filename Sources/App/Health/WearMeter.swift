import ColourClock
import ControlProtocol
import System

/// Saves the monitors' wear and the number of starts at the first tick, hourly, and at the end.
struct WearMeter {
  private var screens: [Screen] = []
  private var lastTick: Duration?
  private var file: KeptFile?
  private var kept: HealthRecord?
  private(set) var hasTriedToSave = false
  private var lastWritten = Duration.zero

  private struct Screen {
    let monitor: String
    var wear = Wear()
    var background: Colour
  }

  /// After a longer pause, the screen's content is unknown. A wall may tick only once a minute.
  private static let longestPause = Duration.seconds(90)
  private static let pauseOfWriting = Duration.seconds(3600)

  init(file: String?, report: @escaping (String) -> Void = Process.report) {
    self.file = file.map { HealthRecord.kept(in: $0, report: report) }
  }

  var starts: Int? { kept?.starts }

  /// `shown` calls `visit` once for each monitor.
  mutating func tick(at uptime: Duration, _ shown: (_ visit: (String, Colour) -> Void) -> Void) {
    let span = lastTick.map { uptime - $0 } ?? .zero
    lastTick = uptime
    let seconds = span < WearMeter.longestPause ? span.inSeconds : 0
    var place = 0
    shown { name, background in
      guard let index = index(of: name, from: place) else { return begin(name, background) }
      place = index + 1
      screens[index].wear.pass(seconds, over: screens[index].background)
      screens[index].background = background
    }
  }

  private func index(of name: String, from place: Int = 0) -> Int? {
    if place < screens.count, screens[place].monitor == name { return place }
    return screens.firstIndex { $0.monitor == name }
  }

  private mutating func begin(_ name: String, _ background: Colour) {
    var screen = Screen(monitor: name, background: background)
    if let before = kept?.wear[name] { screen.wear.add(before) }
    screens.append(screen)
  }

  mutating func recordFrames(_ shown: (_ visit: (String, Frame) -> Void) -> Void) {
    shown { name, frame in
      if let index = index(of: name) { screens[index].wear.record(frame) }
    }
  }

  mutating func save(at uptime: Duration, isEnd: Bool = false) {
    hasTriedToSave = true
    guard var file, kept == nil || isEnd || uptime - lastWritten >= WearMeter.pauseOfWriting else { return }
    defer { self.file = file }
    guard let found = HealthRecord.read(&file) else { return }
    var updated = kept?.joined(with: found) ?? beginRun(from: found)
    for screen in screens { updated.wear[screen.monitor] = screen.wear }
    (kept, lastWritten) = (updated, uptime)
    file.writeJSON(updated, waits: isEnd)
  }

  private mutating func beginRun(from old: HealthRecord) -> HealthRecord {
    for index in screens.indices {
      if let before = old.wear[screens[index].monitor] { screens[index].wear.add(before) }
    }
    return with(old) { $0.starts += 1 }
  }

  var wear: [(monitor: String, wear: Wear)] {
    screens.map { ($0.monitor, $0.wear) }.sorted { $0.0 < $1.0 }
  }
}

@testable import ColourClock

/// A surface that remembers what it was asked to show.
final class Canvas: Surface {
  weak var delegate: (any SurfaceDelegate)?
  let role: Scene.Role
  let names = ["canvas"]
  private(set) var shown: [(frame: Frame, ahead: Frame?)] = []
  /// When each was shown, where it has a clock.
  private(set) var uptimes: [Duration] = []
  var clock: ManualClock?
  /// How often it was asked to record frames, which it cannot.
  private(set) var recordings = 0
  var showsPointer = false

  /// What it shows now.
  var present: Frame? { shown.last?.frame }

  init(_ role: Scene.Role = .whole) { self.role = role }

  func show(_ frame: Frame) {
    shown.append((frame, nil))
    if let clock { uptimes.append(clock.now.uptime) }
  }

  func prepare(_ frame: Frame) { shown[shown.count - 1].ahead = frame }

  func record(_ frames: [Frame]) -> Int {
    recordings += 1
    return 0
  }

  func receive(_ event: Event) { delegate?.surface(self, didReceive: [event]) }
}

@testable import ColourClock

/// A surface that records the frames that it was asked to show.
final class Canvas: Surface {
  weak var delegate: (any SurfaceDelegate)?
  let role: Scene.Role
  let names = ["canvas"]
  /// Each shown frame, and the frame that was prepared after it.
  private(set) var shown: [(frame: Frame, ahead: Frame?)] = []
  /// The uptime of each shown frame; empty without a clock.
  private(set) var uptimes: [Duration] = []
  var clock: ManualClock?
  /// The number of requests to record frames. All are refused.
  private(set) var recordings = 0
  var showsPointer = false

  /// The frame that is shown now.
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

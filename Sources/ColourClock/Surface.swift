package protocol Surface: AnyObject {
  var delegate: (any SurfaceDelegate)? { get set }
  var role: Scene.Role { get }
  /// The texts that `identify` shows, such as the monitor's name and the size.
  var names: [String] { get }
  func show(_ frame: Frame)
  /// Composes the expected next frame, out of sight.
  func prepare(_ frame: Frame)
  /// Records the drawing commands of `frames`, which follow the present frame. Returns how many were recorded.
  func record(_ frames: [Frame]) -> Int
  /// Shows the next recorded frame. Returns false if it cannot.
  func showNextRecorded() -> Bool
  /// Discards the recorded frames that were not shown.
  func discardRecording()
  var showsPointer: Bool { get set }
  /// True if keys enter text instead of giving commands.
  var takesText: Bool { get set }
}

extension Surface {
  package func record(_ frames: [Frame]) -> Int { 0 }
  package func showNextRecorded() -> Bool { false }
  package func discardRecording() {}
  package var takesText: Bool {
    get { false }
    set {}
  }
}

package protocol SurfaceDelegate: AnyObject {
  /// Events are in order. One frame is shown after all of them.
  func surface(_ surface: any Surface, didReceive events: [Event])
  func surfacesDidChange(to surfaces: [any Surface])
}

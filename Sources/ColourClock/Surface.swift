package protocol Surface: AnyObject {
  var delegate: (any SurfaceDelegate)? { get set }
  var role: Scene.Role { get }
  /// Names such as the monitor's, and the size.
  var names: [String] { get }
  func show(_ frame: Frame)
  /// Composes the expected next frame, out of sight.
  func prepare(_ frame: Frame)
  /// Records the drawing commands of `frames`, which follow the present frame. Returns how many were recorded.
  func record(_ frames: [Frame]) -> Int
  func play() -> Bool
  func endPlaying()
  var showsPointer: Bool { get set }
  /// True if keys enter text instead of giving commands.
  var takesText: Bool { get set }
}

extension Surface {
  package func record(_ frames: [Frame]) -> Int { 0 }
  package func play() -> Bool { false }
  package func endPlaying() {}
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

/// A surface shows the frames of a scene, and sends events to a weak delegate.
package protocol Surface: AnyObject {
  var delegate: (any SurfaceDelegate)? { get set }
  var role: Scene.Role { get }
  /// The lines of the label that identifies the surface, such as its monitor and its size.
  var names: [String] { get }
  /// Makes the whole frame visible at once.
  func show(_ frame: Frame)
  /// Composes the frame that is expected next, out of sight.
  func prepare(_ frame: Frame)
  /// Records the drawing commands of `frames`, which follow the present frame. Returns how many frames were recorded,
  /// counted from the first.
  func record(_ frames: [Frame]) -> Int
  /// Shows the next recorded frame. Returns false if there is none.
  func play() -> Bool
  func endPlaying()
  /// True if the pointer is shown on a surface that covers the screen. The value is false at first.
  var showsPointer: Bool { get set }
  /// True if keys enter text instead of giving commands. The value is false at first.
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
  /// Reports events in the order in which they happened. One frame is shown after all of them.
  func surface(_ surface: any Surface, didReceive events: [Event])
  /// Surfaces were added or removed, for example with a monitor. `surfaces` are all that exist now.
  func surfacesDidChange(to surfaces: [any Surface])
}

/// What a scene is shown on: like a clock, a source of events with one weak delegate.
package protocol Surface: AnyObject {
  var delegate: (any SurfaceDelegate)? { get set }
  /// What it is for, among the surfaces of one clock.
  var role: Scene.Role { get }
  /// What its viewers may call it, in lines: the monitor, the size, the clock.
  var names: [String] { get }
  /// Makes `frame` visible, all of it at once.
  func show(_ frame: Frame)
  /// Composes the frame that is expected next, out of sight.
  func prepare(_ frame: Frame)
  /// Records what shows these frames one after the other, once the present one is shown.
  /// - Returns: how many of them are recorded: none where nothing is known of what is shown, or it needs more than
  ///   colours and glyphs.
  func record(_ frames: [Frame]) -> Int
  /// Shows the next of the recorded frames; `false` if there is none.
  func play() -> Bool
  /// Discards the recording.
  func endPlaying()
  /// Whether a pointer can be seen upon it where it covers the screen; at first not.
  var showsPointer: Bool { get set }
  /// Whether keys are letters of a text and no commands; at first not.
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

/// Who is told what happens to a surface.
package protocol SurfaceDelegate: AnyObject {
  /// In the order in which they happened; one frame answers them all.
  func surface(_ surface: any Surface, didReceive events: [Event])
  /// These are all there are from now on: monitors come and go.
  func surfacesDidChange(to surfaces: [any Surface])
}

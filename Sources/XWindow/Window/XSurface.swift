internal import CX11
package import ColourClock
private import System

/// A window, or its part on one monitor, as the surface of a scene.
package final class XSurface: Surface {
  package weak var delegate: (any SurfaceDelegate)?
  package let role: Scene.Role
  /// The surface's place in its window.
  private(set) var box: PixelRect
  /// Pixels per millimetre.
  private(set) var resolution: Double
  package internal(set) var names: [String] = []
  /// The monitor with the largest part of it.
  package internal(set) var monitor: String?
  package var size: Size { box.size }
  /// The number of frames painted.
  private(set) var painted = 0
  private let display: Display
  let backing: any BackingWindow
  private let typeface: Typeface
  private var painter: Painter
  /// The server's count of memory shortages when the painter was created, and the uptime of its creation.
  private var (lacks, made) = (Display.lacks, Duration.zero)
  /// The frame that should be on the screen.
  var wanted: Frame? { recording?.shown ?? asked }
  private var asked: Frame?
  private var recording: Recording?
  /// False before the first exposure, when a copy would have no effect.
  private var isExposed: Bool

  init(_ part: WallLayout.Part, of backing: any BackingWindow, on display: Display, typeface: Typeface) {
    (box, role, resolution) = (part.box, part.role, part.resolution)
    (self.backing, self.display, self.typeface) = (backing, display, typeface)
    isExposed = backing.isShown
    painter = XSurface.painter(of: backing, on: display, typeface, at: box)
  }

  private static func painter(
    of backing: any BackingWindow, on display: Display, _ typeface: Typeface, at box: PixelRect
  ) -> Painter {
    Painter(
      display: display.pointer, drawable: display.root, format: backing.format, typeface: typeface,
      origin: (box.left, box.top))
  }

  /// The pause between two attempts after a lack of server memory.
  private static let pause = Duration.seconds(1)

  /// Replaces the painter after a lack of server memory, since its canvas, glyphs or contexts may be missing. No event
  /// reports free memory, so this repeats, at most once a second, until nothing is lacking.
  private func makeAnewIfLacking() {
    guard lacks != Display.lacks, case let now = Now.boot, now >= made + XSurface.pause else { return }
    (lacks, made) = (Display.lacks, now)
    painter = XSurface.painter(of: backing, on: display, typeface, at: box)
  }

  deinit { backing.showPointer(false, for: ObjectIdentifier(self)) }

  package var showsPointer = false {
    didSet { if showsPointer != oldValue { backing.showPointer(showsPointer, for: ObjectIdentifier(self)) } }
  }

  package var takesText = false

  /// The background of the wanted frame.
  var background: Colour? { wanted?.background }

  package func show(_ frame: Frame) {
    endPlaying()
    asked = frame
    makeAnewIfLacking()
    painter.compose(frame, for: display.root)
    if isExposed { present() }
  }

  package func prepare(_ frame: Frame) {
    endPlaying()
    guard painter.showsSomething else { return }
    // Send what is to be shown first: the server draws it while the next frame is composed.
    display.send()
    painter.compose(frame, for: display.root)
    // A new or resized window shows its picture first.
    if painted > 1 { painter.loadFigures() }
  }

  /// The window has lost its content here, or parts of it.
  func exposed() {
    endPlaying()
    isExposed = true
    painter.invalidate()
  }

  /// The window is gone. Nothing is painted until another one is exposed.
  func lost() {
    endPlaying()
    isExposed = false
    painter.invalidate()
  }

  /// Shows the last frame again if it was lost and no new one has come.
  func repaint() {
    if isExposed, !painter.showsSomething, let wanted, wanted.size == box.size { show(wanted) }
  }

  var part: WallLayout.Part { WallLayout.Part(box: box, role: role, resolution: resolution) }

  func resize(to size: Size, resolution: Double) {
    endPlaying()
    (box, self.resolution) = (PixelRect(x: box.left, y: box.top, size: size), resolution)
  }

  /// Passes events to the delegate.
  func report(_ events: [Event]) { delegate?.surface(self, didReceive: events) }

  private func present() {
    guard paint() else { return }
    painted += 1
    backing.appeared()
  }

  /// Presents the composed frame. Returns false if it is shown already.
  private func paint() -> Bool {
    let before = painter.shownBackground
    guard painter.present(on: backing.window) else { return false }
    if backing.followsColour, role != .black, let background = painter.shownBackground, background != before {
      XSetWindowBackground(display.pointer, backing.window, painter.format.palette.pixel(for: background))
    }
    return true
  }
}

/// Frames recorded ahead: their requests are kept and sent later, second by second.
extension XSurface {
  private struct Recording {
    /// The frame shown at the start, and the frame after each piece.
    let frames: [Frame]
    var tape: RequestTape

    var shown: Frame { frames[tape.played] }

    /// Sends the next piece. Returns true if it had requests, `nil` if no piece is left.
    mutating func play(on display: Display) -> Bool? { display.play(&tape) }
  }

  package func record(_ frames: [Frame]) -> Int {
    endPlaying()
    // Not while a window is new and the figures are still to be sent.
    guard let first = frames.first, let asked, isExposed, painted > XSurface.paintedBefore, lacks == Display.lacks,
      painter.prepareRecording()
    else { return 0 }
    // The first frame comes next in any case.
    painter.compose(first, for: display.root)
    var tape = RequestTape()
    var isComposed = true
    while isComposed, tape.count < frames.count {
      let coming = tape.count + 1 < frames.count ? frames[tape.count + 1] : nil
      let isRecorded = display.record(to: &tape) {
        _ = paint()
        isComposed = coming.map(painter.composeReady) ?? false
      }
      guard isRecorded else { return repair(frames[tape.count]) }
    }
    recording = Recording(frames: [asked] + frames.prefix(tape.count), tape: tape)
    return tape.count
  }
  private static let paintedBefore = 3

  /// A failed recording may have shown a frame too early. This shows the right one again.
  private func repair(_ frame: Frame) -> Int {
    painter.endRecording(shown: frame)
    if let asked { show(asked) }
    return 0
  }

  package func play() -> Bool {
    guard lacks == Display.lacks, let isSent = recording?.play(on: display) else { return false }
    if isSent { painted += 1 }
    return true
  }

  package func endPlaying() {
    guard let recording else { return }
    self.recording = nil
    asked = recording.shown
    // A recording played to its end leaves painter and server in agreement.
    if recording.tape.played < recording.tape.count { painter.endRecording(shown: recording.shown) }
  }
}

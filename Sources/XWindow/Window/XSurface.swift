internal import CX11
package import ColourClock
private import System

/// A window, or the part of it that is on one monitor, as the surface of a scene.
package final class XSurface: Surface {
  package weak var delegate: (any SurfaceDelegate)?
  package let role: Scene.Role
  /// Where it is on its window.
  private(set) var box: PixelRect
  /// Pixels to a millimetre there.
  private(set) var resolution: Double
  package internal(set) var names: [String] = []
  /// The monitor that it is on, or most of it.
  package internal(set) var monitor: String?
  package var size: Size { box.size }
  /// How many frames have been painted.
  private(set) var painted = 0
  private let display: Display
  let backing: any BackingWindow
  private let typeface: Typeface
  private var painter: Painter
  /// How often the server had lacked memory when the painter was made, and when that was.
  private var (lacks, made) = (Display.lacks, Duration.zero)
  /// What was asked for last.
  var wanted: Frame? { recording?.shown ?? asked }
  private var asked: Frame?
  private var recording: Recording?
  /// Whether the window has been exposed: before that a copy would go nowhere.
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

  /// How long a server without memory is left alone.
  private static let pause = Duration.seconds(1)

  /// Replaces the painter after a lack of server memory: its canvas, glyphs or contexts may be missing. No event tells
  /// when there is memory again, so this is repeated, once a second at most, until nothing was lacking.
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

  /// The colour of what was asked for last.
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
    // What is shown goes first: the server draws it while the next is composed.
    display.send()
    painter.compose(frame, for: display.root)
    // Not yet while a window is new or being resized: its picture comes first.
    if painted > 1 { painter.loadFigures() }
  }

  /// The window has lost what it showed here, or parts of it.
  func exposed() {
    endPlaying()
    isExposed = true
    painter.invalidate()
  }

  /// The window is gone: there is nothing to paint on until another one is exposed.
  func lost() {
    endPlaying()
    isExposed = false
    painter.invalidate()
  }

  /// Shows the last frame again if it was lost and no event has brought a new one.
  func repaint() {
    if isExposed, !painter.showsSomething, let wanted, wanted.size == box.size { show(wanted) }
  }

  var part: WallLayout.Part { WallLayout.Part(box: box, role: role, resolution: resolution) }

  func resize(to size: Size, resolution: Double) {
    endPlaying()
    (box, self.resolution) = (PixelRect(x: box.left, y: box.top, size: size), resolution)
  }

  /// Passes on what has happened to it.
  func report(_ events: [Event]) { delegate?.surface(self, didReceive: events) }

  private func present() {
    guard paint() else { return }
    painted += 1
    backing.appeared()
  }

  /// Has the window show what is composed: whether it has changed.
  private func paint() -> Bool {
    let before = painter.shownBackground
    guard painter.present(on: backing.window) else { return false }
    if backing.followsColour, role != .black, let background = painter.shownBackground, background != before {
      XSetWindowBackground(display.pointer, backing.window, painter.format.palette.pixel(for: background))
    }
    return true
  }
}

/// Seconds that are recorded before they come: the painter paints them, and what it has asked of the server is kept
/// until then.
extension XSurface {
  private struct Recording {
    /// What was shown when it began, and after each piece.
    let frames: [Frame]
    var tape: RequestTape

    var shown: Frame { frames[tape.played] }

    /// Sends the next piece: whether there was anything in it; `nil` if there is no other one.
    mutating func play(on display: Display) -> Bool? { display.play(&tape) }
  }

  package func record(_ frames: [Frame]) -> Int {
    endPlaying()
    // Not while a window is new, and the figures are still to be sent.
    guard let first = frames.first, let asked, isExposed, painted > XSurface.paintedBefore, lacks == Display.lacks,
      painter.prepareRecording()
    else { return 0 }
    // The first one comes next anyway.
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

  /// A failed recording may have shown a frame too early: the next one repairs it.
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

internal import CX11
package import ColourClock
private import System

/// A window, or its part on one monitor.
package final class XSurface: Surface {
  package weak var delegate: (any SurfaceDelegate)?
  package let role: Scene.Role
  private(set) var box: PixelRect
  private(set) var resolution: Double
  /// Monitor, size and the user's `--name`, as far as known.
  package internal(set) var names: [String] = []
  /// The monitor with the largest part of the surface.
  package internal(set) var monitor: String?
  package var size: Size { box.size }
  private(set) var painted = 0
  private let display: Display
  let backing: any BackingWindow
  private let typeface: Typeface
  private var painter: Painter
  /// `Display.memoryFailures` and the uptime when the painter was made; the first painter's uptime counts as 0.
  private var (memoryFailures, made) = (Display.memoryFailures, Duration.zero)
  var wanted: Frame? { recording?.shown ?? lastShown }
  private var lastShown: Frame?
  private var recording: Recording?
  /// The visibility last reported to the delegate.
  private var isKnownVisible = true
  /// False while the server discards what is painted.
  private var isExposed: Bool

  init(_ part: WallLayout.Part, of backing: any BackingWindow, on display: Display, typeface: Typeface) {
    (box, role, resolution) = (part.box, part.role, part.resolution)
    (self.backing, self.display, self.typeface) = (backing, display, typeface)
    isExposed = backing.wasShown
    painter = XSurface.painter(of: backing, on: display, typeface, at: box)
  }

  private static func painter(
    of backing: any BackingWindow, on display: Display, _ typeface: Typeface, at box: PixelRect
  ) -> Painter {
    Painter(
      display: display.pointer, drawable: display.root, format: backing.format, typeface: typeface,
      origin: (box.left, box.top))
  }

  private static let pause = Duration.seconds(1)

  /// When the X server has run out of memory, the canvas, glyphs or graphics contexts may be missing.
  private func makeAnewAfterFailures() {
    guard memoryFailures != Display.memoryFailures, case let now = Now.boot, now >= made + XSurface.pause else {
      return
    }
    (memoryFailures, made) = (Display.memoryFailures, now)
    painter = XSurface.painter(of: backing, on: display, typeface, at: box)
  }

  deinit { backing.showPointer(false, for: ObjectIdentifier(self)) }

  package var showsPointer = false {
    didSet { if showsPointer != oldValue { backing.showPointer(showsPointer, for: ObjectIdentifier(self)) } }
  }

  package var takesText = false

  var background: Colour? { wanted?.background }

  package func show(_ frame: Frame) {
    discardRecording()
    lastShown = frame
    makeAnewAfterFailures()
    painter.compose(frame, for: display.root)
    if isExposed { present() }
  }

  package func prepare(_ frame: Frame) {
    discardRecording()
    guard painter.showsSomething else { return }
    // The server draws while the next frame is composed.
    display.send()
    painter.compose(frame, for: display.root)
    // A new surface's first frames must not be delayed.
    if painted > 1 { painter.loadDigits() }
  }

  func exposed() {
    discardRecording()
    isExposed = true
    painter.invalidate()
  }

  func lost() {
    discardRecording()
    isExposed = false
    painter.invalidate()
  }

  func repaint() {
    if isExposed, !painter.showsSomething, let wanted, wanted.size == box.size { show(wanted) }
  }

  var part: WallLayout.Part { WallLayout.Part(box: box, role: role, resolution: resolution) }

  /// The delegate must then show a frame of this size.
  func resize(to size: Size, resolution: Double) {
    discardRecording()
    (box, self.resolution) = (PixelRect(x: box.left, y: box.top, size: size), resolution)
  }

  func visibilityEvents(isVisible: Bool) -> [Event] {
    guard isVisible != isKnownVisible else { return [] }
    isKnownVisible = isVisible
    return [isVisible ? .appeared : .disappeared]
  }

  func report(_ events: [Event]) { delegate?.surface(self, didReceive: events) }

  private func present() {
    guard paint() else { return }
    painted += 1
    backing.appeared()
  }

  private func paint() -> Bool {
    let before = painter.shownBackground
    guard painter.present(on: backing.window) else { return false }
    if backing.followsColour, role != .black, let background = painter.shownBackground, background != before {
      XSetWindowBackground(display.pointer, backing.window, painter.format.palette.pixel(for: background))
    }
    return true
  }
}

extension XSurface {
  private struct Recording {
    /// The first frame is the one before the recording.
    let frames: [Frame]
    var tape: RequestTape

    var shown: Frame { frames[tape.played] }

    /// Sends the next frame. Returns false if it has nothing to send, `nil` after the last frame.
    mutating func play(on display: Display) -> Bool? { display.play(&tape) }
  }

  package func record(_ frames: [Frame]) -> Int {
    discardRecording()
    guard let first = frames.first, let lastShown, isExposed, painted > XSurface.paintedBefore,
      memoryFailures == Display.memoryFailures, painter.prepareRecording()
    else { return 0 }
    painter.compose(first, for: display.root)
    var tape = RequestTape()
    var isComposed = true
    // Each part shows one frame and composes the next.
    while isComposed, tape.count < frames.count {
      let coming = tape.count + 1 < frames.count ? frames[tape.count + 1] : nil
      let isRecorded = display.record(to: &tape) {
        _ = paint()
        isComposed = coming.map(painter.composeReady) ?? false
      }
      guard isRecorded else { return repair(frames[tape.count]) }
    }
    recording = Recording(frames: [lastShown] + frames.prefix(tape.count), tape: tape)
    return tape.count
  }
  /// Until a surface has painted more frames than this, the X server may lack some digits, and nothing is recorded.
  private static let paintedBefore = 3

  /// The failed recording may have shown `frame` too early.
  private func repair(_ frame: Frame) -> Int {
    painter.endRecording(shown: frame)
    if let lastShown { show(lastShown) }
    return 0
  }

  package func showNextRecorded() -> Bool {
    guard memoryFailures == Display.memoryFailures, let isSent = recording?.play(on: display) else { return false }
    if isSent { painted += 1 }
    return true
  }

  package func discardRecording() {
    guard let recording else { return }
    self.recording = nil
    lastShown = recording.shown
    if recording.tape.played < recording.tape.count { painter.endRecording(shown: recording.shown) }
  }
}

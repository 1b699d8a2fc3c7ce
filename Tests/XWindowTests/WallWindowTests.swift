import CX11
import Testing

@testable import ColourClock
@testable import XWindow

/// What a window tells its surfaces.
@Suite struct WallWindowTests {
  /// A monitor is added while the window is hidden, and the window appears before that is reported.
  @Test func aKeptSurfaceAppearsAgainAfterADivision() throws {
    let display = try Display(nil)
    defer { display.close() }
    let window = WallWindow(
      RootBacking(display), on: display, typeface: try Typeface(Xvfb.font), takesAllInput: false)
    let parts = [0, 40, 80].map { WallLayout.Part(box: PixelRect(x: $0, y: 0, size: size), role: .whole) }
    let recorder = Recorder()
    func report() -> [Event] {
      for surface in window.surfaces { surface.delegate = recorder }
      recorder.events = []
      window.report()
      return recorder.events.filter { [.appeared, .disappeared].contains($0) }
    }
    func send(_ type: Int32) {
      var event = XEvent()
      event.type = type
      window.handle(&event)
    }
    window.divide(into: Array(parts.prefix(2)))
    #expect(report() == [])
    send(UnmapNotify)
    #expect(report() == [.disappeared, .disappeared])
    window.divide(into: parts)
    send(MapNotify)
    #expect(report() == [.appeared, .appeared])
    send(UnmapNotify)
    #expect(report() == [.disappeared, .disappeared, .disappeared])
  }

  private let size = Size(width: 40, height: 30)

  private final class Recorder: SurfaceDelegate {
    var events: [Event] = []

    func surface(_ surface: any Surface, didReceive events: [Event]) { self.events += events }
    func surfacesDidChange(to surfaces: [any Surface]) {}
  }

  private final class RootBacking: BackingWindow {
    let window: Window
    let format: PixelFormat
    let box = PixelRect(Size(width: 120, height: 30))
    let (followsColour, wasMapped, wasShown) = (false, true, true)

    init(_ display: Display) { (window, format) = (display.root, PixelFormat(display: display)) }

    func showPointer(_ isShown: Bool, for surface: ObjectIdentifier) {}
    func open() {}
    func pressed() {}
    func handle(_ event: inout XEvent) -> [Event] { [] }
    func follow(_ monitor: PixelRect) {}
    func appeared() {}
  }
}

import CX11
import System
import Testing

@testable import ColourClock
@testable import XWindow

/// The server's own figures.
@Suite(.serialized) struct ServerHealthTests {
  @Test func theServersResourcesAreCounted() throws {
    let display = try Display(nil)
    defer { display.close() }
    let before = try #require(ServerResources(of: display), "Xvfb has X-Resource")
    let pixmaps = (0..<3).map { _ in OffscreenPixmap(Size(width: 100, height: 50), on: display) }
    display.waitUntilDone()
    let with = try #require(ServerResources(of: display))
    #expect(with.counts["PIXMAP", default: 0] - before.counts["PIXMAP", default: 0] == 3)
    #expect(with.pixmapBytes - before.pixmapBytes == 3 * 100 * 50 * 4)
    pixmaps.forEach { $0.free() }
    #expect(ServerResources(of: display) == before)
  }

  @Test func aServerThatIsWellAnswersAtOnce() throws {
    let display = try Display(nil)
    defer { display.close() }
    let probe = ServerProbe(on: display)
    for _ in 0..<100 {
      // Xlib requests before and after the question.
      let pixmap = OffscreenPixmap(Size(width: 10, height: 10), on: display)
      #expect(Self.isAnswered(probe) && probe.asked == nil)
      pixmap.free()
      display.waitUntilDone()
    }
    #expect(!probe.receive())
  }

  /// Asks until an answer comes: on a busy machine it takes longer than one question waits.
  private static func isAnswered(_ probe: ServerProbe) -> Bool {
    let end = Now.boot + .seconds(20)
    while !probe.ask() {
      guard Now.boot < end else { return false }
      _ = Poll.wait(for: [], timeout: .milliseconds(10))
    }
    return true
  }

  /// Another client changes a window; the server's answer is no event.
  @Test func theServerSaysWhereAWindowIs() throws {
    let display = try Display(nil)
    defer { display.close() }
    var description = WindowDescription()
    description.mode = .kiosk
    description.mode.grabsInput = false
    let windows = try WindowSet(description, on: display, typeface: try Typeface(Xvfb.font))
    let probe = ServerProbe(on: display, windows: windows)
    #expect(probe.windowStates.isEmpty)
    while !probe.ask() { windows.finishTurn() }
    let box = try #require(windows.ownWindows.first).box
    #expect(probe.windowStates == [ProbedWindow(box: box, isInPlace: true, isHidden: false)])
    let window = try #require(windows.ownWindows.first).window
    for _ in 0..<3 {
      XMoveResizeWindow(display.pointer, window, 7, 8, 9, 10)
      while !probe.ask() { windows.finishTurn() }
      let moved = PixelRect(x: 7, y: 8, size: Size(width: 9, height: 10))
      #expect(probe.windowStates == [ProbedWindow(box: moved, isInPlace: false, isHidden: false)])
    }
  }

  /// The clock does not wait for a stopped server.
  @Test func aServerThatHangsIsNotWaitedFor() throws {
    let server = try PrivateServer(.xvfb, "")
    let display = try Display(server.name)
    let probe = ServerProbe(on: display)
    #expect(Self.isAnswered(probe))
    server.stop()
    let start = Now.boot
    #expect(!probe.ask() && !probe.receive() && !probe.ask())
    #expect(Now.boot - start < .seconds(2))
    #expect(probe.asked.map { $0 >= start } == true)
    server.goOn()
    let end = Now.boot + .seconds(20)
    while !probe.receive(), Now.boot < end { _ = Poll.wait(for: [display.descriptor], timeout: .milliseconds(100)) }
    #expect(probe.asked == nil)
    #expect(Self.isAnswered(probe))
    display.close()
  }
}

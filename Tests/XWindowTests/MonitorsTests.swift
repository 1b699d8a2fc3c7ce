import CX11
import ColourClock
import Testing

@testable import System
@testable import XWindow

/// Monitors of real servers. Serialized: Xlib has one error handler for all connections.
@Suite(.serialized) struct MonitorsTests {
  static func told(_ monitors: [Monitor]) -> [String] {
    monitors.map { monitor in
      let box = monitor.box
      let place = "\(monitor.name)\(monitor.isPrimary ? "*" : "")"
      return "\(place) \(box.size.width)x\(box.size.height)+\(box.left)+\(box.top)"
    }
  }

  /// A display's monitors, with their events selected.
  static func listening(to display: Display) -> Monitors {
    let monitors = Monitors(display)
    XSync(display.pointer, False)
    return monitors
  }

  /// Passes on pending events. Returns how many concerned the layout.
  static func drain(_ display: Display, to monitors: Monitors) -> Int {
    var taken = 0
    while XPending(display.pointer) > 0 {
      var event = XEvent()
      XNextEvent(display.pointer, &event)
      if monitors.handle(&event) { taken += 1 }
    }
    return taken
  }

  /// Waits for the end of a burst. Returns true if the layout changed.
  static func settle(_ display: Display, _ monitors: Monitors) -> Bool {
    XSync(display.pointer, False)
    repeat {
      _ = drain(display, to: monitors)
      guard Poll.wait(for: [display.descriptor] + monitors.descriptors, timeout: .seconds(20)) else { return false }
      _ = drain(display, to: monitors)
    } while !Poll.wait(for: monitors.descriptors, timeout: .zero)
    return monitors.receive()
  }

  @Test func monitorsDefinedByHand() throws {
    let server = try PrivateServer(.xvfb, "-screen 0 1280x720x24")
    try server.connected { display in
      let monitors = Self.listening(to: display)
      #expect(Self.told(monitors.list) == ["screen 1280x720+0+0"])
      try server.xrandr("--setmonitor L 640/170x720/190+0+0 screen", "--setmonitor '*R' 640/170x720/190+640+0 none")
      #expect(Self.settle(display, monitors))
      #expect(Self.told(monitors.list).sorted() == ["L 640x720+0+0", "R* 640x720+640+0"])
      #expect(MonitorChoice.primary.chosen(from: monitors.list).map(\.name) == ["R"])
      try server.xrandr("--delmonitor L", "--delmonitor R")
      #expect(Self.settle(display, monitors))
      #expect(Self.told(monitors.list) == ["screen 1280x720+0+0"])
    }
  }

  @Test func aBurstIsLookedAtOnceAndOnlyAtItsEnd() throws {
    let server = try PrivateServer(.xvfb, "-screen 0 1280x720x24")
    try server.connected { display in
      let monitors = Self.listening(to: display)
      try server.xrandr("--setmonitor A 640/170x720/190+0+0 screen")
      XSync(display.pointer, False)
      let start = Now.boot
      #expect(Self.drain(display, to: monitors) > 0)
      // Within the burst nothing is looked at, unless this test has lost as much time as ends a burst.
      let hasLooked = monitors.receive()
      #expect(!hasLooked || Now.boot - start >= Debouncer.quiet)
      #expect(hasLooked || Self.told(monitors.list) == ["screen 1280x720+0+0"])
      try server.xrandr("--delmonitor A")
      // Back to the old layout: no change.
      #expect(Self.settle(display, monitors) == hasLooked)
      #expect(Now.boot - start >= Debouncer.quiet)
      #expect(Self.drain(display, to: monitors) == 0)
      #expect(!Poll.wait(for: monitors.descriptors, timeout: .zero) && !monitors.receive())
    }
  }

  @Test func modesAreSetOutputsGoAndComeBack() throws {
    let server = try PrivateServer(.tigervnc, "-geometry 1280x720 -depth 24")
    try server.connected { display in
      let monitors = Self.listening(to: display)
      #expect(Self.told(monitors.list) == ["VNC-0 1280x720+0+0"])
      try server.xrandr("--output VNC-0 --mode 1024x768 --primary")
      #expect(Self.settle(display, monitors))
      #expect(Self.told(monitors.list) == ["VNC-0* 1024x768+0+0"])
      #expect(monitors.rootSize == Size(width: 1024, height: 768) && display.size == monitors.rootSize)
      try server.xrandr("--output VNC-0 --off")
      #expect(!Self.settle(display, monitors))
      #expect(RandR(display)?.monitors == [] && RandR(display)?.crtcMonitors == [])
      #expect(Self.told(monitors.list) == ["VNC-0* 1024x768+0+0"])
      #expect(monitors.rootSize == Size(width: 1024, height: 768) && display.size != monitors.rootSize)
      try server.xrandr("--output VNC-0 --mode 1024x768")
      #expect(Self.settle(display, monitors))
      #expect(Self.told(monitors.list) == ["VNC-0* 1024x768+0+0"] && display.size == monitors.rootSize)
    }
  }

  /// They come besides the root window's events, but not every server sends both.
  @Test func theExtensionsOwnEventsAreEnough() throws {
    let server = try PrivateServer(.tigervnc, "-geometry 1280x720 -depth 24")
    try server.connected { display in
      let monitors = Monitors(display)
      XSelectInput(display.pointer, display.root, 0)
      try server.xrandr("--output VNC-0 --mode 1024x768")
      #expect(Self.settle(display, monitors))
      #expect(Self.told(monitors.list) == ["VNC-0 1024x768+0+0"] && display.size == monitors.rootSize)
    }
  }

  /// A layout may change between any two requests.
  @Test func changesWhileOneLooksDoNoHarm() throws {
    let server = try PrivateServer(.tigervnc, "-geometry 1280x720 -depth 24")
    try server.connected { display in
      let monitors = Self.listening(to: display)
      let randr = try #require(RandR(display))
      let modes = ["--mode 1024x768", "--off", "--mode 800x600", "--off"].map { "xrandr --output VNC-0 \($0)" }
      let shell = try Child(
        .shell(
          "export DISPLAY=\(server.name); for i in 1 2 3 4 5 6 7 8 9 10; do \(modes.joined(separator: "; ")); done"),
        output: nil, errors: nil)
      var seen = Set<[PixelRect]>()
      while !shell.hasExited {
        seen.formUnion([randr.listedMonitors.map(\.box), randr.crtcMonitors.map(\.box)])
        _ = Self.drain(display, to: monitors)
        _ = monitors.receive()
      }
      try server.xrandr("--output VNC-0 --mode 640x480")
      #expect(Self.settle(display, monitors))
      #expect(Self.told(monitors.list) == ["VNC-0 640x480+0+0"])
      #expect(seen.contains([]) && seen.count >= 3)
    }
  }

  @Test func withoutMonitorsFromTheStartItIsTheWholeScreen() throws {
    let server = try PrivateServer(.tigervnc, "-geometry 640x480 -depth 24")
    try server.xrandr("--output VNC-0 --off")
    try server.connected { display in
      let monitors = Self.listening(to: display)
      #expect(monitors.list == [.whole(display.size)])
      try server.xrandr("--fb 500x400")
      #expect(Self.settle(display, monitors))
      #expect(monitors.list == [.whole(Size(width: 500, height: 400))])
      try server.xrandr("--output VNC-0 --mode 800x600")
      #expect(Self.settle(display, monitors))
      #expect(Self.told(monitors.list) == ["VNC-0 800x600+0+0"])
    }
  }

  @Test func olderServersTellOfTheirHardware() throws {
    let server = try PrivateServer(.tigervnc, "-geometry 1280x720 -depth 24")
    try server.xrandr("--output VNC-0 --primary")
    try server.connected { display in
      let randr = try #require(RandR(display))
      #expect(randr.has(1, 5) && randr.has(1, 2) && !randr.has(2, 0))
      #expect(Self.told(randr.crtcMonitors) == ["VNC-0* 1280x720+0+0"])
      // Both report the size in millimetres, with different rounding.
      for (one, two) in zip(randr.crtcMonitors, randr.listedMonitors) {
        #expect(one.box == two.box && abs(one.resolution / two.resolution - 1) < 0.01)
      }
      #expect(randr.crtcMonitors.count == randr.listedMonitors.count)
    }
  }

  @Test func aRotatedMonitorStandsUpright() throws {
    let server = try PrivateServer(.xephyr, "-screen 640x480")
    try server.connected { display in
      let monitors = Self.listening(to: display)
      #expect(monitors.list.map(\.box) == [PixelRect(Size(width: 640, height: 480))])
      try server.xrandr("--output default --rotate left")
      #expect(Self.settle(display, monitors))
      #expect(monitors.list.map(\.box) == [PixelRect(Size(width: 480, height: 640))])
      #expect(monitors.rootSize == Size(width: 480, height: 640) && display.size == monitors.rootSize)
    }
  }

  @Test func aServerWithoutTheExtensionHasOneMonitor() throws {
    let server = try PrivateServer(.xvfb, "-screen 0 800x600x24 -extension RANDR")
    try server.connected { display in
      #expect(RandR(display) == nil)
      let monitors = Self.listening(to: display)
      #expect(monitors.list == [.whole(Size(width: 800, height: 600))])
      #expect(monitors.rootSize == Size(width: 800, height: 600))
    }
  }

  @Test func otherEventsAreNotTaken() throws {
    let display = try Display(nil)
    defer { display.close() }
    let monitors = Monitors(display)
    for (type, window) in [(ConfigureNotify, Window(1)), (Expose, display.root), (MapNotify, display.root)] {
      var event = XEvent()
      event.type = type
      event.xany.window = window
      #expect(!monitors.handle(&event))
    }
    #expect(!monitors.receive() && !Poll.wait(for: monitors.descriptors, timeout: .zero))
  }
}

@Suite struct DebouncerTests {
  /// Times of events, and of their handling, in milliseconds.
  @Test(arguments: [
    ([100], 350), ([100, 200], 450), ([100, 340, 580], 830), ([0, 240, 480, 720, 960], 1000), ([0, 749], 999),
    ([0, 751], 1000),
  ])
  func theEndOfABurst(times: [Int], due: Int) {
    var debouncer = Debouncer()
    for time in times { debouncer.record(at: .milliseconds(time)) }
    #expect(debouncer.due == .milliseconds(due))
    debouncer.end()
    #expect(debouncer.due == nil)
    debouncer.record(at: .seconds(9))
    #expect(debouncer.due == .milliseconds(9250))
  }
}

internal import CX11
package import ColourClock

/// All that the clock hangs on: its windows over the monitors, and the surfaces on them.
///
/// One window is the main one, whose place the user, a window manager or a host decides. In the full screen the monitors
/// that it does not cover, and that are not to be left alone, have covers: windows that no manager touches.
package final class WindowSet {
  package weak var delegate: (any SurfaceDelegate)?
  private let options: WindowDescription
  private let display: Display
  private let monitors: Monitors
  private let main: WallWindow
  private let covers: Covers
  private var surfaces: [XSurface] = []
  private let kioskGuard: KioskGuard?

  /// Creates the windows; `open` puts them on the screen.
  package init(_ options: WindowDescription, on display: Display, typeface: Typeface) throws(AdoptionRefusal) {
    (self.options, self.display) = (options, display)
    covers = Covers(options, on: display, typeface: typeface)
    monitors = Monitors(display)
    let form = TopLevel.Form(of: options, on: display)
    let roles = MonitorRoles(options.mode.monitors, others: options.mode.otherMonitors, of: monitors.list)
    main = WallWindow(
      try WindowSet.host(of: options, on: display, form: form, monitor: roles.main ?? monitors.list[0]), on: display,
      typeface: typeface, takesAllInput: options.mode.endsOnInput)
    kioskGuard = KioskGuard(of: main.host.window, options, form: form, on: display)
    watchMonitors()
    kioskGuard?.selectInput()
    if options.mode.isOwn { reportMissingMonitor() }
  }

  /// Tells the delegate of the surfaces, and puts the windows on the screen.
  package func open() { settle() }

  /// What to poll for reading, beside the connection.
  package var descriptors: [Int32] {
    [display.descriptor] + monitors.descriptors + (kioskGuard?.descriptors ?? [])
  }

  /// Whether every wall has been painted in full.
  package var isPainted: Bool { !surfaces.isEmpty && surfaces.allSatisfy { $0.painted > 0 } }

  /// How many frames have been painted so far, also on surfaces that are gone since.
  package var painted: Int { paintedBefore + surfaces.reduce(0) { $0 + $1.painted } }
  private var paintedBefore = 0

  /// The keyboard's bell, at its usual volume.
  package func ringBell() { XBell(display.pointer, 0) }

  package func toggleFullScreen() {
    topLevel?.toggleFullScreen(on: target.box)
    settle()
  }

  /// Whether all windows are on the screen, be they covered by others.
  package var areMapped: Bool { windows.allSatisfy(\.isMapped) }

  /// Whether nothing of them is to be seen beneath others.
  package var areCovered: Bool { windows.allSatisfy { !$0.isVisible } }

  /// Paints everything anew that is on the screen, whatever it shows.
  package func repaint() { windows.forEach { $0.repaint() } }

  /// Handles what has come, of what is ready to be read.
  package func receive(_ ready: Poll.Ready) {
    if ready.contains(anyOf: monitors.descriptors), monitors.receive() { monitorsChanged() }
    if let kioskGuard, ready.contains(anyOf: kioskGuard.descriptors), kioskGuard.receive() {
      topLevels.forEach { $0.raise() }
    }
    if ready.contains(display.descriptor), XEventsQueued(display.pointer, QueuedAfterReading) == 0 { return }
    finishTurn()
  }

  /// Sends all that is still to be sent, and handles all that the server has sent meanwhile, until there is neither: the
  /// last before sleeping.
  package func finishTurn() {
    repeat {
      display.flush()
      if XEventsQueued(display.pointer, QueuedAlready) > 0 { receiveOnce() }
    } while XEventsQueued(display.pointer, QueuedAlready) > 0 || display.hasUnsent
  }

  private var windows: [WallWindow] { [main] + covers.windows }
  private var topLevel: TopLevel? { main.host as? TopLevel }
  private var topLevels: [TopLevel] { windows.compactMap { $0.host as? TopLevel } }

  private func receiveOnce() {
    while XEventsQueued(display.pointer, QueuedAlready) > 0 {
      var event = XEvent()
      XNextEvent(display.pointer, &event)
      take(&event)
    }
    if display.hasLostWatched { main.note(.destroyed) }
    settle()
  }

  private func take(_ event: inout XEvent) {
    switch event.type {
    case MappingNotify: XRefreshKeyboardMapping(&event.xmapping)
    // Does not say which window it belongs to.
    case KeymapNotify: return windows.forEach { $0.take(&event) }
    default: break
    }
    let window = event.xany.window
    let own = windows.first { $0.host.window == window }
    if own == nil || window == display.root, monitors.take(&event) { topLevel?.noteUnrest() }
    own?.take(&event)
    kioskGuard?.take(event, windows: windows.map(\.host.window))
    if own === main, kioskGuard?.keepsAbove != true, let way = StackingChange(event) { covers.follow(way) }
  }

  /// Fits everything to how things are now, and tells of it; then shows what is new.
  private func settle() {
    arrange()
    windows.forEach { $0.report() }
    windows.forEach { $0.open() }
  }

  // MARK: Monitors

  private var roles: MonitorRoles {
    MonitorRoles(options.mode.monitors, others: options.mode.otherMonitors, of: monitors.list)
  }

  /// The monitor that the main window is to be on.
  private var target: Monitor { roles.main ?? monitors.list[0] }

  /// Also for somebody else's window, which may stay as it is when they change, or change before they do. What is selected
  /// on the root is this client's own affair; if the root is the window, that has been done with all else.
  private func watchMonitors() {
    if main.host.window != display.root { XSelectInput(display.pointer, display.root, Monitors.rootMask) }
    monitors.selectInput()
  }

  private func reportMissingMonitor() {
    guard options.mode.monitors.isMissing(in: monitors.list) else { return }
    let names = monitors.list.map(\.name).joined(separator: ", ")
    Process.report("no monitor '\(options.mode.monitors)', using the primary one; there are: \(names)")
  }

  private func monitorsChanged() {
    main.host.follow(target.box)
    settle()
  }

  /// Divides the windows among the monitors as they are now, and covers what is not covered.
  private func arrange() {
    let now = WallLayout(kind, window: main.host.box, roles: roles, monitors: monitors.list)
    main.divide(into: now.main)
    covers.update(to: now.covers, background: surfaces.first { $0.role != .black }?.background)
    let present = windows.flatMap(\.surfaces)
    guard present.map(ObjectIdentifier.init) != surfaces.map(ObjectIdentifier.init) else { return }
    for gone in surfaces where !present.contains(where: { $0 === gone }) { paintedBefore += gone.painted }
    surfaces = present
    delegate?.surfacesDidChange(to: present)
  }

  private var kind: WallLayout.Kind {
    if let topLevel { return topLevel.isFullScreen ? .fullScreen : .window }
    return main.host.window == display.root ? .root : .adopted
  }
}

internal import CX11
package import ColourClock
package import System

/// The clock's main window and, in full screen, the cover windows on other monitors.
package final class WindowSet {
  package weak var delegate: (any SurfaceDelegate)?
  package let descriptors: [Int32]
  private let options: WindowDescription
  let display: Display
  let monitors: Monitors
  let main: WallWindow
  let covers: CoverWindows
  let kioskGuard: KioskGuard?
  let hostRepaints: HostRepaints?
  var xinput: XInput?
  /// `nil` before the first picture, in a host's window, or without Composite.
  private(set) var composite: CompositeRequests?
  private var hasNewWindows = true
  private var surfaces: [XSurface] = []

  /// `open` maps the windows.
  package init(_ options: WindowDescription, on display: Display, typeface: Typeface) throws(Refusal) {
    (self.options, self.display) = (options, display)
    covers = CoverWindows(options, on: display, typeface: typeface)
    monitors = Monitors(display)
    let roles = options.mode.roles(of: monitors.list)
    let backing = try WindowSet.backingWindow(for: options, on: display, monitor: roles.main ?? monitors.list[0])
    main = WallWindow(backing, on: display, typeface: typeface, takesAllInput: options.mode.endsOnInput)
    kioskGuard = (backing as? TopLevel).flatMap { KioskGuard(of: $0, options, on: display) }
    hostRepaints = backing is AdoptedWindow ? HostRepaints() : nil
    descriptors =
      [display.descriptor] + monitors.descriptors + (kioskGuard?.descriptors ?? [])
      + ((backing as? TopLevel)?.descriptors ?? []) + (hostRepaints.map { [$0.descriptor] } ?? [])
    kioskGuard?.selectInput()
    topLevel?.monitors = monitors.list
    if topLevel != nil, options.mode.monitors.isMissing(in: monitors.list) {
      let names = monitors.list.map(\.name).joined(separator: ", ")
      Process.report("no monitor '\(options.mode.monitors)', using the primary one; there are: \(names)")
    }
  }

  private static func backingWindow(
    for options: WindowDescription, on display: Display, monitor: Monitor
  ) throws(Refusal) -> any BackingWindow {
    switch options.mode.target {
    case .adopted(let id): try AdoptedWindow(Window(id), on: display, wantsInput: options.mode.endsOnInput)
    case .root: try AdoptedWindow(nil, on: display, wantsInput: options.mode.endsOnInput)
    case .own:
      TopLevel(options, on: display, form: TopLevel.Form(of: options, on: display), monitor: monitor.box)
    }
  }

  package func open() { updateWindows() }

  package var isPainted: Bool { !surfaces.isEmpty && surfaces.allSatisfy { $0.painted > 0 } }

  package var painted: Int { paintedBefore + surfaces.reduce(0) { $0 + $1.painted } }
  private var paintedBefore = 0

  package func ringBell() { XBell(display.pointer, 0) }

  package func powerScreen(_ isOn: Bool) { light.set(isOn, by: ServerPower(display)) }
  private var light = ScreenLight()

  /// Does nothing in a host's window.
  package func toggleFullScreen() {
    topLevel?.toggleFullScreen(on: target.box)
    updateWindows()
  }

  package var grabs: [String] { (kioskGuard?.grabbed ?? []).map { "\($0)" } }

  package var coversMonitor: Bool { topLevel?.coversMonitor == true }

  package var areAbove: Bool { topLevel?.isManagedAbove == true || kioskGuard?.keepsAbove == true }

  package private(set) var refusal: HealthProblem?

  package var areMapped: Bool { windows.allSatisfy(\.isMapped) }

  package var areCovered: Bool { windows.allSatisfy { !$0.isVisible } }

  package func repaint() { windows.forEach { $0.repaint() } }

  package func receive(_ poll: Poll) {
    if poll.isReady(monitors.descriptors), monitors.receive() { monitorsChanged() }
    let mustRaise = kioskGuard.map { poll.isReady($0.descriptors) && $0.receive() } ?? false
    if mustRaise { raise() }
    if let topLevel, poll.isReady(topLevel.descriptors) {
      topLevel.receive()
      updateWindows()
    }
    if let hostRepaints, poll.isReady(hostRepaints.descriptor), hostRepaints.receive() { main.repaint() }
    // If only a reply has come, there is no event to handle.
    if poll.isReady(display.descriptor), display.receive() == 0, !mustRaise { return }
    finishTurn()
    xinput?.selectEvents(ofDevices: kioskGuard?.isPointerTaken ?? false)
    if mustRaise, windows.contains(where: \.isDisplaced) { kioskGuard?.tryAgain() }
  }

  /// True if libxcb has read data since `receive`. Events may then be in memory, unseen by poll(2).
  package var hasRead: Bool { display.hasRead }

  /// Sends and handles everything. Call last before sleeping.
  package func finishTurn() {
    repeat {
      display.flush()
      if XEventsQueued(display.pointer, QueuedAlready) > 0 { handleQueued() } else if isPainted { equipNewWindows() }
    } while XEventsQueued(display.pointer, QueuedAlready) > 0 || display.isUnsettled
  }

  private func equipNewWindows() {
    guard hasNewWindows, let topLevel else { return }
    hasNewWindows = false
    topLevel.addIcon()
    xinput = xinput ?? XInput(display)
    composite = composite ?? CompositeRequests(on: display)
    xinput?.follow(windows.map(\.backing.window))
  }

  package func forEachShown(_ body: (String, Frame) -> Void) {
    main.forEachShown(body)
    for window in covers.windows { window.forEachShown(body) }
  }

  /// Raising a window that is already in place causes no event, so this cannot loop.
  private func raise() {
    for window in windows where window.isToBeRenewed {
      window.renew()
      hasNewWindows = true
    }
    _ = display.accepts {
      var last: Window?
      for window in windows.reversed().compactMap({ $0.backing as? TopLevel }) {
        window.raise(below: last)
        last = window.window
      }
    }
  }

  var windows: [WallWindow] { [main] + covers.windows }
  var ownWindows: [TopLevel] { windows.compactMap { $0.backing as? TopLevel }.filter { !$0.isGone } }
  var topLevel: TopLevel? { main.backing as? TopLevel }

  /// Call after changes of windows, monitors or text input, and after events.
  func updateWindows() {
    updateSurfaces()
    refusal = topLevel.flatMap { HealthProblem(refused: $0.refusedStates) }
    windows.forEach { $0.report() }
    followText()
    windows.forEach { $0.open() }
  }

  /// The main window has the text input, because it gets all keys.
  func followText() {
    let takesText = windows.contains(where: \.showsText)
    if takesText { display.textInput.begin(in: main.backing.window) } else { display.textInput.end() }
    windows.forEach { $0.takeText(takesText) }
  }

  // MARK: Monitors

  private var roles: MonitorRoles { options.mode.roles(of: monitors.list) }

  private var target: Monitor { roles.main ?? monitors.list[0] }

  package var monitorNames: [String] {
    monitors.list.map { monitor in
      let (box, size) = (monitor.box, monitor.box.size)
      return "\(monitor.name) \(size.width)x\(size.height)+\(box.left)+\(box.top)"
    }
  }

  private func monitorsChanged() {
    Journal.report("monitors: \(monitorNames.joined(separator: ", "))", as: .notice)
    topLevel?.monitors = monitors.list
    main.backing.follow(target.box)
    updateWindows()
  }

  private func updateSurfaces() {
    let now = WallLayout(kind, window: main.backing.box, roles: roles, monitors: monitors.list)
    main.divide(into: now.main)
    covers.update(to: now.covers, background: surfaces.first { $0.role != .black }?.background)
    for window in windows { name(window) }
    let present = windows.flatMap(\.surfaces)
    guard present.map(ObjectIdentifier.init) != surfaces.map(ObjectIdentifier.init) else { return }
    for gone in surfaces where !present.contains(where: { $0 === gone }) { paintedBefore += gone.painted }
    (surfaces, hasNewWindows) = (present, true)
    delegate?.surfacesDidChange(to: present)
  }

  private func name(_ window: WallWindow) {
    let origin = window.backing.box
    for surface in window.surfaces {
      let (x, y) = (origin.left + surface.box.left, origin.top + surface.box.top)
      let place = PixelRect(x: x, y: y, size: surface.box.size)
      let monitor = monitors.list.max { $0.box.intersection(place).area < $1.box.intersection(place).area }
      let size = "\(surface.box.size.width) × \(surface.box.size.height)"
      surface.monitor = monitor?.name
      surface.names = [monitor?.name, size, options.name].compactMap(\.self)
    }
  }

  private var kind: WallLayout.Kind {
    if let topLevel { return topLevel.isFullScreen ? .fullScreen : .window }
    return main.backing.window == display.root ? .root : .adopted
  }
}

extension HealthProblem {
  fileprivate init?(refused: Set<WindowState>) {
    guard !refused.isEmpty else { return nil }
    self = refused.contains(.fullScreen) ? .notFullScreen : .notAbove
  }
}

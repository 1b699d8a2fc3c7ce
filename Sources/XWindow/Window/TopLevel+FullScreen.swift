internal import CX11
internal import ColourClock
private import System

extension TopLevel {
  func toggleFullScreen(on monitor: PixelRect) {
    isFullScreen.toggle()
    keepsFullScreenUntil = .zero
    if let managed {
      managed.set(.fullScreen, isFullScreen)
    } else {
      move(to: isFullScreen ? monitor : restored)
    }
  }

  /// Requests full screen again if it ends within 2 s. Call at the first event about a change of monitors.
  func keepFullScreen() { keepsFullScreenUntil = Now.boot + .seconds(2) }

  func follow(_ monitor: PixelRect) {
    keepFullScreen()
    home = monitor
    guard isFullScreen, box != monitor else { return }
    restored = PixelRect(centring: restored.size, in: monitor)
    if form == .managed { reenterFullScreen() } else { move(to: monitor) }
  }

  /// Managers do not move full-screen windows, so this leaves full screen first.
  private func reenterFullScreen() {
    manager.set(.fullScreen, false, window)
    move(to: restored)
    manager.set(.fullScreen, true, window)
  }

  /// At the first exposure, moves back a full-screen window that does not cover its monitor. awesome 4.3 moves new
  /// windows of a monitor's size away from its panel.
  func exposed() {
    guard !hasBeenExposed else { return }
    hasBeenExposed = true
    guard wasAlwaysFullScreen, isFullScreen, let place = display.place(of: window) else { return }
    box = PixelRect(x: place.x, y: place.y, size: box.size)
    guard monitors.contains(where: { $0.box.size == box.size }), !monitors.contains(where: { $0.box == box })
    else { return }
    keepFullScreen()
    reenterFullScreen()
  }

  var coversMonitor: Bool { (managed?.present.contains(.fullScreen) ?? isFullScreen) && isFitting }

  var isManagedAbove: Bool { managed?.present.contains(.above) == true }

  var refusedStates: Set<WindowState> { managed?.refused ?? [] }

  /// True if the window covers at least one whole monitor.
  var isFitting: Bool { monitors.contains { box.intersection($0.box) == $0.box } }

  func beginRequests() {
    guard let managed else { return }
    managed.begin(wishes.union(isFullScreen ? [.fullScreen] : []))
    wishes = []
    // At mapping, the manager has just written the states.
    checkStates(isAnswer: true)
  }

  func checkStates(isAnswer: Bool = false) {
    let refused = managed?.check(coversNoMonitor: !isFitting, isAnswer: isAnswer) ?? []
    if refused.contains(.fullScreen) { becomeWindow() }
  }

  var descriptors: [Int32] { managed.map { [$0.descriptor] } ?? [] }

  func receive() { if managed?.receive() == true, !isGone { checkStates() } }

  func stateChanged() {
    guard let managed, managed.hasBegun else { return }
    managed.read()
    let isNow = managed.present.contains(.fullScreen)
    if isFullScreen, !isNow, Now.boot < keepsFullScreenUntil { return manager.set(.fullScreen, true, window) }
    checkStates(isAnswer: true)
    if isNow { isFullScreen = true } else if !managed.isPending(.fullScreen) { becomeWindow() }
  }

  private func becomeWindow() {
    isFullScreen = false
    guard wasAlwaysFullScreen else { return }
    // Without this move, icewm keeps the size of the full-screen window.
    wasAlwaysFullScreen = false
    move(to: restored)
  }
}

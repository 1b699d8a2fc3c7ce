internal import CX11
internal import ColourClock

extension WindowSet {
  func handleQueued() {
    // Text input may have ended without a key.
    followText()
    while XEventsQueued(display.pointer, QueuedAlready) > 0 {
      var event = XEvent()
      XNextEvent(display.pointer, &event)
      handle(&event)
      if windows.contains(where: \.mayBeginText) { settle() }
    }
    if display.hasLost(main.backing.window), topLevel?.isRenewable != true { main.enqueue([.destroyed]) }
    settle()
  }

  private func handle(_ event: inout XEvent) {
    guard event.isGenuine else { return }
    if event.type == KeyPress || event.type == KeyRelease { display.keyboardMap.prepare() }
    guard !display.textInput.consumes(&event) else { return }
    switch event.type {
    case MappingNotify: display.keyboardMap.follow(&event.xmapping)
    // KeymapNotify belongs to no window.
    case KeymapNotify: return windows.forEach { $0.handle(&event) }
    case GenericEvent: return handleExtended(&event)
    case LeaveNotify: xinput?.pointerHasLeft()
    default: break
    }
    let window = event.xany.window
    let own = windows.first { $0.backing.window == window }
    if own?.backing is TopLevel, event.isOfChild {
      kioskGuard?.handleChild(event)
      return
    }
    if own == nil || window == display.root, monitors.handle(&event) { topLevel?.keepFullScreen() }
    own?.handle(&event)
    kioskGuard?.handle(event, windows: windows.map(\.backing.window))
    guard own === main else { return }
    if event.type == Expose {
      topLevel?.exposed()
      hostRepaints?.exposed()
    }
    if kioskGuard?.keepsAbove != true, let change = StackingChange(event) { covers.follow(change) }
  }

  private func handleExtended(_ event: inout XEvent) {
    switch xinput?.handle(&event) {
    case .events(let events, let window):
      windows.first { $0.backing.window == window }?.enqueue(events)
      // An unplugged touch screen first reports lifts. Wait for the removal, so that `cancelLift` precedes `report`.
      if case .pointerReleased(_, .finger) = events.last { display.waitUntilDone() }
    case .gone: windows.forEach { $0.cancelLift() }
    case nil: break
    }
  }
}

extension XEvent {
  fileprivate var isOfChild: Bool {
    let events = [
      CreateNotify, DestroyNotify, MapNotify, UnmapNotify, ReparentNotify, ConfigureNotify, GravityNotify,
      CirculateNotify,
    ]
    // In all these events, the child's ID is where `xmap` has it.
    return events.contains(type) && xmap.window != xany.window
  }

  /// False after XSendEvent(3), because another client could fake a held key or the window's end. But managers send
  /// ClientMessage, and ConfigureNotify for places (ICCCM 2.0 §4.1.5).
  fileprivate var isGenuine: Bool { xany.send_event == False || type == ClientMessage || type == ConfigureNotify }
}

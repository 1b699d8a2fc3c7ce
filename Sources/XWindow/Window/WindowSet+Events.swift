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
      if windows.contains(where: \.mayBeginText) { updateWindows() }
    }
    if display.hasLost(main.backing.window), topLevel?.isRenewable != true { main.enqueue([.destroyed]) }
    updateWindows()
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
      // An unplugged touch screen reports lifts before its removal. Read the removal before `report` passes lifts on.
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
    // All these events have the child's ID at the same offset as `xmap.window`.
    return events.contains(type) && xmap.window != xany.window
  }

  /// False after XSendEvent(3), because another client could fake a held key or DestroyNotify. Window managers rightly
  /// send ClientMessage and ConfigureNotify (ICCCM 2.0 §4.1.5).
  fileprivate var isGenuine: Bool { xany.send_event == False || type == ClientMessage || type == ConfigureNotify }
}

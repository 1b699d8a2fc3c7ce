internal import ColourClock

extension TopLevel {
  /// Who brings a window to the full screen.
  enum Form {
    /// The window manager.
    case managed
    /// Nobody: it is made as large as the monitor.
    case bare
    /// Nobody, and no manager is asked.
    case override
  }
}

extension TopLevel.Form {
  /// What is to cover its monitors against all others is nobody's to manage. A manager keeps every window of its own under
  /// those that it does not manage, such as notifications, and a full screen under windows that it gives the focus to;
  /// some know no full screen, or choose the monitor themselves; and what a client asks for (`_NET_WM_STATE_ABOVE`,
  /// `_NET_RESTACK_WINDOW`, to be raised) any may refuse.
  init(of options: WindowDescription, on display: Display) {
    let isOnTop = options.mode.staysOnTop || options.isAbove && options.mode.coversMonitors
    if options.mode.isOwn, !options.isOverride, !isOnTop {
      self = WindowManager(display: display).supportsFullScreen ? .managed : .bare
    } else {
      self = .override
    }
  }
}

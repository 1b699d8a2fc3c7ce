internal import CX11
internal import ColourClock

extension WindowSet {
  /// The main window, made or found.
  static func host(
    of options: WindowDescription, on display: Display, form: TopLevel.Form, monitor: Monitor
  ) throws(AdoptionRefusal) -> any BackingWindow {
    switch options.mode.target {
    case .adopted(let id): try AdoptedWindow(Window(id), on: display, wantsInput: options.mode.endsOnInput)
    case .root: try AdoptedWindow(nil, on: display, wantsInput: options.mode.endsOnInput)
    case .own: TopLevel(options, on: display, form: form, monitor: monitor.box)
    }
  }
}

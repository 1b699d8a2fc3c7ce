internal import CX11

extension Display {
  /// True on an Xwayland, a client of a Wayland compositor. The compositor keeps keys, windows and the screen's light
  /// to itself. Xwayland 23.1 and later has an extension for it; older ones are known by their outputs' names.
  package var isXwayland: Bool {
    if let isKnown = knownXwayland { return isKnown }
    let isFound = ExtensionRequests("XWAYLAND", on: pointer) != nil || hasOutput(named: "XWAYLAND")
    knownXwayland = isFound
    return isFound
  }

  private func hasOutput(named prefix: String) -> Bool {
    RandR(self)?.outputNames.contains { $0.hasPrefix(prefix) } ?? false
  }
}

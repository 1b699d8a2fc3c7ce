internal import CX11

extension Display {
  /// True on Xwayland, where a Wayland compositor controls keys, windows and the screen's power. Xwayland since 23.1
  /// has an extension `XWAYLAND`. Older versions are recognised by their output names.
  package var isXwayland: Bool {
    if let knownXwayland { return knownXwayland }
    let isFound = ExtensionRequests("XWAYLAND", on: pointer) != nil || hasOutput(named: "XWAYLAND")
    knownXwayland = isFound
    return isFound
  }

  private func hasOutput(named prefix: String) -> Bool {
    RandR(self)?.outputNames.contains { $0.hasPrefix(prefix) } ?? false
  }
}

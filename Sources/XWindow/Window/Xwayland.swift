internal import CX11

extension Display {
  /// True if the X server is Xwayland. Then a Wayland compositor controls keys, windows and the screen's power, not the
  /// X server. Xwayland has an extension of that name since 23.1; older versions are recognized by their outputs'
  /// names.
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

internal import CX11

extension Display {
  /// On Xwayland, a Wayland compositor controls keys, windows and power. Before version 23.1, only output names
  /// reveal Xwayland.
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

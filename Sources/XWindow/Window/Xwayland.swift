internal import CX11

extension Display {
  /// A Wayland compositor then controls keys, windows and power. Before Xwayland 23.1, only output names reveal it.
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

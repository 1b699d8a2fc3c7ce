internal import CX11

extension Display {
  /// Whether the server is an Xwayland, a client of a Wayland compositor, which keeps to itself its keys, its windows and when
  /// the screen goes dark. From version 23.1 on it says so by an extension; before, its outputs have no other names.
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

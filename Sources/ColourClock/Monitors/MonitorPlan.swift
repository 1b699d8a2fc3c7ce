/// What becomes of the monitors that the clock is not wanted on.
package enum OtherMonitors: String, Hashable, Sendable, CaseIterable {
  case black
  case colour
  /// They stay as they are.
  case leave

  var role: Scene.Role? {
    switch self {
    case .black: .black
    case .colour: .colour
    case .leave: nil
    }
  }
}

/// What is shown on which monitor.
package struct MonitorPlan: Hashable, Sendable {
  package struct Part: Hashable, Sendable {
    package let monitor: Monitor
    package let role: Scene.Role

    package init(monitor: Monitor, role: Scene.Role) {
      (self.monitor, self.role) = (monitor, role)
    }
  }

  /// In the server's order; monitors that are left alone are left out.
  package let parts: [Part]

  package init(_ choice: MonitorChoice, others: OtherMonitors, of monitors: [Monitor]) {
    let chosen = Set(choice.chosen(from: monitors))
    parts = monitors.compactMap { monitor in
      let role = chosen.contains(monitor) ? Scene.Role.whole : others.role
      return role.map { Part(monitor: monitor, role: $0) }
    }
  }
}

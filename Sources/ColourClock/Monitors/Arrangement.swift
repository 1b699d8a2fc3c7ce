/// What is shown where: how the main window is divided, and which monitors need a cover, a window of their own.
///
/// A window that is divided is covered to the last pixel, whatever the monitors are: what lies on none is black. What is
/// known of them may be older than the window's size, and what was shown there before would stay for ever.
package struct Arrangement: Hashable, Sendable {
  /// A part of a window, seen from its upper left corner, and what it is for.
  package struct Part: Hashable, Sendable {
    package let box: PixelRect
    package let role: Scene.Role

    package init(box: PixelRect, role: Scene.Role) { (self.box, self.role) = (box, role) }
  }

  /// What the main window is.
  package enum Kind: Hashable, Sendable {
    /// One wall, wherever it is; all else is left alone.
    case window
    /// Over the monitors that the plan names.
    case fullScreen
    /// A host's, which sees to the other monitors itself.
    case adopted
    /// What lies behind all windows: monitors that are left alone show what they showed.
    case root
  }

  package let main: [Part]
  package let covers: [MonitorPlan.Part]

  /// `window` is where the main window is, whatever was asked for.
  package init(_ kind: Kind, window: PixelRect, plan: MonitorPlan, monitors: [Monitor]) {
    let tiles = MonitorTile.tiles(of: window, on: kind == .window ? [] : monitors)
    let walls = tiles.compactMap { tile in
      let role = tile.monitor.flatMap(plan.role)
      if tiles.count == 1 { return Part(box: tile.box, role: role ?? .whole) }
      // Only of the root can a part be left out.
      return (role ?? (kind == .root ? nil : .black)).map { Part(box: tile.box, role: $0) }
    }
    let gaps = PixelRect(window.size).remainder(beside: tiles.map(\.box))
    main = walls + gaps.map { Part(box: $0, role: .black) }
    covers = kind == .fullScreen ? plan.parts(beside: tiles.compactMap(\.monitor)) : []
  }
}

extension MonitorPlan {
  /// The monitor of the main window: the one with the clock, the primary one if there are several.
  package var main: Monitor? {
    let whole = parts.filter { $0.role == .whole }.map(\.monitor)
    return whole.first(where: \.isPrimary) ?? whole.first
  }

  fileprivate func role(of monitor: Monitor) -> Scene.Role? { parts.first { $0.monitor == monitor }?.role }

  /// The parts that a window on those monitors leaves. A manager may have put it elsewhere than was asked for: then it
  /// stands for the monitor it was meant for, unless the one it is on has a part too.
  fileprivate func parts(beside covered: [Monitor]) -> [Part] {
    let isAstray = covered.allSatisfy { role(of: $0) == nil }
    return parts.filter { !covered.contains($0.monitor) && !(isAstray && $0.monitor == main) }
  }
}

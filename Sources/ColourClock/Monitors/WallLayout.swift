/// What becomes of the monitors that the clock is not wanted on.
package enum OtherMonitors: String, Hashable, Sendable, CaseIterable {
  case black
  case colour
  /// They stay as they are.
  case leave

  fileprivate var role: Scene.Role? {
    switch self {
    case .black: .black
    case .colour: .colour
    case .leave: nil
    }
  }
}

/// Which role each monitor has: whether it shows the clock, the colour alone or black.
package struct MonitorRoles: Hashable, Sendable {
  package struct Part: Hashable, Sendable {
    package let monitor: Monitor
    package let role: Scene.Role
  }

  /// In the server's order; monitors that are left alone are left out.
  let parts: [Part]

  package init(_ choice: MonitorChoice, others: OtherMonitors, of monitors: [Monitor]) {
    let chosen = Set(choice.chosen(from: monitors))
    parts = monitors.compactMap { monitor in
      let role = chosen.contains(monitor) ? Scene.Role.whole : others.role
      return role.map { Part(monitor: monitor, role: $0) }
    }
  }

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

/// Where the walls are: how the main window is divided, and which monitors need a cover, a window of their own.
///
/// A window that is divided is covered to the last pixel, whatever the monitors are: what lies on none is black. What is
/// known of them may be older than the window's size, and what was shown there before would stay for ever.
package struct WallLayout: Hashable, Sendable {
  /// A part of a window, seen from its upper left corner, and what it is for.
  package struct Part: Hashable, Sendable {
    package let box: PixelRect
    package let role: Scene.Role
    /// Pixels to a millimetre there.
    package let resolution: Double

    package init(box: PixelRect, role: Scene.Role, resolution: Double = Monitor.usualResolution) {
      (self.box, self.role, self.resolution) = (box, role, resolution)
    }
  }

  /// What the main window is.
  package enum Kind: Hashable, Sendable {
    /// One wall, wherever it is; all else is left alone.
    case window
    /// Over the monitors that have roles.
    case fullScreen
    /// A host's window; the host provides for the other monitors itself.
    case adopted
    /// What lies behind all windows: monitors that are left alone show what they showed.
    case root
  }

  package let main: [Part]
  package let covers: [MonitorRoles.Part]

  /// `window` is where the main window is, whatever was asked for.
  package init(_ kind: Kind, window: PixelRect, roles: MonitorRoles, monitors: [Monitor]) {
    let tiles = WallLayout.tiles(of: window, on: kind == .window ? [] : monitors)
    let walls = tiles.compactMap { tile in
      let role = tile.monitor.flatMap(roles.role)
      let resolution = (tile.monitor ?? window.mostOverlapped(of: monitors))?.resolution ?? Monitor.usualResolution
      if tiles.count == 1 { return Part(box: tile.box, role: role ?? .whole, resolution: resolution) }
      // Only of the root can a part be left out.
      return (role ?? (kind == .root ? nil : .black)).map {
        Part(box: tile.box, role: $0, resolution: resolution)
      }
    }
    let gaps = PixelRect(window.size).remainder(beside: tiles.map(\.box))
    main = walls + gaps.map { Part(box: $0, role: .black) }
    covers = kind == .fullScreen ? roles.parts(beside: tiles.compactMap(\.monitor)) : []
  }

  /// A part of a window, seen from its upper left corner, and the monitor it is on, if it is on one.
  typealias Tile = (box: PixelRect, monitor: Monitor?)

  /// Divides a window, so that no clock is split over two monitors: where it covers several of them, into one tile for
  /// each. What lies between or beside those belongs to none. Otherwise it is one tile, of the monitor that has most of it.
  static func tiles(of window: PixelRect, on monitors: [Monitor]) -> [Tile] {
    let covered = monitors.filter { window.nearlyCovers($0.box) }
    guard covered.count > 1 else { return [(PixelRect(window.size), window.mostOverlapped(of: monitors))] }
    return covered.map { ($0.box.intersection(window).seen(from: window), $0) }
  }
}

extension PixelRect {
  /// Nine tenths are enough: a tiling manager keeps a border or a bar to itself.
  fileprivate func nearlyCovers(_ monitor: PixelRect) -> Bool {
    intersection(monitor).area * 10 >= monitor.area * 9
  }

  /// The first of those that share most pixels with it.
  fileprivate func mostOverlapped(of monitors: [Monitor]) -> Monitor? {
    var most: (monitor: Monitor, area: Int)?
    for monitor in monitors {
      let area = intersection(monitor.box).area
      if area > most?.area ?? 0 { most = (monitor, area) }
    }
    return most?.monitor
  }
}

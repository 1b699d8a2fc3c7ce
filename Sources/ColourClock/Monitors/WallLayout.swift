/// What happens to the monitors without a clock.
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

/// The role of each monitor: the clock, the colour only, or black.
package struct MonitorRoles: Hashable, Sendable {
  package struct Part: Hashable, Sendable {
    package let monitor: Monitor
    package let role: Scene.Role
  }

  /// In the server's order, without monitors that are left alone.
  let parts: [Part]

  package init(_ choice: MonitorChoice, others: OtherMonitors, of monitors: [Monitor]) {
    let chosen = Set(choice.chosen(from: monitors))
    parts = monitors.compactMap { monitor in
      let role = chosen.contains(monitor) ? Scene.Role.whole : others.role
      return role.map { Part(monitor: monitor, role: $0) }
    }
  }

  /// The monitor of the main window: the one with the clock; of several the primary one.
  package var main: Monitor? {
    let whole = parts.filter { $0.role == .whole }.map(\.monitor)
    return whole.first(where: \.isPrimary) ?? whole.first
  }

  fileprivate func role(of monitor: Monitor) -> Scene.Role? { parts.first { $0.monitor == monitor }?.role }

  /// The parts that a window on those monitors leaves free. A manager may have put the window on another monitor than
  /// intended: then it counts as on the intended one, unless its own monitor has a part too.
  fileprivate func parts(beside covered: [Monitor]) -> [Part] {
    let isAstray = covered.allSatisfy { role(of: $0) == nil }
    return parts.filter { !covered.contains($0.monitor) && !(isAstray && $0.monitor == main) }
  }
}

/// Where the walls are: how the main window is divided, and which monitors need a cover.
///
/// A divided window is covered to the last pixel; an area on no monitor is black. The list of monitors may be older
/// than the window's size, and an uncovered area would keep its old picture for ever.
package struct WallLayout: Hashable, Sendable {
  /// A part of a window, relative to its upper left corner, and its role.
  package struct Part: Hashable, Sendable {
    package let box: PixelRect
    package let role: Scene.Role
    /// Pixels per millimetre.
    package let resolution: Double

    package init(box: PixelRect, role: Scene.Role, resolution: Double = Monitor.usualResolution) {
      (self.box, self.role, self.resolution) = (box, role, resolution)
    }
  }

  /// The kind of the main window.
  package enum Kind: Hashable, Sendable {
    /// One wall; all other monitors are left alone.
    case window
    /// Over the monitors that have roles.
    case fullScreen
    /// A host's window; the host serves the other monitors.
    case adopted
    /// The root window; monitors that are left alone keep their picture.
    case root
  }

  package let main: [Part]
  package let covers: [MonitorRoles.Part]

  /// - Parameter window: the actual place of the main window.
  package init(_ kind: Kind, window: PixelRect, roles: MonitorRoles, monitors: [Monitor]) {
    let tiles = WallLayout.tiles(of: window, on: kind == .window ? [] : monitors)
    let walls = tiles.compactMap { tile in
      let role = tile.monitor.flatMap(roles.role)
      let resolution = (tile.monitor ?? window.mostOverlapped(of: monitors))?.resolution ?? Monitor.usualResolution
      if tiles.count == 1 { return Part(box: tile.box, role: role ?? .whole, resolution: resolution) }
      // Only the root window can have a part without a role.
      return (role ?? (kind == .root ? nil : .black)).map {
        Part(box: tile.box, role: $0, resolution: resolution)
      }
    }
    let gaps = PixelRect(window.size).remainder(beside: tiles.map(\.box))
    main = walls + gaps.map { Part(box: $0, role: .black) }
    covers = kind == .fullScreen ? roles.parts(beside: tiles.compactMap(\.monitor)) : []
  }

  /// A part of a window, relative to its upper left corner, and its monitor, if any.
  typealias Tile = (box: PixelRect, monitor: Monitor?)

  /// Divides a window so that no clock is split over two monitors. A window over several monitors gets one tile for
  /// each; the area between them belongs to none. Any other window is one tile of the monitor that has most of it.
  static func tiles(of window: PixelRect, on monitors: [Monitor]) -> [Tile] {
    let covered = monitors.filter { window.nearlyCovers($0.box) }
    guard covered.count > 1 else { return [(PixelRect(window.size), window.mostOverlapped(of: monitors))] }
    return covered.map { ($0.box.intersection(window).seen(from: window), $0) }
  }
}

extension PixelRect {
  /// Nine tenths are enough: a tiling manager keeps a border or a bar.
  fileprivate func nearlyCovers(_ monitor: PixelRect) -> Bool {
    intersection(monitor).area * 10 >= monitor.area * 9
  }

  /// The monitor that shares most pixels with it; of equals the first.
  fileprivate func mostOverlapped(of monitors: [Monitor]) -> Monitor? {
    var most: (monitor: Monitor, area: Int)?
    for monitor in monitors {
      let area = intersection(monitor.box).area
      if area > most?.area ?? 0 { most = (monitor, area) }
    }
    return most?.monitor
  }
}

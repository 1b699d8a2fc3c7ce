/// The treatment of monitors without a clock.
package enum OtherMonitors: String, Hashable, Sendable, CaseIterable {
  case black
  case colour
  /// The clock does not draw on these monitors.
  case leave

  fileprivate var role: Scene.Role? {
    switch self {
    case .black: .black
    case .colour: .colour
    case .leave: nil
    }
  }
}

package struct MonitorRoles: Hashable, Sendable {
  package struct Part: Hashable, Sendable {
    package let monitor: Monitor
    package let role: Scene.Role
  }

  /// The parts in the server's order, without monitors on which the clock does not draw.
  let parts: [Part]

  package init(_ choice: MonitorChoice, others: OtherMonitors, of monitors: [Monitor]) {
    let chosen = Set(choice.chosen(from: monitors))
    parts = monitors.compactMap { monitor in
      let role = chosen.contains(monitor) ? Scene.Role.whole : others.role
      return role.map { Part(monitor: monitor, role: $0) }
    }
  }

  /// The primary monitor if it shows the clock, otherwise the first monitor with the clock; `nil` if no monitor shows
  /// the clock.
  package var main: Monitor? {
    let whole = parts.filter { $0.role == .whole }.map(\.monitor)
    return whole.first(where: \.isPrimary) ?? whole.first
  }

  fileprivate func role(of monitor: Monitor) -> Scene.Role? { parts.first { $0.monitor == monitor }?.role }

  /// The parts that the main window does not cover. If a window manager has put the main window on a monitor without a
  /// role, the main monitor counts as covered.
  fileprivate func parts(beside covered: [Monitor]) -> [Part] {
    let isAstray = covered.allSatisfy { role(of: $0) == nil }
    return parts.filter { !covered.contains($0.monitor) && !(isAstray && $0.monitor == main) }
  }
}

/// The parts of the main window, and the monitors with a window of their own.
///
/// The parts cover the whole main window, with black where there is no monitor: an area without a part would keep its
/// old picture. Only the root window may have areas without a part.
package struct WallLayout: Hashable, Sendable {
  /// A part of the main window. Its `box` is measured from the window's upper left corner.
  package struct Part: Hashable, Sendable {
    package let box: PixelRect
    package let role: Scene.Role
    package let resolution: Double

    package init(box: PixelRect, role: Scene.Role, resolution: Double = Monitor.usualResolution) {
      (self.box, self.role, self.resolution) = (box, role, resolution)
    }
  }

  package enum Kind: Hashable, Sendable {
    /// One wall. The clock does not draw on other monitors.
    case window
    /// A window over the monitors with roles.
    case fullScreen
    /// A window of a host, such as a screensaver daemon. The host serves the other monitors.
    case adopted
    /// The root window. A monitor on which the clock does not draw keeps its picture.
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
      // A part of the root window without a role is left out.
      return (role ?? (kind == .root ? nil : .black)).map {
        Part(box: tile.box, role: $0, resolution: resolution)
      }
    }
    let gaps = PixelRect(window.size).remainder(beside: tiles.map(\.box))
    main = walls + gaps.map { Part(box: $0, role: .black) }
    covers = kind == .fullScreen ? roles.parts(beside: tiles.compactMap(\.monitor)) : []
  }

  typealias Tile = (box: PixelRect, monitor: Monitor?)

  /// A window over several monitors gets one tile for each monitor, so that no clock is split. Any other window is one
  /// tile, on the monitor with most of its pixels.
  static func tiles(of window: PixelRect, on monitors: [Monitor]) -> [Tile] {
    let covered = monitors.filter { window.nearlyCovers($0.box) }
    guard covered.count > 1 else { return [(PixelRect(window.size), window.mostOverlapped(of: monitors))] }
    return covered.map { ($0.box.intersection(window).seen(from: window), $0) }
  }
}

extension PixelRect {
  /// True if these pixels cover nine tenths of a monitor: a tiling window manager may keep a border or a bar.
  fileprivate func nearlyCovers(_ monitor: PixelRect) -> Bool {
    intersection(monitor).area * 10 >= monitor.area * 9
  }

  /// The monitor with most of these pixels, or the first of equal monitors; `nil` if the pixels are on no monitor.
  fileprivate func mostOverlapped(of monitors: [Monitor]) -> Monitor? {
    var most: (monitor: Monitor, area: Int)?
    for monitor in monitors {
      let area = intersection(monitor.box).area
      if area > most?.area ?? 0 { most = (monitor, area) }
    }
    return most?.monitor
  }
}

package enum OtherMonitors: String, Hashable, Sendable, CaseIterable {
  case black
  case colour
  /// The clock does not draw there.
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

  /// Parts in the server's order, without monitors that the clock leaves alone.
  let parts: [Part]

  package init(_ choice: MonitorChoice, others: OtherMonitors, of monitors: [Monitor]) {
    let chosen = Set(choice.chosen(from: monitors))
    parts = monitors.compactMap { monitor in
      let role = chosen.contains(monitor) ? Scene.Role.whole : others.role
      return role.map { Part(monitor: monitor, role: $0) }
    }
  }

  package var main: Monitor? {
    let whole = parts.filter { $0.role == .whole }.map(\.monitor)
    return whole.first(where: \.isPrimary) ?? whole.first
  }

  fileprivate func role(of monitor: Monitor) -> Scene.Role? { parts.first { $0.monitor == monitor }?.role }

  /// A main window that covers only monitors without a role counts as if on `main`.
  fileprivate func parts(beside covered: [Monitor]) -> [Part] {
    let isAstray = covered.allSatisfy { role(of: $0) == nil }
    return parts.filter { !covered.contains($0.monitor) && !(isAstray && $0.monitor == main) }
  }
}

/// Areas of the window without a monitor are black.
package struct WallLayout: Hashable, Sendable {
  /// `box` is relative to the window.
  package struct Part: Hashable, Sendable {
    package let box: PixelRect
    package let role: Scene.Role
    package let resolution: Double

    package init(box: PixelRect, role: Scene.Role, resolution: Double = Monitor.usualResolution) {
      (self.box, self.role, self.resolution) = (box, role, resolution)
    }
  }

  package enum Kind: Hashable, Sendable {
    /// Other monitors are left alone.
    case window
    case fullScreen
    /// A window of a host, such as a screensaver daemon, which serves the other monitors.
    case adopted
    /// Monitors without a role keep their picture.
    case root
  }

  package let main: [Part]
  package let covers: [MonitorRoles.Part]

  package init(_ kind: Kind, window: PixelRect, roles: MonitorRoles, monitors: [Monitor]) {
    let tiles = WallLayout.tiles(of: window, on: kind == .window ? [] : monitors)
    let walls = tiles.compactMap { tile in
      let role = tile.monitor.flatMap(roles.role)
      let resolution = (tile.monitor ?? window.mostOverlapped(of: monitors))?.resolution ?? Monitor.usualResolution
      if tiles.count == 1 { return Part(box: tile.box, role: role ?? .whole, resolution: resolution) }
      return (role ?? (kind == .root ? nil : .black)).map {
        Part(box: tile.box, role: $0, resolution: resolution)
      }
    }
    let gaps = PixelRect(window.size).remainder(beside: tiles.map(\.box))
    main = walls + gaps.map { Part(box: $0, role: .black) }
    covers = kind == .fullScreen ? roles.parts(beside: tiles.compactMap(\.monitor)) : []
  }

  typealias Tile = (box: PixelRect, monitor: Monitor?)

  /// One tile per covered monitor; a single tile if fewer than two are covered.
  static func tiles(of window: PixelRect, on monitors: [Monitor]) -> [Tile] {
    let covered = monitors.filter { window.nearlyCovers($0.box) }
    guard covered.count > 1 else { return [(PixelRect(window.size), window.mostOverlapped(of: monitors))] }
    return covered.map { ($0.box.intersection(window).seen(from: window), $0) }
  }
}

extension PixelRect {
  /// Nine tenths are enough: window managers may keep a border or a bar.
  fileprivate func nearlyCovers(_ monitor: PixelRect) -> Bool {
    intersection(monitor).area * 10 >= monitor.area * 9
  }

  /// The first of equals; `nil` if the window is on no monitor.
  fileprivate func mostOverlapped(of monitors: [Monitor]) -> Monitor? {
    var most: (monitor: Monitor, area: Int)?
    for monitor in monitors {
      let area = intersection(monitor.box).area
      if area > most?.area ?? 0 { most = (monitor, area) }
    }
    return most?.monitor
  }
}

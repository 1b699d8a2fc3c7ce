/// A part of a window that has a clock to itself.
package struct MonitorTile: Hashable, Sendable {
  /// Seen from the window's upper left corner.
  package let box: PixelRect
  /// What it is on; `nil` off every monitor.
  package let monitor: Monitor?

  package init(box: PixelRect, monitor: Monitor?) {
    (self.box, self.monitor) = (box, monitor)
  }

  /// Divides a window, so that no clock is split over two monitors: where it covers several of them, into one
  /// tile for each. What lies between or beside those belongs to none. Otherwise it is one tile, of the monitor that has
  /// most of it.
  package static func tiles(of window: PixelRect, on monitors: [Monitor]) -> [MonitorTile] {
    let covered = monitors.filter { window.nearlyCovers($0.box) }
    guard covered.count > 1 else {
      return [MonitorTile(box: PixelRect(window.size), monitor: window.mostOverlapped(of: monitors))]
    }
    return covered.map { MonitorTile(box: $0.box.intersection(window).seen(from: window), monitor: $0) }
  }
}

extension PixelRect {
  /// Nine tenths will do: a tiling manager keeps a border or a bar to itself.
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

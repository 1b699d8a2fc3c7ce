/// Room for further zones.
extension Layout.Plan {
  /// Places further zones at the lower edge of the room, in as few rows as fit; none where they would be too small to
  /// read.
  mutating func placeZones() -> [Layout.Slot] {
    let (zones, most) = (contents.zones, min(0.24 * room.height, spare(feed: contents.feed)))
    guard let width = zones.map(Line.width).max() else { return [] }
    var size = (window.height > window.width ? 0.04 : 0.032) * short
    while size >= Self.leastZone {
      let columns = min(zones.count, Int((room.width / size + Self.zoneGap) / (width + Self.zoneGap)))
      let rows = columns == 0 ? Int.max : (zones.count + columns - 1) / columns
      if rows < Int.max, (Line.height(of: rows) + Self.zoneGap + Self.zoneFoot) * size <= most {
        return placeZones(rows, size)
      }
      size *= 0.95
    }
    return []
  }

  private mutating func placeZones(_ rows: Int, _ size: Double) -> [Layout.Slot] {
    let (zones, gap) = (contents.zones, Self.zoneGap * size)
    shrinkRoom(bottom: (Line.height(of: rows) + Self.zoneFoot) * size + gap)
    let columns = (zones.count + rows - 1) / rows
    var (slots, x, y) = ([Layout.Slot](), 0.0, room.maxY + gap)
    for (index, template) in zones.enumerated() {
      if index % columns == 0 {
        // Each row is centred.
        let inRow = zones[index..<min(index + columns, zones.count)]
        x = room.midX - (inRow.reduce(-gap) { $0 + Line.width($1) * size + gap }) / 2
        if index > 0 { y += Line.pitch * size }
      }
      let box = Rect(x: x, y: y, width: Line.width(template) * size, height: size)
      slots.append(Layout.Slot(part: .zone(index), template: template, box: box))
      x = box.maxX + gap
    }
    return slots
  }

  /// Gaps in digit heights: between two zones and above them; below them.
  private static let zoneGap = 2.0
  private static let zoneFoot = 0.5
  /// Smallest digit height in pixels. Below it the room is better given to other lines.
  private static let leastZone = 8.0
}

/// The day as a band: periods are bars, reminders are diamonds.
struct AgendaBand {
  let day: AgendaDay
  /// The reminders' lane and, below it, up to three tracks for overlapping periods.
  let box: Rect
  /// The digit height of the lines above, in pixels.
  let unit: Double
  var leastCaption = 0.0
  let backdrop: Backdrop
  var labels = Labels()
  var isRightToLeft = false
  var hourOpacity = 1.0

  /// The heights of the reminders' lane, in `unit`, and of the row with the hours, in `caption`.
  static let (lane, hours) = (1.4, 1.7)
  /// The height of one, two and three tracks together, in `unit`.
  private static let tracks = [2.6, 3.3, 4.7]
  /// Digit heights of captions: `usual` is a share of `unit`, `least` of the wall's shorter side.
  private static let captionShares = (usual: 0.7, least: 0.022)

  /// `leastColour` is for past entries with a colour.
  private static let opacity = (past: UInt8(80), leastColour: UInt8(160))
  /// Shares of a track's height.
  private static let height = (now: 1.0, other: 0.86)
  /// The least width of a diamond, in pixels.
  private static let leastDiamond = 7.0
  /// Shares of `unit`.
  private static let diamond = (height: 1.15, gap: 0.3)
  /// Shares of a track's height.
  private static let edge = (other: 0.06, now: 0.11)

  /// - Parameter second: the last tick, in seconds since 1970.
  func items(at second: Int64) -> [Item] {
    guard !day.entries.isEmpty, box.width >= 1 else { return [] }
    let bars = day.entries.filter { !$0.period.isReminder }.map { bar(of: $0, at: second) }
    let names = names(in: bars, at: second)
    let axisBox = Rect(x: box.x, y: box.maxY, width: box.width, height: stroke)
    let axis = Item.fill(Fill(.box(axisBox, radius: 0), backdrop.ink.colour))
    let periods = zip(bars, names).flatMap { bar, name in fills(of: bar, hasName: !name.isEmpty) }
    return [axis] + periods + hourItems + marker(at: second)
      + names.flatMap { $0.map(Item.text) } + clusters.flatMap { items(of: $0, at: second) }
  }

  var stroke: Double { max(1, (0.07 * unit).rounded()) }

  var tracks: Rect {
    guard day.hasReminders else { return box }
    let lane = Self.lane / Self.height(ofTracks: day.tracks, hasLane: true) * box.height
    return Rect(x: box.x, y: box.y + lane, width: box.width, height: box.height - lane)
  }

  // MARK: Sizes

  /// The height of lane and tracks, in `unit`.
  static func height(ofTracks count: Int, hasLane: Bool) -> Double {
    tracks[min(tracks.count, max(1, count)) - 1] + (hasLane ? lane : 0)
  }

  /// The result is in pixels.
  static func hoursHeight(below unit: Double, in size: Size) -> Double {
    hours * captionHeight(unit, least: leastCaption(in: size))
  }

  /// The result is in pixels.
  static func leastCaption(in size: Size) -> Double {
    max(TypeScale.least(in: size.shortSide), captionShares.least * size.shortSide)
  }

  private static func captionHeight(_ unit: Double, least: Double) -> Double {
    min(unit, max(least, captionShares.usual * unit))
  }

  /// The digit height of hours and names, in pixels.
  var caption: Double { Self.captionHeight(unit, least: leastCaption) }

  // MARK: Reminders

  /// Touching reminders share a diamond, with their number beside it.
  private struct Cluster {
    var entries: [AgendaDay.Entry]
    var place: Double
  }

  private var radius: Double {
    let lane = box.height - tracks.height
    return min(box.width, max(Self.leastDiamond, min(lane, Self.diamond.height * unit))) / 2
  }

  private func reach(_ group: Cluster) -> Double {
    let count = group.entries.count
    return radius + (count > 1 ? Self.diamond.gap * unit + Line.width("\(count)") * caption : 0)
  }

  private var clusters: [Cluster] {
    let reminders = day.entries.filter(\.period.isReminder).map { ($0, place($0.seconds.lowerBound)) }
    var groups: [Cluster] = []
    for (entry, place) in reminders.sorted(by: { $0.1 < $1.1 }) {
      var group = clamped(Cluster(entries: [entry], place: place))
      // The number beside a merged diamond may touch the cluster before.
      while let last = groups.last, last.place + reach(last) + Self.diamond.gap * unit > group.place - radius {
        groups.removeLast()
        let share = Double(group.entries.count) / Double(group.entries.count + last.entries.count)
        group.entries = last.entries + group.entries
        group.place = Motion.mix(last.place, group.place, share)
        group = clamped(group)
      }
      groups.append(group)
    }
    return groups
  }

  private func clamped(_ group: Cluster) -> Cluster {
    with(group) { $0.place = max(box.x + radius, min(box.maxX - reach(group), group.place)) }
  }

  private func items(of group: Cluster, at second: Int64) -> [Item] {
    let isPast = group.entries.allSatisfy { $0.seconds.upperBound <= second }
    let opacity = isPast ? Self.opacity.past : 255
    let centre = Point(x: group.place, y: (box.y + tracks.y) / 2)
    let edge = max(1, (0.1 * radius).rounded())
    func diamond(_ radius: Double, _ colour: Colour) -> Item {
      .fill(Fill(.diamond(in: Rect(centre: centre, width: 2 * radius, height: 2 * radius)), colour))
    }
    var items = [diamond(radius, backdrop.shade(backdrop.ink.colour, opacity))]
    let colours = Set(group.entries.map(\.period.colour))
    if colours.count == 1, let colour = colours.first ?? nil, radius > 3 * edge {
      items.append(diamond(radius - 1.5 * edge, backdrop.shade(colour, max(opacity, Self.opacity.leastColour))))
    }
    guard group.entries.count > 1 else { return items }
    let count = "\(group.entries.count)"
    let width = Line.width(count) * caption
    let x = centre.x + radius + Self.diamond.gap * unit
    let box = Rect(x: x, y: centre.y - caption / 2, width: width, height: caption)
    var text = Text(string: count, box: box, ink: backdrop.ink)
    text.alignment = .left
    return items + [.text(text)]
  }

  // MARK: Periods

  struct Bar {
    let entry: AgendaDay.Entry
    let rect: Rect
    let isOn: Bool
    let isPast: Bool
    /// The border's width; 0 if there is no room inside.
    let edge: Double
  }

  private func bar(of entry: AgendaDay.Entry, at second: Int64) -> Bar {
    let isOn = entry.seconds.contains(second)
    let share = isOn ? Self.height.now : Self.height.other
    let trackHeight = tracks.height / Double(entry.isAlone ? 1 : day.tracks)
    let ends = [place(entry.seconds.lowerBound), place(entry.seconds.upperBound)]
    let (from, to) = (ends.min() ?? 0, ends.max() ?? 0)
    let trackGap = entry.isAlone ? 0 : gap
    let rect = Rect(
      x: from, y: tracks.y + trackHeight * (Double(entry.isAlone ? 0 : entry.track) + (1 - share) / 2) + trackGap / 2,
      width: max(1, to - from - gap), height: max(1, trackHeight * share - trackGap))
    let edge = max(1, ((isOn ? Self.edge.now : Self.edge.other) * trackHeight).rounded())
    let isSmall = rect.shortSide <= 3 * edge
    return Bar(
      entry: entry, rect: rect, isOn: isOn, isPast: entry.seconds.upperBound <= second, edge: isSmall ? 0 : edge)
  }

  private var gap: Double { max(1, (0.05 * unit).rounded()) }

  private func opacity(of bar: Bar) -> UInt8 { bar.isPast ? Self.opacity.past : 255 }

  private func fills(of bar: Bar, hasName: Bool) -> [Item] {
    var ground = [Item.fill(Fill(.box(bar.rect, radius: 0), backdrop.shade(backdrop.ink.colour, opacity(of: bar))))]
    let inner = bar.rect.inset(by: bar.edge)
    if bar.entry.isOnLastTrack {
      let rect = Rect(x: bar.rect.x - gap, y: bar.rect.y, width: bar.rect.width + 2 * gap, height: bar.rect.height)
      ground.insert(.fill(Fill(.box(rect, radius: 0), backdrop.colour)), at: 0)
    }
    if bar.edge == 0 { return ground }
    if bar.entry.period.colour != nil { return ground + [.fill(Fill(.box(inner, radius: 0), shownColour(of: bar)))] }
    if bar.isOn { return ground }
    let plate = hasName ? backdrop.colour.plate(for: backdrop.ink.colour) : nil
    return ground + [.fill(Fill(.box(inner, radius: 0), plate ?? backdrop.colour))]
  }

  private func shownColour(of bar: Bar) -> Colour {
    let opacity = max(opacity(of: bar), Self.opacity.leastColour)
    return bar.entry.period.colour.map { backdrop.shade($0, opacity) } ?? backdrop.colour
  }

  func ink(in bar: Bar) -> Ink {
    if bar.entry.period.colour != nil { return Ink.best(on: shownColour(of: bar)) }
    return bar.isOn ? backdrop.ink.opposite : backdrop.ink
  }
}

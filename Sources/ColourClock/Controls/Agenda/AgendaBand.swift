/// A day drawn as a band from the first entry to the last entry, with hours below and a line at the present. A period
/// without a colour is an outline, or is filled while it is under way. Reminders are diamonds in a lane above the
/// periods.
struct AgendaBand {
  let day: AgendaDay
  /// The place of the lane of reminders and of the periods below it.
  let box: Rect
  /// The digit height of the hours, in pixels.
  let unit: Double
  /// The least digit height of names, in pixels.
  var leastName = 0.0
  let backdrop: Backdrop
  var labels = Labels()
  var runsLeft = false

  static let (tracks, lane, hours) = (2.6, 1.4, 1.7)

  private static let opacity = (track: UInt8(90), past: UInt8(80), coming: UInt8(255))
  /// The height of a period as a share of the track's height: `now` while it is under way, else `other`.
  private static let height = (now: 1.0, other: 0.86)
  /// The least size of a diamond, in pixels. A smaller shape does not look like a diamond.
  private static let leastDiamond = 7.0
  /// In digit heights. `height`: the height of a diamond. `gap`: the space on both sides of a diamond's count.
  private static let diamond = (height: 1.15, gap: 0.3)
  /// The width of a period's border as a share of the track's height: `now` while the period is under way, else
  /// `other`.
  private static let edge = (other: 0.06, now: 0.11)
  /// `size`: the digit height of a name, as a share of the hours' digit height. `gap`: the margin of a name, in digit
  /// heights of the name. `letters`: the least number of letters of a name that is cut.
  private static let name = (size: 0.7, gap: 0.35, letters: 4)
  /// The length of the axis after the last hour, in digit heights. It keeps the line of the present off the end of the
  /// axis.
  private static let rest = 1.2

  /// - Parameter second: the last tick, in seconds since 1970.
  func items(at second: Int64) -> [Item] {
    guard !day.entries.isEmpty, box.width >= 1 else { return [] }
    let axis = Rect(x: box.x, y: box.maxY, width: box.width, height: line)
    let track = Item.fill(Fill(.box(axis, radius: 0), backdrop.ink.colour))
    let periods = day.entries.filter { !$0.period.isReminder }.map { items(of: $0, at: second) }
    // A single name would look like a heading of the band.
    let names = periods.compactMap(\.name)
    let clusters = clusters
    return [track] + periods.flatMap(\.fills) + (names.count > 1 ? names.map(Item.text) : []) + hourItems
      + marker(at: second, clusters) + clusters.flatMap { items(of: $0, at: second) }
  }

  private var line: Double { max(1, (0.07 * unit).rounded()) }

  private var bars: Rect {
    guard day.hasReminders else { return box }
    let lane = AgendaBand.lane / (AgendaBand.lane + AgendaBand.tracks) * box.height
    return Rect(x: box.x, y: box.y + lane, width: box.width, height: box.height - lane)
  }

  // MARK: Reminders

  /// Reminders whose diamonds would touch share one diamond, which has their number beside it.
  private struct Cluster {
    var entries: [AgendaDay.Entry]
    var place: Double
  }

  private var radius: Double {
    let lane = box.height - bars.height
    return min(box.width, max(Self.leastDiamond, min(lane, Self.diamond.height * unit))) / 2
  }

  /// The room that a group needs at the right of its middle, in pixels.
  private func reach(_ group: Cluster) -> Double {
    let count = group.entries.count
    return radius + (count > 1 ? Self.diamond.gap * unit + Line.width("\(count)") * unit : 0)
  }

  private var clusters: [Cluster] {
    let reminders = day.entries.filter(\.period.isReminder).map { ($0, place($0.seconds.lowerBound)) }
    var groups: [Cluster] = []
    for (entry, place) in reminders.sorted(by: { $0.1 < $1.1 }) {
      var group = clamped(Cluster(entries: [entry], place: place))
      // A group with a count is wider, so the new group may reach the group before it.
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
    var group = group
    group.place = max(box.x + radius, min(box.maxX - reach(group), group.place))
    return group
  }

  private func items(of group: Cluster, at second: Int64) -> [Item] {
    let isOn = group.entries.contains { $0.seconds.contains(second) }
    let isPast = group.entries.allSatisfy { $0.seconds.upperBound <= second }
    let opacity = isOn ? 255 : isPast ? Self.opacity.past : Self.opacity.coming
    let centre = Point(x: group.place, y: (box.y + bars.y) / 2)
    let edge = max(1, (0.1 * radius).rounded())
    func fill(_ radius: Double, _ colour: Colour) -> Item {
      let (across, up) = (Point(x: radius, y: 0), Point(x: 0, y: radius))
      return .fill(Fill(.band([centre - across, centre - up, centre + up, centre + across]), colour))
    }
    var items = [fill(radius, shade(backdrop.ink.colour, opacity))]
    let colours = Set(group.entries.map(\.period.colour))
    if colours.count == 1, let colour = colours.first ?? nil, radius > 3 * edge {
      items.append(fill(radius - 1.5 * edge, shade(colour, max(opacity, 160))))
    }
    guard group.entries.count > 1 else { return items }
    let count = "\(group.entries.count)"
    let width = Line.width(count) * unit
    let x = centre.x + radius + Self.diamond.gap * unit
    let box = Rect(x: x, y: centre.y - unit / 2, width: width, height: unit)
    var text = Text(string: count, template: count, box: box, ink: backdrop.ink)
    text.alignment = .left
    return items + [.text(text)]
  }

  // MARK: Periods

  private func items(of entry: AgendaDay.Entry, at second: Int64) -> (fills: [Item], name: Text?) {
    let (isPast, isOn) = (entry.seconds.upperBound <= second, entry.seconds.contains(second))
    let opacity = isOn ? 255 : isPast ? Self.opacity.past : Self.opacity.coming
    let share = isOn ? Self.height.now : Self.height.other
    let trackHeight = bars.height / Double(entry.isAlone ? 1 : day.tracks)
    let ends = [place(entry.seconds.lowerBound), place(entry.seconds.upperBound)]
    let (from, to) = (ends.min() ?? 0, ends.max() ?? 0)
    // One pixel is left between neighbouring periods.
    let rect = Rect(
      x: from, y: bars.y + trackHeight * (Double(entry.isAlone ? 0 : entry.track) + (1 - share) / 2),
      width: max(1, to - from - 1),
      height: trackHeight * share)
    let ground = Item.fill(Fill(.box(rect, radius: 0), shade(backdrop.ink.colour, opacity)))
    // A border of ink keeps the period visible on a wall of the same colour.
    let line = max(1, ((isOn ? Self.edge.now : Self.edge.other) * trackHeight).rounded())
    guard rect.width > 3 * line, rect.height > 3 * line else { return ([ground], nil) }
    guard let colour = entry.period.colour else {
      if isOn { return ([ground], name(of: entry, in: rect, ink: backdrop.ink.opposite, at: second)) }
      let name = name(of: entry, in: rect, ink: backdrop.ink, at: second)
      // Under a name, the wall's colour becomes darker or lighter until small text is legible.
      let plate = name == nil ? nil : backdrop.colour.plate(for: backdrop.ink.colour)
      return ([ground, Item.fill(Fill(.box(rect.inset(by: line), radius: 0), plate ?? backdrop.colour))], name)
    }
    let shown = shade(colour, max(opacity, 160))
    let fill = Item.fill(Fill(.box(rect.inset(by: line), radius: 0), shown))
    return ([ground, fill], name(of: entry, in: rect, ink: Ink.best(on: shown), at: second))
  }

  /// Mixes `colour` with the wall's colour. The result is opaque, so that the track does not show through.
  private func shade(_ colour: Colour, _ opacity: UInt8) -> Colour {
    backdrop.colour.blended(with: colour, share: Double(opacity) / 255)
  }

  /// The name of the present period is beside the line of the present. `nil` if the period is too low for a name, or
  /// too narrow for a few letters.
  private func name(
    of entry: AgendaDay.Entry, in rect: Rect, ink: Ink, at second: Int64
  ) -> Text? {
    let size = max(leastName, Self.name.size * unit)
    guard rect.height >= Self.nameHeight * size, rect.width > 2 * Self.name.gap * size else { return nil }
    let gap = Self.name.gap * size
    var room = Rect(x: rect.x + gap, y: rect.y, width: rect.width - 2 * gap, height: rect.height)
    if entry.seconds.contains(second) {
      let x = place(second)
      let clear = gap + 2 * markerWidth
      let (left, right) = (x - room.x - clear, room.maxX - x - clear)
      let isLeft = left >= right
      room = Rect(x: isLeft ? room.x : x + clear, y: room.y, width: max(0, isLeft ? left : right), height: room.height)
    }
    guard let name = shortened(entry.period.title, to: room.width / (Self.realShare * size)) else { return nil }
    let box = Rect(centre: room.centre, width: room.width, height: size)
    return Text(string: name, template: name, box: box, ink: ink)
  }

  /// The title, its part before the first comma, or the first letters of that part, whichever fits first. `nil` if not
  /// even a few letters fit.
  private func shortened(_ title: String, to width: Double) -> String? {
    let first = title.split(separator: ",").first.map(String.init) ?? title
    if let whole = [title, first].first(where: { Line.width($0) <= width }) { return whole }
    // The title may be cut, because the agenda's text shows the whole title.
    guard Line.width("…") < width else { return nil }
    let cut = Line.cut(first, to: width).dropLast().split(separator: " ").joined(separator: " ")
    return cut.count >= Self.name.letters && Line.width(cut + "…") <= width ? cut + "…" : nil
  }

  /// The least height of a period with a name, in digit heights of the name. Letters rise above digits and hang below
  /// them.
  private static let nameHeight = 1.5

  /// The usual width of a name as a share of `Line.width`. A name that is wider than this is drawn a little smaller.
  private static let realShare = 0.8

  /// Every third, sixth or twelfth hour has a number, so that the numbers do not touch. Empty if they would touch even
  /// at every twelfth hour.
  private var hourItems: [Item] {
    let span = day.span
    let template = labels.widest("00")
    let width = 1.6 * Line.width(template) * unit
    let pitch = length * 3600 / Double(span.count)
    guard let step = [3, 6, 12].first(where: { Double($0) * pitch >= width }) else { return [] }
    let named = Set(day.hours(every: step).map(\.second))
    return day.hours(every: pitch >= 6 * line ? 1 : step).flatMap { hour, second -> [Item] in
      let (x, isNamed) = (place(second), named.contains(second))
      let tick = Rect(
        x: min(x, box.maxX - line), y: box.maxY, width: line, height: (isNamed ? 0.55 : 0.28) * unit)
      let mark = Item.fill(Fill(.box(tick, radius: 0), backdrop.ink.colour))
      return isNamed ? [mark, number(hour, at: x, width, template)] : [mark]
    }
  }

  /// At the ends of the band, the number moves inwards to stay within the band.
  private func number(_ hour: Int, at x: Double, _ width: Double, _ template: String) -> Item {
    let string = labels.twelveHour ? labels.names.twelveHour(hour) : hour.twoDigits
    let wide = Line.width(string) * unit / 2
    let line = Rect(x: x - width / 2, y: box.maxY + (Self.hours - 1) * unit, width: width, height: unit)
    var text = Text(string: string, template: template, box: line, ink: backdrop.ink)
    if x - wide < box.x || x + wide > box.maxX {
      let isLeft = x - wide < box.x
      text.alignment = isLeft ? .left : .right
      text.box = Rect(x: isLeft ? box.x : box.maxX - width, y: line.y, width: width, height: unit)
    }
    return .text(text)
  }

  private var markerWidth: Double { max(2, (0.08 * bars.height).rounded()) }

  /// The line of the present, with the wall's colour on both sides. A line that would touch a diamond starts below the
  /// diamond.
  private func marker(at second: Int64, _ clusters: [Cluster]) -> [Item] {
    guard day.span.contains(second) else { return [] }
    let width = markerWidth
    let x = min(place(second), box.maxX - width)
    let isBelow = clusters.contains { $0.place - radius < x + 2 * width && $0.place + reach($0) > x - width }
    let top = isBelow ? bars.y : box.y
    let line = Rect(x: x, y: top, width: width, height: box.maxY + 0.15 * bars.height - top)
    return [
      .fill(
        Fill(.box(Rect(x: x - width, y: bars.y, width: 3 * width, height: bars.height), radius: 0), backdrop.colour)),
      .fill(Fill(.box(line, radius: 0), backdrop.ink.colour)),
    ]
  }

  private var length: Double { box.width - min(Self.rest * unit, 0.05 * box.width) }

  /// The x-coordinate of a second, on a whole pixel.
  private func place(_ second: Int64) -> Double {
    let span = day.span
    let share = Double(min(max(second, span.lowerBound), span.upperBound) - span.lowerBound) / Double(span.count)
    return (runsLeft ? box.maxX - share * length : box.x + share * length).rounded()
  }
}

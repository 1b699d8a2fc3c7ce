/// A band from the first entry to the last, with hours below and a line at the present. Periods without a colour are
/// outlines. Past periods are faint; the present one is taller, with a strong edge or filled. Reminders are diamonds.
/// Hours and names have one size.
struct AgendaBand {
  let day: AgendaDay
  /// The reminders' lane, and the periods below it.
  let box: Rect
  /// The digit height of the lines above the band, in pixels.
  let unit: Double
  /// The least digit height of hours and names, in pixels.
  var leastCaption = 0.0
  let backdrop: Backdrop
  var labels = Labels()
  var runsLeft = false
  /// The most rows of names above the band.
  var flagRows = 2
  /// The rows that the names of all periods may fill, even if present and next entries need fewer.
  var filledRows = 0
  /// What the agenda's texts name, so that it needs no name above the band.
  var told = Told.nothing
  /// The opacity of the hours.
  var hourShare = 1.0

  /// In digit heights: `lane` of a line, `hours` of an hour.
  static let (lane, hours) = (1.4, 1.7)
  /// The height of one track, of two, and of three, in digit heights of a line.
  private static let tracks = [2.6, 3.3, 4.7]
  /// The digit height of hours and names. `share`: of that of the lines. `least`: of the wall's shorter side, so that
  /// their font size is 3 % of it.
  private static let caption = (share: 0.7, least: 0.022)

  private static let opacity = (past: UInt8(80), coming: UInt8(255))
  /// Shares of the track's height; `now` while under way.
  private static let height = (now: 1.0, other: 0.86)
  /// In pixels; a smaller shape is no diamond.
  private static let leastDiamond = 7.0
  /// In digit heights. `gap`: on both sides of a diamond's count.
  private static let diamond = (height: 1.15, gap: 0.3)
  /// A border's share of the track's height; `now` while under way.
  private static let edge = (other: 0.06, now: 0.11)
  /// In digit heights: keeps the line of the present off the axis's end.
  private static let rest = 1.2

  /// - Parameter second: the last tick, in seconds since 1970.
  func items(at second: Int64) -> [Item] {
    guard !day.entries.isEmpty, box.width >= 1 else { return [] }
    let (bars, marks, clusters) = parts(at: second)
    let names = names(of: bars, marks, at: second)
    let axis = Rect(x: box.x, y: box.maxY, width: box.width, height: line)
    let track = Item.fill(Fill(.box(axis, radius: 0), backdrop.ink.colour))
    let poles = names.poles.map { Item.fill(Fill(.box($0, radius: 0), backdrop.ink.colour)) }
    let periods = zip(bars, names.inside).flatMap { bar, name in fills(of: bar, hasName: !name.isEmpty) }
    return [track] + poles + periods + hourItems + marker(at: second)
      + names.inside.flatMap { $0.map(Item.text) } + clusters.flatMap { items(of: $0, at: second) }
      + names.captions.map(Item.text)
  }

  /// The rows that the names need above the band, at most `flagRows`, and the height of these rows in pixels.
  /// - Parameter isFull: true if names above the band always have `filledRows`. Otherwise a wall without room for the
  ///   names would have larger texts in their place.
  func rowsOfNames(at second: Int64, isFull: Bool) -> (rows: Int, height: Double) {
    let (bars, marks, _) = parts(at: second)
    let names = names(of: bars, marks, at: second)
    let isCrowded = isFull && names.rows > 0 && !zip(bars, names.inside).allSatisfy { $0.isTold || !$1.isEmpty }
    let rows = isCrowded ? max(names.rows, filledRows) : names.rows
    return (rows, Self.height(ofRows: rows, caption))
  }

  /// `one`: the first text, for the present reminder or period. `all`: both texts.
  enum Told { case nothing, one, all }

  private func parts(at second: Int64) -> (bars: [Bar], marks: Marks, clusters: [Cluster]) {
    let told = told == .nothing ? [] : day.told(at: second, hasOne: told == .one)
    let bars = day.entries.filter { !$0.period.isReminder }.map { bar(of: $0, at: second, isTold: told.contains($0)) }
    let clusters = clusters
    let marks = Marks(
      diamonds: clusters.map { ($0.place - radius)...($0.place + reach($0)) },
      titles: clusters.map { $0.entries.count == 1 ? name(of: $0.entries[0], at: second) : nil },
      told: Set(clusters.indices.filter { clusters[$0].entries.allSatisfy(told.contains) }))
    return (bars, marks, clusters)
  }

  /// The title of a present entry, or of the next one; `nil` for another.
  private func name(of entry: AgendaDay.Entry, at second: Int64) -> String? {
    let isNamed =
      entry.seconds.contains(second) || entry.seconds.lowerBound == day.next(after: second)?.seconds.lowerBound
    return isNamed ? entry.period.title : nil
  }

  var line: Double { max(1, (0.07 * unit).rounded()) }

  var tracks: Rect {
    guard day.hasReminders else { return box }
    let lane = Self.lane / Self.height(of: day, hasLane: true) * box.height
    return Rect(x: box.x, y: box.y + lane, width: box.width, height: box.height - lane)
  }

  // MARK: Sizes

  /// The height of the lane and the tracks, in digit heights of a line.
  static func height(of day: AgendaDay?, hasLane: Bool) -> Double { tracks(of: day) + (hasLane ? lane : 0) }

  private static func tracks(of day: AgendaDay?) -> Double {
    tracks[min(tracks.count, max(1, day?.tracks ?? 1)) - 1]
  }

  /// The height of the row with the hours, in pixels.
  static func hoursHeight(below unit: Double, in size: Size) -> Double {
    hours * caption(unit, least: leastCaption(in: size))
  }

  static func leastCaption(in size: Size) -> Double {
    max(TypeScale.least(in: size.shortSide), caption.least * size.shortSide)
  }

  private static func caption(_ unit: Double, least: Double) -> Double {
    min(unit, max(least, caption.share * unit))
  }

  /// The digit height of hours and names, in pixels.
  var caption: Double { Self.caption(unit, least: leastCaption) }

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

  /// What a cluster needs at the right of its middle, in pixels.
  private func reach(_ group: Cluster) -> Double {
    let count = group.entries.count
    return radius + (count > 1 ? Self.diamond.gap * unit + Line.width("\(count)") * caption : 0)
  }

  private var clusters: [Cluster] {
    let reminders = day.entries.filter(\.period.isReminder).map { ($0, place($0.seconds.lowerBound)) }
    var groups: [Cluster] = []
    for (entry, place) in reminders.sorted(by: { $0.1 < $1.1 }) {
      var group = clamped(Cluster(entries: [entry], place: place))
      // The count makes a merged cluster wider, so it may touch the one before.
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
    let isOn = group.entries.contains { $0.seconds.contains(second) }
    let isPast = group.entries.allSatisfy { $0.seconds.upperBound <= second }
    let opacity = isOn ? 255 : isPast ? Self.opacity.past : Self.opacity.coming
    let centre = Point(x: group.place, y: (box.y + tracks.y) / 2)
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
    let width = Line.width(count) * caption
    let x = centre.x + radius + Self.diamond.gap * unit
    let box = Rect(x: x, y: centre.y - caption / 2, width: width, height: caption)
    var text = Text(string: count, template: count, box: box, ink: backdrop.ink)
    text.alignment = .left
    return items + [.text(text)]
  }

  // MARK: Periods

  struct Bar {
    let entry: AgendaDay.Entry
    let rect: Rect
    let isOn: Bool
    let isPast: Bool
    /// True if the name has the first place above the band: for a present entry, and for the next.
    let isNamed: Bool
    /// True if the agenda's texts name the entry, so that it has no name above the band.
    let isTold: Bool
    /// 0 if the bar is too small for an edge and an inside.
    let edge: Double
  }

  private func bar(of entry: AgendaDay.Entry, at second: Int64, isTold: Bool) -> Bar {
    let isOn = entry.seconds.contains(second)
    let share = isOn ? Self.height.now : Self.height.other
    let trackHeight = tracks.height / Double(entry.isAlone ? 1 : day.tracks)
    let ends = [place(entry.seconds.lowerBound), place(entry.seconds.upperBound)]
    let (from, to) = (ends.min() ?? 0, ends.max() ?? 0)
    let gap = entry.isAlone ? 0 : gap
    let rect = Rect(
      x: from, y: tracks.y + trackHeight * (Double(entry.isAlone ? 0 : entry.track) + (1 - share) / 2) + gap / 2,
      width: max(1, to - from - self.gap), height: max(1, trackHeight * share - gap))
    // A border of ink keeps the period visible on a wall of its colour.
    let edge = max(1, ((isOn ? Self.edge.now : Self.edge.other) * trackHeight).rounded())
    let isSmall = min(rect.width, rect.height) <= 3 * edge
    return Bar(
      entry: entry, rect: rect, isOn: isOn, isPast: entry.seconds.upperBound <= second,
      isNamed: !isTold && name(of: entry, at: second) != nil, isTold: isTold, edge: isSmall ? 0 : edge)
  }

  /// Between two periods, in pixels.
  private var gap: Double { max(1, (0.05 * unit).rounded()) }

  private func opacity(of bar: Bar) -> UInt8 {
    bar.isOn ? 255 : bar.isPast ? Self.opacity.past : Self.opacity.coming
  }

  /// - Parameter hasName: true if the name stands in the bar.
  private func fills(of bar: Bar, hasName: Bool) -> [Item] {
    var ground = [Item.fill(Fill(.box(bar.rect, radius: 0), shade(backdrop.ink.colour, opacity(of: bar))))]
    let inner = bar.rect.inset(by: bar.edge)
    if bar.entry.isOnLastTrack {
      // The last track may have periods that overlap. The wall's colour is between them.
      let rect = Rect(x: bar.rect.x - gap, y: bar.rect.y, width: bar.rect.width + 2 * gap, height: bar.rect.height)
      ground.insert(.fill(Fill(.box(rect, radius: 0), backdrop.colour)), at: 0)
    }
    if bar.edge == 0 { return ground }
    if bar.entry.period.colour != nil { return ground + [.fill(Fill(.box(inner, radius: 0), shownColour(of: bar)))] }
    if bar.isOn { return ground }
    // Under a name the wall's colour changes until small text is legible.
    let plate = hasName ? backdrop.colour.plate(for: backdrop.ink.colour) : nil
    return ground + [.fill(Fill(.box(inner, radius: 0), plate ?? backdrop.colour))]
  }

  /// Inside the edge.
  private func shownColour(of bar: Bar) -> Colour {
    bar.entry.period.colour.map { shade($0, max(opacity(of: bar), 160)) } ?? backdrop.colour
  }

  func ink(in bar: Bar) -> Ink {
    if bar.entry.period.colour != nil { return Ink.best(on: shownColour(of: bar)) }
    return bar.isOn ? backdrop.ink.opposite : backdrop.ink
  }

  /// Opaque: mixed into the wall's colour.
  private func shade(_ colour: Colour, _ opacity: UInt8) -> Colour {
    backdrop.colour.blended(with: colour, share: Double(opacity) / 255)
  }

  /// How often an hour may have a number, and the least distance of two numbers, in widths of a number with its gap.
  private static let steps: [(hours: Int, room: Double)] = [(1, 2.5), (2, 1.6), (3, 1), (6, 1), (12, 1)]

  /// Hours at the least step that has room have a number. If none has room, there are no ticks.
  private var hourItems: [Item] {
    let span = day.span
    let template = labels.widest("00")
    let width = 1.6 * Line.width(template) * caption
    let pitch = length * 3600 / Double(span.count)
    let found = Self.steps.first { Double($0.hours) * pitch >= $0.room * width }
    guard let step = found?.hours else { return [] }
    let named = Set(day.hours(every: step).map(\.second))
    return day.hours(every: pitch >= 6 * line ? 1 : step).flatMap { hour, second -> [Item] in
      let (x, isNamed) = (place(second), named.contains(second))
      let tick = Rect(
        x: min(x, box.maxX - line), y: box.maxY, width: line, height: (isNamed ? 0.5 : 0.25) * caption)
      let mark = Item.fill(Fill(.box(tick, radius: 0), backdrop.ink.colour))
      return isNamed && hourShare > 0 ? [mark, number(hour, at: x, width, template)] : [mark]
    }
  }

  private func number(_ hour: Int, at x: Double, _ width: Double, _ template: String) -> Item {
    let string = labels.twelveHour ? labels.names.twelveHour(hour) : hour.twoDigits
    let wide = Line.width(string) * caption / 2
    let line = Rect(x: x - width / 2, y: box.maxY + (Self.hours - 1) * caption, width: width, height: caption)
    var text = Text(string: string, template: template, box: line, ink: backdrop.ink)
    if hourShare < 1 { text.opacity = UInt8(share: hourShare) }
    if x - wide < box.x || x + wide > box.maxX {
      let isLeft = x - wide < box.x
      text.alignment = isLeft ? .left : .right
      text.box = Rect(x: isLeft ? box.x : box.maxX - width, y: line.y, width: width, height: caption)
    }
    return .text(text)
  }

  var markerWidth: Double { max(2, (0.08 * tracks.height).rounded()) }

  /// With the wall's colour on both sides. It is as high as the tracks, so that it touches no diamond and no name.
  private func marker(at second: Int64) -> [Item] {
    guard day.span.contains(second) else { return [] }
    let width = markerWidth
    let x = min(place(second), box.maxX - width)
    let height = box.maxY + 0.15 * tracks.height - tracks.y
    return [
      .fill(
        Fill(.box(Rect(x: x - width, y: tracks.y, width: 3 * width, height: tracks.height), radius: 0), backdrop.colour)
      ),
      .fill(Fill(.box(Rect(x: x, y: tracks.y, width: width, height: height), radius: 0), backdrop.ink.colour)),
    ]
  }

  private var length: Double { box.width - min(Self.rest * unit, 0.05 * box.width) }

  /// The second's x, on a whole pixel.
  func place(_ second: Int64) -> Double {
    let span = day.span
    let share = Double(min(max(second, span.lowerBound), span.upperBound) - span.lowerBound) / Double(span.count)
    return (runsLeft ? box.maxX - share * length : box.x + share * length).rounded()
  }
}

/// A day drawn as a band, from the first period's beginning to the last one's end: what is past is faint, what is on is tall,
/// and a line stands at the present. A moment is a diamond.
struct AgendaBand {
  let day: AgendaDay
  let box: Rect
  let backdrop: Backdrop

  private static let opacity = (track: UInt8(90), past: UInt8(80), coming: UInt8(170))
  /// Of its track's height: what is on, and what is not.
  private static let height = (now: 1.0, other: 0.6)
  /// In pixels, from tip to tip: smaller ones are not seen to be diamonds.
  private static let leastDiamond = 7.0

  /// - Parameter second: of the tick: the line stands still in between.
  func items(at second: Int64) -> [Item] {
    guard !day.entries.isEmpty, box.width >= 1 else { return [] }
    let middle = Rect(centre: box.centre, width: box.width, height: max(1, (0.1 * box.height).rounded()))
    let track = Item.fill(Fill(.box(middle, radius: 0), backdrop.ink.colour, opacity: Self.opacity.track))
    let moments = day.entries.filter(\.period.isMoment)
    let (present, others) = (
      moments.filter { $0.seconds.contains(second) }, moments.filter { !$0.seconds.contains(second) }
    )
    return [track] + day.entries.filter { !$0.period.isMoment }.flatMap { items(of: $0, at: second) }
      + others.flatMap { diamond(of: $0, at: second) } + marker(at: second)
      + present.flatMap { diamond(of: $0, at: second) }
  }

  /// The wall's own colour around it sets it off from periods and other moments.
  private func diamond(of entry: AgendaDay.Entry, at second: Int64) -> [Item] {
    let (isPast, isOn) = (entry.seconds.upperBound <= second, entry.seconds.contains(second))
    let opacity = isOn ? 255 : isPast ? Self.opacity.past : Self.opacity.coming
    let radius = max(Self.leastDiamond, box.height * (isOn ? Self.height.now : Self.height.other)) / 2
    let edge = max(1, (0.08 * box.height).rounded())
    let reach = min(radius, box.width / 2)
    let x = min(max(place(entry.seconds.lowerBound), box.x + reach), box.maxX - reach)
    func fill(_ radius: Double, _ colour: Colour, _ opacity: UInt8) -> Item {
      let (centre, across, up) = (Point(x: x, y: box.centre.y), Point(x: radius, y: 0), Point(x: 0, y: radius))
      return .fill(Fill(.band([centre - across, centre - up, centre + up, centre + across]), colour, opacity: opacity))
    }
    let ground = [fill(radius + 1.5 * edge, backdrop.colour, 255), fill(radius, backdrop.ink.colour, opacity)]
    guard let colour = entry.period.colour, radius > 3 * edge else { return ground }
    return ground + [fill(radius - 1.5 * edge, colour, max(opacity, 160))]
  }

  private func items(of entry: AgendaDay.Entry, at second: Int64) -> [Item] {
    let (isPast, isOn) = (entry.seconds.upperBound <= second, entry.seconds.contains(second))
    let opacity = isOn ? 255 : isPast ? Self.opacity.past : Self.opacity.coming
    let share = isOn ? Self.height.now : Self.height.other
    let trackHeight = box.height / Double(day.tracks)
    let (from, to) = (place(entry.seconds.lowerBound), place(entry.seconds.upperBound))
    // A pixel between neighbours.
    let rect = Rect(
      x: from, y: box.y + trackHeight * (Double(entry.track) + (1 - share) / 2), width: max(1, to - from - 1),
      height: trackHeight * share)
    let ground = Item.fill(Fill(.box(rect, radius: 0), backdrop.ink.colour, opacity: opacity))
    guard let colour = entry.period.colour else { return [ground] }
    // The ink around it keeps it in sight on a wall of the same colour.
    let line = max(1, 0.12 * trackHeight)
    guard rect.width > 3 * line, rect.height > 3 * line else { return [ground] }
    return [ground, .fill(Fill(.box(rect.inset(by: line), radius: 0), colour, opacity: max(opacity, 160)))]
  }

  /// The wall's own colour on both sides of it sets it off from what it stands on.
  private func marker(at second: Int64) -> [Item] {
    guard day.span.contains(second) else { return [] }
    let width = max(2, (0.16 * box.height).rounded())
    let x = min(place(second), box.maxX - width)
    let line = Rect(x: x, y: box.y - 0.3 * box.height, width: width, height: 1.6 * box.height)
    return [
      .fill(Fill(.box(Rect(x: x - width, y: box.y, width: 3 * width, height: box.height), radius: 0), backdrop.colour)),
      .fill(Fill(.box(line, radius: 0), backdrop.ink.colour)),
    ]
  }

  /// On a whole pixel.
  private func place(_ second: Int64) -> Double {
    let span = day.span
    let share = Double(min(max(second, span.lowerBound), span.upperBound) - span.lowerBound) / Double(span.count)
    return (box.x + share * box.width).rounded()
  }
}

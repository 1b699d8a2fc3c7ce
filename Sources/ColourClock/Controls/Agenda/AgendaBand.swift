/// A day drawn as a band from the first entry to the last one, with hours below it. A vertical line marks the present.
/// Past periods are translucent; the present one is taller. A reminder is a diamond.
struct AgendaBand {
  let day: AgendaDay
  let box: Rect
  /// The digit height of names and hours, in pixels.
  let unit: Double
  let backdrop: Backdrop
  var labels = Labels()
  /// True if the day runs from right to left, like the language.
  var runsLeft = false

  /// The heights of the band, and of the row with hours below it, in digit heights.
  static let (tracks, hours) = (2.8, 1.9)

  private static let opacity = (track: UInt8(90), past: UInt8(80), coming: UInt8(170))
  /// The heights of the present period and of the others, as shares of the track's height.
  private static let height = (now: 1.0, other: 0.86)
  /// The smallest width at which a diamond is visible as a diamond, in pixels.
  private static let leastDiamond = 7.0

  /// The picture of the band.
  /// - Parameter second: the second of the last tick.
  func items(at second: Int64) -> [Item] {
    guard !day.entries.isEmpty, box.width >= 1 else { return [] }
    let axis = Rect(x: box.x, y: box.maxY, width: box.width, height: line)
    let track = Item.fill(Fill(.box(axis, radius: 0), backdrop.ink.colour))
    let reminders = remindersWithRoom
    let (present, others) = (
      reminders.filter { $0.entry.seconds.contains(second) }, reminders.filter { !$0.entry.seconds.contains(second) }
    )
    return [track] + day.entries.filter { !$0.period.isReminder }.flatMap { items(of: $0, at: second) } + hourItems
      + others.flatMap { diamond(of: $0.entry, around: $0.place, width: $0.room, at: second) } + marker(at: second)
      + present.flatMap { diamond(of: $0.entry, around: $0.place, width: $0.room, at: second) }
  }

  /// The width of the axis and its marks.
  private var line: Double { max(1, (0.07 * unit).rounded()) }

  /// The reminders, each with its x-coordinate (`place`) and the width that its diamond may have (`room`). With this
  /// width it touches neither the next diamond nor the ends of the band.
  private var remindersWithRoom: [(entry: AgendaDay.Entry, place: Double, room: Double)] {
    let reminders = day.entries.filter(\.period.isReminder)
    let edge = min(Self.leastDiamond, box.width) / 2
    let places = reminders.map { min(max(place($0.seconds.lowerBound), box.x + edge), box.maxX - edge) }
    return reminders.indices.map { index in
      let place = places[index]
      let others = [places[..<index].last { $0 != place }, places[index...].first { $0 != place }].compactMap(\.self)
      let room = others.map { abs($0 - place) } + [2 * (place - box.x), 2 * (box.maxX - place)]
      return (reminders[index], place, room.min() ?? 0)
    }
  }

  /// A reminder, with an edge in the wall's colour that separates it from periods and other reminders.
  /// - Parameter width: the greatest width, in pixels.
  private func diamond(of entry: AgendaDay.Entry, around x: Double, width: Double, at second: Int64) -> [Item] {
    let (isPast, isOn) = (entry.seconds.upperBound <= second, entry.seconds.contains(second))
    let opacity = isOn ? 255 : isPast ? Self.opacity.past : Self.opacity.coming
    let radius = max(Self.leastDiamond, box.height * (isOn ? Self.height.now : Self.height.other)) / 2
    let edge = max(1, (0.05 * box.height).rounded())
    let slimness = min(1, max(Self.leastDiamond / 2, width / 2) / radius)
    func fill(_ radius: Double, _ colour: Colour, _ opacity: UInt8) -> Item {
      let centre = Point(x: x, y: box.centre.y)
      let (across, up) = (Point(x: radius * slimness, y: 0), Point(x: 0, y: radius))
      return .fill(Fill(.band([centre - across, centre - up, centre + up, centre + across]), colour, opacity: opacity))
    }
    let ground = [fill(radius + 1.5 * edge, backdrop.colour, 255), fill(radius, backdrop.ink.colour, opacity)]
    guard let colour = entry.period.colour, radius > 3 * edge else { return ground }
    return ground + [fill(radius - 1.5 * edge, colour, max(opacity, 160))]
  }

  /// A period.
  private func items(of entry: AgendaDay.Entry, at second: Int64) -> [Item] {
    let (isPast, isOn) = (entry.seconds.upperBound <= second, entry.seconds.contains(second))
    let opacity = isOn ? 255 : isPast ? Self.opacity.past : Self.opacity.coming
    let share = isOn ? Self.height.now : Self.height.other
    let trackHeight = box.height / Double(day.tracks)
    let ends = [place(entry.seconds.lowerBound), place(entry.seconds.upperBound)]
    let (from, to) = (ends.min() ?? 0, ends.max() ?? 0)
    // One pixel is left between neighbours.
    let rect = Rect(
      x: from, y: box.y + trackHeight * (Double(entry.track) + (1 - share) / 2), width: max(1, to - from - 1),
      height: trackHeight * share)
    let ground = Item.fill(Fill(.box(rect, radius: 0), shade(backdrop.ink.colour, opacity)))
    guard let colour = entry.period.colour else {
      return [ground] + name(of: entry, in: rect, on: opacity, nil, at: second)
    }
    // A border of ink keeps the period visible on a wall of the same colour.
    let line = max(1, 0.06 * trackHeight)
    guard rect.width > 3 * line, rect.height > 3 * line else { return [ground] }
    let fill = Item.fill(Fill(.box(rect.inset(by: line), radius: 0), shade(colour, max(opacity, 160))))
    return [ground, fill] + name(of: entry, in: rect, on: opacity, colour, at: second)
  }

  /// A colour at an opacity on the wall's colour. The result is opaque, so the track does not show through.
  private func shade(_ colour: Colour, _ opacity: UInt8) -> Colour {
    backdrop.colour.blended(with: colour, share: Double(opacity) / 255)
  }

  /// The name of a period in its middle, if it fits. In the present period it is beside the line of the present.
  private func name(
    of entry: AgendaDay.Entry, in rect: Rect, on opacity: UInt8, _ colour: Colour?, at second: Int64
  ) -> [Item] {
    // The diamond of a reminder would cover the name.
    let isCovered = day.entries.contains { $0.period.isReminder && entry.seconds.contains($0.seconds.lowerBound) }
    guard rect.height >= 1.1 * unit, !isCovered else { return [] }
    var room = rect.inset(by: 0.3 * unit)
    if entry.seconds.contains(second) {
      let x = place(second)
      let gap = 0.75 * unit
      let (left, right) = (x - room.x - gap, room.maxX - x - gap)
      let isLeft = left >= right
      room = Rect(x: isLeft ? room.x : x + gap, y: room.y, width: max(0, isLeft ? left : right), height: room.height)
    }
    let title = entry.period.title
    // If the title is too wide, its part before the first comma is enough: the agenda's text has the whole title.
    let names = [title] + title.split(separator: ",").prefix(1).map(String.init)
    guard let name = names.first(where: { room.width >= Line.width($0) * unit * Self.sentence }) else { return [] }
    let ground = shade(colour ?? backdrop.ink.colour, colour == nil ? opacity : max(opacity, 160))
    let box = Rect(centre: room.centre, width: room.width, height: min(unit, room.height))
    return [.text(Text(string: name, template: name, box: box, ink: Ink.best(on: ground)))]
  }

  /// The real width of a title as a share of `Line.width`, in most fonts.
  private static let sentence = 0.95

  /// A mark for each hour. Each third hour has a longer mark and its number. If the numbers would touch, each sixth or
  /// twelfth hour has them.
  private var hourItems: [Item] {
    let span = day.span
    let template = labels.widest("00")
    let width = 1.6 * Line.width(template) * unit
    let pitch = box.width * 3600 / Double(span.count)
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

  /// The number of an hour, centred below its mark. At the ends of the band it is moved inwards.
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

  /// The line of the present, with the wall's colour on both sides.
  private func marker(at second: Int64) -> [Item] {
    guard day.span.contains(second) else { return [] }
    let width = max(2, (0.08 * box.height).rounded())
    let x = min(place(second), box.maxX - width)
    let line = Rect(x: x, y: box.y - 0.15 * box.height, width: width, height: 1.3 * box.height)
    return [
      .fill(Fill(.box(Rect(x: x - width, y: box.y, width: 3 * width, height: box.height), radius: 0), backdrop.colour)),
      .fill(Fill(.box(line, radius: 0), backdrop.ink.colour)),
    ]
  }

  /// The x-coordinate of a second, on a whole pixel.
  private func place(_ second: Int64) -> Double {
    let span = day.span
    let share = Double(min(max(second, span.lowerBound), span.upperBound) - span.lowerBound) / Double(span.count)
    return (box.x + (runsLeft ? 1 - share : share) * box.width).rounded()
  }
}

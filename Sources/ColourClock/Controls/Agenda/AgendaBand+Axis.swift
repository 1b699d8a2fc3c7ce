extension AgendaBand {
  /// The empty part of the axis after `day.span`, as a multiple of `unit`.
  private static let freeEnd = 1.2

  /// `room`: the least distance between two numbers, in widths of a number with its gap.
  private static let steps: [(hours: Int, room: Double)] = [(1, 2.5), (2, 1.6), (3, 1), (6, 1), (12, 1)]

  var hourItems: [Item] {
    let span = day.span
    let template = labels.widest("00")
    let width = 1.6 * Line.width(template) * caption
    let pitch = length * 3600 / Double(span.count)
    let found = Self.steps.first { Double($0.hours) * pitch >= $0.room * width }
    guard let step = found?.hours else { return [] }
    let named = Set(day.hours(every: step).map(\.second))
    return day.hours(every: pitch >= 6 * stroke ? 1 : step).flatMap { hour, second -> [Item] in
      let (x, isNamed) = (place(second), named.contains(second))
      let tick = Rect(
        x: min(x, box.maxX - stroke), y: box.maxY, width: stroke, height: (isNamed ? 0.5 : 0.25) * caption)
      let mark = Item.fill(Fill(.box(tick, radius: 0), backdrop.ink.colour))
      return isNamed && hourOpacity > 0 ? [mark, number(hour, at: x, width, template)] : [mark]
    }
  }

  private func number(_ hour: Int, at x: Double, _ width: Double, _ template: String) -> Item {
    let string = labels.twelveHour ? labels.names.twelveHour(hour) : hour.twoDigits
    let halfWidth = Line.width(string) * caption / 2
    let centred = Rect(x: x - width / 2, y: box.maxY + (Self.hours - 1) * caption, width: width, height: caption)
    var text = Text(string: string, template: template, box: centred, ink: backdrop.ink)
    if hourOpacity < 1 { text.opacity = UInt8(share: hourOpacity) }
    if x - halfWidth < box.x || x + halfWidth > box.maxX {
      let isLeft = x - halfWidth < box.x
      text.alignment = isLeft ? .left : .right
      text.box = Rect(x: isLeft ? box.x : box.maxX - width, y: centred.y, width: width, height: caption)
    }
    return .text(text)
  }

  private static let besideMarker = 0.6

  var markerWidth: Double { max(2, (0.08 * tracks.height).rounded()) }

  /// The line at the present time.
  func marker(at second: Int64) -> [Item] {
    guard day.span.contains(second) else { return [] }
    let (width, gap) = (markerWidth, max(1, (Self.besideMarker * markerWidth).rounded()))
    let x = min(place(second), box.maxX - width)
    let height = box.maxY + 0.15 * tracks.height - tracks.y
    return [
      .fill(
        Fill(
          .box(Rect(x: x - gap, y: tracks.y, width: width + 2 * gap, height: tracks.height), radius: 0),
          backdrop.colour)),
      .fill(Fill(.box(Rect(x: x, y: tracks.y, width: width, height: height), radius: 0), backdrop.ink.colour)),
    ]
  }

  private var length: Double { box.width - min(Self.freeEnd * unit, 0.05 * box.width) }

  func place(_ second: Int64) -> Double {
    let span = day.span
    let share = Double(second.clamped(to: span.lowerBound...span.upperBound) - span.lowerBound) / Double(span.count)
    return (isRightToLeft ? box.maxX - share * length : box.x + share * length).rounded()
  }
}

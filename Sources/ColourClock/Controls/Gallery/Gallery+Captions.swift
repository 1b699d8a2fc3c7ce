/// What stands around the cards: name and summary, the dots, the day.
extension Gallery {
  /// Shares of the window's height, and of its width for lines of text.
  private static let name = (y: 0.685, height: 0.036)
  private static let summary = (y: 0.75, height: 0.021)
  /// In pixels of digit height: what is set smaller for want of width is left out.
  private static let leastHeight = 8.0
  private static let lineWidth = 0.88
  /// The dots' line, as a share of the height; their distance and size as shares of the shorter side.
  private static let dots = (y: 0.815, pitch: 0.03, radius: 0.0075)
  /// The dot of the card in the middle becomes a bar of so many dots' width, by its shape told from the others.
  private static let activeDot = 2.2
  /// Of dots and edges: over 3:1 on any backdrop.
  static let grey = Colour(red: 150, green: 150, blue: 150)

  /// A dark cast of a face's colour, so that the wall's own stays about: dark enough that no face makes it flash and white
  /// reads on it, taken once at opening so that it does not beat with the seconds.
  static func background(of face: Face, at civil: Civil) -> Colour {
    let colour = OKLab(face.colour(civil.with(second: 30)))
    return OKLab(lightness: 0.2, a: colour.a * 0.2, b: colour.b * 0.2).colour
  }

  /// The name of the card nearest to the middle, faint between two, and the dots.
  func captions(in size: Size, at uptime: Duration, appearance: Double) -> [Item] {
    let position = paging.position(at: uptime)
    let index = min(max(Int(position.rounded()), 0), cards.count - 1)
    let opacity = max(0, 1 - 2 * abs(position - Double(index))) * appearance
    let card = cards[index]
    let lines = [
      line(card.name, at: Gallery.name, in: size, opacity: opacity),
      line(card.face.summary, at: Gallery.summary, in: size, opacity: opacity),
    ].compactMap(\.self)
    return lines.map(Item.text) + (cards.count > 1 ? dots(in: size, position: position, appearance: appearance) : [])
  }

  private func line(
    _ string: String, at place: (y: Double, height: Double), in size: Size, opacity: Double
  ) -> Text? {
    let (width, height) = (Double(size.width), Double(size.height))
    let box = Rect(
      x: width * (1 - Gallery.lineWidth) / 2, y: height * place.y, width: width * Gallery.lineWidth,
      height: height * place.height)
    let tall = min(box.height, box.width / max(1, Line(string: "", template: string).width))
    guard tall >= Gallery.leastHeight else { return nil }
    return Text(string: string, template: string, box: box, ink: .white, opacity: UInt8(share: opacity))
  }

  private func dots(in size: Size, position: Double, appearance: Double) -> [Item] {
    let pitch = min(
      Gallery.dots.pitch * size.shortSide, Gallery.lineWidth * Double(size.width) / Double(cards.count))
    let radius = min(Gallery.dots.radius * size.shortSide, pitch / 4)
    let start = (Double(size.width) - pitch * Double(cards.count - 1)) / 2
    return cards.indices.map { index in
      let nearness = max(0, 1 - abs(position - Double(index)))
      let centre = Point(x: start + pitch * Double(index), y: Gallery.dots.y * Double(size.height))
      let tall = radius * Motion.mix(2, 2.6, nearness)
      let box = Rect(centre: centre, width: tall * Motion.mix(1, Gallery.activeDot, nearness), height: tall)
      let colour = nearness >= 0.5 ? Colour.white : Gallery.grey
      return .fill(Fill(.box(box, radius: tall / 2), colour, opacity: UInt8(share: appearance)))
    }
  }

  /// The day in the colours of the card in the middle, with the knob at the time shown; together in a group while they
  /// come and go.
  func day(at moment: Moment, in size: Size, appearance: Double) -> [Item] {
    let bar = Scrubber.Bar(in: size)
    let card = cards[paging.page]
    let shown = scrubber.moment(at: moment)
    let civil = moment.zone.civil(at: shown.instant.second)
    let minute = scrubber.minute(at: moment)
    let colours = days[paging.page] ?? Scrubber.Bar.colours(of: card.face, on: civil.date)
    let items =
      bar.day(colours, edge: Gallery.grey) + bar.knob(at: minute, isLive: scrubber.isLive, dark: background)
      + [.text(bar.label(civil, labels: card.style.labels, at: minute))]
    guard appearance < 1 else { return items }
    let bounds = Rect(
      x: 0, y: (bar.rect.y - bar.rect.height).rounded(), width: Double(size.width), height: bar.rect.height * 4)
    return [.group(Group(bounds: bounds, opacity: UInt8(share: appearance), items: items))]
  }
}

/// The gallery's picture: the cards, and around them name and summary, the dots, the day.
extension Gallery {
  /// Where a card stands at one time.
  struct Place: Hashable, Sendable {
    let index: Int
    /// Pages to the right of the middle.
    let position: Double
    /// On whole pixels.
    let rect: Rect
  }

  /// Shares of the window's height, and of its width for lines of text.
  private static let name = (y: 0.685, height: 0.036)
  private static let summary = (y: 0.75, height: 0.021)
  private static let lineWidth = 0.88
  /// In pixels of digit height: what is set smaller for want of width is left out.
  private static let leastHeight = 8.0
  /// The dots' line, as a share of the height; their distance and size as shares of the shorter side.
  private static let dots = (y: 0.815, pitch: 0.03, radius: 0.0075)
  /// The dot of the card in the middle is a bar of so many dots' width: its shape distinguishes it.
  private static let activeDot = 2.2
  /// Of dots and edges: over 3:1 on any backdrop.
  static let grey = Colour(red: 150, green: 150, blue: 150)

  /// The whole picture; `nil` while it is closed, and the wall is to be drawn.
  func frame(at moment: Moment) -> Frame? {
    isVisible(at: moment) ? Frame(size: size, background: background, items: items(at: moment)) : nil
  }

  /// What lies upon the background, back to front: cards, the name of the one in the middle, the dots, the day. Nothing
  /// while closed.
  func items(at moment: Moment) -> [Item] {
    let (now, uptime) = (settled(at: moment), moment.uptime)
    guard now.isVisible(at: moment) else { return [] }
    let openness = now.zoom.openness(at: uptime)
    let pictures = now.places(at: uptime).flatMap { now.picture(of: $0, at: moment, openness: openness) }
    // Names and day come when the card has left them room.
    let appearance = max(0, 3 * openness - 2)
    guard appearance > 0 else { return pictures }
    return pictures + now.captions(at: uptime, appearance: appearance) + now.day(at: moment, appearance: appearance)
  }

  /// The cards that touch the window, the one nearest to the middle last.
  func places(at uptime: Duration) -> [Place] {
    let (position, openness) = (paging.position(at: uptime), zoom.openness(at: uptime))
    let nearest = Int(position.rounded())
    return (nearest - 2...nearest + 2).filter(cards.indices.contains)
      .map { index in
        let offset = Double(index) - position
        return Place(index: index, position: offset, rect: layout.rect(at: offset, in: size, openness: openness))
      }
      .filter { $0.rect.maxX > 0 && $0.rect.x < Double(size.width) }
      .sorted { abs($0.position) > abs($1.position) }
  }

  /// A card: the face's own frame at the card's size. All cards show the time chosen, so that none changes abruptly on its
  /// way to the middle.
  private func picture(of place: Place, at moment: Moment, openness: Double) -> [Item] {
    let (card, rect) = (cards[place.index], place.rect)
    let size = Size(width: Int(rect.width), height: Int(rect.height))
    // A time that stands still would stand in the middle of its fade: it is drawn without.
    let style = Style(labels: card.style.labels, fade: Fade(span: .zero, pace: card.style.fade.pace))
    let frame = card.face.frame(
      at: scrubber.moment(at: moment), in: size, style: scrubber.isLive ? card.style : style)
    let origin = Point(x: rect.x, y: rect.y)
    let items =
      [.fill(Fill(.box(rect, radius: 0), frame.background))]
      + frame.items.map { $0.onCard(isWhole: openness == 0).moved(by: origin) }
    let opacity = UInt8(share: layout.scale(at: place.position))
    return opacity == 255 ? items : [.group(Group(bounds: rect, opacity: opacity, items: items))]
  }

  /// When the time that the cards show next changes them; `nil` for a chosen time.
  func nextTick(after moment: Moment) -> Instant? {
    guard scrubber.isLive else { return nil }
    return (paging.page - 2...paging.page + 2).filter(cards.indices.contains)
      .compactMap { cards[$0].style.fade.nextChange(of: cards[$0].face, after: moment) }.min()
  }

  /// A dark cast of a face's colour, so that the wall's own is still felt: dark enough that no face makes it flash and
  /// white can be read on it, computed once at opening so that it does not beat with the seconds.
  static func background(of face: Face, at civil: Civil) -> Colour {
    let colour = OKLab(face.colour(civil.with(second: 30)))
    return OKLab(lightness: 0.2, a: colour.a * 0.2, b: colour.b * 0.2).colour
  }

  /// The name of the card nearest to the middle, faint between two, and the dots.
  private func captions(at uptime: Duration, appearance: Double) -> [Item] {
    let position = paging.position(at: uptime)
    let index = min(max(Int(position.rounded()), 0), cards.count - 1)
    let opacity = max(0, 1 - 2 * abs(position - Double(index))) * appearance
    let card = cards[index]
    let lines = [
      line(card.name, at: Gallery.name, opacity: opacity),
      line(words[card.face.summary], at: Gallery.summary, opacity: opacity),
    ].compactMap(\.self)
    return lines.map(Item.text) + (cards.count > 1 ? dots(position: position, appearance: appearance) : [])
  }

  private func line(_ string: String, at place: (y: Double, height: Double), opacity: Double) -> Text? {
    let (width, height) = (Double(size.width), Double(size.height))
    let box = Rect(
      x: width * (1 - Gallery.lineWidth) / 2, y: height * place.y, width: width * Gallery.lineWidth,
      height: height * place.height)
    let tall = min(box.height, box.width / max(1, Line.width(string)))
    guard tall >= Gallery.leastHeight else { return nil }
    return Text(string: string, template: string, box: box, ink: .white, opacity: UInt8(share: opacity))
  }

  private func dots(position: Double, appearance: Double) -> [Item] {
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
  /// appear and disappear.
  private func day(at moment: Moment, appearance: Double) -> [Item] {
    let (bar, card) = (Scrubber.Bar(in: size), cards[paging.page])
    let civil = moment.zone.civil(at: scrubber.moment(at: moment).instant.second)
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

extension Item {
  /// As it is on a card: only one that fills the window has halos, for which there is no room and no time on the others,
  /// and all others' texts come in few sizes.
  fileprivate func onCard(isWhole: Bool) -> Item {
    guard case .text(let text) = self, !isWhole else { return self }
    return .text(
      Text(
        string: text.string, suffix: text.suffix, suffixTemplate: text.suffixTemplate, template: text.template,
        figures: text.figures, box: text.box, ink: text.ink, opacity: text.opacity, sizes: .few))
  }
}

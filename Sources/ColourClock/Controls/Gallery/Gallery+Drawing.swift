extension Gallery {
  /// Where a card stands at one time.
  struct Place: Hashable, Sendable {
    let index: Int
    /// Pages to the right of the middle.
    let position: Double
    /// On whole pixels.
    let rect: Rect
  }

  /// The whole picture; `nil` while there is none, and the wall is to be drawn as ever.
  package func frame(at moment: Moment, in size: Size) -> Frame? {
    guard isVisible(at: moment.uptime) else { return nil }
    return Frame(size: size, background: background, items: items(at: moment, in: size))
  }

  /// What lies upon the backdrop, back to front: cards, the name of the one in the middle, the dots, the day. Nothing
  /// while closed.
  package func items(at moment: Moment, in size: Size) -> [Item] {
    let now = caughtUp(to: moment.uptime)
    guard now.isVisible(at: moment.uptime) else { return [] }
    let openness = now.zoom.openness(at: moment.uptime)
    let pictures = now.places(in: size, at: moment.uptime).flatMap {
      now.picture(of: $0, at: moment, openness: openness)
    }
    // Names and day come when the card has left them room.
    let appearance = max(0, 3 * openness - 2)
    guard appearance > 0 else { return pictures }
    return pictures + now.captions(in: size, at: moment.uptime, appearance: appearance)
      + now.day(at: moment, in: size, appearance: appearance)
  }

  /// The cards that touch the window, the one nearest to the middle last.
  func places(in size: Size, at uptime: Duration) -> [Place] {
    let (position, openness) = (paging.position(at: uptime), zoom.openness(at: uptime))
    let nearest = Int(position.rounded())
    return (nearest - 2...nearest + 2).filter(cards.indices.contains)
      .map { index in
        let offset = Double(index) - position
        return Place(index: index, position: offset, rect: look.rect(at: offset, in: size, openness: openness))
      }
      .filter { $0.rect.maxX > 0 && $0.rect.x < Double(size.width) }
      .sorted { abs($0.position) > abs($1.position) }
  }

  /// A card: the face's own frame at the card's size. All cards show the time chosen, so that none jumps on its way to
  /// the middle.
  private func picture(of place: Place, at moment: Moment, openness: Double) -> [Item] {
    let card = cards[place.index]
    let rect = place.rect
    let size = Size(width: Int(rect.width), height: Int(rect.height))
    let frame = card.face.frame(at: scrubber.moment(at: moment), in: size, style: style(of: card))
    let origin = Point(x: rect.x, y: rect.y)
    let items =
      [.fill(Fill(.box(rect, radius: 0), frame.background))]
      + frame.items.map { $0.onCard(isWhole: openness == 0).moved(by: origin) }
    let opacity = UInt8(share: look.opacity(at: place.position))
    return opacity == 255 ? items : [.group(Group(bounds: rect, opacity: opacity, items: items))]
  }

  /// A time that stands still would stand in the middle of its fade: it is drawn without.
  private func style(of card: Card) -> Style {
    scrubber.isLive ? card.style : Style(labels: card.style.labels, fade: Fade(span: .zero, pace: card.style.fade.pace))
  }

  /// When the time that the cards show next changes them; `nil` for a chosen time.
  func nextTick(after moment: Moment) -> Instant? {
    guard scrubber.isLive else { return nil }
    let nearest = paging.page
    return (nearest - 2...nearest + 2).filter(cards.indices.contains)
      .compactMap { cards[$0].style.fade.nextChange(of: cards[$0].face, after: moment) }.min()
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

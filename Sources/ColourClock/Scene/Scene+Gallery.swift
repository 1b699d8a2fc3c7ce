/// What opens the gallery over the wall, and what is chosen there.
extension Scene {
  /// With the wall's own card in the middle; nothing happens if it is open.
  mutating func openGallery(at moment: Moment) {
    guard let size else { return }
    let index = setup.cards.firstIndex { $0.face == face && $0.style == style } ?? 0
    gallery.open(on: index, in: size, at: moment)
  }

  /// Shows the chosen card on the whole wall.
  mutating func choose(_ index: Int) -> [Effect] {
    let card = setup.cards[index]
    (setup.face, setup.style) = (card.face, card.style)
    return [.keepCard(card.name)]
  }

  /// A drag to the side: it opens the gallery and goes on in it.
  mutating func leaf(from origin: Point, to place: Point, _ moment: Moment) -> [Effect] {
    openGallery(at: moment)
    guard gallery.isOpen(at: moment.uptime), let size else { return spend() }
    gesture = .leafing
    gallery.grab(origin, in: size, at: moment, hasOpened: true)
    gallery.drag(place, in: size, at: moment)
    return []
  }

  /// A pointer lets go of the cards.
  mutating func leaveCards(at place: Point, _ moment: Moment) -> [Effect] {
    guard let size, let index = gallery.release(place, in: size, at: moment) else { return [] }
    return choose(index)
  }
}

/// The gallery over the wall.
extension Scene {
  /// With the wall's own card in the middle; nothing happens if it is open.
  mutating func openGallery(at moment: Moment) {
    guard size != nil, allows(.gallery) else { return }
    wall.gallery.open(on: ownCard, by: hand.device, at: moment)
  }

  /// The wall's, or the first.
  var ownCard: Int { setup.cards.firstIndex { $0.face == face && $0.style == style } ?? 0 }

  /// Shows a card on the whole wall, now and at the next start.
  mutating func choose(_ card: Gallery.Card) -> [Effect] {
    clock.setup.show(card)
    return [.keepCard(card.name)]
  }

  /// Shows on the whole wall what was chosen in the gallery. What a switch changes holds at once, and for all cards.
  mutating func accept(_ outcome: Gallery.Outcome) -> [Effect] {
    switch outcome {
    case .nothing: return []
    case .chosen: return choose(setup.cards[gallery.chosen])
    case .changed(let choice):
      clock.setup.apply(choice)
      _ = wall.gallery.restyle(setup.cards, setup.words, resolution: resolution)
      return [.keepLook(choice)]
    }
  }
}

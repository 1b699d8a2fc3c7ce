/// The gallery over the wall.
extension Scene {
  /// With the wall's own card in the middle; nothing happens if it is open.
  /// - Parameter isByHand: by a pointer or finger, not by a key.
  mutating func openGallery(isByHand: Bool = false, at moment: Moment) {
    guard size != nil, allows(.gallery) else { return }
    gallery.open(on: ownCard, isByHand: isByHand, at: moment)
  }

  /// The wall's, or the first.
  var ownCard: Int { setup.cards.firstIndex { $0.face == face && $0.style == style } ?? 0 }

  /// Shows on the whole wall what was chosen in the gallery. What a switch changes holds at once, and for all cards.
  mutating func accept(_ outcome: Gallery.Outcome) -> [Effect] {
    switch outcome {
    case .nothing: return []
    case .chosen:
      let card = setup.cards[gallery.chosen]
      (setup.face, setup.style) = (card.face, card.style)
      return [.keepCard(card.name)]
    case .changed(let choice):
      setup.apply(choice)
      _ = gallery.restyle(setup.cards)
      return [.keepLook(choice)]
    }
  }
}

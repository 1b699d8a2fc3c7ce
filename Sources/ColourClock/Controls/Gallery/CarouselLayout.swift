/// How cards stand beside each other: size, place and opacity as pure functions of how far a card is from the middle.
package struct CarouselLayout: Hashable, Sendable {
  /// Of the window's width; the height has the same share of the window's height, so that a card is a small window.
  let share: Double
  /// Between two cards, as a share of a card's width: negative, as they would overlap if they did not shrink.
  private let spacing: Double
  /// The size and the opacity of a card one page off the middle and farther.
  private let side: Double
  /// How far below the middle card's centre its neighbours' stand, as a share of the window's height.
  private let drop: Double

  /// The neighbours stand wholly in the window, 3 % from each other and from its edges.
  package static let standard = CarouselLayout(share: 0.42, spacing: -0.155, side: 0.56, drop: 0)

  /// The seed's spacing: -10 pixels in a view 320 wide, here with cards of half the width. Its neighbours are shifted down
  /// by how far they are from the middle; by how much it does not say.
  package static let seed = CarouselLayout(share: 0.5, spacing: -10.0 / 160, side: 0.6, drop: 0.05)

  /// From one card's centre to the next one's, in pixels.
  func pitch(in size: Size) -> Double { max(1, Double(size.width) * share * (1 + spacing)) }

  /// The size and the opacity of a card `position` pages to the right of the middle: 1 there, falling in a straight line.
  func scale(at position: Double) -> Double { Motion.mix(1, side, min(1, abs(position))) }

  /// The place of a card on whole pixels: those at `position` and -`position` are mirror images.
  /// - Parameters:
  ///   - middle: where the centre of the card in the middle lies, in pixels from above.
  ///   - openness: 1 for the gallery, 0 for one so close that the middle card fills the window.
  func rect(at position: Double, in size: Size, middle: Double, openness: Double = 1) -> Rect {
    let zoom = Motion.mix(1 / share, 1, openness)
    let scale = share * scale(at: position) * zoom
    let width = CarouselLayout.length(scale, of: size.width)
    let height = max(1, (scale * Double(size.height)).rounded())
    let offset = (position * pitch(in: size) * zoom).rounded()
    let own = middle + drop * min(1, abs(position)) * Double(size.height)
    let centre = Motion.mix(Double(size.height) / 2, own, openness)
    return Rect(
      x: (Double(size.width) - width) / 2 + offset, y: (centre - height / 2).rounded(), width: width, height: height)
  }

  /// A share of a length in pixels, even or odd as that is: then the two have a common middle.
  private static func length(_ share: Double, of length: Int) -> Double {
    let whole = Double(length)
    return max(2 - Double(length % 2), whole - 2 * (whole * (1 - share) / 2).rounded())
  }
}

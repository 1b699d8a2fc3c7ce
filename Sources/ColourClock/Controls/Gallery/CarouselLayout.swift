/// The size, place and opacity of a card, by its distance from the middle.
package struct CarouselLayout: Hashable, Sendable {
  /// The share of width and height of the window, so that a card is a small window.
  let share: Double
  /// Between two cards, in card widths: negative, as they shrink.
  private let spacing: Double
  /// The size and the opacity at one page from the middle and beyond.
  private let side: Double
  private let sideOpacity: Double
  /// How much lower the neighbours stand, as a share of the height.
  private let drop: Double

  /// The neighbours are wholly visible, 3 % from each other and from the edges.
  package static let standard = CarouselLayout(share: 0.42, spacing: -0.155, side: 0.56, sideOpacity: 0.85, drop: 0)

  /// The seed: -10 pixels between cards in a view 320 wide. It shifts the neighbours down, but does not say how far.
  package static let seed = CarouselLayout(
    share: 0.5, spacing: -10.0 / 160, side: 0.6, sideOpacity: 0.6, drop: 0.05)

  /// Between the centres of two cards, in pixels.
  func pitch(in size: Size) -> Double { max(1, Double(size.width) * share * (1 + spacing)) }

  /// 1 in the middle, falling in a straight line.
  func scale(at position: Double) -> Double { Motion.mix(1, side, min(1, abs(position))) }

  /// The same of the opacity: neighbours are dimmer, but bright enough to judge.
  func opacity(at position: Double) -> Double { Motion.mix(1, sideOpacity, min(1, abs(position))) }

  /// On whole pixels; `position` and -`position` are mirror images.
  /// - Parameters:
  ///   - middle: the centre of the middle card, in pixels from above.
  ///   - openness: 1 for the gallery, 0 where the middle card fills the window.
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

  /// A share of a length in pixels, even or odd as that is, so that both have a common middle.
  private static func length(_ share: Double, of length: Int) -> Double {
    let whole = Double(length)
    return max(2 - Double(length % 2), whole - 2 * (whole * (1 - share) / 2).rounded())
  }
}

/// The size, place and opacity of the gallery's cards, by their distance from the middle in pages.
package struct CarouselLayout: Hashable, Sendable {
  /// The middle card's share of the window's width and height.
  let share: Double
  /// The centres of two cards are 1 + `spacing` apart, in widths of the middle card. `spacing` is negative, because the
  /// neighbours are smaller and stand closer.
  private let spacing: Double
  /// The size of a card one page or more from the middle, as a share of the middle card's size.
  private let side: Double
  /// The opacity of a card one page or more from the middle, 0…1.
  private let sideOpacity: Double
  /// How much lower the neighbours stand, as a share of the window's height.
  private let drop: Double

  /// The usual layout. The neighbours are completely visible, with gaps of close to 3 % of the window's width.
  package static let standard = CarouselLayout(share: 0.42, spacing: -0.155, side: 0.56, sideOpacity: 0.85, drop: 0)

  /// The layout of `--preset seed`: -10 pixels between cards in a view 320 pixels wide. The drop of the neighbours is a
  /// guess.
  package static let seed = CarouselLayout(
    share: 0.5, spacing: -10.0 / 160, side: 0.6, sideOpacity: 0.6, drop: 0.05)

  /// The distance between the centres of two cards, in pixels.
  func pitch(in size: Size) -> Double { max(1, Double(size.width) * share * (1 + spacing)) }

  func scale(at position: Double) -> Double { Motion.mix(1, side, min(1, abs(position))) }

  func opacity(at position: Double) -> Double { Motion.mix(1, sideOpacity, min(1, abs(position))) }

  /// The place of a card, on whole pixels. Cards at `position` and at -`position` are mirror images.
  /// - Parameters:
  ///   - middle: the centre of the middle card, in pixels from the top.
  ///   - openness: 0 if the middle card fills the window, 1 for the open gallery.
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

  /// The length of a card in pixels: even if the window's `length` is even, else odd. So card and window have the same
  /// middle.
  private static func length(_ share: Double, of length: Int) -> Double {
    let whole = Double(length)
    return max(2 - Double(length % 2), whole - 2 * (whole * (1 - share) / 2).rounded())
  }
}

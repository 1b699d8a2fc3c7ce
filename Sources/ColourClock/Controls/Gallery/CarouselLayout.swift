/// The boxes of the gallery's cards. Position 0 is the middle card, 1 the next card at the right.
package struct CarouselLayout: Hashable, Sendable {
  /// The middle card's share of the window's width and height.
  let share: Double
  /// Two centres are 1 + `spacing` apart, in widths of the middle card.
  private let spacing: Double
  /// The size of other cards, as a share of the middle card's.
  private let side: Double
  private let sideOpacity: Double
  /// How much lower other cards are, as a share of the window's height.
  private let drop: Double

  package static let standard = CarouselLayout(share: 0.42, spacing: -0.155, side: 0.56, sideOpacity: 0.85, drop: 0)

  /// For `--preset seed`, which imitates a gallery for iOS. Its cards are -10 pixels apart; a card width of 160 pixels
  /// and `drop` are guesses.
  package static let seed = CarouselLayout(
    share: 0.5, spacing: -10.0 / 160, side: 0.6, sideOpacity: 0.6, drop: 0.05)

  func pitch(in size: Size) -> Double { max(1, Double(size.width) * share * (1 + spacing)) }

  func scale(at position: Double) -> Double { Motion.mix(1, side, min(1, abs(position))) }

  func opacity(at position: Double) -> Double { Motion.mix(1, sideOpacity, min(1, abs(position))) }

  /// The box has whole pixels; `-position` gives its mirror image.
  /// - Parameters:
  ///   - middle: the middle card's centre, in pixels from the top.
  ///   - openness: 0 if the middle card fills the window, 1 if the gallery is open.
  func rect(at position: Double, in size: Size, middle: Double, openness: Double = 1) -> Rect {
    let zoom = Motion.mix(1 / share, 1, openness)
    let scale = share * scale(at: position) * zoom
    let width = CarouselLayout.length(scale, of: size.width)
    let height = max(1, (scale * Double(size.height)).rounded())
    let offset = (position * pitch(in: size) * zoom).rounded()
    let centreIfOpen = middle + drop * min(1, abs(position)) * Double(size.height)
    let centre = Motion.mix(Double(size.height) / 2, centreIfOpen, openness)
    return Rect(
      x: (Double(size.width) - width) / 2 + offset, y: (centre - height / 2).rounded(), width: width, height: height)
  }

  /// Even lengths give even results, odd lengths odd ones, so that both have the same middle.
  private static func length(_ share: Double, of length: Int) -> Double {
    let whole = Double(length)
    return max(2 - Double(length % 2), whole - 2 * (whole * (1 - share) / 2).rounded())
  }
}

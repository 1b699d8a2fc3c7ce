extension Pull {
  /// The rules that an option can change.
  package struct Rules: Hashable, Sendable {
    package var gum: Gum
    /// The threshold, in points.
    package var trigger: Double
    /// The offset during a refresh, in points.
    let header: Double
    /// Whether points grow with the screen and the threshold stays within reach; otherwise a point is a pixel.
    let isFitted: Bool
    package var fires: Fires
    /// Only grey gum, without sign and words.
    let isPlain: Bool
    /// For `Fires.dwell`.
    let dwell = Duration.milliseconds(500)
    /// A longer refresh has failed.
    package var timeOut = Duration.seconds(60)
    /// How long the mark of success or failure stays.
    let markTime = Duration.milliseconds(500)

    /// When a pull counts. A scroll, which has no release, counts at its end or at the crossing.
    package enum Fires: String, Hashable, Sendable, CaseIterable {
      /// On reaching the threshold (both seeds).
      case crossing
      /// On release beyond the threshold.
      case release
      /// On staying beyond the threshold.
      case dwell
    }

    /// The seed at release 1.4.1.
    package static let standard = Rules(
      gum: .head, trigger: 105, header: 44, isFitted: true, fires: .release, isPlain: false)
    /// The seed at release 1.0.2.
    package static let post = Rules(
      gum: .post, trigger: 115, header: 50, isFitted: false, fires: .crossing, isPlain: true)

    /// A scroll ends after such a pause.
    static let pause = Duration.milliseconds(150)
    /// Half-life of scrolling: slow notches never add up to a pull.
    static let halfLife = Duration.milliseconds(300)
    /// The greatest pull of a step, as a share of the threshold.
    static let notch = 0.3
    /// The greatest stretch beyond the threshold, as a share of it.
    private static let give = 0.25
  }
}

extension Pull.Rules {
  /// Pixels a point: 1 on the seed's screen, 480 pixels wide.
  func scale(in size: Size) -> Double { isFitted ? max(1, size.shortSide) / 480 : 1 }

  /// In pixels: at most a fifth of the height, but never so little that it happens by accident.
  func threshold(in size: Size) -> Double {
    guard isFitted else { return trigger }
    return max(64, min(trigger * scale(in: size), 0.2 * Double(size.height)))
  }

  func header(in size: Size) -> Double { header * scale(in: size) }

  /// The offset of the content: it follows the finger up to the threshold, then ever less.
  func stretched(_ pulled: Double, in size: Size) -> Double {
    let threshold = threshold(in: size)
    let extra = pulled - threshold
    return extra > 0 ? threshold + extra / (1 + extra / (Self.give * threshold)) : max(0, pulled)
  }

  /// The inverse of `stretched`.
  func pulled(_ offset: Double, in size: Size) -> Double {
    let threshold = threshold(in: size)
    let extra = offset - threshold
    // Near the asymptote any distance well beyond the threshold will do.
    return extra > 0 ? threshold + extra / max(0.01, 1 - extra / (Self.give * threshold)) : max(0, offset)
  }
}

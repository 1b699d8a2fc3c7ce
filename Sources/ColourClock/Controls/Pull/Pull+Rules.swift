extension Pull {
  package struct Rules: Hashable, Sendable {
    /// The drop that a pull stretches.
    package var gum: Gum
    /// The least pull that can begin a refresh, in points.
    package var trigger: Double
    /// The content's offset during a refresh, in points.
    let header: Double
    /// True if points grow with the window. Otherwise a point is a pixel.
    let isFitted: Bool
    package var fires: Fires
    /// True for a grey drop without symbol and words.
    let isPlain: Bool
    /// The time beyond the threshold, for `Fires.dwell`.
    let dwell = Duration.milliseconds(500)
    /// A longer refresh counts as failed.
    package var timeOut = Duration.seconds(60)
    /// How long the mark of the result is shown.
    let markTime = Duration.milliseconds(500)

    /// When a pull begins a refresh. A scroll's `release` is its end.
    package enum Fires: String, Hashable, Sendable, CaseIterable {
      case crossing
      case release
      /// The pull has stayed beyond the threshold for `dwell`.
      case dwell
    }

    /// The rules of ISRefreshControl 1.4.1.
    package static let standard = Rules(
      gum: .version14, trigger: 105, header: 44, isFitted: true, fires: .release, isPlain: false)
    /// The rules of `--preset seed`: those of ISRefreshControl 1.0.2.
    package static let seed = Rules(
      gum: .version10, trigger: 115, header: 50, isFitted: false, fires: .crossing, isPlain: true)

    /// A scroll ends after this pause.
    static let pause = Duration.milliseconds(150)
    /// A notch's effect halves in this time, so slow notches make no pull.
    static let halfLife = Duration.milliseconds(300)
    /// The greatest effect of one step of a scroll, as a share of the threshold.
    static let notch = 0.3
    /// The content cannot go further beyond the threshold than this share of the threshold.
    private static let give = 0.25
  }
}

extension Pull.Rules {
  /// Pixels per point. With `isFitted`, the window's shorter side has 480 points.
  func scale(in size: Size) -> Double { isFitted ? max(1, size.shortSide) / 480 : 1 }

  /// The least pull that can begin a refresh, in pixels. With `isFitted`, at most a fifth of the window's height, but
  /// at least 64 pixels, against accidents.
  func threshold(in size: Size) -> Double {
    guard isFitted else { return trigger }
    return max(64, min(trigger * scale(in: size), 0.2 * Double(size.height)))
  }

  /// The content's offset during a refresh, in pixels.
  func header(in size: Size) -> Double { header * scale(in: size) }

  /// The content's offset for a pull, in pixels. The content follows the finger up to the threshold, then less and
  /// less.
  func stretched(_ pulled: Double, in size: Size) -> Double {
    let threshold = threshold(in: size)
    let extra = pulled - threshold
    return extra > 0 ? threshold + extra / (1 + extra / (Self.give * threshold)) : max(0, pulled)
  }

  /// The inverse of `stretched`.
  func pulled(_ offset: Double, in size: Size) -> Double {
    let threshold = threshold(in: size)
    let extra = offset - threshold
    return extra > 0 ? threshold + extra / max(0.01, 1 - extra / (Self.give * threshold)) : max(0, offset)
  }
}

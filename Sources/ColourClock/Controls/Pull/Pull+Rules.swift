extension Pull {
  package struct Rules: Hashable, Sendable {
    package var gum: Gum
    /// For a refresh, in points.
    package var leastPull: Double
    /// The offset during a refresh, in points.
    let header: Double
    /// False if a point is a pixel.
    let isFitted: Bool
    package var refreshTrigger: RefreshTrigger
    /// True for a grey drop without symbol and words.
    let isPlain: Bool
    /// A longer refresh counts as failed.
    package var timeOut = Duration.seconds(60)

    /// The event that begins a refresh. The end of a scroll counts as `release`.
    package enum RefreshTrigger: String, Hashable, Sendable, CaseIterable {
      case crossing
      case release
      /// A refresh begins after `Rules.dwell` beyond the threshold.
      case dwell
    }

    /// ISRefreshControl 1.4.1.
    package static let standard = Rules(
      gum: .version14, leastPull: 105, header: 44, isFitted: true, refreshTrigger: .release, isPlain: false)
    /// `--preset seed`: ISRefreshControl 1.0.2.
    package static let seed = Rules(
      gum: .version10, leastPull: 115, header: 50, isFitted: false, refreshTrigger: .crossing, isPlain: true)

    static let dwell = Duration.milliseconds(500)
    static let markTime = Duration.milliseconds(500)
    /// A scroll ends after this pause, because devices do not report its end.
    static let pause = Duration.milliseconds(150)
    /// A notch's effect halves in this time, so slow notches make no pull.
    static let halfLife = Duration.milliseconds(300)
    /// The greatest pull by one step, as a share of the threshold.
    static let notch = 0.3
    /// The greatest offset beyond the threshold, as a share of the threshold.
    private static let give = 0.25
    /// The least stretch of the drop at the tear, in points.
    private static let leastStretch = 10.0
  }
}

extension Pull.Rules {
  /// Pixels per point. With `isFitted`, the shorter side has 480 points.
  func scale(in size: Size) -> Double { isFitted ? max(1, size.shortSide) / 480 : 1 }

  /// The pull that tears the drop, in points.
  private var tear: Double { max(leastPull, header + Self.leastStretch) }

  /// The drop's stretch at the threshold, in points.
  var stretch: Double { tear - header }

  /// The threshold in pixels; with `isFitted`, at least 64 against accidents.
  func threshold(in size: Size) -> Double {
    guard isFitted else { return tear }
    return max(64, min(tear * scale(in: size), 0.2 * Double(size.height)))
  }

  func header(in size: Size) -> Double { header * scale(in: size) }

  /// Beyond the threshold, the offset grows less and less. Lengths are in pixels.
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

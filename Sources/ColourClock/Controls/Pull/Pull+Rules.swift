extension Pull {
  package struct Rules: Hashable, Sendable {
    /// The shape of the drop that hangs at the top while the wall is pulled down.
    package var gum: Gum
    /// The wanted pull for a refresh, in points (`--pull-distance`). `threshold(in:)` is the real one.
    package var pullDistance: Double
    /// The offset during a refresh, in points.
    let header: Double
    /// True if points grow with the window; otherwise a point is a pixel.
    let scalesWithWindow: Bool
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

    /// Imitates version 1.4.1 of ISRefreshControl, a control for iOS.
    package static let standard = Rules(
      gum: .version14, pullDistance: 105, header: 44, scalesWithWindow: true, refreshTrigger: .release, isPlain: false)
    /// Imitates version 1.0.2 of ISRefreshControl, for `--preset seed`.
    package static let seed = Rules(
      gum: .version10, pullDistance: 115, header: 50, scalesWithWindow: false, refreshTrigger: .crossing, isPlain: true)

    static let dwell = Duration.milliseconds(500)
    /// "Done" or "Failed" is shown for this time before the content moves back.
    static let resultTime = Duration.milliseconds(500)
    /// A scroll ends after this pause, because devices do not report its end.
    static let pause = Duration.milliseconds(150)
    /// A notch's effect halves in this time, so slow notches make no pull.
    static let halfLife = Duration.milliseconds(300)
    /// The pull by one notch of a wheel, as a share of the threshold.
    static let pullPerNotch = 0.3
    /// The greatest offset beyond the threshold, as a share of the threshold.
    private static let give = 0.25
    /// The least stretch of the drop when it tears off, in points.
    private static let leastStretch = 10.0
  }
}

extension Pull.Rules {
  /// Pixels per point. With `scalesWithWindow`, the shorter side has 480 points.
  func scale(in size: Size) -> Double { scalesWithWindow ? max(1, size.shortSide) / 480 : 1 }

  /// `pullDistance`, but far enough to stretch the drop, in points.
  private var tearingPull: Double { max(pullDistance, header + Self.leastStretch) }

  /// The drop's stretch when it tears off, in points.
  var stretch: Double { tearingPull - header }

  /// The pull at which the drop tears off, in pixels. With `scalesWithWindow`, it is at least 64 against accidents.
  func threshold(in size: Size) -> Double {
    guard scalesWithWindow else { return tearingPull }
    return max(64, min(tearingPull * scale(in: size), 0.2 * Double(size.height)))
  }

  func header(in size: Size) -> Double { header * scale(in: size) }

  /// Beyond the threshold, the offset grows less and less. Lengths are in pixels.
  func damped(_ pulled: Double, in size: Size) -> Double {
    let threshold = threshold(in: size)
    let extra = pulled - threshold
    return extra > 0 ? threshold + extra / (1 + extra / (Self.give * threshold)) : max(0, pulled)
  }

  /// The inverse of `damped`.
  func pulled(_ offset: Double, in size: Size) -> Double {
    let threshold = threshold(in: size)
    let extra = offset - threshold
    return extra > 0 ? threshold + extra / max(0.01, 1 - extra / (Self.give * threshold)) : max(0, offset)
  }
}

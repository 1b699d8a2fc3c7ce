extension Pull {
  /// How far one has to pull and what makes a pull count: all in one value that an option can change.
  package struct Rules: Hashable, Sendable {
    package var gum: Gum
    /// What a pull must reach, in points.
    package var trigger: Double
    /// How far down the content stays while it refreshes, in points.
    let header: Double
    /// Whether points grow with the screen and the trigger is kept within reach; else a point is a pixel.
    let isFitted: Bool
    package var fires: Fires
    /// Whether the gum is all there is: grey, without a sign in it and words beside it.
    let isPlain: Bool
    /// In `Fires.dwell`: how long it must stay pulled.
    let dwell = Duration.milliseconds(500)
    /// A refresh that has not ended by then has failed.
    package var timeOut = Duration.seconds(60)
    /// How long the mark of success or failure stands before the content goes back.
    let markTime = Duration.milliseconds(500)

    /// What makes a pull count; a scroll, which has no release, counts at its end, or at the crossing.
    package enum Fires: String, Hashable, Sendable, CaseIterable {
      /// Coming to the trigger, with the finger still down (both seeds).
      case crossing
      /// Letting go beyond the trigger.
      case release
      /// Staying beyond the trigger.
      case dwell
    }

    /// Gum, trigger and header are those of the seed at release 1.4.1.
    package static let standard = Rules(
      gum: .head, trigger: 105, header: 44, isFitted: true, fires: .release, isPlain: false)
    /// The seed's, at release 1.0.2.
    package static let post = Rules(
      gum: .post, trigger: 115, header: 50, isFitted: false, fires: .crossing, isPlain: true)

    /// How long a wheel or touchpad must be still for its scrolling to be over.
    static let pause = Duration.milliseconds(150)
    /// In which what was scrolled counts for half: slow notches never add up to a pull.
    static let halfLife = Duration.milliseconds(300)
    /// What one notch pulls, and the most that any one step does, of the threshold.
    static let notch = 0.3
    /// The most that the content gives way beyond the threshold, of it.
    private static let give = 0.25
  }
}

extension Pull.Rules {
  /// Pixels a point: a screen whose shorter side has 480 pixels is the seed's.
  func scale(in size: Size) -> Double { isFitted ? max(1, size.shortSide) / 480 : 1 }

  /// What a pull must reach, in pixels: where points grow with the screen, at most a fifth of its height, but never
  /// so little that it happens by accident.
  func threshold(in size: Size) -> Double {
    guard isFitted else { return trigger }
    return max(64, min(trigger * scale(in: size), 0.2 * Double(size.height)))
  }

  /// How far down the content stays while it refreshes, in pixels.
  func header(in size: Size) -> Double { header * scale(in: size) }

  /// Where the content is when one has pulled so far, in pixels: with the finger up to the threshold, then ever less.
  func stretched(_ pulled: Double, in size: Size) -> Double {
    let threshold = threshold(in: size)
    let extra = pulled - threshold
    return extra > 0 ? threshold + extra / (1 + extra / (Self.give * threshold)) : max(0, pulled)
  }

  /// How far one has pulled when the content is there: what `stretched` undoes.
  func pulled(_ offset: Double, in size: Size) -> Double {
    let threshold = threshold(in: size)
    let extra = offset - threshold
    // Close to the asymptote lies any distance: it is enough to be well beyond the threshold.
    return extra > 0 ? threshold + extra / max(0.01, 1 - extra / (Self.give * threshold)) : max(0, offset)
  }
}

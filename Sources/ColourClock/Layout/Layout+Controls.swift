/// The places of the hold button and of the bar, and the space that other parts leave free for them.
extension Layout {
  /// The places of hold button, bar and labels in the corners.
  struct Controls: Sendable {
    /// The outline of a hold button with a place of its own; otherwise `nil`.
    let button: Rect?
    /// The outline of the hold button for Quit, at the end of the bar.
    let quitPlate: Rect
    let bar: [ControlBar.Place]
    /// The row of the small labels: at the upper edge, or at the lower edge if a hold button is in the upper half.
    let signs: Rect

    /// The height of the strip of controls as a share of the shorter side: `share` in a wide window (one row),
    /// `uprightShare` in an upright window (two rows). `most` is its greatest share of the window's height.
    static let share = 0.09
    private static let uprightShare = 0.19
    private static let most = 0.27
    /// A window lower than `lowest` pixels has no bar; its strip is the share `lowShare` of its height.
    private static let (lowest, lowShare) = (160.0, 0.12)
    /// The least height of the strip, in heights of the smallest command.
    private static let bars = (wide: 1.4, upright: 2.5)
    /// The gap between a hold button with its own place and other parts, in button heights.
    private static let gap = 0.3

    init(_ contents: Contents, in window: Rect) {
      let words = contents.words
      let button = contents.button.map { HoldButton.plate($0, words, in: window) }
      let isAbove = button.map { $0.midY < window.midY } ?? false
      signs = Controls.signs(in: window, isBelow: isAbove)
      let floor = isAbove ? signs.y : window.maxY
      self.button = button
      bar = contents.bar.map { ControlBar.places($0, in: window, floor: floor, button: isAbove ? nil : button) } ?? []
      quitPlate = Controls.quitPlate(words, bar, in: window, floor: floor)
    }

    /// The heights at the upper and the lower edge that other parts leave free. They are for the labels, and for a hold
    /// button with its own place. The bar may cover other parts.
    func reserved(in window: Rect) -> (top: Double, bottom: Double) {
      let isAbove = signs.midY > window.midY
      let edge = 1.15 * (isAbove ? window.maxY - signs.y : signs.maxY - window.y)
      guard let button else { return (edge, 0) }
      let own = (isAbove ? button.maxY - window.y : window.maxY - button.y) + Controls.gap * button.height
      return isAbove ? (own, edge) : (edge, own)
    }

    /// The height at the lower edge that stays free for the controls. It is the same in every mode and with every
    /// timer, so that nothing moves when the controls change. On a screen that needs larger targets, the bar covers
    /// parts above the strip.
    static func strip(in window: Rect) -> Double {
      // A window too low for a bar.
      guard window.height >= lowest else { return lowShare * window.height }
      let isUpright = window.height > window.width
      let least = (isUpright ? bars.upright : bars.wide) * ControlBar.target(Monitor.usualResolution)
      let wanted = (isUpright ? uprightShare : share) * min(window.width, window.height)
      return min(max(wanted, least), most * window.height)
    }

    /// The row of labels, at the upper edge or, if `isBelow`, at the lower edge.
    private static func signs(in window: Rect, isBelow: Bool) -> Rect {
      let tall = min(2 * max(9, 0.02 * min(window.width, window.height)), 0.12 * window.height)
      let gap = 0.4 * tall
      let y = isBelow ? window.maxY - gap - tall : window.y + gap
      return Rect(x: window.x + gap, y: y, width: window.width - 2 * gap, height: tall)
    }

    /// The outline of the hold button for Quit, around the end of the bar's last row, or where that row would be.
    private static func quitPlate(
      _ words: Words, _ bar: [ControlBar.Place], in window: Rect, floor: Double
    ) -> Rect {
      let plate = HoldButton.plate(HoldButton.Contents(), words, in: window)
      let end = bar.last?.box
      let middle = min(end?.midY ?? floor - strip(in: window) / 2, window.maxY - plate.height / 2)
      let margin =
        end.map { words.runsLeft ? $0.x - window.x : window.maxX - $0.maxX } ?? floor - middle - plate.height / 2
      let x = words.runsLeft ? window.x + margin : window.maxX - margin - plate.width
      return Rect(x: max(window.x, x), y: middle - plate.height / 2, width: plate.width, height: plate.height)
    }
  }
}

extension Layout {
  /// The outline of a hold button with a place of its own; otherwise `nil`.
  var button: Rect? { controls.button }
  var quitPlate: Rect { controls.quitPlate }
  /// The places of the commands in the bar; empty if it has no room.
  var bar: [ControlBar.Place] { controls.bar }
  /// The row of the small labels.
  var signs: Rect { controls.signs }

  /// Whether the bar lies over other parts and must cover them.
  var barCoversItems: Bool {
    let others = slots.map(\.box) + [ring, agendaBand].compactMap(\.self)
    return bar.contains { place in others.contains { $0.overlaps(place.box) } }
  }
}

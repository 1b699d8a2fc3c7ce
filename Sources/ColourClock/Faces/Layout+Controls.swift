/// The places of the hold button and of the bar of controls, and what they leave to everything else.
extension Layout {
  struct Controls: Sendable {
    /// The outline of the hold button.
    let button: Rect?
    let bar: [ControlBar.Place]
    /// The row of the small signs: at the upper edge, or below a button in the upper half.
    let signs: Rect
    /// The height at the upper and lower edge that other items leave free.
    let free: (top: Double, bottom: Double)

    init(_ contents: Contents, in window: Rect) {
      let short = contents.size.shortSide
      button = contents.button.map { HoldButton.plate($0, contents.words, in: window) }
      let isAbove = button.map { $0.midY < window.midY } ?? false
      let tall = min(2 * max(9, 0.02 * short), 0.12 * window.height)
      let gap = 0.4 * tall
      let y = isAbove ? window.maxY - gap - tall : window.y + gap
      signs = Rect(x: window.x + gap, y: y, width: window.width - 2 * gap, height: tall)
      let edge = 2 * gap + tall
      let strip = button.map { (isAbove ? $0.maxY - window.y : window.maxY - $0.y) + 0.3 * $0.height } ?? edge
      let floor = isAbove ? signs.y : window.maxY
      let beside = isAbove ? nil : button
      bar = contents.bar.map { ControlBar.places($0, in: window, floor: floor, button: beside) } ?? []
      let barStrip = bar.first.map { window.maxY - $0.box.y + 0.3 * $0.box.height } ?? 0
      free = (isAbove ? strip : edge, max(isAbove ? edge : strip, barStrip))
    }
  }
}

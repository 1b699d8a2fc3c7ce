/// Large buttons below a ring that rings alone on an upright wall. Ring and buttons are centred as a group.
struct BelowRing {
  private let window: Rect
  private let diameter: Double

  init?(_ contents: Layout.Contents, in window: Rect) {
    guard contents.isRinging, contents.hasOnlyRing, let ring = contents.ring, window.height > window.width,
      contents.button.map({ $0.place == nil }) == true
    else { return nil }
    self.window = window
    diameter = min(ring.diameter.pixels(of: window.width), (1 - 2 * Layout.Plan.margin) * window.width)
  }

  private static let (button, gap) = (0.11, 0.09)

  /// `nil` without button or room. `lift` is how far the ring is above the middle, in pixels.
  func placed(_ bar: ControlBar.Contents, _ plate: Rect?) -> (controls: ControlBar.Placed, lift: Double)? {
    guard let plate, diameter > 0 else { return nil }
    let tall = max(plate.height, bar.target, Self.button * window.width)
    let gap = Self.gap * window.width
    let rowGap = ControlBar.gap.outer * tall
    let lift = (gap + tall + (bar.commands.isEmpty ? 0 : rowGap + tall)) / 2
    let button = Rect(
      x: window.midX - diameter / 2, y: window.midY - lift + diameter / 2 + gap, width: diameter, height: tall)
    let corner = Point(x: button.x, y: button.maxY + rowGap)
    guard plate.width <= diameter, diameter / 2 + lift <= window.height / 2 - ControlBar.margin(in: window),
      let places = ControlBar.places(bar, width: diameter, tall: tall, at: corner)
    else { return nil }
    let placed = bar.words.isRightToLeft ? places.map { $0.mirrored(at: window.midX) } : places
    return ((button, placed), lift)
  }
}

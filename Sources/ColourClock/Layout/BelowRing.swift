/// The large buttons below a ring that rings alone on an upright wall. They are as wide as the ring and near it: the
/// button that dismisses, and the commands below it. Ring and buttons are a group in the middle of the wall.
struct BelowRing {
  private let window: Rect
  private let diameter: Double

  /// `nil` if nothing rings, on a wide wall, or if the wall shows anything beside the ring.
  init?(_ contents: Layout.Contents, in window: Rect) {
    guard contents.headline != nil, contents.hasOnlyRing, let ring = contents.ring, window.height > window.width,
      contents.button.map({ $0.place == nil }) == true
    else { return nil }
    self.window = window
    diameter = min(ring.diameter.pixels(of: window.width), (1 - 2 * Layout.Plan.margin) * window.width)
  }

  /// Shares of the window's width. `button`, `commands`: the heights of the button and of the commands. `gap`: the gap
  /// below the ring.
  private static let (button, commands, gap) = (0.14, 0.11, 0.09)
  /// The gap between the button and the commands, in heights of the commands.
  private static let rowGap = 0.25

  /// The buttons, and how far the ring is above the middle. `nil` if there is no button, or no room.
  func placed(_ bar: ControlBar.Contents, _ plate: Rect?) -> (placed: ControlBar.Placed, lift: Double)? {
    guard let plate, diameter > 0 else { return nil }
    let (tall, low) = (max(plate.height, Self.button * window.width), max(bar.target, Self.commands * window.width))
    let gap = Self.gap * window.width
    let lift = (gap + tall + (bar.commands.isEmpty ? 0 : (1 + Self.rowGap) * low)) / 2
    let button = Rect(
      x: window.midX - diameter / 2, y: window.midY - lift + diameter / 2 + gap, width: diameter, height: tall)
    let y = button.maxY + Self.rowGap * low
    guard plate.width <= diameter, diameter / 2 + lift <= window.height / 2 - ControlBar.margin(in: window),
      let places = ControlBar.places(bar, width: diameter, tall: low, at: Point(x: button.x, y: y))
    else { return nil }
    return ((button, bar.words.runsLeft ? places.map { $0.mirrored(at: window.midX) } : places), lift)
  }
}

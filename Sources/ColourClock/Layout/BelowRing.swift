/// Places large buttons below a ring that rings alone on a portrait wall. Ring and buttons are centred as a group.
enum BelowRing {
  /// The least height of the buttons, and the gap between ring and buttons, as shares of the window's width.
  private static let (button, gap) = (0.11, 0.09)

  /// - Parameter plate: the hold button's usual box; `nil` if there is no button.
  /// - Returns: `nil` without such a ring, a button or room. `lift` is how far the ring moves up, in pixels.
  static func placed(
    _ contents: Layout.Contents, _ plate: Rect?, in window: Rect
  ) -> (controls: ControlBar.Placed, lift: Double)? {
    guard contents.isRinging, contents.hasOnlyRing, window.height > window.width, let ring = contents.ring,
      let bar = contents.bar, let plate, contents.button?.place == nil
    else { return nil }
    let diameter = min(ring.diameter.pixels(of: window.width), (1 - 2 * Layout.Plan.margin) * window.width)
    let tall = max(plate.height, bar.target, button * window.width)
    let (ringGap, rowGap) = (gap * window.width, ControlBar.gap.outer * tall)
    let lift = (ringGap + tall + (bar.commands.isEmpty ? 0 : rowGap + tall)) / 2
    let box = Rect(
      x: window.midX - diameter / 2, y: window.midY - lift + diameter / 2 + ringGap, width: diameter, height: tall)
    let corner = Point(x: box.x, y: box.maxY + rowGap)
    guard diameter > 0, plate.width <= diameter,
      diameter / 2 + lift <= window.height / 2 - ControlBar.margin(in: window),
      let places = ControlBar.places(bar, width: diameter, tall: tall, at: corner)
    else { return nil }
    let placed = bar.words.isRightToLeft ? places.map { $0.mirrored(at: window.midX) } : places
    return ((box, placed), lift)
  }
}

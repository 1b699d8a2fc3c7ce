extension ControlBar {
  /// Lengths in bar heights: the box's height, the gap below the text, the margin at each side.
  private static let caption = (height: 0.5, gap: 0.14, inset: 0.2)

  /// The least width of the text, in its digit heights.
  private static let leastCaptionWidth = 3.0

  /// The box is above the commands that the caption names; `nil` without caption or room.
  /// - Parameter button: The hold button, which the box must not cover.
  static func captionBox(_ contents: Contents?, _ places: [Place], button: Rect?) -> Rect? {
    guard let contents, let caption = contents.caption else { return nil }
    let named = caption.commands.isEmpty ? places : places.filter { caption.commands.contains($0.command) }
    guard let bounds = bounds(named), let tall = named.first?.box.height else { return nil }
    let height = Self.caption.height * tall
    // Only the side where the text ends makes room for the button.
    var (left, right) = (bounds.x, bounds.maxX)
    if let button, button.y < bounds.maxY, button.maxY > bounds.y - height {
      if contents.words.isRightToLeft, button.midX > left, button.midX < right { left = max(left, button.maxX) }
      if !contents.words.isRightToLeft, button.midX < right, button.midX > left { right = min(right, button.x) }
    }
    guard right - left > (leastCaptionWidth * text.height + 2 * Self.caption.inset) * tall else { return nil }
    return Rect(x: left, y: bounds.y - height, width: right - left, height: height)
  }

  static func captionText(_ contents: Contents?, in box: Rect?, tall: Double, ink: Ink) -> Text? {
    guard let box, let contents, let string = contents.caption?.text, !string.isEmpty else { return nil }
    let (height, inset) = (text.height * tall, Self.caption.inset * tall)
    let width = box.width - 2 * inset
    let words = Line.cut(string, to: width / height)
    let line = Rect(x: box.x + inset, y: box.maxY - Self.caption.gap * tall - height, width: width, height: height)
    var caption = Text(string: words, box: line, ink: ink)
    caption.alignment = contents.words.isRightToLeft ? .right : .left
    return caption
  }
}

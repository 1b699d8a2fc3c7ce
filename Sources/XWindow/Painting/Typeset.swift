internal import ColourClock

/// A frame with its texts set in type.
struct Typeset {
  let frame: Frame
  /// One for each text; `nil` for one that is too small to be drawn.
  let settings: [Setting?]
  /// What the texts can cover, within the frame.
  let boxes: [PixelBox]

  init(_ frame: Frame, in typeface: Typeface, largest: Int) {
    self.frame = frame
    settings = frame.texts.map { Setting($0, in: typeface, largest: largest) }
    boxes = settings.compactMap { $0?.bounds.intersection(PixelBox(frame.size)) }.filter { !$0.isEmpty }
  }
}

package import ColourClock

extension Typeface {
  /// How tall the digits of a text are where it is painted, in pixels, in a window of that size; `nil` where it is not
  /// drawn, since it would be too small to be read.
  package func digitHeight(of text: Text, in size: Size) -> Double? {
    guard let layout = TextLayout(text, in: self, largest: max(size.width, size.height)) else { return nil }
    return (text.isBold ? bold : self).digitHeight * Double(layout.main.size.pixels)
  }
}

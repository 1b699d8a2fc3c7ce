/// What counts as a flash: WCAG 2.2, definition of general flash and red flash thresholds.
package enum Flash {
  /// Whether the step from one colour to the other is large enough to be half of a general flash: a tenth of the full
  /// luminance, the darker of the two below 0.80.
  package static func reads(from old: Colour, to new: Colour) -> Bool {
    let (one, two) = (old.luminance, new.luminance)
    return abs(one - two) >= 0.1 && min(one, two) < 0.8
  }
}

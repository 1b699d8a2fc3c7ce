internal import ColourClock

/// A colour that is laid on.
struct Paint {
  let colour: Colour
  /// 1…255.
  let opacity: UInt8
  /// The colour that lies beneath, for where the server cannot blend.
  let ground: Colour

  /// What can be seen of a share (0…1) of it.
  func mixed(_ share: Double = 1) -> Colour { ground.blended(with: colour, share: share * Double(opacity) / 255) }
}

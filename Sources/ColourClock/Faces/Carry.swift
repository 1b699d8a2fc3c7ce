extension Face {
  /// As `scaled`, but each part carries the finer ones, as the hands of a dial do; rounded down, so that a channel turns
  /// only when its share is full.
  package static let carry = Face(
    name: "carry", summary: "as scaled, each part carrying the finer ones: 13:35:16 is #909544"
  ) { time in
    let minutes = Double(time.minute) + Double(time.second) / 60
    return Colour(
      red: Colour.channel(Double(time.hour) + minutes / 60, of: 24, rounding: .down),
      green: Colour.channel(minutes, of: 60, rounding: .down),
      blue: Colour.channel(Double(time.second), of: 60, rounding: .down))
  }
}

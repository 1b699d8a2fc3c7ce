extension Face {
  /// Each part of the time as a share of its round maximum, which it never reaches: 23:59:59 is `#f4fbfb`.
  package static let scaled = Face(
    name: "scaled", summary: "hours/24, minutes/60, seconds/60 as red, green, blue: 13:35:16 is #8a9544"
  ) { Colour(time: $0, maxima: (24, 60, 60)) }

  /// Each part of the time as a share of its greatest value: 23:59:59 is `#ffffff`.
  package static let full = Face(
    name: "full", summary: "hours/23, minutes/59, seconds/59, from black to white: 13:35:16 is #909745"
  ) { Colour(time: $0, maxima: (23, 59, 59)) }
}

extension Colour {
  fileprivate init(time: Civil, maxima: (Double, Double, Double)) {
    self.init(
      red: Colour.channel(Double(time.hour), of: maxima.0),
      green: Colour.channel(Double(time.minute), of: maxima.1),
      blue: Colour.channel(Double(time.second), of: maxima.2))
  }
}

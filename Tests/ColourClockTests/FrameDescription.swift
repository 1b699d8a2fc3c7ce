@testable import ColourClock

/// A frame as text, one line an item, for goldens that read as a difference.
extension Frame: CustomStringConvertible {
  public var description: String {
    (["frame \(size.width)x\(size.height) \(background.hex)"] + items.map(\.description)).joined(separator: "\n")
  }
}

extension Item: CustomStringConvertible {
  public var description: String {
    switch self {
    case .fill(let fill): fill.description
    case .text(let text): text.description
    case .group(let group): group.description
    }
  }
}

extension Fill: CustomStringConvertible {
  public var description: String { "fill \(shape) \(colour.hex)" + (opacity == 255 ? "" : " opacity \(opacity)") }
}

extension Group: CustomStringConvertible {
  public var description: String {
    let inner = items.flatMap { $0.description.split(separator: "\n") }.map { "\n  \($0)" }.joined()
    return "group in \(bounds.rounded) opacity \(opacity)\(inner)"
  }
}

extension Shape: CustomStringConvertible {
  public var description: String {
    switch self {
    case .arc(let arc):
      "arc \(arc.centre.rounded) radius \(tenths(arc.radius)) width \(tenths(arc.width)) "
        + "turns \(thousandths(arc.start)) \(thousandths(arc.sweep)) \(arc.cap)"
    case .disc(let centre, let radius): "disc \(centre.rounded) radius \(tenths(radius))"
    case .box(let rect, let radius): "box \(rect.rounded) radius \(tenths(radius))"
    case .band(let points): "band " + points.map(\.rounded).joined(separator: ", ")
    }
  }

  private func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
  private func thousandths(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}

extension Text: CustomStringConvertible {
  public var description: String {
    let tail = suffix.isEmpty ? "" : " + '\(suffix)'"
    let veil = opacity == 255 ? "" : " opacity \(opacity)"
    let tint = tint.map { " tint \($0.ink.hex)" } ?? ""
    let place = isOnWall ? " on the wall" : ""
    return "text '\(string)'\(tail) fit '\(template)' in \(box.rounded) \(ink)\(place)\(veil)\(tint)"
  }
}

extension Rect {
  fileprivate var rounded: String { [x, y, width, height].map { "\(Int($0.rounded()))" }.joined(separator: " ") }
}

extension Point {
  fileprivate var rounded: String { "\(Int(x.rounded())) \(Int(y.rounded()))" }
}

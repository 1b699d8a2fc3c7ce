extension Ring {
  /// One piece of a ring's line work, which can be drawn wider for the keyline beneath it.
  struct Stroke: Hashable {
    enum Line: Hashable {
      case arc(Arc)
      /// A straight one, cut off at both ends.
      case bar(Point, Point, width: Double)
      case dot(Point, radius: Double)
    }

    let line: Line
    var opacity = 1.0
    /// Whether it must be seen; the rest is decoration.
    var isMain = true

    func shape(grownBy margin: Double) -> Shape {
      switch line {
      case .arc(let arc): .arc(arc.grown(by: margin))
      case .dot(let centre, let radius): .disc(centre: centre, radius: radius + margin)
      case .bar(let start, let end, let width): Stroke.band(from: start, to: end, width: width, grownBy: margin)
      }
    }

    private static func band(from start: Point, to end: Point, width: Double, grownBy margin: Double) -> Shape {
      let way = end - start
      guard way.length > 0 else { return .band([]) }
      let along = way * (1 / way.length)
      let side = Point(x: -along.y, y: along.x) * (width / 2 + margin)
      let (first, last) = (start - along * margin, end + along * margin)
      return .band([first - side, first + side, last - side, last + side])
    }
  }
}

extension Arc {
  /// Wider by a margin on each side and, if it is anything at all, longer by it at each end.
  fileprivate func grown(by margin: Double) -> Arc {
    var arc = self
    arc.width += 2 * margin
    guard margin > 0, sweep != 0, cap == .butt, radius > 0 else { return arc }
    let turn = margin / (2 * .pi * radius) * (sweep < 0 ? -1 : 1)
    arc.start -= turn
    arc.sweep += 2 * turn
    return arc
  }
}

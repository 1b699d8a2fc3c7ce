/// Sizes are in pixels. Shapes must not overlap: a translucent symbol would show the overlap.
extension ControlBar {
  static func symbol(
    _ command: Command, _ state: State, at centre: Point, size: Double, stroke: Double, _ ink: Ink
  ) -> [Item] {
    func bar(_ offset: Double, width: Double, height: Double) -> Shape {
      let middle = Point(x: centre.x + offset, y: centre.y)
      return .box(Rect(centre: middle, width: width, height: height), radius: 0)
    }
    let half = size / 2
    let shapes: [Shape] =
      switch command {
      case .less, .pad(.less): [bar(0, width: size, height: stroke)]
      case .more, .pad(.more): plus(at: centre, arm: half, stroke: stroke)
      case .toggle where state.isRunning, .pauseProgram where state.isProgramRunning:
        bars(at: centre, size: size)
      case .toggle, .pauseProgram: [triangle(at: centre, size: size)]
      case .reset where state.takesLaps: flag(at: centre, size: size, stroke: stroke)
      case .reset: backArrow(at: centre, radius: half - stroke / 2, stroke: stroke)
      case .undo: turnBack(at: centre, size: size, stroke: stroke)
      case .look(.brightness): sun(at: centre, size: size, stroke: stroke)
      case .look: [tick(at: centre, size: size, stroke: stroke)]
      case .stopwatch: watch(at: centre, radius: half - stroke / 2, stroke: stroke)
      case .settings: gear(at: centre, size: size, stroke: stroke)
      case .mute: speaker(at: centre, size: size, stroke: stroke, isMuted: state.isMuted)
      case .quit: power(at: centre, radius: half - stroke / 2, stroke: stroke)
      case .another: plusInCircle(at: centre, radius: 0.7 * size, stroke: max(1.5, 0.7 * stroke))
      case .stepBack, .stepNext: skip(at: centre, size: size, stroke: stroke, isBack: command == .stepBack)
      case .pad(.delete):
        [.band([(-0.6, 0), (-0.1, -0.5), (-0.1, 0.5)].map { centre + Point(x: $0.0, y: $0.1) * size })]
          + [bar(0.2 * size, width: 0.6 * size, height: stroke)]
      case .preset, .setTime, .help, .card, .pad: []
      }
    return shapes.map { .fill(Fill($0, ink.colour)) }
  }

  private static func skip(at centre: Point, size: Double, stroke: Double, isBack: Bool) -> [Shape] {
    let way = isBack ? -1.0 : 1
    let end = Rect(centre: Point(x: centre.x + way * (size - stroke) / 2, y: centre.y), width: stroke, height: size)
    let corners = [(-0.5, -0.5), (0.3, 0), (-0.5, 0.5)].map { centre + Point(x: way * $0.0, y: $0.1) * size }
    return [.band(corners), .box(end, radius: 0)]
  }

  static func bars(at centre: Point, size: Double) -> [Shape] {
    [-0.26, 0.26].map {
      .box(Rect(centre: centre + Point(x: $0 * size, y: 0), width: 0.3 * size, height: size), radius: 0)
    }
  }

  static func triangle(at centre: Point, size: Double) -> Shape {
    .band([(-0.38, -0.5), (0.52, 0), (-0.38, 0.5)].map { centre + Point(x: $0.0, y: $0.1) * size })
  }

  private static func sun(at centre: Point, size: Double, stroke: Double) -> [Shape] {
    let rays = (0..<8).map { index in
      let way = Point.direction(Double(index) / 8)
      return Shape.bar(from: centre + way * (0.38 * size), to: centre + way * (0.56 * size), width: 0.7 * stroke)
    }
    return [.disc(centre: centre, radius: 0.24 * size)] + rays
  }

  private static func gear(at centre: Point, size: Double, stroke: Double) -> [Shape] {
    let outer = 0.45 * size
    let teeth = (0..<8).map { index in
      let way = Point.direction(Double(index) / 8)
      return Shape.bar(from: centre + way * outer, to: centre + way * (0.67 * size), width: 0.6 * stroke)
    }
    let width = 0.75 * stroke
    return [.arc(Arc(centre: centre, radius: outer - width / 2, width: width, start: 0, sweep: 1))] + teeth
  }

  private static func tick(at centre: Point, size: Double, stroke: Double) -> Shape {
    let half = stroke / 2 / size
    let points = [
      (-0.46 - half, 0.04 + half), (-0.46 + half, 0.04 - half), (-0.12, 0.38 + 2 * half), (-0.12, 0.38 - 2 * half),
      (0.5 + half, -0.36 + half), (0.5 - half, -0.36 - half),
    ]
    return .band(points.map { centre + Point(x: $0.0, y: $0.1) * size })
  }

  private static func power(at centre: Point, radius: Double, stroke: Double) -> [Shape] {
    let middle = centre + Point(x: 0, y: 0.5 * stroke)
    let bar = Rect(
      x: middle.x - stroke / 2, y: middle.y - 1.15 * radius - stroke / 2, width: stroke, height: 1.05 * radius)
    return [
      .arc(Arc(centre: middle, radius: radius, width: 0.8 * stroke, start: 0.15, sweep: 0.7)), .box(bar, radius: 0),
    ]
  }

  private static func speaker(at centre: Point, size: Double, stroke: Double, isMuted: Bool) -> [Shape] {
    func point(_ x: Double, _ y: Double) -> Point { centre + Point(x: x, y: y) * size }
    let box = Shape.band([
      point(-0.56, -0.17), point(-0.56, 0.17), point(-0.36, -0.17), point(-0.36, 0.17), point(-0.06, -0.45),
      point(-0.06, 0.45),
    ])
    guard isMuted else {
      let waves = [0.27, 0.56].map { radius in
        Shape.arc(
          Arc(centre: point(-0.06, 0), radius: radius * size, width: 0.8 * stroke, start: 0.125, sweep: 0.25))
      }
      return [box] + waves
    }
    let (middle, reach) = (point(0.32, 0), 0.2 * size)
    let (down, up) = (Point(x: 1, y: 1) * reach, Point(x: 1, y: -1) * reach)
    let gap = Point(x: 1, y: -1) * (0.3 * stroke)
    return [box, .bar(from: middle + down * -1, to: middle + down, width: 0.8 * stroke)]
      + [1.0, -1].map { .bar(from: middle + gap * $0, to: middle + up * $0, width: 0.8 * stroke) }
  }

  private static func plusInCircle(at centre: Point, radius: Double, stroke: Double) -> [Shape] {
    [.arc(Arc(centre: centre, radius: radius - stroke / 2, width: stroke, start: 0, sweep: 1))]
      + plus(at: centre, arm: 0.55 * radius, stroke: stroke)
  }

  private static func plus(at centre: Point, arm: Double, stroke: Double) -> [Shape] {
    func bar(_ x: Double, width: Double, height: Double) -> Shape {
      .box(Rect(centre: centre + Point(x: x, y: 0), width: width, height: height), radius: 0)
    }
    return [-1, 1].map { bar($0 * (arm + stroke / 2) / 2, width: arm - stroke / 2, height: stroke) }
      + [bar(0, width: stroke, height: 2 * arm)]
  }

  private static func flag(at centre: Point, size: Double, stroke: Double) -> [Shape] {
    let (left, top) = (centre.x - 0.4 * size, centre.y - 0.5 * size)
    let pole = Rect(x: left, y: top, width: stroke, height: size)
    let cloth = [(0.0, 0.0), (0.78 * size - stroke, 0.3 * size), (0, 0.6 * size)]
    return [.box(pole, radius: 0), .band(cloth.map { Point(x: pole.maxX + $0.0, y: top + $0.1) })]
  }

  private static func watch(at centre: Point, radius: Double, stroke: Double) -> [Shape] {
    let middle = centre + Point(x: 0, y: 0.6 * stroke)
    func bar(_ top: Double, height: Double) -> Shape {
      .box(Rect(x: middle.x - stroke / 2, y: middle.y + top, width: stroke, height: height), radius: 0)
    }
    return [
      .arc(Arc(centre: middle, radius: radius, width: stroke, start: 0, sweep: 1)),
      bar(-radius - 1.7 * stroke, height: 1.4 * stroke), bar(-0.55 * radius, height: 0.75 * radius),
    ]
  }

  static func watch(before text: Text, ink: Ink) -> [Item] {
    let tall = text.box.height
    let isLeft = text.alignment == .left
    let left = isLeft ? text.box.x : text.box.midX - Line.width(text.template) * tall / 2
    let centre = Point(x: left - (Layout.symbol.gap + Layout.symbol.size / 2) * tall, y: text.box.midY)
    let stroke = max(1.5, 0.12 * tall)
    return watch(at: centre, radius: Layout.symbol.size * tall / 2 - stroke, stroke: stroke).map {
      .fill(Fill($0, ink.colour))
    }
  }

  private static func turnBack(at centre: Point, size: Double, stroke: Double) -> [Shape] {
    let (radius, left) = (0.3 * size, centre.x - 0.1 * size)
    let middle = Point(x: centre.x + 0.2 * size, y: centre.y)
    let upper = Rect(x: left, y: centre.y - radius - stroke / 2, width: middle.x - left, height: stroke)
    let lower = Rect(x: left, y: centre.y + radius - stroke / 2, width: middle.x - left, height: stroke)
    let head = [(-0.4, 0.0), (0.0, -0.28), (0.0, 0.28)].map {
      Point(x: left + $0.0 * size, y: upper.midY + $0.1 * size)
    }
    return [
      .band(head), .box(upper, radius: 0), .box(lower, radius: 0),
      .arc(Arc(centre: middle, radius: radius, width: stroke, start: 0, sweep: 0.5)),
    ]
  }

  private static func backArrow(at centre: Point, radius: Double, stroke: Double) -> [Shape] {
    let tip = centre + Point(x: 0, y: -radius)
    let head = 1.5 * stroke
    return [
      .arc(Arc(centre: centre, radius: radius, width: stroke, start: 0, sweep: 0.78)),
      .band([tip + Point(x: 0, y: -head), tip + Point(x: -1.3 * head, y: 0), tip + Point(x: 0, y: head)]),
    ]
  }
}

/// The picture of the bar. A command is a symbol, words or both on a translucent pill of the opposite ink. The primary
/// command is filled with ink; Quit is only an outline.
extension ControlBar {
  /// Opacities of a pill: `veil` at rest, `hovered`, `pressed`, `idle` if disabled, `filled` for a filled pill under
  /// the mouse. Lengths in bar heights: `symbol` is the size of a symbol, `stroke` the width of its lines. `ring` is
  /// the outline of the focus, `edge` a pill's border, `plate` the margin around all commands.
  private static let look = (
    veil: 0.2, hovered: 0.45, pressed: 0.6, idle: 0.1, filled: 0.82, symbol: 0.3, stroke: 0.075, ring: 0.06,
    edge: 0.035, plate: 0.12
  )

  /// The opacity of a pill's border. At this opacity, the border has a contrast of at least 3:1 with every wall (WCAG
  /// 2.2, 1.4.11).
  static let edgeShare = 1.0
  private static let idleEdge = 0.3
  /// The least contrast ratio of a disabled command's words.
  private static let idleContrast = 3.0

  func items(
    _ places: [Place], _ state: State, at moment: Moment, ink: Ink, wall: Colour, isOverItems: Bool = false,
    around button: Rect? = nil, caption: Text? = nil
  ) -> [Item] {
    ControlBar.items(
      places, state, opacity: opacity(at: moment), ink: ink, wall: wall, isOverItems: isOverItems, around: button,
      caption: caption)
  }

  /// - Parameters:
  ///   - isOverItems: true if a plate must cover other items.
  ///   - button: a hold button, which the plate must not cover.
  static func items(
    _ places: [Place], _ state: State, opacity: Double, ink: Ink, wall: Colour, isOverItems: Bool = false,
    around button: Rect? = nil, caption: Text? = nil
  ) -> [Item] {
    let opacity = UInt8(share: opacity)
    guard opacity > 0, let bounds = bounds(places) else { return [] }
    let plates = isOverItems ? parts(of: places, around: button).map { plate(of: $0, caption: caption?.box) } : []
    let items =
      plates.flatMap { fill($0, places[0].box.height, wall) } + (caption.map { [.text($0)] } ?? [])
      + places.flatMap { ControlBar.items($0, state, ink: ink, wall: wall) }
    guard opacity < 255 else { return items }
    let margin = 2 * ControlBar.ring(places[0].box) + 1 + look.plate * places[0].box.height
    let whole = caption.map { bounds.united(with: $0.box) } ?? bounds
    return [.group(Group(bounds: whole.inset(by: -margin), opacity: opacity, items: items))]
  }

  /// The commands before and after a hold button that stands between them, otherwise all commands.
  private static func parts(of places: [Place], around button: Rect?) -> [[Place]] {
    guard let button, plate(of: places)?.overlaps(button) == true else { return [places] }
    return [places.filter { $0.box.midX < button.midX }, places.filter { $0.box.midX >= button.midX }]
  }

  static func bounds(_ places: [Place]) -> Rect? {
    places.first.map { first in places.dropFirst().reduce(first.box) { $0.united(with: $1.box) } }
  }

  /// The plate behind all commands, and behind a caption above them; `nil` without commands.
  static func plate(of places: [Place], caption: Rect? = nil) -> Rect? {
    guard let bounds = bounds(places) else { return nil }
    let isAbove = caption.map { $0.x < bounds.maxX && $0.maxX > bounds.x } ?? false
    let whole = caption.map { isAbove ? bounds.united(with: $0) : bounds } ?? bounds
    return whole.inset(by: -look.plate * places[0].box.height)
  }

  private static func fill(_ plate: Rect?, _ tall: Double, _ wall: Colour) -> [Item] {
    plate.map { [.fill(Fill(.box($0, radius: tall / 2 + look.plate * tall), wall))] } ?? []
  }

  /// The width of the outline of the focus, in pixels.
  private static func ring(_ box: Rect) -> Double { max(2, look.ring * box.height) }

  private static func items(_ place: Place, _ state: State, ink: Ink, wall: Colour) -> [Item] {
    let (box, command) = (place.box, place.command)
    func pill(_ box: Rect, _ colour: Colour, _ share: Double = 1) -> Item {
      .fill(Fill(.box(box, radius: box.height / 2), colour, opacity: UInt8(share: share)))
    }
    let (isOn, isEnabled) = (state.isOn(command), state.isEnabled(command))
    // The gallery is dark, so its switches have light pills, even when they are off.
    let ground = if case .look = command { ink.colour } else { isOn ? ink.colour : ink.opposite.colour }
    let veil = veil(of: command, state)
    // The wall's colour lies below the pill's fill, so that the border's ink does not show through the fill.
    let inner = box.inset(by: max(1.5, look.edge * box.height))
    var items = [pill(box, ink.colour, isEnabled ? edgeShare : idleEdge)]
    // A fill of ink on the border of ink would show a seam, so the pill gets no fill.
    if !(ground == ink.colour && veil == 1) { items += [pill(inner, wall), pill(inner, ground, veil)] }
    if state.focus == command {
      let gap = isOn ? ring(box) : -1
      items = [pill(box.inset(by: -ring(box) - max(0, gap)), ink.colour), pill(box.inset(by: -gap), wall)] + items
    }
    let label = label(place, state, isOn ? ink.opposite : ink)
    guard !isEnabled else { return items + label }
    let share = legibleShare(ink, on: wall.blended(with: ground, share: veil))
    return items + label.map { $0.faint(share) }
  }

  private static func veil(of command: Command, _ state: State) -> Double {
    if state.pressed == command { return look.pressed }
    if !state.isEnabled(command) { return look.idle }
    let isHovered = state.hovered == command
    if state.isOn(command) { return isHovered ? look.filled : 1 }
    return isHovered ? look.hovered : command == .quit ? 0 : look.veil
  }

  /// The opacity of a disabled command's words: the lowest from 0.5 up at which the words are legible.
  private static func legibleShare(_ ink: Ink, on ground: Colour) -> Double {
    stride(from: 0.5, to: 1, by: 0.05).first {
      ground.blended(with: ink.colour, share: $0).contrast(with: ground) >= idleContrast
    } ?? 1
  }

  private static func label(_ place: Place, _ state: State, _ ink: Ink) -> [Item] {
    let (box, tall, words) = (place.box, place.box.height, state.text(place))
    let high = textHeight(of: place, words) * tall
    // Titles on the pad have two lines.
    let lines = words.split(separator: "\n").map(String.init)
    let middle = Line.width(Line.widest(lines)) * high
    // A switch that is off has no symbol.
    let hasSymbol =
      place.command.hasSymbol(hasWords: place.hasWords) && (!place.command.isSwitch || state.isOn(place.command))
    let shift = hasSymbol && !words.isEmpty ? text.symbol * tall : 0
    let left = box.midX - (middle + shift) / 2
    var items: [Item] = []
    if hasSymbol {
      let offset = words.isEmpty ? 0 : left + look.symbol * tall / 2 - box.midX
      let centre = Point(x: box.midX + (state.words.runsLeft ? -offset : offset), y: box.midY)
      let (size, stroke) = (look.symbol * tall, max(2, look.stroke * tall))
      items = symbol(place.command, state, at: centre, size: size, stroke: stroke, ink)
    }
    for (index, words) in lines.enumerated() {
      let middleY = box.midY + (Double(index) - Double(lines.count - 1) / 2) * linePitch * high
      let line = Rect(
        x: left + shift - 0.1 * tall, y: middleY - high / 2, width: middle + 0.2 * tall, height: high)
      let own = state.words.runsLeft ? line.mirrored(at: box.midX) : line
      items.append(.text(Text(string: words, template: words, box: own, ink: ink)))
    }
    return items
  }

  /// The distance between two lines of words, in digit heights.
  private static let linePitch = 1.7

  /// The digit height of a command's words, in heights of its box. Keys of the pad have larger texts than other
  /// commands.
  private static func textHeight(of place: Place, _ words: String) -> Double {
    guard case .pad(let key) = place.command else {
      return place.hasLargeWords ? text.large : text.height
    }
    let lines = words.split(separator: "\n").map(String.init)
    let isTitle = if case .title = key { true } else { false }
    let room = place.box.width / place.box.height - (isTitle ? PadKey.titleMargin : text.margin)
    let most = lines.count > 1 ? PadKey.twoLines.wanted : key.textHeight
    return min(most, max(0.1, room) / max(1, Line.width(Line.widest(lines))))
  }

  private static func symbol(
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
      // The parts do not overlap, because overlaps would show in a translucent symbol.
      case .more, .pad(.more):
        [-1, 1].map { bar($0 * (half + stroke / 2) / 2, width: half - stroke / 2, height: stroke) }
          + [bar(0, width: stroke, height: size)]
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

  /// The tick is a single polygon, because overlaps would show in a translucent symbol.
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
    // The second stroke of the cross is in two halves, because overlaps would show in a translucent symbol.
    let (middle, reach) = (point(0.32, 0), 0.2 * size)
    let (down, up) = (Point(x: 1, y: 1) * reach, Point(x: 1, y: -1) * reach)
    let gap = Point(x: 1, y: -1) * (0.3 * stroke)
    return [box, .bar(from: middle + down * -1, to: middle + down, width: 0.8 * stroke)]
      + [1.0, -1].map { .bar(from: middle + gap * $0, to: middle + up * $0, width: 0.8 * stroke) }
  }

  private static func plusInCircle(at centre: Point, radius: Double, stroke: Double) -> [Shape] {
    let arm = 0.55 * radius
    func bar(_ x: Double, width: Double, height: Double) -> Shape {
      .box(Rect(centre: centre + Point(x: x, y: 0), width: width, height: height), radius: 0)
    }
    let sides = [-1.0, 1].map { bar($0 * (arm + stroke / 2) / 2, width: arm - stroke / 2, height: stroke) }
    return [
      .arc(Arc(centre: centre, radius: radius - stroke / 2, width: stroke, start: 0, sweep: 1)),
      bar(0, width: stroke, height: 2 * arm),
    ] + sides
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

  /// An arrow that turns counterclockwise, with its head at twelve o'clock.
  private static func backArrow(at centre: Point, radius: Double, stroke: Double) -> [Shape] {
    let tip = centre + Point(x: 0, y: -radius)
    let head = 1.5 * stroke
    return [
      .arc(Arc(centre: centre, radius: radius, width: stroke, start: 0, sweep: 0.78)),
      .band([tip + Point(x: 0, y: -head), tip + Point(x: -1.3 * head, y: 0), tip + Point(x: 0, y: head)]),
    ]
  }
}

extension Item {
  /// Makes no group: the bar is a group while it fades, and groups do not nest.
  fileprivate func faint(_ share: Double) -> Item {
    switch self {
    case .fill(var fill):
      fill.opacity = UInt8(share: share)
      return .fill(fill)
    case .text(var text):
      text.opacity = UInt8(share: share)
      return .text(text)
    case .group: return self
    }
  }
}

/// Commands are translucent pills; the primary one is filled, and Quit is an outline.
extension ControlBar {
  /// Opacities inside a pill: `veil` at rest, `idle` if disabled, `filled` for a filled pill under the mouse.
  private static let fillOpacity = (veil: 0.2, hovered: 0.45, pressed: 0.6, idle: 0.1, filled: 0.82)
  /// Lengths in bar heights: a symbol, its strokes, the focus outline, a pill's border, the margin around all commands.
  private static let length = (symbol: 0.3, stroke: 0.075, ring: 0.06, edge: 0.035, plate: 0.12)

  /// The border's opacity, for a contrast of at least 3:1 with every wall (WCAG 2.2, 1.4.11).
  static let edgeShare = 1.0
  private static let idleEdge = 0.3
  private static let idleContrast = 3.0

  /// - Parameters:
  ///   - isOverItems: True if the bar covers items. It then gets a plate.
  ///   - button: The hold button, which the plate must not cover.
  static func items(
    _ places: [Place], _ state: State, opacity: Double, ink: Ink, wall: Colour, isOverItems: Bool = false,
    around button: Rect? = nil, caption: Text? = nil
  ) -> [Item] {
    let opacity = UInt8(share: opacity)
    guard opacity > 0, let bounds = bounds(places) else { return [] }
    let plates =
      isOverItems
      ? parts(of: places, around: button).map { part -> Rect? in
        guard let box = caption?.box else { return plate(of: part) }
        return plate(of: part, caption: button == nil ? box : clipped(box, toColumnsOf: part))
      } : []
    let items =
      plates.flatMap { fill($0, places[0].box.height, wall) } + (caption.map { [.text($0)] } ?? [])
      + places.flatMap { ControlBar.items($0, state, ink: ink, wall: wall) }
    guard opacity < 255 else { return items }
    let margin = 2 * ControlBar.ring(places[0].box) + 1 + length.plate * places[0].box.height
    let whole = caption.map { bounds.united(with: $0.box) } ?? bounds
    return [.group(Group(bounds: whole.inset(by: -margin), opacity: opacity, items: items))]
  }

  private static func clipped(_ caption: Rect, toColumnsOf places: [Place]) -> Rect {
    guard let bounds = bounds(places) else { return caption }
    let (x, end) = (max(caption.x, bounds.x), min(caption.maxX, bounds.maxX))
    return Rect(x: x, y: caption.y, width: max(0, end - x), height: caption.height)
  }

  /// Splits the commands at the hold button if their plate would touch it.
  private static func parts(of places: [Place], around button: Rect?) -> [[Place]] {
    guard let button, plate(of: places)?.overlaps(button) == true else { return [places] }
    return [places.filter { $0.box.midX < button.midX }, places.filter { $0.box.midX >= button.midX }]
  }

  static func bounds(_ places: [Place]) -> Rect? {
    places.first.map { first in places.dropFirst().reduce(first.box) { $0.united(with: $1.box) } }
  }

  /// Includes the caption only if it is above these commands.
  static func plate(of places: [Place], caption: Rect? = nil) -> Rect? {
    guard let bounds = bounds(places) else { return nil }
    let isAbove = caption.map { $0.x < bounds.maxX && $0.maxX > bounds.x } ?? false
    let whole = caption.map { isAbove ? bounds.united(with: $0) : bounds } ?? bounds
    return whole.inset(by: -length.plate * places[0].box.height)
  }

  private static func fill(_ plate: Rect?, _ boxHeight: Double, _ wall: Colour) -> [Item] {
    plate.map { [.fill(Fill(.box($0, radius: boxHeight / 2 + length.plate * boxHeight), wall))] } ?? []
  }

  private static func ring(_ box: Rect) -> Double { max(2, length.ring * box.height) }

  private static func items(_ place: Place, _ state: State, ink: Ink, wall: Colour) -> [Item] {
    let (box, command) = (place.box, place.command)
    func pill(_ box: Rect, _ colour: Colour, _ share: Double = 1) -> Item {
      .fill(Fill(.box(box, radius: box.height / 2), colour, opacity: UInt8(share: share)))
    }
    let (isHighlighted, isEnabled) = (state.isOn(command), state.isEnabled(command))
    let isFilled = isHighlighted && isEnabled
    // The gallery is always dark, so its pills are light.
    let ground = if case .look = command { ink.colour } else { isHighlighted ? ink.colour : ink.opposite.colour }
    let veil = veil(of: command, state)
    let inner = box.inset(by: max(1.5, length.edge * box.height))
    var items = [pill(box, ink.colour, isEnabled ? edgeShare : idleEdge)]
    // An inner fill in full ink would show a seam along the border.
    if !(ground == ink.colour && veil == 1) { items += [pill(inner, wall), pill(inner, ground, veil)] }
    if state.focus == command {
      // Without a gap, pill and outline overlap by a pixel, so that no seam shows.
      let outline = ring(box)
      let (outerEdge, innerEdge) = isFilled ? (2 * outline, outline) : (outline, -1)
      items = [pill(box.inset(by: -outerEdge), ink.colour), pill(box.inset(by: -innerEdge), wall)] + items
    }
    let label = label(place, state, isFilled ? ink.opposite : ink)
    guard !isEnabled else { return items + label }
    let share = legibleShare(ink, on: wall.blended(with: ground, share: veil))
    return items + label.map { $0.faint(share) }
  }

  private static func veil(of command: Command, _ state: State) -> Double {
    if !state.isEnabled(command) { return fillOpacity.idle }
    if state.pressed == command { return fillOpacity.pressed }
    let isHovered = state.hovered == command
    if state.isOn(command) { return isHovered ? fillOpacity.filled : 1 }
    return isHovered ? fillOpacity.hovered : command == .quit ? 0 : fillOpacity.veil
  }

  /// The lowest opacity, 0.5…1, with the contrast `idleContrast`.
  private static func legibleShare(_ ink: Ink, on ground: Colour) -> Double {
    stride(from: 0.5, to: 1, by: 0.05).first {
      ground.blended(with: ink.colour, share: $0).contrast(with: ground) >= idleContrast
    } ?? 1
  }

  private static func label(_ place: Place, _ state: State, _ ink: Ink) -> [Item] {
    let (box, boxHeight, words) = (place.box, place.box.height, state.text(place))
    let textHeight = textHeight(of: place, words) * boxHeight
    let lines = words.split(separator: "\n").map(String.init)
    let widest = Line.width(Line.widest(lines)) * textHeight
    let hasSymbol =
      place.command.hasSymbol(hasWords: place.hasWords) && (!place.command.isSwitch || state.isOn(place.command))
    let shift = hasSymbol && !words.isEmpty ? text.symbol * boxHeight : 0
    // `Line.width` is usually too large. Beside a symbol, the gap would be visible.
    let visibleWidth = shift > 0 ? Line.realShare * widest : widest
    let left = box.midX - (visibleWidth + shift) / 2
    var items: [Item] = []
    if hasSymbol {
      let offset = words.isEmpty ? 0 : left + length.symbol * boxHeight / 2 - box.midX
      let centre = Point(x: box.midX + (state.words.isRightToLeft ? -offset : offset), y: box.midY)
      let (size, stroke) = (length.symbol * boxHeight, max(2, length.stroke * boxHeight))
      items = symbol(place.command, state, at: centre, size: size, stroke: stroke, ink)
    }
    for (index, words) in lines.enumerated() {
      let middleY = box.midY + (Double(index) - Double(lines.count - 1) / 2) * linePitch * textHeight
      let spare = 0.2 * boxHeight
      let start = left + shift - (shift > 0 ? 0 : spare / 2)
      let line = Rect(x: start, y: middleY - textHeight / 2, width: widest + spare, height: textHeight)
      let own = state.words.isRightToLeft ? line.mirrored(at: box.midX) : line
      var text = Text(string: words, box: own, ink: ink)
      if shift > 0 { text.alignment = state.words.isRightToLeft ? .right : .left }
      items.append(.text(text))
    }
    return items
  }

  /// The distance between the middles of two lines, in digit heights.
  private static let linePitch = 1.7

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
}

extension Item {
  /// Items are made faint one by one, because groups do not nest.
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

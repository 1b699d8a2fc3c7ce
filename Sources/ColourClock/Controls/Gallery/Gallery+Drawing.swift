extension Gallery {
  struct Place: Hashable, Sendable {
    let index: Int
    /// Pages from the middle; negative for earlier cards.
    let position: Double
    let rect: Rect
  }

  static func hint(_ device: InputDevice, _ words: Words) -> String {
    switch device {
    case .key: words["Enter chooses, Escape leaves"]
    case .pointer: words["Click to choose, beside to leave"]
    case .finger: words["Tap to choose, beside to leave, swipe for more"]
    }
  }

  static func hints(_ words: Words) -> [String] { InputDevice.allCases.map { hint($0, words) } }

  /// A click within this many pixels of a control does not close the gallery.
  static let nearControls = 8.0

  private static let leastHeight = 8.0
  /// The middle card's dot, in widths of another dot.
  private static let activeDot = 2.6
  private static let leastDot = 2.0
  /// The contrast is over 3:1 on any background of the gallery.
  static let grey = Colour(red: 150, green: 150, blue: 150)

  func frame(at moment: Moment) -> Frame? {
    isVisible(at: moment) ? Frame(size: size, background: background, items: items(at: moment)) : nil
  }

  func items(at moment: Moment) -> [Item] {
    let (now, uptime) = (closedIfIdle(at: moment), moment.uptime)
    guard now.isVisible(at: moment) else { return [] }
    let openness = now.zoom.openness(at: uptime)
    let pictures = now.places(at: uptime).flatMap { now.picture(of: $0, at: moment, openness: openness) }
    // Names, switches and the day appear in the last fifth of the opening.
    let appearance = max(0, 1 + Gallery.partsSpeed * (openness - 1))
    guard appearance > 0 else { return pictures }
    return pictures
      + now.captions(at: uptime, appearance: appearance)
      + ControlBar.items(
        now.plan.switches, now.controlState(at: moment), opacity: appearance, ink: .white,
        wall: now.background)
      + (now.plan.bar.map { now.day($0, at: moment, appearance: appearance) } ?? [])
  }

  private static let partsSpeed = 5.0

  func places(at uptime: Duration) -> [Place] {
    let (position, openness) = (paging.position(at: uptime), zoom.openness(at: uptime))
    let nearest = Int(position.rounded())
    return (nearest - 2...nearest + 2).filter(cards.indices.contains)
      .map { index in
        let offset = Double(index) - position
        let rect = layout.rect(at: sideOfNext * offset, in: size, middle: plan.middle, openness: openness)
        return Place(index: index, position: offset, rect: rect)
      }
      .filter { $0.rect.maxX > 0 && $0.rect.x < Double(size.width) }
      .sorted { abs($0.position) > abs($1.position) }
  }

  private func picture(of place: Place, at moment: Moment, openness: Double) -> [Item] {
    let (card, rect) = (cards[place.index], place.rect)
    let size = Size(width: Int(rect.width), height: Int(rect.height))
    var style = card.style
    style.fade = Fade(span: .zero, pace: style.fade.pace)
    let frame = card.face.frame(
      at: scrubber.moment(at: moment), in: size, style: scrubber.isLive ? card.style : style)
    let origin = Point(x: rect.x, y: rect.y)
    let items =
      [.fill(Fill(.box(rect, radius: 0), frame.background))]
      + frame.items.map { $0.onCard(fillsWall: openness == 0).moved(by: origin) }
    let opacity = UInt8(share: layout.opacity(at: place.position))
    return opacity == 255 ? items : [.group(Group(bounds: rect, opacity: opacity, items: items))]
  }

  func nextTick(after moment: Moment) -> Instant? {
    guard scrubber.isLive else { return cards.first?.style.fade.pace.nextTick(after: moment.instant) }
    return (paging.page - 2...paging.page + 2).filter(cards.indices.contains)
      .compactMap { cards[$0].style.fade.nextChange(of: cards[$0].face, after: moment) }.min()
  }

  /// The face's colour in the middle of the minute, darkened for white text.
  static func background(of face: Face, at civil: Civil) -> Colour {
    let colour = OKLab(face.colour(civil.with(second: 30)))
    return OKLab(lightness: backgroundLight, a: colour.a * backgroundChroma, b: colour.b * backgroundChroma).colour
  }

  private static let (backgroundLight, backgroundChroma) = (0.2, 0.2)

  /// A name stays opaque for this share of the way from its card to halfway to the next.
  private static let nameStays = 0.85

  private func captions(at uptime: Duration, appearance: Double) -> [Item] {
    let position = paging.position(at: uptime)
    let index = Int(position.rounded()).clamped(to: 0...cards.count - 1)
    let offset = Double(index) - position
    let fading = max(0, 2 * abs(offset) - Gallery.nameStays) / (1 - Gallery.nameStays)
    let opacity = (1 - min(1, fading)) * appearance
    let side = Point(x: (sideOfNext * offset * layout.pitch(in: size)).rounded(), y: 0)
    let card = cards[index]
    let isHinting = isHinting(at: uptime)
    let lines = [
      line(card.title(words), in: plan.name?.moved(by: side), opacity: opacity),
      isHinting
        ? line(Gallery.hint(device, words), in: plan.caption, opacity: appearance)
        : line(words[card.face.caption], in: plan.caption?.moved(by: side), opacity: opacity),
    ].compactMap(\.self)
    return lines.map(Item.text) + (cards.count > 1 ? dots(position: position, appearance: appearance) : [])
  }

  private func line(_ string: String, in box: Rect?, opacity: Double) -> Text? {
    guard let box, min(box.height, box.width / max(1, Line.width(string))) >= Gallery.leastHeight else { return nil }
    return Text(string: string, box: box, ink: .white, opacity: UInt8(share: opacity))
  }

  private func dots(position: Double, appearance: Double) -> [Item] {
    let (row, extra, count) = (plan.dots, Gallery.activeDot - 1, Double(cards.count))
    let tall = min(row.height, (row.width + Gallery.leastDot) / (2 * count + extra))
    guard tall >= Gallery.leastDot else {
      let page = "\(paging.page + 1) / \(cards.count)"
      let height = max(Gallery.leastHeight, row.height)
      let box = Rect(centre: row.centre, width: row.width, height: height)
      return line(page, in: box, opacity: appearance).map { [.text($0)] } ?? []
    }
    let nearness = cards.indices.map { max(0, 1 - abs(position - Double($0))) }
    let widths = nearness.map { tall * (1 + extra * $0) }
    var x = row.midX - (widths.reduce(0, +) + tall * (count - 1)) / 2
    return zip(widths, nearness).map { width, nearness in
      let box = Rect(x: x, y: row.midY - tall / 2, width: width, height: tall)
      x = box.maxX + tall
      let dot = words.isRightToLeft ? box.mirrored(at: row.midX) : box
      let colour = nearness >= 0.5 ? Colour.white : Gallery.grey
      return .fill(Fill(.box(dot, radius: tall / 2), colour, opacity: UInt8(share: appearance)))
    }
  }

  private func day(_ bar: Scrubber.Bar, at moment: Moment, appearance: Double) -> [Item] {
    let card = cards[paging.page]
    let (minute, present) = (scrubber.minute(at: moment), Scrubber.present(at: moment))
    let colours = days[paging.page] ?? Scrubber.Bar.colours(of: card.face, on: chosenTime(at: moment).date)
    let items =
      bar.day(colours, edge: Gallery.grey)
      + (scrubber.isLive ? [] : bar.knob(at: present, isLive: true, dark: background))
      + bar.knob(at: minute, isLive: scrubber.isLive, dark: background)
      + (timeLabel(on: bar, at: moment).map { [.text($0)] } ?? [])
      + (nowBox(at: moment).map { [bar.now(words["now"], in: $0)] } ?? [])
      + bar.marks(card.style.labels, colour: Gallery.grey)
    guard appearance < 1 else { return items }
    let top = (bar.rect.y - 2 * bar.rect.height).rounded()
    let bounds = Rect(x: 0, y: top, width: Double(size.width), height: Double(size.height) - top)
    return [.group(Group(bounds: bounds, opacity: UInt8(share: appearance), items: items))]
  }
}

extension Gallery {
  /// A press in this box returns to the present. The box is `nil` without room or a chosen time.
  func nowBox(at moment: Moment) -> Rect? {
    guard !scrubber.isLive, let bar = plan.bar, cards.indices.contains(paging.page) else { return nil }
    return bar.nowBox(words["now"], at: Scrubber.present(at: moment), beside: timeLabel(on: bar, at: moment)?.box)
  }

  private func chosenTime(at moment: Moment) -> Civil {
    moment.zone.civil(at: scrubber.moment(at: moment).instant.second)
  }

  private func timeLabel(on bar: Scrubber.Bar, at moment: Moment) -> Text? {
    let labels = cards[paging.page].style.labels
    return bar.label(chosenTime(at: moment), labels: labels, at: scrubber.minute(at: moment))
  }
}

extension Item {
  fileprivate func onCard(fillsWall: Bool) -> Item {
    guard case .text(let text) = self, !fillsWall else { return self }
    return .text(with(text.withoutPlate) { $0.sizes = .few })
  }
}

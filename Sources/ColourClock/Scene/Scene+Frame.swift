extension Scene {
  /// `nil` if the wall is invisible or its size unknown.
  package func frame(at moment: Moment) -> Frame? {
    guard let size, isVisible else { return nil }
    if role == .black || displayOverride.isBlank { return Frame(size: size, background: .black, items: []) }
    let isPairing = role == .whole && showsPairing(at: moment)
    if role == .whole, !isPairing, let frame = gallery.frame(at: moment) { return frame }
    let wanted = dimming(at: moment)
    var backdrop = backdrop(at: moment, under: wanted)
    if role == .whole, !isPairing, layout?.isUrgent == true { backdrop = backdrop.lit }
    let dimming = wanted.readable(on: backdrop.colour)
    var items = role == .colour || dimming.isBlack ? [] : items(on: backdrop, at: moment)
    if let identifyLabel, moment.uptime < identifyLabel.end { items = identifyLabel.items(in: size, on: backdrop) }
    return Frame(size: size, background: backdrop.colour, items: items).dimmed(by: dimming)
  }

  /// The lowest item comes first. Fixed items, which pulls and the pixel shift do not move, come last.
  private func items(on backdrop: Backdrop, at moment: Moment) -> [Item] {
    guard let layout else { return [] }
    // Test `ringEase` first: `easing` zeroes several kilobytes for its result, even for `nil`.
    if wall.ringEase != nil, let easing = easing(at: moment) { return easing.items(on: backdrop, at: moment) }
    if showsPairing(at: moment) { return pairingItems(on: backdrop, at: moment) }
    if help.isOpen(at: moment.uptime) { return helpItems(on: backdrop, at: moment) }
    if settings.isOpen(at: moment.uptime) { return settingsItems(on: backdrop, at: moment) }
    if runningOrder.isOpen(at: moment.uptime) { return orderItems(on: backdrop, at: moment) }
    if showsPad(at: moment) { return padItems(on: backdrop, at: moment) }
    var (content, fixed) = ([Item](), [Item]())
    for control in Scene.controls.reversed() {
      let items = control.items(of: self, in: layout, on: backdrop, at: moment)
      if items.isEmpty { continue }
      if control.isFixed { fixed += items } else if content.isEmpty { content = items } else { content += items }
    }
    let offset = contentOffset(at: moment)
    if offset.length > 0 { content = content.map { $0.moved(by: offset) } }
    return fixed.isEmpty ? content : content + fixed
  }

  func contentOffset(at moment: Moment) -> Point { shift(at: moment) + Point(x: 0, y: pull.offset(at: moment)) }

  func onContent(_ place: Point, at moment: Moment) -> Point { place - contentOffset(at: moment) }

  mutating func arrange(at moment: Moment) {
    guard let contents = layoutContents(at: moment), contents != wall.layout?.contents else { return }
    let layout = Layout(contents)
    if !setup.isReduced, isVisible {
      wall.ringEase = RingEase(from: wall.layout, after: wall.ringEase, to: layout, at: moment.uptime)
    }
    wall.layout = layout
    wall.bar.keepFocus(among: layout.bar.map(\.command))
  }

  func layoutContents(at moment: Moment) -> Layout.Contents? {
    guard let size else { return nil }
    var contents = Layout.Contents(size: size, labels: style.labels.reservingRoom(for: moment.zone))
    (contents.words, contents.margin) = (setup.words, setup.shift.margin(in: size))
    // The lowest control is first, so that upper controls override it.
    for control in Scene.controls.reversed() { control.reserve(in: &contents, of: self) }
    // The dial is added last, because it takes the middle only if no other part is there.
    contents.addDial(of: face)
    if contents.hasOnlyRing { contents.bar?.isAway = bar.opacity(at: moment) == 0 }
    return contents
  }
}

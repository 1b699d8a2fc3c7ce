/// A pointer on the gallery: it drags the cards or the time, or clicks.
extension Gallery {
  /// Pressed: catches moving cards where they are; on the day, once that is there, it chooses the time.
  /// - Parameter hasOpened: that this press began before the gallery did: it leafs wherever it lies.
  package mutating func grab(_ point: Point, in size: Size, at moment: Moment, hasOpened: Bool = false) {
    guard hears(at: moment.uptime), hold == nil else { return }
    let bar = Scrubber.Bar(in: size)
    if bar.contains(point), !hasOpened, zoom.openness(at: moment.uptime) == 1 {
      hold = .day(before: scrubber)
      scrubber.choose(bar.minute(at: point), at: moment)
    } else {
      let hasSettled = paging.isSettled(at: moment.uptime) && !zoom.isMoving(at: moment.uptime)
      hold = .cards(start: point, isClick: true, hasSettled: hasSettled)
      paging.grab(at: moment.uptime)
    }
  }

  /// Moved while held down; without effect otherwise.
  package mutating func drag(_ point: Point, in size: Size, at moment: Moment) {
    guard isOpen(at: moment.uptime), let hold, hears(at: moment.uptime) else { return }
    switch hold {
    case .day:
      scrubber.choose(Scrubber.Bar(in: size).minute(at: point), at: moment)
    case .cards(let start, let isClick, let hasSettled):
      let isStillClick = isClick && (point - start).length <= Gesture.slop
      self.hold = .cards(start: start, isClick: isStillClick, hasSettled: hasSettled)
      paging.drag(to: point.x - start.x, at: moment.uptime)
      prepare(at: moment)
    }
  }

  /// Let go: what it was, a click or a drag, is decided here.
  /// - Returns: the card that it has chosen, if it has.
  package mutating func release(_ point: Point, in size: Size, at moment: Moment) -> Int? {
    drag(point, in: size, at: moment)
    guard hears(at: moment.uptime), case .cards(_, let isClick, let hasSettled) = hold else {
      hold = nil
      return nil
    }
    hold = nil
    defer { prepare(at: moment) }
    guard isClick else {
      paging.release(at: moment.uptime)
      return nil
    }
    paging.cancel(at: moment.uptime)
    return click(point, in: size, mayChoose: hasSettled, at: moment)
  }

  /// Grab broken, focus lost, second button: nothing has happened.
  package mutating func cancel(at uptime: Duration) {
    self = caughtUp(to: uptime)
    if case .day(let before) = hold { scrubber = before }
    paging.cancel(at: uptime)
    hold = nil
  }

  /// On a card beside the middle it centres it, on the one in the middle it chooses it, if that stood still.
  private mutating func click(_ point: Point, in size: Size, mayChoose: Bool, at moment: Moment) -> Int? {
    guard let index = card(at: point, in: size, uptime: moment.uptime) else { return nil }
    guard index == paging.page else {
      paging.go(to: index, at: moment.uptime)
      return nil
    }
    return mayChoose ? choose(at: moment.uptime) : nil
  }

  /// The foremost card under a point.
  private func card(at point: Point, in size: Size, uptime: Duration) -> Int? {
    places(in: size, at: uptime).last { $0.rect.contains(point) }?.index
  }
}

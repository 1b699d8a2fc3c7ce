/// What pointers and fingers do: one gesture at a time, and the one that wins keeps the others from happening.
extension Scene {
  /// How long a pointer is shown after it has moved.
  private static let pointerLinger = Duration.seconds(3)

  /// Ends whatever is under way, without effect.
  mutating func cancel(at moment: Moment) -> [Effect] {
    let uptime = moment.uptime
    // A key that is let go while another window has the keyboard is never heard of again.
    if case .holdingKey = gesture { gesture = .idle }
    if case .winding(_, let before) = gesture { countdown = before }
    if gesture != .idle { gesture = .spent }
    if gallery.isVisible(at: uptime) { gallery.cancel(at: uptime) }
    return perform(hold.cancel(at: uptime), at: moment) + begin(pull.cancel(at: uptime))
  }

  /// Somebody is there.
  mutating func notice(at moment: Moment) -> [Effect] {
    perform(hold.activity(at: moment.uptime), at: moment)
  }

  mutating func press(_ button: Button, at place: Point, _ moment: Moment) -> [Effect] {
    // A press that brings the button to sight is not one on it.
    let isOnButton = isOnButton(place, at: moment)
    let noticed = see(place, at: moment)
    // A second button or finger spoils what the first has begun.
    guard button == .primary, gesture.isOver else { return noticed + cancel(at: moment) }
    let uptime = moment.uptime
    if gallery.isOpen(at: uptime), let size {
      gallery.grab(place, in: size, at: moment)
      gesture = .leafing
      return noticed
    }
    if isOnButton {
      gesture = .holding
      (holdAction, askedBy) = (setup.hold.action, .enter)
      return noticed + perform(hold.press(at: uptime), at: moment)
    }
    gesture = grip(at: place, moment).map { .gripping($0, at: place) } ?? .pressed(at: place)
    return noticed
  }

  mutating func move(to place: Point, _ moment: Moment) -> [Effect] {
    let noticed = see(place, at: moment)
    let uptime = moment.uptime
    switch gesture {
    case .pressed(let start): return noticed + decide(from: start, to: place, moment)
    case .holding:
      guard !isOnButton(place, at: moment) else { return noticed }
      gesture = .spent
      return noticed + perform(hold.cancel(at: uptime), at: moment)
    case .pulling(let start): return noticed + begin(pull.drag(to: place.y - start.y, at: uptime))
    case .leafing: if let size { gallery.drag(place, in: size, at: moment) }
    case .gripping(let winding, let start):
      guard (place - start).length >= Gesture.slop, let countdown else { return noticed }
      wind(winding, before: countdown, to: place, moment)
    case .winding(let winding, let before): wind(winding, before: before, to: place, moment)
    case .idle, .holdingKey, .spent: break
    }
    return noticed
  }

  mutating func release(_ button: Button, at place: Point, _ moment: Moment) -> [Effect] {
    let moved = move(to: place, moment)
    guard button == .primary else { return moved }
    let (last, uptime) = (gesture, moment.uptime)
    if case .holdingKey = last { return moved }
    gesture = .idle
    switch last {
    case .holding: return moved + perform(hold.release(at: uptime), at: moment)
    case .pulling: return moved + begin(pull.release(at: uptime))
    case .leafing: return moved + leaveCards(at: place, moment)
    case .winding:
      if case .idle = countdown?.state { countdown?.start(at: moment) }
      return moved + pass(to: moment) + [.keepCountdown]
    case .idle, .pressed, .holdingKey, .gripping, .spent: break
    }
    return moved
  }

  /// Wheels turn what they are over: the gallery, the ring, or else they pull.
  mutating func scroll(right: Int, up: Int, at moment: Moment) -> [Effect] {
    let noticed = notice(at: moment)
    guard gesture == .idle else { return noticed }
    if right != 0 || gallery.isOpen(at: moment.uptime) {
      openGallery(at: moment)
      gallery.notch(right != 0 ? right : -up, at: moment)
      return noticed
    }
    if let pointer, isOnRing(onSheet(pointer, at: moment)) { return noticed + step(by: up, at: moment) }
    guard setup.pull != nil else { return noticed }
    return noticed + begin(pull.scroll(by: up, at: moment.uptime))
  }

  /// Notes where the pointer is; a pointer that has not moved is nobody's sign.
  private mutating func see(_ place: Point, at moment: Moment) -> [Effect] {
    pointer = place
    pointerEnd = moment.uptime + Scene.pointerLinger
    return notice(at: moment)
  }

  /// A pointer that was pressed has moved: the direction it leaves in tells what for.
  private mutating func decide(from start: Point, to place: Point, _ moment: Moment) -> [Effect] {
    let way = place - start
    guard way.length >= Gesture.slop else { return [] }
    let isAcross = abs(way.x) > abs(way.y)
    // From where it has become a drag, so that nothing jumps.
    let origin = start + way * (Gesture.slop / way.length)
    if isAcross { return leaf(from: origin, to: place, moment) }
    guard setup.pull != nil, way.y > 0 else { return spend() }
    gesture = .pulling(from: origin)
    return begin(pull.begin(at: moment.uptime)) + begin(pull.drag(to: place.y - origin.y, at: moment.uptime))
  }

  /// Nothing comes of the gesture.
  mutating func spend() -> [Effect] {
    gesture = .spent
    return []
  }

  private func isOnButton(_ place: Point, at moment: Moment) -> Bool {
    hold.opacity(at: moment.uptime) > 0 && button?.contains(onSheet(place, at: moment)) == true
  }

  /// Where on the wall's sheet a place of the window is.
  func onSheet(_ place: Point, at moment: Moment) -> Point { place - sheet(at: moment) }
}

/// What pointers and fingers do.
extension Scene {
  mutating func press(_ button: Button, at place: Point, _ moment: Moment) -> [Effect] {
    // A press that makes the button visible is not one on it.
    let (isOnButton, command) = (isOnButton(place, at: moment), command(at: place, moment))
    let effects = follow(place, at: moment)
    wall.bar.dropFocus()
    wall.help.act()
    if !isOnButton { wall.hold.withdraw() }
    // A second button or finger spoils what the first has begun.
    guard button != .other, gesture.isOver else { return effects + cancel(at: moment) }
    if wall.help.close(at: moment.uptime) {
      setGesture(.spent)
    } else if gallery.isOpen(at: moment) {
      setGesture(allows(.gallery) ? .gallery : .spent)
      if gesture == .gallery { wall.gallery.press(place, by: hand.device, slop: slop, at: moment) }
    } else if isOnButton {
      setGesture(.hold)
      let isAsked = button == .finger && hold.prompt(at: moment) == .again && request.key == .enter
      wall.request = HoldRequest(setup.hold.action)
      if isAsked, !needsHold { return effects + completeHold(if: wall.hold.confirm(at: moment), at: moment) }
      return effects + completeHold(if: wall.hold.press(at: moment, isInOnePress: takesOnePress), at: moment)
    } else if let command {
      setGesture(.bar(command))
    } else {
      setGesture(pressRing(place, at: moment).map(Gesture.ring) ?? .undecided(from: place))
    }
    return effects
  }

  mutating func move(to place: Point, _ moment: Moment) -> [Effect] {
    let effects = follow(place, at: moment)
    switch gesture {
    case .idle, .holdKey, .spent: return effects
    case .undecided(let start): return effects + decide(from: start, to: place, moment)
    case .hold:
      let isOnButton = isOnButton(place, at: moment)
      if !isOnButton { setGesture(.spent) }
      return effects + completeHold(if: wall.hold.move(isOnButton: isOnButton, at: moment), at: moment)
    case .bar(let command): if self.command(at: place, moment) != command { setGesture(.spent) }
    case .pull: return effects + refresh(if: wall.pull.move(to: place, at: moment))
    case .gallery: wall.gallery.move(to: place, at: moment)
    case .ring(var drag):
      guard let ring, let countdown else { return effects }
      let length = drag.move(to: onContent(place, at: moment), on: ring, of: countdown)
      setGesture(.ring(drag))
      // What a full ring means stays what it is, so that the knob stays under the finger.
      if let length { clock.countdown?.set(length, period: drag.turn, at: moment) }
    }
    return effects
  }

  mutating func release(_ button: Button, at place: Point, _ moment: Moment) -> [Effect] {
    let effects = move(to: place, moment)
    if button == .finger { wall.hand.liftFinger() }
    guard button != .other else { return effects }
    let last = gesture
    if case .holdKey = last { return effects }
    setGesture(.idle)
    switch last {
    case .hold:
      let effects = effects + completeHold(if: wall.hold.release(at: moment), at: moment)
      return effects + (button == .finger ? confirmTap(at: moment) : [])
    case .pull: return effects + refresh(if: wall.pull.release(at: moment))
    case .bar(let command): return effects + perform(command, at: moment)
    case .gallery: return effects + accept(wall.gallery.release(place, at: moment))
    case .ring(let drag):
      guard drag.isTurning else { return effects + tapRing(at: moment) }
      drag.release(&clock.countdown, at: moment)
      return effects + advance(to: moment) + [.keepTimers]
    case .undecided(let start): return effects + tap(start, at: moment)
    case .idle, .holdKey, .spent: return effects
    }
  }

  /// Pressed and let go in one place, where there is no control of its own.
  private mutating func tap(_ place: Point, at moment: Moment) -> [Effect] {
    if isOnStopwatch(place, at: moment) { return toggleStopwatch(at: moment) }
    return isInRing(place, at: moment) ? tapRing(at: moment) : []
  }

  /// Ends what is under way, without effect.
  mutating func cancel(at moment: Moment) -> [Effect] {
    wall.hand.liftFinger()
    switch gesture {
    // A key that is released while another window has the keyboard is not reported.
    case .idle, .holdKey: setGesture(.idle)
    case .ring(let drag):
      setGesture(.spent)
      drag.cancel(&clock.countdown)
    case .undecided, .hold, .bar, .pull, .gallery, .spent: setGesture(.spent)
    }
    wall.gallery.cancel(at: moment)
    return completeHold(if: wall.hold.cancel(at: moment), at: moment) + refresh(if: wall.pull.cancel(at: moment))
  }

  /// Wheels turn what they are over: the gallery, the ring, or else they pull.
  mutating func scroll(right: Double, up: Double, at moment: Moment) -> [Effect] {
    let effects = showButton(at: moment)
    let notches = wall.hand.scroll(right: right, up: up, at: moment.uptime)
    guard gesture == .idle else { return effects }
    if help.isOpen(at: moment.uptime) { return effects }
    if notches.right != 0 || gallery.isOpen(at: moment) {
      guard allows(.gallery) else { return effects }
      openGallery(at: moment)
      let cards = notches.right != 0 ? notches.right * Int(gallery.way) : -notches.up
      if cards != 0 { wall.gallery.scroll(by: cards, at: moment) }
      return effects
    }
    if allows(.countdown), countdown != nil, let place = hand.place, isOnRing(place, at: moment) {
      return notches.up == 0 ? effects : effects + step(by: notches.up, at: moment)
    }
    guard canBePulled(at: moment), abs(up) > abs(right) else { return effects }
    return effects + refresh(if: wall.pull.scroll(by: up, counts: pullRefreshes(at: moment), at: moment))
  }

  /// The pointer was moved or pressed: it and the button are shown.
  private mutating func follow(_ place: Point, at moment: Moment) -> [Effect] {
    wall.hand.follow(place, at: moment.uptime)
    let effects = showButton(at: moment)
    lookAtHelp(place, at: moment)
    return effects
  }

  private var slop: Double { hand.slop(resolution) }

  mutating func showButton(at moment: Moment) -> [Effect] {
    // Where there is no bar nothing appears that would have to go again.
    if !barPlaces.isEmpty { wall.bar.appear(at: moment) }
    return completeHold(if: wall.hold.appear(at: moment), at: moment)
  }

  /// A pressed pointer has moved: the direction decides what for.
  private mutating func decide(from start: Point, to place: Point, _ moment: Moment) -> [Effect] {
    let way = place - start
    guard way.length >= slop else { return [] }
    // From where it has become a drag, so that nothing jumps.
    let origin = start + way * (slop / way.length)
    if abs(way.x) > abs(way.y) {
      openGallery(at: moment)
      setGesture(allows(.gallery) && gallery.isOpen(at: moment) ? .gallery : .spent)
      wall.gallery.press(origin, by: hand.device, slop: slop, at: moment, hasOpened: true)
      wall.gallery.move(to: place, at: moment)
      return []
    }
    setGesture(canBePulled(at: moment) && way.y > 0 ? .pull : .spent)
    guard gesture == .pull else { return [] }
    let counts = pullRefreshes(at: moment)
    return refresh(if: wall.pull.press(origin, counts: counts, at: moment))
      + refresh(if: wall.pull.move(to: place, at: moment))
  }

  private func isOnButton(_ place: Point, at moment: Moment) -> Bool {
    hold.opacity(at: moment) > 0 && button?.contains(onContent(place, at: moment)) == true
  }

  private func pressRing(_ place: Point, at moment: Moment) -> RingDrag? {
    guard allows(.countdown), let ring, let countdown else { return nil }
    return .press(onContent(place, at: moment), on: ring, of: countdown, slop: slop, at: moment)
  }

  private func isInRing(_ place: Point, at moment: Moment) -> Bool {
    guard let ring else { return false }
    return (onContent(place, at: moment) - ring.centre).length <= ring.radius
  }

  /// Also on its stroke.
  private func isOnRing(_ place: Point, at moment: Moment) -> Bool {
    isInRing(place, at: moment) || ring.map { RingDrag.isOn($0, onContent(place, at: moment)) } == true
  }

  /// Where on the wall's content a place of the window is.
  func onContent(_ place: Point, at moment: Moment) -> Point { place - contentOffset(at: moment) }
}

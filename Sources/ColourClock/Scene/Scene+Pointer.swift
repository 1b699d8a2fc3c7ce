/// What the user is doing: one thing at a time. A new control adds its case here, and in the functions below the call of
/// its `press`, `move`, `release` or `cancel`.
///
/// All controls have these functions as far as they make sense, and `advance(to:)`, `nextChange(after:)` and `items`.
/// Those that can make a control act return whether it acts now: true once for every hold, pull, choice or zero that
/// counts. All of them first let happen what time alone has brought about, so that a late event finds the right state.
enum Gesture: Hashable, Sendable {
  case idle
  /// Pressed; the direction of the move will tell what for.
  case undecided(from: Point)
  case hold
  /// A control of the bar.
  case bar(ControlBar.Command)
  /// The hold button by a key.
  case holdKey(Key)
  case pull
  /// In the gallery.
  case page
  case ring(RingDrag)
  /// It has come to nothing, and means nothing until it is let go.
  case spent

  /// Whether nothing more comes of it.
  var isOver: Bool { self == .idle || self == .spent }

  var isTurningRing: Bool { if case .ring(let drag) = self { drag.isTurning } else { false } }

  /// How far a pointer strays before it is a drag, in pixels: libadwaita takes 16, Embla 10. A finger that rolls strays
  /// as far as Android's 8 dp and iOS's 10 pt on any screen, some two millimetres and a half.
  static let slop = 12.0
  static let fingerSlop = 2.5
}

/// What pointers and fingers do.
extension Scene {
  /// How long a pointer is shown after it has moved.
  private static let pointerLinger = Duration.seconds(3)

  mutating func press(_ button: Button, at place: Point, _ moment: Moment) -> [Effect] {
    // A press that makes the button visible is not one on it.
    let (isOnButton, command) = (isOnButton(place, at: moment), command(at: place, moment))
    let effects = follow(place, at: moment)
    bar.dropFocus()
    helpLook.end()
    // A second button or finger spoils what the first has begun.
    guard button != .other, gesture.isOver else { return effects + cancel(at: moment) }
    if closeHelp(at: moment) {
      gesture = .spent
    } else if gallery.isOpen(at: moment) {
      gallery.slop = slop
      gallery.press(place, by: means, at: moment)
      gesture = .page
    } else if isOnButton {
      gesture = .hold
      let isAsked = button == .finger && hold.prompt(at: moment) == .again && askedBy == .enter
      (holdAction, askedBy) = (setup.hold.action, .enter)
      if isAsked, !needsHold { return effects + completeHold(if: hold.confirm(at: moment), at: moment) }
      return effects + completeHold(if: hold.press(at: moment), at: moment)
    } else if let command {
      gesture = .bar(command)
    } else {
      gesture = pressRing(place, at: moment).map(Gesture.ring) ?? .undecided(from: place)
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
      if !isOnButton { gesture = .spent }
      return effects + completeHold(if: hold.move(isOnButton: isOnButton, at: moment), at: moment)
    case .bar(let command): if self.command(at: place, moment) != command { gesture = .spent }
    case .pull: return effects + refresh(if: pull.move(to: place, at: moment))
    case .page: gallery.move(to: place, at: moment)
    case .ring(var drag):
      guard let ring, let countdown else { return effects }
      let length = drag.move(to: onContent(place, at: moment), on: ring, of: countdown)
      gesture = .ring(drag)
      // What a full ring means stays what it is, so that the knob stays under the finger.
      if let length { self.countdown?.set(length, period: drag.turn, at: moment) }
    }
    return effects
  }

  mutating func release(_ button: Button, at place: Point, _ moment: Moment) -> [Effect] {
    let effects = move(to: place, moment)
    if button == .finger { isFingerDown = false }
    guard button != .other else { return effects }
    let last = gesture
    if case .holdKey = last { return effects }
    gesture = .idle
    switch last {
    case .hold:
      let effects = effects + completeHold(if: hold.release(at: moment), at: moment)
      return effects + (button == .finger ? confirmTap(at: moment) : [])
    case .pull: return effects + refresh(if: pull.release(at: moment))
    case .bar(let command): return effects + perform(command, at: moment)
    case .page: return effects + accept(gallery.release(place, at: moment))
    case .ring(let drag):
      guard drag.isTurning else { return effects + tapRing(at: moment) }
      drag.release(&countdown, at: moment)
      return effects + advance(to: moment) + [.keepCountdown]
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
    isFingerDown = false
    switch gesture {
    // A key that is released while another window has the keyboard is not reported.
    case .idle, .holdKey: gesture = .idle
    case .ring(let drag):
      gesture = .spent
      drag.cancel(&countdown)
    case .undecided, .hold, .bar, .pull, .page, .spent: gesture = .spent
    }
    gallery.cancel(at: moment)
    return completeHold(if: hold.cancel(at: moment), at: moment) + refresh(if: pull.cancel(at: moment))
  }

  /// Wheels turn what they are over: the gallery, the ring, or else they pull.
  mutating func scroll(right: Double, up: Double, at moment: Moment) -> [Effect] {
    let effects = showButton(at: moment)
    let notches = scrolled.add(right: right, up: up, at: moment.uptime)
    guard gesture == .idle else { return effects }
    if isHelpOpen(at: moment) { return effects }
    if notches.right != 0 || gallery.isOpen(at: moment) {
      openGallery(at: moment)
      let cards = notches.right != 0 ? notches.right : -notches.up
      if cards != 0 { gallery.scroll(by: cards, at: moment) }
      return effects
    }
    if allows(.countdown), countdown != nil, let pointer, isOnRing(pointer, at: moment) {
      return notches.up == 0 ? effects : effects + step(by: notches.up, at: moment)
    }
    guard canBePulled(at: moment), abs(up) > abs(right) else { return effects }
    return effects + refresh(if: pull.scroll(by: up, counts: pullRefreshes(at: moment), at: moment))
  }

  /// The pointer was moved or pressed: it and the button are shown. A finger is seen itself.
  private mutating func follow(_ place: Point, at moment: Moment) -> [Effect] {
    (pointer, pointerEnd) = (place, isFingerDown ? nil : moment.uptime + Scene.pointerLinger)
    let effects = showButton(at: moment)
    lookAtHelp(place, at: moment)
    return effects
  }

  private var slop: Double {
    isFingerDown ? max(Gesture.slop, Gesture.fingerSlop * resolution) : Gesture.slop
  }

  mutating func showButton(at moment: Moment) -> [Effect] {
    // Where there is no bar nothing appears that would have to go again.
    if !barPlaces.isEmpty { bar.appear(at: moment) }
    return completeHold(if: hold.appear(at: moment), at: moment)
  }

  /// A pressed pointer has moved: the direction decides what for.
  private mutating func decide(from start: Point, to place: Point, _ moment: Moment) -> [Effect] {
    let way = place - start
    guard way.length >= slop else { return [] }
    // From where it has become a drag, so that nothing jumps.
    let origin = start + way * (slop / way.length)
    if abs(way.x) > abs(way.y) {
      openGallery(at: moment)
      gallery.slop = slop
      gesture = gallery.isOpen(at: moment) ? .page : .spent
      gallery.press(origin, by: means, at: moment, hasOpened: true)
      gallery.move(to: place, at: moment)
      return []
    }
    gesture = canBePulled(at: moment) && way.y > 0 ? .pull : .spent
    guard gesture == .pull else { return [] }
    let counts = pullRefreshes(at: moment)
    return refresh(if: pull.press(origin, counts: counts, at: moment)) + refresh(if: pull.move(to: place, at: moment))
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

/// Scrolling in parts of a notch, where only whole notches count.
struct ScrollRest: Hashable, Sendable {
  private var right = 0.0
  private var up = 0.0
  private var last = Duration.zero

  /// Two fingers that rest so long begin anew.
  private static let pause = Duration.milliseconds(300)

  /// - Returns: the whole notches that are complete now, of one direction.
  mutating func add(right: Double, up: Double, at uptime: Duration) -> (right: Int, up: Int) {
    if uptime - last > ScrollRest.pause { (self.right, self.up) = (0, 0) }
    last = uptime
    (self.right, self.up) = (self.right + right, self.up + up)
    // What is a whole number but for its rounding is one.
    let notches = (right: Int(self.right + 1e-6 * self.right), up: Int(self.up + 1e-6 * self.up))
    guard notches.right != 0 || notches.up != 0 else { return (0, 0) }
    // Fingers never scroll quite straight.
    if abs(self.right) > abs(self.up) {
      (self.right, self.up) = (self.right - Double(notches.right), 0)
      return (notches.right, 0)
    }
    (self.right, self.up) = (0, self.up - Double(notches.up))
    return (0, notches.up)
  }
}

/// Every face as a card beside the others: opened over the wall, leafed through, closed with or without a choice.
package struct Gallery: Sendable {
  /// A face with how it is to look: one of the program's or a variant of the user's.
  package struct Card: Hashable, Sendable {
    package let name: String
    package let face: Face
    package let style: Style

    package init(name: String, face: Face, style: Style) {
      (self.name, self.face, self.style) = (name, face, style)
    }
  }

  /// What a pointer that is held down is doing.
  enum Grip: Sendable {
    /// On the cards since `start`; a click until it has gone farther than the slop, and one that may choose if the card
    /// stood still.
    case cards(start: Point, isClick: Bool, hasSettled: Bool)
    /// On the day; what was shown before is there to go back to.
    case day(before: Scrubber)
  }

  package let cards: [Card]
  package let look: CarouselLayout
  package internal(set) var paging: Paging
  package internal(set) var scrubber = Scrubber()
  /// Of the window beneath the cards.
  package internal(set) var background = Colour.black
  var hold: Grip?
  /// Whether it takes input; on its way out it does not.
  var takesInput = false
  /// The card of the wall's face.
  var opened = 0
  var lastInput = Duration.zero
  var zoom = Zoom()
  /// The day in the colours of each card that has been in the middle.
  var days: [Int: [Colour]] = [:]

  /// So long after the last input it closes by itself: an unattended wall must be a clock again.
  private static let idleSpan = Duration.seconds(30)
  /// Opening and closing take so long.
  package static let zoomSpan = Duration.milliseconds(250)

  package init(
    cards: [Card], look: CarouselLayout = .standard, rules: Paging.Rules = .standard, reducedMotion: Bool = false
  ) {
    (self.cards, self.look) = (cards, look)
    paging = Paging(count: cards.count, pitch: 1, rules: rules, reducedMotion: reducedMotion)
  }

  /// Whether it takes input.
  package func isOpen(at uptime: Duration) -> Bool { caughtUp(to: uptime).takesInput }

  /// Whether it is on the screen: from opening until the wall's card fills the window again.
  package func isVisible(at uptime: Duration) -> Bool {
    let now = caughtUp(to: uptime)
    return now.takesInput || now.zoom.openness(at: uptime) > 0 || !now.paging.isSettled(at: uptime)
  }

  /// When its picture will next look different, by its own motion, by the time its cards show, or because it closes.
  package func nextChange(after moment: Moment) -> Wake {
    let now = caughtUp(to: moment.uptime)
    guard now.isVisible(at: moment.uptime) else { return .never }
    let frame = now.zoom.isMoving(at: moment.uptime) ? Motion.nextFrame(after: moment.uptime) : nil
    return Wake(instant: now.nextTick(after: moment), uptime: now.takesInput ? now.lastInput + Gallery.idleSpan : nil)
      .or(uptime: now.paging.nextChange(after: moment.uptime)).or(uptime: frame)
  }

  /// What it has become by a time without any input: late calls see it closed since the end of the idle span.
  func caughtUp(to uptime: Duration) -> Gallery {
    guard takesInput, uptime - lastInput >= Gallery.idleSpan else { return self }
    var closed = self
    closed.shut(on: opened, at: lastInput + Gallery.idleSpan)
    return closed
  }

  /// Begins to close, towards a card.
  mutating func shut(on index: Int, at uptime: Duration) {
    (takesInput, hold) = (false, nil)
    scrubber.clear()
    paging.go(to: index, at: uptime)
    zoom = zoom.turned(to: 0, at: uptime, isHard: paging.reducedMotion)
  }
}

extension Gallery {
  /// How far open it is, as a function of time.
  struct Zoom: Hashable, Sendable {
    private var from = 0.0
    private var goal = 0.0
    private var start = Duration.zero

    /// 0 for the wall's card filling the window, 1 for cards side by side.
    func openness(at uptime: Duration) -> Double {
      Motion.mix(from, goal, Motion.ease(Motion.progress(from: start, to: uptime, over: Gallery.zoomSpan)))
    }

    func isMoving(at uptime: Duration) -> Bool { from != goal && uptime < start + Gallery.zoomSpan }

    func turned(to goal: Double, at uptime: Duration, isHard: Bool) -> Zoom {
      var zoom = self
      (zoom.from, zoom.goal, zoom.start) = (isHard ? goal : openness(at: uptime), goal, uptime)
      return zoom
    }
  }
}

/// Every face as a card beside the others: opened over the wall, paged through, closed with or without a choice.
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

  private(set) var cards: [Card]
  let layout: CarouselLayout
  private(set) var words: Words
  /// What may be done here beside choosing a card: `look` and `scrub` count.
  let allowed: Set<Permission>
  /// The window's.
  private(set) var size: Size
  private(set) var plan: Plan
  var paging: Paging
  /// Which of the switches keys have chosen.
  var bar: ControlBar
  /// What was the last to do something here: what to do is said in its words.
  var device = InputDevice.key
  var scrubber = Scrubber()
  /// What a pressed pointer is doing.
  var drag: Drag?
  /// The card that it closes on: the wall's, or the one chosen.
  private(set) var chosen = 0
  private(set) var zoom = Zoom()
  /// Of the window beneath the cards.
  private(set) var background = Colour.black
  /// The day in the colours of each card that has been in the middle.
  private(set) var days: [Int: [Colour]] = [:]
  /// Whether it reacts to input; while it closes it does not.
  private var takesInput = false
  private var lastInput = Duration.zero

  enum Drag: Sendable {
    /// On the cards since `start`; a click until it has gone farther than the slop, in pixels, and one that may choose if the
    /// card stood still.
    case cards(start: Point, slop: Double, isClick: Bool, hasSettled: Bool)
    /// On the day; what was shown before is there to go back to.
    case day(before: Scrubber)
    /// On a switch; whether it is still on it.
    case control(LookSwitch, isOn: Bool)
  }

  /// What comes of an input.
  enum Outcome: Hashable, Sendable {
    case nothing
    /// The card in the middle was chosen.
    case chosen
    /// A switch was turned.
    case changed(LookChoice)
  }

  /// So long after the last input it closes by itself: an unattended wall must be a clock again.
  private static let idleSpan = Duration.seconds(30)
  /// Opening and closing take so long.
  static let zoomSpan = Duration.milliseconds(250)

  init(
    cards: [Card], layout: CarouselLayout = .standard, rules: Paging.Rules = .standard, isReduced: Bool = false,
    allowed: Set<Permission> = Set(Permission.allCases), size: Size, words: Words = Words(),
    resolution: Double = Monitor.usualResolution
  ) {
    (self.cards, self.layout, self.allowed, self.size, self.words) = (cards, layout, allowed, size, words)
    plan = Plan(layout, words, allowed, in: size, resolution: resolution)
    paging = Paging(count: cards.count, pitch: layout.pitch(in: size), rules: rules, isReduced: isReduced)
    bar = ControlBar(isReduced: isReduced)
  }

  /// The window has another size: whatever is under way is cancelled.
  mutating func resize(to size: Size, resolution: Double = Monitor.usualResolution, at moment: Moment) {
    cancel(at: moment)
    (self.size, paging.pitch) = (size, layout.pitch(in: size))
    plan = Plan(layout, words, allowed, in: size, resolution: resolution)
  }

  /// The same cards in another look or in other words: what is under way goes on.
  /// - Returns: whether they are the same.
  mutating func restyle(_ cards: [Card], _ words: Words, resolution: Double) -> Bool {
    guard self.cards.elementsEqual(cards, by: { $0.name == $1.name && $0.face == $1.face }) else { return false }
    self.cards = cards
    if words != self.words {
      (self.words, plan) = (words, Plan(layout, words, allowed, in: size, resolution: resolution))
    }
    return true
  }

  /// Opens with a card in the middle, which is the wall's; without cards it stays closed.
  mutating func open(on index: Int, by device: InputDevice = .key, at moment: Moment) {
    self = settled(at: moment)
    guard !takesInput, !cards.isEmpty else { return }
    chosen = min(max(index, 0), cards.count - 1)
    if !isVisible(at: moment) || paging.page != chosen {
      paging = Paging(
        count: cards.count, on: chosen, pitch: paging.pitch, rules: paging.rules, isReduced: paging.isReduced)
    }
    (takesInput, lastInput, self.device) = (true, moment.uptime, device)
    zoom = zoom.turned(to: 1, at: moment.uptime, isHard: paging.isReduced)
    background = Gallery.background(of: cards[chosen].face, at: moment.zone.civil(at: moment.instant.second))
    days = [:]
    prepareDay(at: moment)
  }

  /// Closes without a choice.
  mutating func close(at moment: Moment) {
    if recordInput(at: moment) { beginClosing(at: moment.uptime) }
  }

  /// Chooses the card in the middle, or on its way there, and closes.
  /// - Returns: whether it has; not while a pointer is pressed.
  mutating func choose(at moment: Moment) -> Bool {
    guard recordInput(at: moment), drag == nil else { return false }
    chosen = paging.page
    beginClosing(at: moment.uptime)
    return true
  }

  /// Towards the chosen card.
  private mutating func beginClosing(at uptime: Duration) {
    (takesInput, drag) = (false, nil)
    bar.dropFocus()
    scrubber.clear()
    paging.go(to: chosen, at: uptime)
    zoom = zoom.turned(to: 0, at: uptime, isHard: paging.isReduced)
  }

  /// Whether an input at this time counts; if so the idle span begins anew.
  mutating func recordInput(at moment: Moment) -> Bool {
    self = settled(at: moment)
    if takesInput { lastInput = moment.uptime }
    return takesInput
  }

  /// Works out the colours of the day for the card in the middle, once.
  mutating func prepareDay(at moment: Moment) {
    let index = paging.page
    guard days[index] == nil else { return }
    days[index] = Scrubber.Bar.colours(of: cards[index].face, on: moment.zone.civil(at: moment.instant.second).date)
  }

  /// Whether it reacts to input.
  func isOpen(at moment: Moment) -> Bool { settled(at: moment).takesInput }

  /// Whether it is on the screen: from opening until the wall's card fills the window again.
  func isVisible(at moment: Moment) -> Bool {
    // Asked several times a tick. Only one that takes input changes by itself, so no other need be copied.
    takesInput ? settled(at: moment).isOnScreen(at: moment.uptime) : isOnScreen(at: moment.uptime)
  }

  private func isOnScreen(at uptime: Duration) -> Bool {
    takesInput || zoom.openness(at: uptime) > 0 || !paging.isSettled(at: uptime)
  }

  /// When its picture will next look different, by its own motion, by the time its cards show, or because it closes.
  func nextChange(after moment: Moment) -> Wake {
    guard isVisible(at: moment) else { return .never }
    let now = settled(at: moment)
    let frame = now.zoom.isMoving(at: moment.uptime) ? Motion.nextFrame(after: moment.uptime) : nil
    return Wake(instant: now.nextTick(after: moment), uptime: now.takesInput ? now.lastInput + Gallery.idleSpan : nil)
      .or(uptime: now.paging.nextChange(after: moment.uptime)).or(uptime: frame)
      .or(uptime: now.bar.nextChange(after: moment))
  }

  /// What it has become by a time without any input: late calls find it closed since the end of the idle span.
  func settled(at moment: Moment) -> Gallery {
    guard takesInput, moment.uptime - lastInput >= Gallery.idleSpan else { return self }
    var closed = self
    closed.beginClosing(at: lastInput + Gallery.idleSpan)
    return closed
  }

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
      Zoom(from: isHard ? goal : openness(at: uptime), goal: goal, start: uptime)
    }
  }
}

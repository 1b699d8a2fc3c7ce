/// The gallery of faces: cards side by side over the wall, one of which can be chosen.
package struct Gallery: Sendable {
  /// A face with its look.
  package struct Card: Hashable, Sendable {
    package let name: String
    package let face: Face
    package let style: Style

    package init(name: String, face: Face, style: Style) {
      (self.name, self.face, self.style) = (name, face, style)
    }

    /// The name for viewers. A user's own card has the name that the user has given it.
    func title(_ words: Words) -> String { name == face.name ? face.title(words) : name }
  }

  private(set) var cards: [Card]
  let layout: CarouselLayout
  private(set) var words: Words
  /// Only `look` and `scrub` count.
  let allowed: Set<Permission>
  private(set) var size: Size
  private(set) var plan: Plan
  var paging: Paging
  /// The switches at the lower edge.
  var bar: ControlBar
  /// The last device. The hints use its words.
  var device = InputDevice.key
  var scrubber = Scrubber()
  var drag: Drag?
  /// The card on which it closes: that of the wall, or the chosen one.
  private(set) var chosen = 0
  private(set) var zoom = Zoom()
  private(set) var background = Colour.black
  /// The colours of the day, by card.
  private(set) var days: [Int: [Colour]] = [:]
  /// False while it closes.
  private var takesInput = false
  private var lastInput = Duration.zero

  enum Drag: Sendable {
    /// On the cards. A click strays up to `slop` pixels; it may choose only if the cards stood still.
    case cards(start: Point, slop: Double, isClick: Bool, hasSettled: Bool)
    /// On the day, with the time to return to.
    case day(before: Scrubber)
    /// On a switch; whether it is still on it.
    case control(LookSwitch, isOn: Bool)
  }

  enum Outcome: Hashable, Sendable {
    case nothing
    case chosen
    case changed(LookChoice)
  }

  /// It closes by itself so long after the last input: an unattended wall must be a clock again.
  private static let idleSpan = Duration.seconds(30)
  /// Of opening and closing.
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

  /// Cancels what is under way.
  mutating func resize(to size: Size, resolution: Double = Monitor.usualResolution, at moment: Moment) {
    cancel(at: moment)
    (self.size, paging.pitch) = (size, layout.pitch(in: size))
    plan = Plan(layout, words, allowed, in: size, resolution: resolution)
  }

  /// Changes the look or the words of the same cards; what is under way continues.
  /// - Returns: whether the cards are the same.
  mutating func restyle(_ cards: [Card], _ words: Words, resolution: Double) -> Bool {
    guard self.cards.elementsEqual(cards, by: { $0.name == $1.name && $0.face == $1.face }) else { return false }
    self.cards = cards
    if words != self.words {
      (self.words, plan) = (words, Plan(layout, words, allowed, in: size, resolution: resolution))
    }
    return true
  }

  /// Without cards it stays closed.
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

  mutating func close(at moment: Moment) {
    if recordInput(at: moment) { beginClosing(at: moment.uptime) }
  }

  /// Chooses the card in the middle, or on its way there.
  /// - Returns: false while a pointer is pressed.
  mutating func choose(at moment: Moment) -> Bool {
    guard recordInput(at: moment), drag == nil else { return false }
    chosen = paging.page
    beginClosing(at: moment.uptime)
    return true
  }

  private mutating func beginClosing(at uptime: Duration) {
    (takesInput, drag) = (false, nil)
    bar.dropFocus()
    scrubber.clear()
    paging.go(to: chosen, at: uptime)
    zoom = zoom.turned(to: 0, at: uptime, isHard: paging.isReduced)
  }

  /// Restarts the idle span.
  /// - Returns: whether the input counts.
  mutating func recordInput(at moment: Moment) -> Bool {
    self = settled(at: moment)
    if takesInput { lastInput = moment.uptime }
    return takesInput
  }

  /// Once for each card.
  mutating func prepareDay(at moment: Moment) {
    let index = paging.page
    guard days[index] == nil else { return }
    days[index] = Scrubber.Bar.colours(of: cards[index].face, on: moment.zone.civil(at: moment.instant.second).date)
  }

  func isOpen(at moment: Moment) -> Bool { settled(at: moment).takesInput }

  /// From opening until the wall's card fills the window again.
  func isVisible(at moment: Moment) -> Bool {
    // Asked several times a tick: only a gallery that takes input changes by itself and is copied.
    takesInput ? settled(at: moment).isOnScreen(at: moment.uptime) : isOnScreen(at: moment.uptime)
  }

  private func isOnScreen(at uptime: Duration) -> Bool {
    takesInput || zoom.openness(at: uptime) > 0 || !paging.isSettled(at: uptime)
  }

  func nextChange(after moment: Moment) -> Wake {
    guard isVisible(at: moment) else { return .never }
    let now = settled(at: moment)
    let frame = now.zoom.isMoving(at: moment.uptime) ? Motion.nextFrame(after: moment.uptime) : nil
    return Wake(instant: now.nextTick(after: moment), uptime: now.takesInput ? now.lastInput + Gallery.idleSpan : nil)
      .or(uptime: now.paging.nextChange(after: moment.uptime)).or(uptime: frame)
      .or(uptime: now.bar.nextChange(after: moment))
  }

  /// Its state at a time without input: closed after the idle span.
  func settled(at moment: Moment) -> Gallery {
    guard takesInput, moment.uptime - lastInput >= Gallery.idleSpan else { return self }
    var closed = self
    closed.beginClosing(at: lastInput + Gallery.idleSpan)
    return closed
  }

  struct Zoom: Hashable, Sendable {
    private var from = 0.0
    private var goal = 0.0
    private var start = Duration.zero

    /// 0 where a card fills the window, 1 for cards side by side.
    func openness(at uptime: Duration) -> Double {
      Motion.mix(from, goal, Motion.ease(Motion.progress(from: start, to: uptime, over: Gallery.zoomSpan)))
    }

    func isMoving(at uptime: Duration) -> Bool { from != goal && uptime < start + Gallery.zoomSpan }

    func turned(to goal: Double, at uptime: Duration, isHard: Bool) -> Zoom {
      Zoom(from: isHard ? goal : openness(at: uptime), goal: goal, start: uptime)
    }
  }
}

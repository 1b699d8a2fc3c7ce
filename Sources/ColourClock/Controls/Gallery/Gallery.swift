/// Cards from which a viewer chooses a face.
package struct Gallery: Sendable {
  package struct Card: Hashable, Sendable {
    package let name: String
    package let face: Face
    package let style: Style

    package init(name: String, face: Face, style: Style) {
      (self.name, self.face, self.style) = (name, face, style)
    }

    /// Cards that the user defines keep their names.
    func title(_ words: Words) -> String { name == face.name ? face.title(words) : name }
  }

  private(set) var cards: [Card]
  let layout: CarouselLayout
  private(set) var words: Words
  /// Only `look` (change the style) and `scrub` (choose a time of day) count.
  let allowed: Set<Permission>
  private(set) var size: Size
  private(set) var plan: Plan
  var paging: Paging
  var bar: ControlBar
  var device = InputDevice.key
  var scrubber = Scrubber()
  var drag: Drag?
  /// The card that fills the window after closing.
  private(set) var chosen = 0
  private(set) var zoom = Zoom()
  private(set) var background = Colour.black
  /// The colours of the present day, by the card's index.
  private(set) var days: [Int: [Colour]] = [:]
  private var takesInput = false
  private var (lastInput, opened) = (Duration.zero, Duration.zero)

  enum Drag: Sendable {
    /// `isClick`: the pointer moved at most `slop` pixels. `wasAtRest`: a click may choose.
    case cards(start: Point, slop: Double, isClick: Bool, wasAtRest: Bool)
    case day(before: Scrubber)
    case control(LookSwitch, isInside: Bool)
  }

  enum Outcome: Hashable, Sendable {
    case nothing
    case chosen
    case changed(LookChoice)
  }

  private static let idleSpan = Duration.seconds(30)
  private static let hintSpan = Duration.seconds(3)
  static let zoomSpan = Duration.milliseconds(250)

  init(
    cards: [Card], layout: CarouselLayout = .standard, rules: Paging.Rules = .standard, isReduced: Bool = false,
    allowed: Set<Permission> = Set(Permission.allCases), size: Size, words: Words = Words(),
    resolution: Double = Monitor.usualResolution
  ) {
    self.cards = cards
    self.layout = layout
    self.allowed = allowed
    self.size = size
    self.words = words
    plan = Plan(layout, words, allowed, in: size, resolution: resolution)
    paging = Paging(count: cards.count, pitch: layout.pitch(in: size), rules: rules, isReduced: isReduced)
    bar = ControlBar(isReduced: isReduced)
  }

  mutating func resize(to size: Size, resolution: Double = Monitor.usualResolution, at moment: Moment) {
    cancel(at: moment)
    (self.size, paging.pitch) = (size, layout.pitch(in: size))
    plan = Plan(layout, words, allowed, in: size, resolution: resolution)
  }

  /// Changes nothing and returns false if names or faces differ.
  mutating func restyle(_ cards: [Card], _ words: Words, resolution: Double) -> Bool {
    guard self.cards.elementsEqual(cards, by: { $0.name == $1.name && $0.face == $1.face }) else { return false }
    self.cards = cards
    if words != self.words {
      (self.words, plan) = (words, Plan(layout, words, allowed, in: size, resolution: resolution))
    }
    return true
  }

  mutating func open(on index: Int, by device: InputDevice = .key, at moment: Moment) {
    self = closedIfIdle(at: moment)
    guard !takesInput, !cards.isEmpty else { return }
    chosen = index.clamped(to: 0...cards.count - 1)
    if !isVisible(at: moment) || paging.page != chosen {
      paging = Paging(
        count: cards.count, on: chosen, pitch: paging.pitch, rules: paging.rules, isReduced: paging.isReduced)
    }
    (takesInput, lastInput, opened, self.device) = (true, moment.uptime, moment.uptime, device)
    zoom = zoom.turned(to: 1, at: moment.uptime, isAnimated: !paging.isReduced)
    background = Gallery.background(of: cards[chosen].face, at: moment.zone.civil(at: moment.instant.second))
    days = [:]
    prepareDay(at: moment)
  }

  mutating func close(at moment: Moment) {
    if recordInput(at: moment) { beginClosing(at: moment.uptime) }
  }

  /// Returns false during a drag, or if the gallery is closed.
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
    zoom = zoom.turned(to: 0, at: uptime, isAnimated: !paging.isReduced)
  }

  /// Call first for each input. Returns false if the gallery ignores input.
  mutating func recordInput(at moment: Moment) -> Bool {
    self = closedIfIdle(at: moment)
    if takesInput { lastInput = moment.uptime }
    return takesInput
  }

  mutating func prepareDay(at moment: Moment) {
    let index = paging.page
    guard days[index] == nil else { return }
    days[index] = Scrubber.Bar.colours(of: cards[index].face, on: moment.zone.civil(at: moment.instant.second).date)
  }

  func isOpen(at moment: Moment) -> Bool { closedIfIdle(at: moment).takesInput }

  /// True from the opening until a card fills the window again.
  func isVisible(at moment: Moment) -> Bool {
    // `isVisible` runs often, and `closedIfIdle` copies the gallery.
    takesInput ? closedIfIdle(at: moment).isOnScreen(at: moment.uptime) : isOnScreen(at: moment.uptime)
  }

  private func isOnScreen(at uptime: Duration) -> Bool {
    takesInput || zoom.openness(at: uptime) > 0 || !paging.isSettled(at: uptime)
  }

  func isHinting(at uptime: Duration) -> Bool { uptime < opened + Gallery.hintSpan }

  func nextChange(after moment: Moment) -> Wake {
    guard isVisible(at: moment) else { return .never }
    let now = closedIfIdle(at: moment)
    let frame = now.zoom.isMoving(at: moment.uptime) ? Motion.nextFrame(after: moment.uptime) : nil
    let hintEnd = isHinting(at: moment.uptime) ? opened + Gallery.hintSpan : nil
    return Wake(instant: now.nextTick(after: moment), uptime: now.takesInput ? now.lastInput + Gallery.idleSpan : nil)
      .or(uptime: hintEnd)
      .or(uptime: now.paging.nextChange(after: moment.uptime)).or(uptime: frame)
      .or(uptime: now.bar.nextChange(after: moment))
  }

  func closedIfIdle(at moment: Moment) -> Gallery {
    guard takesInput, moment.uptime - lastInput >= Gallery.idleSpan else { return self }
    return with(self) { $0.beginClosing(at: lastInput + Gallery.idleSpan) }
  }

  struct Zoom: Hashable, Sendable {
    private var from = 0.0
    private var goal = 0.0
    private var start = Duration.zero

    func openness(at uptime: Duration) -> Double {
      Motion.mix(from, goal, Motion.ease(Motion.progress(from: start, to: uptime, over: Gallery.zoomSpan)))
    }

    func isMoving(at uptime: Duration) -> Bool { from != goal && uptime < start + Gallery.zoomSpan }

    func turned(to goal: Double, at uptime: Duration, isAnimated: Bool) -> Zoom {
      Zoom(from: isAnimated ? openness(at: uptime) : goal, goal: goal, start: uptime)
    }
  }
}

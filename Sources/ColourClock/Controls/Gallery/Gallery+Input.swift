/// What opens and closes the gallery, and the keys and the wheel. Whatever comes while it is closed has no effect.
extension Gallery {
  /// Opens it with a card in the middle, which is the wall's; without cards it stays closed.
  package mutating func open(on index: Int, in size: Size, at moment: Moment) {
    self = caughtUp(to: moment.uptime)
    guard !takesInput, !cards.isEmpty else { return }
    opened = min(max(index, 0), cards.count - 1)
    if !isVisible(at: moment.uptime) || paging.page != opened {
      paging = Paging(
        count: cards.count, on: opened, pitch: 1, rules: paging.rules, reducedMotion: paging.reducedMotion)
    }
    paging.pitch = look.pitch(in: size)
    (takesInput, lastInput) = (true, moment.uptime)
    zoom = zoom.turned(to: 1, at: moment.uptime, isHard: paging.reducedMotion)
    let civil = moment.zone.civil(at: moment.instant.second)
    background = Gallery.background(of: cards[opened].face, at: civil)
    days = [opened: Scrubber.Bar.colours(of: cards[opened].face, on: civil.date)]
  }

  /// Closes it without a choice.
  package mutating func close(at uptime: Duration) {
    guard hears(at: uptime) else { return }
    shut(on: opened, at: uptime)
  }

  /// Chooses the card in the middle, or on its way there, and closes.
  /// - Returns: its index; `nil` while a pointer is held down or the gallery is closed.
  package mutating func choose(at uptime: Duration) -> Int? {
    guard hears(at: uptime), hold == nil else { return nil }
    opened = paging.page
    shut(on: opened, at: uptime)
    return opened
  }

  /// The window has another size: lets go of everything.
  package mutating func resize(to size: Size, at uptime: Duration) {
    cancel(at: uptime)
    paging.pitch = look.pitch(in: size)
  }

  /// So many cards to the right.
  package mutating func step(by cards: Int, at moment: Moment) {
    leaf(at: moment) { $0.step(by: cards, at: moment.uptime) }
  }

  /// A notch of a wheel, to the right if positive.
  package mutating func notch(_ direction: Int, at moment: Moment) {
    leaf(at: moment) { $0.notch(direction, at: moment.uptime) }
  }

  /// To a card; without effect if there is none of that index.
  package mutating func go(to index: Int, at moment: Moment) {
    guard cards.indices.contains(index) else { return }
    leaf(at: moment) { $0.go(to: index, at: moment.uptime) }
  }

  /// A key: arrows to the side and digits leaf, arrows up and down change the time shown, 0 and Home go back to the
  /// present, Enter chooses, Escape closes.
  /// - Returns: the card that it has chosen, if it has.
  package mutating func press(_ key: Key, at moment: Moment) -> Int? {
    guard isOpen(at: moment.uptime) else { return nil }
    switch key {
    case .left: step(by: -1, at: moment)
    case .right: step(by: 1, at: moment)
    case .up: scrub(at: moment) { $0.step(by: 1, at: moment) }
    case .down: scrub(at: moment) { $0.step(by: -1, at: moment) }
    case .home, .character("0"): scrub(at: moment) { $0.clear() }
    case .enter: return choose(at: moment.uptime)
    case .escape: close(at: moment.uptime)
    case .character(let character):
      if let digit = character.wholeNumberValue, character.isASCII { go(to: digit - 1, at: moment) }
    default: break
    }
    return nil
  }

  /// Whether an input at this time counts; if so the idle span begins anew.
  mutating func hears(at uptime: Duration) -> Bool {
    self = caughtUp(to: uptime)
    if takesInput { lastInput = uptime }
    return takesInput
  }

  /// Leafing ends what a pointer does.
  private mutating func leaf(at moment: Moment, _ change: (inout Paging) -> Void) {
    guard hears(at: moment.uptime) else { return }
    if case .cards = hold { hold = nil }
    change(&paging)
    prepare(at: moment)
  }

  mutating func scrub(at moment: Moment, _ change: (inout Scrubber) -> Void) {
    guard hears(at: moment.uptime) else { return }
    change(&scrubber)
  }

  /// Works out the colours of the day for the card in the middle, once.
  mutating func prepare(at moment: Moment) {
    let index = paging.page
    guard days[index] == nil else { return }
    days[index] = Scrubber.Bar.colours(
      of: cards[index].face, on: moment.zone.civil(at: moment.instant.second).date)
  }
}

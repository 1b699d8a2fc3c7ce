extension Gallery {
  /// - Parameters:
  ///   - slop: How far a click may move, in pixels.
  ///   - hasOpened: True if the drag opened the gallery. It then moves the cards even from a control.
  mutating func press(
    _ place: Point, by device: InputDevice = .pointer, slop: Double = Gesture.slop, at moment: Moment,
    hasOpened: Bool = false
  ) {
    guard recordInput(at: moment), drag == nil else { return }
    self.device = device
    bar.dropFocus()
    let hasControls = !hasOpened && zoom.openness(at: moment.uptime) == 1
    if hasControls, let control = plan.control(at: place) {
      drag = .control(control, isInside: true)
    } else if hasControls, nowBox(at: moment)?.inset(by: -Gallery.nearControls).contains(place) == true {
      scrubber.clear()
    } else if hasControls, let bar = plan.bar, bar.contains(place) {
      drag = .day(before: scrubber)
      scrubber.choose(bar.minute(at: place), at: moment)
    } else {
      let wasAtRest = paging.isSettled(at: moment.uptime) && !zoom.isMoving(at: moment.uptime)
      drag = .cards(start: place, slop: slop, isClick: true, wasAtRest: wasAtRest)
      paging.press(at: moment.uptime)
    }
  }

  mutating func move(to place: Point, at moment: Moment) {
    guard isOpen(at: moment), let drag, recordInput(at: moment) else { return }
    switch drag {
    case .day: if let bar = plan.bar { scrubber.choose(bar.minute(at: place), at: moment) }
    case .control(let control, _): self.drag = .control(control, isInside: plan.control(at: place) == control)
    case .cards(let start, let slop, let isClick, let wasAtRest):
      let isStillClick = isClick && (place - start).length <= slop
      self.drag = .cards(start: start, slop: slop, isClick: isStillClick, wasAtRest: wasAtRest)
      paging.move(to: sideOfNext * (place.x - start.x), at: moment.uptime)
      prepareDay(at: moment)
    }
  }

  mutating func release(_ place: Point, at moment: Moment) -> Outcome {
    move(to: place, at: moment)
    defer { drag = nil }
    guard recordInput(at: moment) else { return .nothing }
    if case .control(let control, isInside: true) = drag { return toggle(control) }
    guard case .cards(_, _, let isClick, let wasAtRest) = drag else { return .nothing }
    // `choose` does nothing during a drag.
    drag = nil
    defer { prepareDay(at: moment) }
    guard isClick else {
      paging.release(at: moment.uptime)
      return .nothing
    }
    paging.cancel(at: moment.uptime)
    return click(place, mayChoose: wasAtRest, at: moment) ? .chosen : .nothing
  }

  mutating func cancel(at moment: Moment) {
    self = closedIfIdle(at: moment)
    if case .day(let before) = drag { scrubber = before }
    paging.cancel(at: moment.uptime)
    drag = nil
  }

  /// Returns true for a choice.
  /// - Parameter mayChoose: True if the cards are at rest. Otherwise a click neither chooses nor closes.
  private mutating func click(_ place: Point, mayChoose: Bool, at moment: Moment) -> Bool {
    guard let index = places(at: moment.uptime).last(where: { $0.rect.contains(place) })?.index else {
      if mayChoose, plan.isAboveControls(place) { close(at: moment) }
      return false
    }
    if index == paging.page { return mayChoose && choose(at: moment) }
    paging.go(to: index, at: moment.uptime)
    return false
  }

  mutating func press(_ key: Key, at moment: Moment) -> Outcome {
    guard recordInput(at: moment) else { return .nothing }
    device = .key
    if allowed.contains(.look), let outcome = pressAmongSwitches(key, at: moment) { return outcome }
    switch key {
    case .left: step(by: -Int(sideOfNext), at: moment)
    case .right: step(by: Int(sideOfNext), at: moment)
    case .up: scrub(at: moment) { $0.step(by: 1, at: moment) }
    case .down: scrub(at: moment) { $0.step(by: -1, at: moment) }
    case .home, .character("0"): scrub(at: moment) { $0.clear() }
    case .enter, .character(" "): return choose(at: moment) ? .chosen : .nothing
    case .escape, .character("g"), .character("q"): close(at: moment)
    case .character(let character):
      guard character.isASCII, let digit = character.wholeNumberValue, cards.indices.contains(digit - 1) else { break }
      page(at: moment) { $0.go(to: digit - 1, at: moment.uptime) }
    default: break
    }
    return .nothing
  }

  mutating func repeatArrow(_ key: Key, at moment: Moment) {
    guard recordInput(at: moment) else { return }
    if allowed.contains(.look), pressAmongSwitches(key, at: moment) != nil { return }
    scroll(by: (key == .right ? 1 : -1) * Int(sideOfNext), at: moment)
  }

  /// `nil` for unused keys. Left, Right, Enter and Space need a focus.
  private mutating func pressAmongSwitches(_ key: Key, at moment: Moment) -> Outcome? {
    if case .character(let letter) = key, let control = LookSwitch.ofGallery.first(where: { $0.letter == letter }) {
      return toggle(control)
    }
    let focus = bar.focus(at: moment)
    switch key {
    case .tab, .backTab: moveFocus(by: key == .tab ? 1 : -1, at: moment)
    case .left where focus != nil, .right where focus != nil:
      moveFocus(by: key == .right ? Int(sideOfNext) : -Int(sideOfNext), at: moment)
    case .enter, .character(" "):
      guard case .look(let control) = focus else { return nil }
      bar.appear(at: moment)
      return toggle(control)
    default: return nil
    }
    return .nothing
  }

  private mutating func moveFocus(by step: Int, at moment: Moment) {
    let state = controlState(at: moment)
    bar.appear(at: moment)
    bar.moveFocus(by: step, among: plan.switches.map(\.command).filter(state.isEnabled), at: moment)
  }

  private func toggle(_ control: LookSwitch) -> Outcome {
    let style = cards[paging.page].style
    return control.isEnabled(style) ? .changed(control.changed(style)) : .nothing
  }

  func controlState(at moment: Moment) -> ControlBar.State {
    var state = ControlBar.State(style: cards[paging.page].style, focus: bar.focus(at: moment), words: words)
    if case .control(let control, isInside: true) = drag { state.pressed = .look(control) }
    return state
  }

  /// 1 if the next card is at the right, else -1.
  var sideOfNext: Double { words.isRightToLeft ? -1 : 1 }

  mutating func step(by cards: Int, at moment: Moment) {
    page(at: moment) { $0.step(by: cards, at: moment.uptime) }
  }

  /// - Parameter cards: Positive for later cards. Only the sign counts.
  mutating func scroll(by cards: Int, at moment: Moment) {
    page(at: moment) { $0.scroll(by: cards, at: moment.uptime) }
  }

  private mutating func page(at moment: Moment, _ change: (inout Paging) -> Void) {
    guard recordInput(at: moment) else { return }
    if case .cards = drag { drag = nil }
    change(&paging)
    prepareDay(at: moment)
  }

  private mutating func scrub(at moment: Moment, _ change: (inout Scrubber) -> Void) {
    if recordInput(at: moment), allowed.contains(.scrub) { change(&scrubber) }
  }
}

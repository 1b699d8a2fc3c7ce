/// Input in the gallery. While it is closed, nothing happens.
extension Gallery {
  /// Stops moving cards; on the day, chooses the time.
  /// - Parameters:
  ///   - slop: how far a click may stray, in pixels.
  ///   - hasOpened: whether the drag has opened the gallery: then it pages, wherever it lies.
  mutating func press(
    _ place: Point, by device: InputDevice = .pointer, slop: Double = Gesture.slop, at moment: Moment,
    hasOpened: Bool = false
  ) {
    guard recordInput(at: moment), drag == nil else { return }
    self.device = device
    bar.dropFocus()
    let hasControls = !hasOpened && zoom.openness(at: moment.uptime) == 1
    if hasControls, let control = plan.control(at: place) {
      drag = .control(control, isOn: true)
    } else if hasControls, nowBox(at: moment)?.inset(by: -Gallery.nearControls).contains(place) == true {
      scrubber.clear()
    } else if hasControls, let bar = plan.bar, bar.contains(place) {
      drag = .day(before: scrubber)
      scrubber.choose(bar.minute(at: place), at: moment)
    } else {
      let hasSettled = paging.isSettled(at: moment.uptime) && !zoom.isMoving(at: moment.uptime)
      drag = .cards(start: place, slop: slop, isClick: true, hasSettled: hasSettled)
      paging.press(at: moment.uptime)
    }
  }

  mutating func move(to place: Point, at moment: Moment) {
    guard isOpen(at: moment), let drag, recordInput(at: moment) else { return }
    switch drag {
    case .day: if let bar = plan.bar { scrubber.choose(bar.minute(at: place), at: moment) }
    case .control(let control, _): self.drag = .control(control, isOn: plan.control(at: place) == control)
    case .cards(let start, let slop, let isClick, let hasSettled):
      let isStillClick = isClick && (place - start).length <= slop
      self.drag = .cards(start: start, slop: slop, isClick: isStillClick, hasSettled: hasSettled)
      paging.move(to: way * (place.x - start.x), at: moment.uptime)
      prepareDay(at: moment)
    }
  }

  mutating func release(_ place: Point, at moment: Moment) -> Outcome {
    move(to: place, at: moment)
    defer { drag = nil }
    guard recordInput(at: moment) else { return .nothing }
    if case .control(let control, isOn: true) = drag { return turn(control) }
    guard case .cards(_, _, let isClick, let hasSettled) = drag else { return .nothing }
    drag = nil
    defer { prepareDay(at: moment) }
    guard isClick else {
      paging.release(at: moment.uptime)
      return .nothing
    }
    paging.cancel(at: moment.uptime)
    return click(place, mayChoose: hasSettled, at: moment) ? .chosen : .nothing
  }

  /// As if the press had not happened.
  mutating func cancel(at moment: Moment) {
    self = settled(at: moment)
    if case .day(let before) = drag { scrubber = before }
    paging.cancel(at: moment.uptime)
    drag = nil
  }

  /// A card beside the middle comes there. If the cards stood still, the one in the middle is chosen, and a click
  /// beside all closes.
  private mutating func click(_ place: Point, mayChoose: Bool, at moment: Moment) -> Bool {
    // The foremost card under the pointer.
    guard let index = places(at: moment.uptime).last(where: { $0.rect.contains(place) })?.index else {
      if mayChoose, plan.isAboveControls(place) { close(at: moment) }
      return false
    }
    if index == paging.page { return mayChoose && choose(at: moment) }
    paging.go(to: index, at: moment.uptime)
    return false
  }

  /// Arrows to the side and digits turn pages, up and down change the time, 0 and Home return to the present, Space and
  /// Enter choose, Escape, g and q close. Tab and letters are for the switches.
  mutating func press(_ key: Key, at moment: Moment) -> Outcome {
    guard recordInput(at: moment) else { return .nothing }
    device = .key
    if allowed.contains(.look), let outcome = pressAmongSwitches(key, at: moment) { return outcome }
    switch key {
    case .left: step(by: -Int(way), at: moment)
    case .right: step(by: Int(way), at: moment)
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

  /// Enter and arrows have a meaning here only once a switch is chosen.
  private mutating func pressAmongSwitches(_ key: Key, at moment: Moment) -> Outcome? {
    if case .character(let letter) = key, let control = LookSwitch.allCases.first(where: { $0.letter == letter }) {
      return turn(control)
    }
    let focus = bar.focus(at: moment)
    switch key {
    case .tab, .backTab: moveFocus(by: key == .tab ? 1 : -1, at: moment)
    case .left where focus != nil, .right where focus != nil:
      moveFocus(by: key == .right ? Int(way) : -Int(way), at: moment)
    case .enter, .character(" "):
      guard case .look(let control) = focus else { return nil }
      bar.appear(at: moment)
      return turn(control)
    default: return nil
    }
    return .nothing
  }

  private mutating func moveFocus(by step: Int, at moment: Moment) {
    let state = controlState(at: moment)
    // A hidden bar has no focus.
    bar.appear(at: moment)
    bar.moveFocus(by: step, among: plan.switches.map(\.command).filter(state.isEnabled), at: moment)
  }

  private func turn(_ control: LookSwitch) -> Outcome {
    let style = cards[paging.page].style
    return control.isEnabled(style) ? .changed(control.turned(style)) : .nothing
  }

  func controlState(at moment: Moment) -> ControlBar.State {
    var state = ControlBar.State(style: cards[paging.page].style, focus: bar.focus(at: moment), words: words)
    if case .control(let control, isOn: true) = drag { state.pressed = .look(control) }
    return state
  }

  /// 1 where the next card stands at the right, -1 where the language is read from the right.
  var way: Double { words.runsLeft ? -1 : 1 }

  mutating func step(by cards: Int, at moment: Moment) {
    page(at: moment) { $0.step(by: cards, at: moment.uptime) }
  }

  /// - Parameter direction: positive for the next card.
  mutating func scroll(by direction: Int, at moment: Moment) {
    page(at: moment) { $0.scroll(by: direction, at: moment.uptime) }
  }

  /// Ends a drag of the cards.
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

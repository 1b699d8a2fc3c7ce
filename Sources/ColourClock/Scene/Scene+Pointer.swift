extension Scene {
  mutating func press(_ button: Button, at place: Point, _ moment: Moment) -> [Effect] {
    // A press that shows a control must not press it, so this runs before `follow`.
    let (press, isOnButton) = (firstAnswer { $0.press(at: place, in: $1, at: moment) }, isOnButton(place, at: moment))
    wall.pressShowsBar = !bar.hasBeenSeen(at: moment) && barPlaces.contains { $0.command == .toggle }
    let effects = follow(place, at: moment)
    wall.bar.dropFocus()
    wall.help.cancelHover()
    if !isOnButton { wall.hold.withdraw() }
    guard button != .other, gesture.isOver else { return effects + cancel(at: moment) }
    guard let press else {
      setGesture(.undecided(from: place))
      return effects
    }
    setGesture(.press(press))
    return effects + press.begin(at: place, by: button, on: &self, at: moment)
  }

  mutating func move(to place: Point, _ moment: Moment) -> [Effect] {
    let effects = follow(place, at: moment)
    switch gesture {
    case .idle, .holdKey, .ignoredUntilRelease: return effects
    case .undecided(let start): return effects + decide(from: start, to: place, moment)
    case .press(let press): return effects + press.move(to: place, on: &self, at: moment)
    }
  }

  mutating func release(_ button: Button, at place: Point, _ moment: Moment) -> [Effect] {
    let effects = move(to: place, moment)
    if button == .finger { wall.pointer.liftFinger() }
    guard button != .other else { return effects }
    let last = gesture
    if case .holdKey = last { return effects }
    setGesture(.idle)
    switch last {
    case .press(let press): return effects + press.release(at: place, by: button, on: &self, at: moment)
    case .undecided(let start): return effects + (firstAnswer { $0.tap(at: start, on: &$1, at: moment) } ?? [])
    case .idle, .holdKey, .ignoredUntilRelease: return effects
    }
  }

  /// Ends the gesture without effect. Input is ignored until the release.
  mutating func cancel(at moment: Moment) -> [Effect] {
    wall.pointer.liftFinger()
    let effects = cancelControls(at: moment)
    switch gesture {
    // Another window may get the key's release.
    case .idle, .holdKey: setGesture(.idle)
    case .undecided, .press, .ignoredUntilRelease: setGesture(.ignoredUntilRelease)
    }
    return effects
  }

  mutating func cancelControls(at moment: Moment) -> [Effect] {
    Scene.controls.flatMap { $0.cancel(on: &self, at: moment) }
  }

  mutating func scroll(right: Double, up: Double, at moment: Moment) -> [Effect] {
    let effects = showControls(at: moment)
    let notches = wall.pointer.scroll(right: right, up: up, at: moment.uptime)
    guard gesture == .idle else { return effects }
    return effects + (firstAnswer { $0.scroll((right, up, notches), on: &$1, at: moment) } ?? [])
  }

  mutating func firstAnswer<Answer>(_ ask: (any Control.Type, inout Scene) -> Answer?) -> Answer? {
    for control in Scene.controls { if let answer = ask(control, &self) { return answer } }
    return nil
  }

  private mutating func follow(_ place: Point, at moment: Moment) -> [Effect] {
    wall.pointer.follow(place, at: moment.uptime)
    let effects = showControls(at: moment)
    pointAtHelp(place, at: moment)
    return effects
  }

  var slop: Double { pointer.slop(resolution) }

  mutating func showControls(at moment: Moment) -> [Effect] {
    if !barPlaces.isEmpty { wall.bar.appear(at: moment) }
    return completeHold(if: wall.hold.appear(at: moment), at: moment)
  }

  private mutating func decide(from start: Point, to place: Point, _ moment: Moment) -> [Effect] {
    let way = place - start
    guard way.length >= slop else { return [] }
    // The drag begins at the slop's edge, so that nothing jumps.
    let origin = start + way * (slop / way.length)
    setGesture(.ignoredUntilRelease)
    return firstAnswer { $0.drag((way, origin, place), on: &$1, at: moment) } ?? []
  }
}

enum CountdownControl: Control {
  static func press(at place: Point, in scene: Scene, at moment: Moment) -> (any Press)? {
    guard scene.allows(.countdown), let ring = scene.ring(at: moment), let countdown = scene.clock.countdowns.inRing
    else {
      return nil
    }
    return RingDrag.press(
      scene.onContent(place, at: moment), on: ring, of: countdown, slop: scene.slop, at: moment)
  }

  static func tap(at place: Point, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    let isHit = scene.hitsRingWhileRinging(place, at: moment) || scene.hitsRing(place, at: moment)
    return isHit ? scene.tapRing(at: place, moment) : nil
  }

  static func scroll(_ scroll: Scroll, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    guard scene.allows(.countdown), scene.countdown != nil, let place = scene.pointer.place,
      scene.hitsRingOrDragArea(place, at: moment)
    else { return nil }
    if scroll.notches.up == 0 { return [] }
    scene.clock.countdowns.chooseInRing()
    let before = scene.countdown
    let effects = scene.step(by: scroll.notches.up, at: moment)
    if let before { scene.rememberTurn(from: before, byWheel: true, at: moment) }
    return effects
  }

  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    guard scene.allows(.countdown), let effects = change(scene: &scene, by: key, at: moment) else { return nil }
    scene.wall.bar.choose(stopwatch: false)
    return effects
  }

  private static func change(scene: inout Scene, by key: Key, at moment: Moment) -> [Effect]? {
    // Backspace and `down` can be undone, because they can take away more than a minute.
    switch key {
    case .character("c"): return scene.toggleCountdown(at: moment)
    case .character("a") where scene.countdowns.hasSeveral:
      // An urgent message would hide the change.
      if scene.schedule.messages.isUrgent { return [] }
      scene.clock.countdowns.moveChoice(by: 1, at: moment)
      return [.saveTimers]
    case .backspace: return scene.undoably(at: moment) { $0.resetCountdown() }
    case .up: return scene.step(by: 1, at: moment)
    case .down: return scene.undoably(at: moment) { $0.step(by: -1, at: moment) }
    case .character("+"), .character("="): return scene.add(scene.usualStep, at: moment)
    case .character("-"): return scene.add(.zero - scene.usualStep, at: moment)
    default: return nil
    }
  }

  static func cancel(on scene: inout Scene, at moment: Moment) -> [Effect] {
    scene.gesture.ringDrag?.cancel(&scene.clock.countdown)
    return []
  }

  static func advance(_ scene: inout Scene, to moment: Moment, _ result: inout AdvanceResult) {
    guard !scene.countdowns.isEmpty else { return }
    let wasGuessed = scene.countdowns.hasGuessedLength
    let ended = scene.clock.countdowns.advance(to: moment)
    // The length, unknown until the clock was set, must survive a restart.
    if wasGuessed, !scene.countdowns.hasGuessedLength { result.add([.saveTimers]) }
    guard !ended.isEmpty else { return result.addChange() }
    if scene.countdowns.hasSeveral, !scene.gesture.isTurningRing { scene.endRingDrag() }
    // The next end of a repeating countdown can be computed from any saved end.
    let mustSave = ended.contains { !$0.countdown.rules.repeats }
    let signals = ended.map { _ in Effect.reachedZero }
    result.add(scene.reveal(isAtZero: true, at: moment) + signals + (mustSave ? [.saveTimers] : []))
  }

  static func due(in scene: Scene) -> Wake { scene.countdowns.due }

  static func nextChange(of scene: Scene, after moment: Moment) -> Wake {
    scene.ringChange(after: moment).or(scene.nextEase(after: moment))
  }

  static func isAtRest(in scene: Scene, at moment: Moment) -> Bool {
    scene.wall.ringEase?.isOver(at: moment.uptime) ?? true
  }

  static func composedFrameStaysValid(in scene: Scene) -> Bool { scene.countdowns.isEmpty }

  static func reserve(in contents: inout Layout.Contents, of scene: Scene) {
    guard let countdown = scene.shownCountdown else { return }
    let style = scene.ringStyle
    (contents.ring, contents.number) = (
      style, countdown.widestNumber(style.format, at: scene.wall.lastEvent, scene.setup.words)
    )
    if let last = countdown.lastNumber(style.format, at: scene.wall.lastEvent),
      Line.width(last) < Line.width(contents.number)
    {
      contents.lastNumber = last
    }
    guard countdown.isOver else {
      if scene.countdowns.hasSeveral { contents.ring?.title = scene.listTitle(of: countdown) }
      return
    }
    contents.ringing = scene.listTitle(of: countdown)
    contents.headline = style.title.isEmpty ? Countdown.endPhrase(scene.setup.words) : style.title
  }

  static func items(of scene: Scene, in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item] {
    scene.ringItems(on: backdrop, at: moment)
  }
}

extension Countdown {
  var usualStep: Duration { program.map { $0.step.length < .seconds(120) } == true ? .seconds(10) : .seconds(60) }
}

extension RingDrag: Press {
  func move(to place: Point, on scene: inout Scene, at moment: Moment) -> [Effect] {
    guard let ring = scene.ring(at: moment), let countdown = scene.clock.countdowns.inRing else { return [] }
    var drag = self
    let length = drag.move(to: scene.onContent(place, at: moment), on: ring, of: countdown)
    if drag.isTurning { scene.clock.countdowns.chooseInRing() }
    scene.setGesture(.press(drag))
    if let length { scene.clock.countdown?.set(length, fullTurn: drag.turn, at: moment) }
    return []
  }

  func release(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] {
    guard isTurning else { return scene.tapRing(at: place, moment) }
    let wasRunning = scene.countdown?.isRunning == true
    release(&scene.clock.countdown, at: moment)
    if !wasRunning, scene.countdown?.isRunning == true { scene.showBegun() }
    if let before { scene.rememberTurn(from: before, at: moment) }
    return scene.advance(to: moment) + [.saveTimers]
  }
}

// MARK: Changes by viewers

extension Scene {
  /// A tap that shows the hidden bar must not pause the countdown.
  fileprivate mutating func tapRing(at place: Point, _ moment: Moment) -> [Effect] {
    guard takesTap(.toggle, at: place, moment), wall.taps.acceptsTap(onPart: 0, moment) else { return [] }
    if isRinging {
      wall.taps.record(nil, at: place, moment)
      return undoably(at: moment) { $0.dismissRinging(at: moment) }
    }
    guard countdown != nil, allows(.countdown) else { return [] }
    wall.taps.record(.toggle, at: place, moment)
    let isChosen = !bar.hasStopwatch && (!countdowns.hasSeveral || isRingChosen)
    wall.bar.choose(stopwatch: false)
    clock.countdowns.chooseInRing()
    if isChosen, wall.pressShowsBar, countdown?.isRunning == true { return [] }
    return isChosen ? toggleCountdown(at: moment) : [.saveTimers]
  }

  static let usualLength = Duration.seconds(300)

  fileprivate mutating func toggleCountdown(at moment: Moment) -> [Effect] {
    guard let countdown else {
      clock.countdown = newCountdown(Scene.usualLength)
      return [.saveTimers]
    }
    // `toggle` would dismiss an ended countdown.
    if countdown.isOver { return [] }
    clock.countdown?.toggle(at: moment)
    if self.countdown?.isRunning == true { showBegun() }
    return [.saveTimers]
  }

  /// Unlike `toggleCountdown`, this also starts a new or an ended countdown.
  mutating func startOrToggle(at moment: Moment) {
    clock.countdown = countdown ?? newCountdown(Scene.usualLength)
    if countdown?.isOver == true { clock.countdown?.start(at: moment) } else { clock.countdown?.toggle(at: moment) }
    if countdown?.isRunning == true { showBegun() }
  }

  mutating func resetCountdown() -> [Effect] {
    guard let countdown else { return [] }
    if case .idle = countdown.state {
      if countdown.program?.isAtStart == false { clock.countdown?.rewind() } else { clock.countdown = nil }
    } else {
      clock.countdown?.reset()
    }
    return [.saveTimers]
  }

  /// Steps to round times. A running countdown above `longestRounded` moves by exact minutes.
  fileprivate mutating func step(by count: Int, at moment: Moment) -> [Effect] {
    guard let countdown else { return count > 0 ? add(.seconds(60), at: moment) : [] }
    if countdown.isRunning, countdown.remaining(at: moment) > Scene.longestRounded {
      return add(.seconds(60 * count), at: moment)
    }
    // The shown number is rounded up. A step from the exact time could give the same number.
    let length = RingDrag.stepped(.seconds(max(0, countdown.number(at: moment))), by: count)
    clock.countdown?.set(length, at: moment)
    return advance(to: moment) + [.saveTimers]
  }

  private static let longestRounded = Duration.seconds(660)

  var usualStep: Duration { countdown?.usualStep ?? .seconds(60) }

  mutating func add(_ span: Duration, at moment: Moment) -> [Effect] {
    guard countdown != nil else {
      guard span > .zero else { return [] }
      clock.countdown = newCountdown(span)
      return [.saveTimers]
    }
    clock.countdown?.add(span, at: moment)
    return advance(to: moment) + [.saveTimers]
  }

  func newCountdown(_ length: Duration) -> Countdown {
    let rules = Countdown.Rules(period: max(length, .seconds(1)), overtime: setup.hasOvertime)
    let fresh = Countdown(rules, length: length)
    return clock.titleIsForOneCountdown ? fresh.titled(nil) : fresh
  }

  /// Call when the ring's countdown is replaced, or changed other than by the drag.
  mutating func endRingDrag() {
    if gesture.ringDrag != nil { setGesture(.ignoredUntilRelease) }
  }

  /// Call when no wall's ring is turned any more.
  mutating func releaseCountdown() { clock.countdowns.setBeingTurned(false) }

  /// Uses the layout's place of the ring, because `ring` is `nil` for an alarm.
  fileprivate func hitsRingWhileRinging(_ place: Point, at moment: Moment) -> Bool {
    guard isRinging, let square = (easing(at: moment) ?? self).layout?.ring else { return false }
    return (onContent(place, at: moment) - square.centre).length <= square.width / 2
  }

  fileprivate func hitsRing(_ place: Point, at moment: Moment) -> Bool {
    guard let ring = ring(at: moment) else { return false }
    return (onContent(place, at: moment) - ring.centre).length <= ring.radius
  }

  fileprivate func hitsRingOrDragArea(_ place: Point, at moment: Moment) -> Bool {
    hitsRing(place, at: moment) || ring(at: moment).map { RingDrag.isOn($0, onContent(place, at: moment)) } == true
  }
}

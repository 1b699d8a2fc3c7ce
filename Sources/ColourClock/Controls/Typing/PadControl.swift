/// A keypad on the wall. `TypingControl` handles the keyboard's digits and letters.
enum PadControl: Control {
  static func press(at place: Point, in scene: Scene, at moment: Moment) -> (any Press)? {
    scene.showsPad(at: moment) ? PadPress(key: scene.padKey(at: place, moment)) : nil
  }

  static func scroll(_ scroll: Scroll, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    scene.showsPad(at: moment) ? [] : nil
  }

  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    scene.showsPad(at: moment) ? scene.pressOnPad(key, at: moment) : nil
  }

  /// Space presses the focused key, even in a title.
  static func write(_ text: String, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    guard scene.showsPad(at: moment) else { return nil }
    if text == " ", let focus = scene.typing.focus { return scene.perform(focus, at: moment) }
    scene.wall.typing.dropFocus()
    return nil
  }

  static func advance(_ scene: inout Scene, to moment: Moment, _ result: inout AdvanceResult) {
    guard let next = scene.padRepeat, next <= moment.uptime, let key = scene.gesture.press(PadPress.self)?.key else {
      return
    }
    result.add(scene.perform(key, at: moment))
    scene.wall.typing.recordHold(from: moment.uptime, isRepeat: true)
  }

  static func due(in scene: Scene) -> Wake { Wake(uptime: scene.padRepeat) }
}

struct InterruptedTyping: Hashable, Sendable {
  fileprivate let typing: Typing
  /// After this uptime, the typing does not continue.
  fileprivate let end: Duration

  fileprivate static let span = Duration.seconds(60)
}

private struct PadPress: Press {
  let key: PadKey?

  func begin(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] {
    scene.wall.typing.dropFocus()
    scene.wall.typing.recordHold(from: moment.uptime, isRepeat: false)
    return []
  }

  func move(to place: Point, on scene: inout Scene, at moment: Moment) -> [Effect] {
    if scene.padPlan?.key(at: place - scene.shift(at: moment)) != key { scene.setGesture(.ignoredUntilRelease) }
    return []
  }

  func release(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] {
    guard let key, scene.showsPad(at: moment) else { return [] }
    if key.canRepeat, scene.typing.hold?.isRepeat == true { return [] }
    scene.wall.taps.record(.pad(key), at: place, moment)
    return scene.perform(key, at: moment)
  }
}

extension Scene {
  func showsPad(at moment: Moment) -> Bool {
    typing.hasPad && typing.isOpen(at: moment.uptime) && !isCovered(at: moment)
  }

  /// A title typed after the start stays open.
  mutating func interruptTyping(at moment: Moment) {
    guard typing.isOpen(at: moment.uptime), typing.title == nil || typing.hasTitleBeforeStart else { return }
    wall.ignoreStrayText(ifTyping: typing.hasTitleBeforeStart, at: moment.uptime)
    wall.interruptedTyping = InterruptedTyping(typing: typing, end: moment.uptime + InterruptedTyping.span)
    wall.typing.close()
  }

  /// Call this after every change.
  mutating func resumeInterruptedTyping(at moment: Moment) {
    guard let interrupted = wall.interruptedTyping, !isRinging || interrupted.end <= moment.uptime else { return }
    wall.interruptedTyping = nil
    guard moment.uptime < interrupted.end, takesDigits(at: moment), !typing.isOpen(at: moment.uptime) else { return }
    wall.typing = interrupted.typing
    wall.typing.setFocus(nil, at: moment.uptime)
  }

  mutating func openPad(_ intervals: Intervals? = nil, at moment: Moment) {
    guard takesDigits(at: moment) else { return }
    wall.bar.endAdding(at: moment)
    wall.typing.openPad(intervals, at: moment.uptime)
  }

  var lastIntervals: Intervals { clock.recents.intervals ?? Intervals() }

  /// `nil` while typing is closed.
  var padPlan: PadPlan? {
    guard let size, typing.phase != .closed else { return nil }
    return PadPlan(
      typing.phase, titles: titlesOffered, countdownName: nameOnPad, caption: padCaption, setup.words,
      in: Rect(size).inset(by: setup.shift.margin(in: size)))
  }

  /// A double click must not press a key that has just appeared.
  fileprivate func padKey(at place: Point, _ moment: Moment) -> PadKey? {
    guard let key = padPlan?.key(at: place - shift(at: moment)),
      takesTap(.pad(key), at: place, moment)
    else { return nil }
    return key
  }

  fileprivate var padRepeat: Duration? {
    gesture.press(PadPress.self)?.key?.canRepeat == true ? typing.hold?.next : nil
  }

  private var padCaption: String {
    switch typing.phase {
    case .closed: ""
    case .entry(_, let refused?): TypingPlate.caption(refused, .none, setup.words)
    case .titleBeforeStart(let line, _): line.text + "|"
    case .entry(let entry, nil): entry.units(setup.words)
    case .titleAfterStart(let line, _): line.text.isEmpty ? setup.words["Choose a title, or type one"] : line.text + "|"
    case .intervals: setup.words["in all"]
    }
  }

  var addsFromPad: Bool { countdown?.isUnderWay == true }

  fileprivate mutating func perform(_ key: PadKey, at moment: Moment) -> [Effect] {
    let uptime = moment.uptime
    switch key {
    case .digit(let digit): type(digit, at: uptime)
    case .zeros: for _ in 0..<2 where typing.entry?.isEmpty == false { type(0, at: uptime) }
    case .delete: wall.typing.deleteBackward(at: uptime)
    case .start:
      return typing.intervals == nil ? startTyped(isAnother: addsFromPad, at: moment) : startIntervals(at: moment)
    case .intervals: wall.typing.openPad(lastIntervals, at: uptime)
    case .close: return endTyping()
    // With typed digits, the title is for a new countdown.
    case .name where typing.entry?.isEmpty == false: return startTyped(isAnother: addsFromPad, at: moment)
    case .name: wall.typing.beginTitle(of: countdowns.chosenID, at: uptime)
    case .title(let index): return name(typing.countdown, titlesOffered[index])
    case .less(let part): return change(part, by: -1, at: uptime)
    case .more(let part): return change(part, by: 1, at: uptime)
    }
    return []
  }

  private mutating func type(_ digit: Int, at uptime: Duration) {
    _ = wall.typing.add(Character("\(digit)"), at: uptime)
  }

  private mutating func change(_ part: Intervals.Part, by way: Int, at uptime: Duration) -> [Effect] {
    wall.typing.change(part, by: way, at: uptime)
    if let intervals = typing.intervals { clock.recents.use(intervals) }
    return [.saveTimers]
  }

  /// `nil` for a program, or a countdown not under way.
  private var nameOnPad: String? {
    let id = typing.title == nil ? countdowns.chosenID : typing.countdown
    guard let countdown = countdowns.all.first(where: { $0.id == id })?.countdown, countdown.program == nil,
      countdown.isUnderWay
    else { return nil }
    return Line.cut(listTitle(of: countdown), to: ControlBar.longestName)
  }

  private mutating func name(_ id: Int?, _ title: String) -> [Effect] {
    wall.typing.close()
    guard let id, clock.countdowns.name(id, title) else { return [] }
    return [.saveTimers]
  }

  private mutating func startIntervals(at moment: Moment) -> [Effect] {
    guard let intervals = typing.intervals, let program = intervals.program(setup.words) else { return [] }
    wall.typing.close()
    endRingDrag()
    return undoably(at: moment) { scene in
      scene.start(program, at: moment)
      // `start` recorded intervals from the program, which has no rest in a single round.
      scene.clock.recents.use(intervals)
      return [.saveTimers]
    }
  }

  mutating func pressInIntervals(_ key: Key, at moment: Moment) -> [Effect]? {
    if key == .enter { return startIntervals(at: moment) }
    wall.typing.close()
    return key == .escape ? [] : nil
  }

  fileprivate mutating func pressOnPad(_ key: Key, at moment: Moment) -> [Effect]? {
    switch key {
    case .leaveKiosk, .function(11): return nil
    case .tab, .backTab, .left, .right, .up, .down:
      if let plan = padPlan { wall.typing.setFocus(plan.key(after: typing.focus, key), at: moment.uptime) }
    case .enter where typing.focus != nil, .character(" ") where typing.focus != nil:
      return typing.focus.map { perform($0, at: moment) }
    case .character(let sign) where typing.intervals != nil:
      guard let part = typing.focus?.part, "+=-".contains(sign) else { return [] }
      return perform(sign == "-" ? .less(part) : .more(part), at: moment)
    case .character(let sign) where typing.title == nil && !sign.isLetter && !sign.isNumber && !"+=".contains(sign):
      return []
    case .enter, .escape, .backspace, .character:
      if key == .backspace, typing.intervals != nil { return [] }
      wall.typing.dropFocus()
      return nil
    default: break
    }
    return []
  }

  // MARK: Picture

  func padItems(on backdrop: Backdrop, at moment: Moment) -> [Item] {
    guard let plan = padPlan else { return [] }
    var state = ControlBar.State(primary: .pad(.start), words: setup.words)
    state.focus = typing.focus.map(ControlBar.Command.pad)
    state.pressed = gesture.press(PadPress.self)?.key.map(ControlBar.Command.pad)
    if pointer.device == .pointer, let place = pointer.place {
      state.hovered = plan.key(at: place - shift(at: moment)).map(ControlBar.Command.pad)
    }
    let texts = plan.lines.map {
      Item.text(Text(string: $0.text, template: $0.template, box: $0.box, ink: backdrop.ink, isOnWall: true))
    }
    let keys = ControlBar.items(plan.places, state, opacity: 1, ink: backdrop.ink, wall: backdrop.colour)
    return (texts + keys).map { $0.moved(by: shift(at: moment)) }
  }
}

/// The keys 7 3 0 Enter start 7:30. Letters before or after Enter are the title, except units, as in 45m.
enum TypingControl: Control {
  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    if scene.isCovered(at: moment) { return nil }
    let uptime = moment.uptime
    guard scene.typing.isOpen(at: uptime) else {
      if key == .enter, scene.takesDigits(at: moment), scene.wall.typing.resume(at: uptime) { return [] }
      scene.wall.typing.forgetLapsed()
      guard let digit = key.typedDigit, scene.takesDigits(at: moment) else { return nil }
      scene.wall.typing.close()
      _ = scene.wall.typing.add(digit, at: uptime)
      return []
    }
    if scene.typing.hasTitleBeforeStart { return scene.pressInTitleBeforeStart(key, at: moment) }
    if scene.typing.title != nil { return scene.pressInTitleAfterStart(key, at: moment) }
    if scene.typing.intervals != nil { return scene.pressInIntervals(key, at: moment) }
    switch key {
    case .enter: return scene.startTyped(isAnother: scene.typing.hasPad && scene.addsFromPad, at: moment)
    case .character("+"), .character("="): return scene.startTyped(isAnother: true, at: moment)
    case .backspace: scene.wall.typing.deleteBackward(at: uptime)
    case .escape: scene.wall.typing.close()
    case .character(let letter) where letter.isLetter:
      if scene.typedCountdown(at: moment) != nil { scene.wall.typing.write(String(letter), at: uptime) }
    default:
      if case .character(let character) = key, scene.wall.typing.add(character, at: uptime) { return [] }
      // Another key drops the entry and acts as usual.
      scene.wall.typing.close()
      return nil
    }
    return []
  }

  static func takesText(in scene: Scene, at moment: Moment) -> Bool {
    scene.typing.title != nil && scene.typing.isOpen(at: moment.uptime) && !scene.isCovered(at: moment)
  }

  static func write(_ text: String, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    guard takesText(in: scene, at: moment) else { return nil }
    if text == "+", scene.typing.hasTitleBeforeStart || scene.wall.typing.takeDigitsOfTitle(at: moment.uptime) {
      return scene.startTyped(isAnother: true, at: moment)
    }
    scene.wall.typing.write(text, at: moment.uptime)
    return []
  }

  /// If no key comes in time, a title typed after the start stays.
  static func advance(_ scene: inout Scene, to moment: Moment, _ result: inout AdvanceResult) {
    guard let end = scene.typing.end, end <= moment.uptime else { return }
    var lapsed = scene.typing
    lapsed.lapse(at: moment.uptime)
    result.add(scene.closeTyping(at: moment))
    scene.wall.typing = lapsed
  }

  static func due(in scene: Scene) -> Wake { Wake(uptime: scene.typing.end) }

  static func items(of scene: Scene, in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item] {
    guard let size = scene.size, scene.typing.isOpen(at: moment.uptime), !scene.typing.hasPad else { return [] }
    let plate = TypingPlate(
      scene.typing.phase, enterEffect: scene.enterEffect, scene.setup.words, in: Rect(size))
    return plate.items(on: backdrop)
  }
}

extension Scene {
  func isCovered(at moment: Moment) -> Bool {
    [help.isOpen, settings.isOpen, runningOrder.isOpen].contains { $0(moment.uptime) } || gallery.isOpen(at: moment)
  }

  func hasCard(at moment: Moment) -> Bool { isCovered(at: moment) || typing.isOpen(at: moment.uptime) }

  /// Within a second, an Escape may have been meant for the closed card.
  func hasJustClosedCard(at moment: Moment) -> Bool {
    wall.cardEnd.map { moment.uptime < $0 + Scene.cardFarewell } ?? false
  }

  private static let cardFarewell = Duration.seconds(1)

  func takesDigits(at moment: Moment) -> Bool {
    allows(.countdown) && !isCovered(at: moment) && layout != nil
  }

  /// A keypad key counts as a digit if a number is typed or can begin. Capitals count only in text.
  func meaning(of key: Key, at moment: Moment) -> Key {
    if case .character(let letter) = key, letter.isUppercase {
      let isTyped = typing.isOpen(at: moment.uptime) && !isCovered(at: moment) && typing.intervals == nil
      return isTyped ? key : .character(Character(letter.lowercased()))
    }
    guard case .digit(let digit, let otherwise) = key else { return key }
    let isTyping = typing.entry != nil && typing.isOpen(at: moment.uptime)
    let canBegin =
      takesDigits(at: moment) && typing.intervals == nil && bar.focus(at: moment) == nil && typing.title == nil
      && !otherwise.isCommandSign
    return isTyping || canBegin ? .character(Character("\(digit)")) : otherwise
  }

  fileprivate var enterEffect: TypingPlate.EnterEffect {
    guard let countdown else { return .none }
    if enterAdds { return countdowns.hasRoom ? .keepsOthers : .noRoom }
    guard countdown.isUnderWay else { return .keepsOthers }
    let name = Line.cut(listTitle(of: countdown), to: TypingPlate.longestName)
    return .replaces(name, hasRoom: countdowns.hasRoom)
  }

  private var enterAdds: Bool { countdown.map { $0.hasUnfinishedProgram || $0.isOver } ?? false }

  /// The typed countdown, running. If the entry is refused, shows why and returns `nil`.
  fileprivate mutating func typedCountdown(at moment: Moment) -> Countdown? {
    do {
      switch try (typing.entry ?? TypedEntry()).meaning() {
      case .length(let length):
        var fresh = newCountdown(length)
        fresh.start(at: moment)
        return fresh
      case .end(let written): return try countdown(until: written, at: moment)
      }
    } catch {
      wall.typing.refuse(error, at: moment.uptime)
      return nil
    }
  }

  private func countdown(until written: ParsedInstant, at moment: Moment) throws(Typing.Refused) -> Countdown {
    guard let end = try? written.instant(after: moment) else { throw .noTime }
    let rest = end - moment.instant
    if rest <= .zero { throw .past }
    if TimeSpan.isTooFar(end, at: moment) { throw .tooFar }
    return newCountdown(min(rest, TimeSpan.longest)).running(until: end, isLengthGuessed: moment.health == .unset)
  }

  /// - Parameter isAnother: adds the countdown instead of replacing the chosen one.
  mutating func startTyped(isAnother: Bool = false, at moment: Moment) -> [Effect] {
    wall.typing.takeUnits(at: moment.uptime)
    guard let fresh = typedCountdown(at: moment) else { return [] }
    let hadTitle = typing.hasTitleBeforeStart
    endRingDrag()
    let isBegun = isAnother || countdown?.isOver == true ? add(fresh.titled(nil)) : put(fresh, at: moment)
    if !isBegun {
      wall.typing.refuse(.tooMany, at: moment.uptime)
      return []
    }
    wall.typing.beginTitle(of: countdowns.chosenID, at: moment.uptime)
    return hadTitle ? endTyping() + [.saveTimers] : [.saveTimers]
  }

  fileprivate mutating func pressInTitleBeforeStart(_ key: Key, at moment: Moment) -> [Effect]? {
    switch key {
    case .enter: return startTyped(at: moment)
    case .character("+"): return startTyped(isAnother: true, at: moment)
    case .character(let letter): wall.typing.write(String(letter), at: moment.uptime)
    case .backspace: wall.typing.deleteBackward(at: moment.uptime)
    case .escape: wall.typing.close()
    default:
      wall.typing.close()
      return nil
    }
    return []
  }

  fileprivate mutating func pressInTitleAfterStart(_ key: Key, at moment: Moment) -> [Effect]? {
    switch key {
    case .character(let letter): wall.typing.write(String(letter), at: moment.uptime)
    case .backspace: wall.typing.deleteBackward(at: moment.uptime)
    case .escape: wall.typing.close()
    case .enter: return endTyping()
    default:
      let effects = endTyping()
      if let others = firstAnswer({ $0.press(key, on: &$1, at: moment) }) { return effects + others }
      return effects.isEmpty ? nil : effects
    }
    return []
  }

  /// Call this if something else than a key closes typing: the viewer may go on typing.
  mutating func closeTyping(at moment: Moment) -> [Effect] {
    wall.ignoreStrayText(ifTyping: typing.title != nil, at: moment.uptime)
    return endTyping()
  }

  mutating func endTyping() -> [Effect] {
    let title = typing.hasTitleBeforeStart ? "" : typing.title?.line ?? ""
    wall.typing.close()
    // Another countdown may be chosen by now.
    guard !title.isEmpty, let id = typing.countdown, clock.countdowns.name(id, title) else { return [] }
    clock.recents.use(title: title)
    return [.saveTimers]
  }
}

extension Key {
  fileprivate var typedDigit: Character? {
    if case .character(let character) = self, character.isDigit { character } else { nil }
  }

  fileprivate var isCommandSign: Bool { ["+", "-", "=", "?"].map(Key.character).contains(self) }
}

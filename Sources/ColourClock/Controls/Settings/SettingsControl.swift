enum SettingsControl: Control {
  static func press(at place: Point, in scene: Scene, at moment: Moment) -> (any Press)? {
    guard scene.settings.isOpen(at: moment.uptime) else { return nil }
    return SettingsPress(part: scene.settingsPart(at: place, moment))
  }

  static func scroll(_ scroll: Scroll, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    guard scene.settings.isOpen(at: moment.uptime) else { return nil }
    scene.wall.settings.keepOpen(at: moment.uptime)
    guard let plan = scene.settingsPlan, plan.pages.count > 1, scroll.notches.up != 0 else { return [] }
    scene.wall.settings.turnPage(by: scroll.notches.up < 0 ? 1 : -1, of: plan.pages.count)
    return []
  }

  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    // A gallery that a command has opened covers the settings.
    if scene.gallery.isOpen(at: moment) { return nil }
    guard scene.settings.isOpen(at: moment.uptime) else {
      guard key == .character("o"), scene.hasSettings else { return nil }
      scene.openSettings(at: moment)
      return []
    }
    if key == .leaveKiosk || key == .function(11) { return nil }
    scene.wall.settings.keepOpen(at: moment.uptime)
    return scene.settings.draft == nil ? scene.pressOnSettings(key, at: moment) : scene.pressOnDraft(key, at: moment)
  }

  static func takesText(in scene: Scene, at moment: Moment) -> Bool {
    scene.settings.draft != nil && scene.settings.isOpen(at: moment.uptime) && !scene.gallery.isOpen(at: moment)
  }

  static func write(_ text: String, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    guard takesText(in: scene, at: moment) else { return nil }
    scene.wall.settings.keepOpen(at: moment.uptime)
    scene.wall.settings.type(text)
    return []
  }

  /// When the card closes by itself, a typed title is kept.
  static func advance(_ scene: inout Scene, to moment: Moment, _ result: inout AdvanceResult) {
    guard let end = scene.settings.end, end <= moment.uptime else { return }
    scene.wall.ignoreStrayText(ifTyping: scene.settings.draft != nil, at: moment.uptime)
    result.add(scene.closeSettings(at: moment))
  }

  static func due(in scene: Scene) -> Wake { Wake(uptime: scene.settings.end) }
}

struct SettingsPress: Press {
  let part: SettingsCard.Part?

  func begin(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] {
    scene.wall.settings.keepOpen(at: moment.uptime)
    scene.wall.settings.dropFocus()
    return part == .setting(.title) ? [] : scene.endTypingTitle(at: moment)
  }

  func move(to place: Point, on scene: inout Scene, at moment: Moment) -> [Effect] {
    if scene.settingsPart(at: place, moment) != part { scene.setGesture(.ignoredUntilRelease) }
    return []
  }

  func release(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] {
    guard scene.takesTap(.card(part ?? .done), at: place, moment) else { return [] }
    if let part {
      scene.wall.taps.record(.card(part), at: place, moment)
      return scene.perform(part, at: moment)
    }
    return scene.isAwayFromSettings(place, moment) ? scene.closeSettings(at: moment) : []
  }
}

extension Scene {
  mutating func openSettings(at moment: Moment) {
    guard size != nil, hasSettings else { return }
    let first = settingsOffered.first.map(SettingsCard.Part.setting)
    wall.settings.open(focus: pointer.device == .key ? first : nil, at: moment.uptime)
  }

  mutating func closeSettings(at moment: Moment) -> [Effect] {
    let effects = endTypingTitle(at: moment)
    wall.settings.close()
    return effects
  }

  mutating func choose(_ choice: LookChoice) -> [Effect] {
    // If there are several countdowns, only the chosen one gets the title.
    if let title = choice.title, countdowns.hasSeveral {
      clock.countdown?.title = title
      return [.saveTimers]
    }
    clock.setup.apply(choice)
    if choice.title != nil { clock.titleIsForOneCountdown = countdown != nil }
    _ = wall.gallery.restyle(setup.cards, setup.words, resolution: resolution)
    guard choice.title != nil || choice.warning != nil, countdown != nil else { return [.saveLook(choice)] }
    // The countdown's own title or warning would hide the new one.
    if choice.title != nil { clock.countdown?.title = nil }
    if choice.warning != nil, countdown?.program == nil { clock.countdown?.phases = CountdownPhases() }
    return [.saveLook(choice), .saveTimers]
  }

  private var titleOwner: SettingsCard.TitleOwner {
    SettingsCard.TitleOwner(countdown: countdowns.chosenID, step: countdown?.program?.index)
  }

  /// If the owner's step is over, the title is only stored in `recents`.
  fileprivate mutating func endTypingTitle(at moment: Moment) -> [Effect] {
    guard let (title, owner) = wall.settings.endTyping() else { return [] }
    clock.recents.use(title: title)
    if owner == titleOwner { return choose(LookChoice(title: title)) }
    guard let id = owner.countdown else { return setTitleOfNextCountdown(title) }
    let isThere = countdowns.all.contains { $0.id == id && $0.countdown.program?.index == owner.step }
    return isThere && clock.countdowns.name(id, title) ? [.saveTimers] : []
  }

  /// Existing countdowns keep the titles that they show.
  private mutating func setTitleOfNextCountdown(_ title: String) -> [Effect] {
    clock.countdowns.nameUntitled(setup.ring.title)
    clock.titleIsForOneCountdown = false
    clock.setup.apply(LookChoice(title: title))
    return [.saveLook(LookChoice(title: title)), .saveTimers]
  }

  mutating func endTypingForFormerStep(at moment: Moment) -> [Effect] {
    guard settings.draft != nil, !settings.isTyping(for: titleOwner) else { return [] }
    wall.ignoreStrayText(ifTyping: true, at: moment.uptime)
    return leaveListAfterTyping(at: moment)
  }

  private mutating func leaveListAfterTyping(at moment: Moment) -> [Effect] {
    let effects = endTypingTitle(at: moment)
    leaveList()
    return effects
  }

  private mutating func leaveList() { if settings.list != nil { showList(nil) } }

  /// Opens the list, focused on its first item. `nil` closes the open list and goes back to the setting that opened it.
  private mutating func showList(_ list: SettingsCard.List?) {
    let former = settings.list
    let focus: SettingsCard.Part? =
      switch former {
      case .titles: .setting(.title)
      case .programs: settingsOffered.contains(.program) ? .setting(.program) : nil
      case nil: .item(0)
      }
    wall.settings.show(list, focus: pointer.device == .key ? focus : nil)
  }

  private mutating func chooseItem(_ index: Int, at moment: Moment) -> [Effect] {
    let values = settingsValues
    guard values.items.indices.contains(index) else { return [] }
    switch settings.list {
    case .titles:
      wall.settings.dropDraft()
      showList(nil)
      return choose(LookChoice(title: values.items[index]))
    case .programs:
      endRingDrag()
      return undoably(at: moment) { scene in
        scene.clock.program = .program(values.programs[index], overtime: scene.setup.hasOvertime, at: moment)
        return scene.closeSettings(at: moment) + [.saveTimers]
      }
    case nil: return []
    }
  }

  fileprivate mutating func perform(_ part: SettingsCard.Part, isBack: Bool = false, at moment: Moment) -> [Effect] {
    switch part {
    case .done where settings.list != nil: return leaveListAfterTyping(at: moment)
    case .done: return closeSettings(at: moment)
    case .item(let index): return chooseItem(index, at: moment)
    case .setting(.program):
      showList(.programs)
      return []
    case .setting(.time), .setting(.intervals):
      let effects = closeSettings(at: moment)
      openPad(part == .setting(.time) ? nil : lastIntervals, at: moment)
      return effects
    // Keys open no list of titles: left and right change the title, and Enter begins typing it.
    case .setting(.title) where pointer.device != .key:
      if settings.list == nil {
        showList(.titles)
        wall.settings.beginTyping(settingsValues.title, for: titleOwner, isSuggestion: true)
      }
      return []
    case .next:
      if let plan = settingsPlan { wall.settings.turnPage(by: 1, of: plan.pages.count) }
      return []
    case .setting(.sound): return mute(!isMuted, at: moment)
    case .setting(.remote): return closeSettings(at: moment) + [.pair(.begin)]
    case .setting(let setting):
      guard let choice = settingsValues.changed(setting, isBack: isBack) else { return [] }
      return choose(choice)
    }
  }

  fileprivate mutating func pressOnSettings(_ key: Key, at moment: Moment) -> [Effect] {
    let forward: Key = setup.words.isRightToLeft ? .left : .right
    switch key {
    case .escape where settings.list != nil: showList(nil)
    case .escape, .character("o"), .character("q"): return closeSettings(at: moment)
    case .tab, .down, .backTab, .up:
      if let plan = settingsPlan { wall.settings.moveFocus(by: key == .tab || key == .down ? 1 : -1, in: plan) }
    case .enter, .character(" "):
      guard let focus = visibleFocus else { return [] }
      guard focus == .setting(.title), settings.list == nil else { return perform(focus, at: moment) }
      wall.settings.beginTyping(settingsValues.title, for: titleOwner)
    case .left, .right:
      guard let focus = visibleFocus, case .setting(let setting) = focus,
        ![.program, .time, .intervals, .remote].contains(setting)
      else { return [] }
      return perform(focus, isBack: key != forward, at: moment)
    default: break
    }
    return []
  }

  private var visibleFocus: SettingsCard.Part? {
    settings.focus.flatMap { settingsPlan?.parts.contains($0) == false ? nil : $0 }
  }

  fileprivate mutating func pressOnDraft(_ key: Key, at moment: Moment) -> [Effect] {
    switch key {
    case .character(let letter): wall.settings.type(String(letter))
    case .backspace: wall.settings.deleteBackward()
    case .escape:
      wall.settings.dropDraft()
      leaveList()
    case .enter: return leaveListAfterTyping(at: moment)
    case .tab, .backTab, .up, .down: return endTypingTitle(at: moment) + pressOnSettings(key, at: moment)
    default: break
    }
    return []
  }
}

enum BarControl: Control {
  static func press(at place: Point, in scene: Scene, at moment: Moment) -> (any Press)? {
    if scene.isOnButton(place, at: moment) { return nil }
    guard let target = scene.target(at: place, moment) else {
      // The bar ignores a press where a command has just come or gone.
      let onContent = scene.onContent(place, at: moment)
      let hasChanged = scene.bar.hasBeenSeen(at: moment) && !scene.wall.barGuard.takes(onContent, at: moment.uptime)
      return hasChanged ? BarPress(target: nil) : nil
    }
    return target.command == .quit ? HoldPress(request: .quitInBar) : BarPress(target: target)
  }

  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    if key == .tab || key == .backTab {
      scene.moveFocus(by: key == .tab ? 1 : -1, at: moment)
      return []
    }
    if key == .escape, scene.isAdding {
      scene.wall.bar.endAdding(at: moment)
      return []
    }
    if key == .character("u"), scene.canUndo { return scene.undo(at: moment) }
    guard let command = scene.bar.focus(at: moment) else { return nil }
    switch key {
    case .left, .right:
      let forward: Key = scene.setup.words.isRightToLeft ? .left : .right
      scene.moveFocus(by: key == forward ? 1 : -1, at: moment)
    case .enter, .character(" "):
      return command == .quit ? scene.holdQuit(by: key, at: moment) : scene.perform(command, at: moment)
    default:
      if key == .escape { scene.wall.bar.dropFocus() }
      return nil
    }
    return []
  }

  static func advance(_ scene: inout Scene, to moment: Moment, _ result: inout AdvanceResult) {
    if scene.wall.bar.endHiddenChoices(at: moment) { result.addChange() }
    // The ring is larger while the bar is invisible.
    if let contents = scene.layout?.contents, contents.hasOnlyRing, let bar = contents.bar,
      bar.isAway != (scene.bar.opacity(at: moment) == 0)
    {
      result.addChange()
    }
    guard let undo = scene.clock.undo, undo.end <= moment.uptime else { return }
    scene.clock.undos = []
    result.addChange()
  }

  static func due(in scene: Scene) -> Wake { Wake(uptime: scene.clock.undo?.end) }

  static func nextChange(of scene: Scene, after moment: Moment) -> Wake {
    Wake(uptime: scene.bar.nextChange(after: moment))
  }

  static func isAtRest(in scene: Scene, at moment: Moment) -> Bool { scene.bar.isAtRest(at: moment) }

  static func reserve(in contents: inout Layout.Contents, of scene: Scene) {
    let commands = scene.barCommands
    guard !commands.isEmpty else { return }
    contents.bar = ControlBar.Contents(commands, scene.setup.words, resolution: scene.resolution)
    contents.bar?.caption = scene.captionOfBar
  }

  static func items(of scene: Scene, in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item] {
    let opacity = scene.bar.opacity(at: moment)
    guard opacity > 0 else { return [] }
    var state = scene.barState
    state.focus = scene.bar.focus(at: moment)
    state.pressed = scene.gesture.press(BarPress.self)?.target?.command
    if scene.pointer.device == .pointer, let place = scene.pointer.place {
      state.hovered = scene.target(at: place, moment)?.command
    }
    let covered = scene.holdOpacity(at: moment) > 0 ? scene.button?.plate : nil
    let places = scene.barPlaces.filter { place in covered.map { !$0.overlaps(place.box) } ?? true }
    return ControlBar.items(
      places, state, opacity: opacity, ink: backdrop.ink, wall: backdrop.colour, isOverItems: layout.barPlate != nil,
      around: covered, caption: scene.barCaption(in: layout, ink: backdrop.ink))
  }
}

private struct BarPress: Press {
  let target: BarTarget?

  func move(to place: Point, on scene: inout Scene, at moment: Moment) -> [Effect] {
    if scene.target(at: place, moment) != target { scene.setGesture(.ignoredUntilRelease) }
    return []
  }

  func release(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] {
    guard let command = target?.command else { return [] }
    scene.wall.taps.record(command, at: place, moment)
    return scene.perform(command, at: moment)
  }
}

extension Scene {
  var barCommands: [ControlBar.Command] {
    if setup.allowed.isEmpty { return [] }
    let back: [ControlBar.Command] = canUndo ? [.undo] : []
    if isRinging { return setup.hasBar && allows(.countdown) ? ringingCommands + back : [] }
    let last: [ControlBar.Command] = (canMute ? [.mute] : []) + (hasSettings ? [.settings] : []) + [.help]
    return (setup.hasBar ? timerCommands + back + last : []) + (hasQuitInBar ? [.quit] : [])
  }

  /// The hold button continues a waiting program, so `toggle` is left out.
  private var ringingCommands: [ControlBar.Command] {
    guard schedule.alarms.ringing == nil, countdowns.ringing?.countdown.waitsInProgram == false else {
      return [.more] + commandsOfProgram
    }
    return [.more, .toggle] + commandsOfProgram
  }

  private var commandsOfProgram: [ControlBar.Command] {
    guard let program = clock.program, program.hasUnfinishedProgram, !program.isOver else { return [] }
    return [.pauseProgram, .stepNext]
  }

  /// The title of the chosen countdown, if there are several. While something rings, the program's title.
  fileprivate var captionOfBar: ControlBar.Caption? {
    if isRinging {
      guard let program = clock.program, !commandsOfProgram.isEmpty else { return nil }
      return ControlBar.Caption(text: listTitle(of: program), commands: Set(commandsOfProgram))
    }
    guard countdowns.hasSeveral, let countdown else { return nil }
    let isOfCountdown = !isAdding && !hasStopwatchInBar
    return ControlBar.Caption(text: isOfCountdown ? listTitle(of: countdown) : "")
  }

  fileprivate func barCaption(in layout: Layout, ink: Ink) -> Text? {
    let tall = layout.bar.first?.box.height ?? 0
    return ControlBar.captionText(layout.contents.bar, in: layout.controls.caption, tall: tall, ink: ink)
  }

  private var timerCommands: [ControlBar.Command] {
    let presets = setup.presets.map(ControlBar.Command.preset) + [.setTime]
    if isAdding { return presets + (allows(.stopwatch) && stopwatch == nil ? [.stopwatch] : []) + [.another] }
    if allows(.countdown), let countdown, !hasStopwatchInBar {
      let commands: [ControlBar.Command] =
        countdown.program != nil
        ? [.stepBack, .toggle, .stepNext, .less, .more, .reset] : [.less, .toggle, .more, .reset]
      // Presets would replace the countdown under way.
      return commands + (canAddInBar ? [.another] : countdown.program == nil ? presets : [])
    }
    if allows(.stopwatch), stopwatch != nil { return [.stopwatch, .reset] + (canAddInBar ? [.another] : []) }
    return (allows(.countdown) ? [.toggle] + presets : []) + (allows(.stopwatch) ? [.stopwatch] : [])
  }

  private var canAddInBar: Bool {
    guard allows(.countdown), !isRinging else { return false }
    guard let countdown else { return stopwatch != nil }
    return !hasStopwatchInBar && (countdown.isUnderWay || countdowns.hasSeveral)
  }

  fileprivate var isAdding: Bool { bar.isAdding && canAddInBar && countdowns.hasRoom }

  /// The command that viewers most likely want.
  private var primaryCommand: ControlBar.Command? {
    if isRinging { return nil }
    if hasStopwatchInBar, !isAdding { return .stopwatch }
    return timerCommands.contains(.toggle) ? .toggle : timerCommands.first
  }

  /// True if bar and Backspace act on the stopwatch.
  var hasStopwatchInBar: Bool {
    stopwatch != nil && (bar.hasStopwatch || !(allows(.countdown) && countdown != nil))
  }

  var barPlaces: [ControlBar.Place] { layout?.bar ?? [] }

  var barState: ControlBar.State {
    let chosen = hasStopwatchInBar ? nil : countdown
    return ControlBar.State(
      countdown: countdowns.ringing?.countdown ?? chosen, program: clock.program, stopwatch: stopwatch,
      takesLaps: hasStopwatchInBar && stopwatch?.isRunning == true, canAdd: countdowns.hasRoom,
      isMuted: isMuted || clock.sound.hasFailed, isRinging: isRinging, primary: primaryCommand, words: setup.words)
  }

  func target(at place: Point, _ moment: Moment) -> BarTarget? {
    guard bar.hasBeenSeen(at: moment), !settings.isOpen(at: moment.uptime) else { return nil }
    let onContent = onContent(place, at: moment)
    guard let found = barPlaces.first(where: { $0.box.contains(onContent) }),
      takesTap(found.command, mayRepeat: found.command != .reset || hasStopwatchInBar, at: place, moment)
    else { return nil }
    return barTarget(found)
  }

  fileprivate mutating func moveFocus(by step: Int, at moment: Moment) {
    let state = barState
    wall.bar.moveFocus(by: step, among: barPlaces.map(\.command).filter(state.isEnabled), at: moment)
  }

  fileprivate mutating func perform(_ command: ControlBar.Command, at moment: Moment) -> [Effect] {
    guard barState.isEnabled(command) else { return [] }
    switch command {
    case .undo: return undo(at: moment) ?? []
    case .less: return add(.zero - usualStep, at: moment)
    case .more: return snooze(by: Scene.usualSnooze, at: moment) ?? add(usualStep, at: moment)
    case .reset where barState.takesLaps: return takeLapByHand(at: moment)
    case .reset:
      return undoably(at: moment) { $0.hasStopwatchInBar ? $0.resetStopwatch() : $0.resetCountdown() }
    case .stopwatch:
      if isAdding {
        wall.bar.endAdding(at: moment)
        wall.bar.choose(stopwatch: true)
      }
      return toggleStopwatch(at: moment)
    case .stepBack: return stepByHand(-1, at: moment)
    case .stepNext: return stepByHand(1, at: moment)
    case .toggle:
      if let ringing = countdowns.ringing { _ = clock.countdowns.choose(ringing.id) }
      startOrToggle(at: moment)
    case .pauseProgram: clock.program?.toggle(at: moment)
    case .another:
      toggleAdding(at: moment)
      return []
    case .preset(let span): return start(span, at: moment)
    case .mute: return mute(!isMuted, at: moment)
    case .help:
      wall.help.open(at: moment.uptime)
      return []
    case .settings:
      openSettings(at: moment)
      return []
    case .setTime:
      openPad(at: moment)
      return []
    // Other controls handle these commands.
    case .look, .card, .pad, .quit: return []
    }
    return [.saveTimers]
  }

  private mutating func toggleAdding(at moment: Moment) {
    guard !isAdding else { return wall.bar.endAdding(at: moment) }
    wall.bar.beginAdding(focus: setup.presets.first.map(ControlBar.Command.preset), at: moment)
  }

  private mutating func start(_ span: Duration, at moment: Moment) -> [Effect] {
    var fresh = newCountdown(span)
    fresh.start(at: moment)
    let isAdded: Bool = isAdding && countdown != nil ? add(fresh.titled(nil)) : put(fresh, at: moment)
    guard isAdded else { return [] }
    wall.bar.endAdding(at: moment)
    return [.saveTimers]
  }
}

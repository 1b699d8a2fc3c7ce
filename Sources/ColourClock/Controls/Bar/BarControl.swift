/// The bar of controls on the wall: the commands of one timer, then sound, settings, help and Quit.
enum BarControl: Control {
  static func press(at place: Point, in scene: Scene, at moment: Moment) -> (any Press)? {
    if scene.isOnButton(place, at: moment) { return nil }
    let command = scene.command(at: place, moment)
    return command == .quit ? HoldPress(request: .quitInBar) : command.map(BarPress.init)
  }

  /// Arrows, Enter and Space act on the bar only while a command has the focus.
  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    if key == .tab || key == .backTab {
      scene.moveFocus(by: key == .tab ? 1 : -1, at: moment)
      return []
    }
    if key == .escape, scene.isAdding {
      scene.wall.bar.endAdding(at: moment)
      return []
    }
    if key == .character("u"), scene.allows(.countdown) { return scene.undo(at: moment) }
    guard let command = scene.bar.focus(at: moment) else { return nil }
    switch key {
    case .left, .right: scene.moveFocus(by: (key == .right) == scene.setup.words.runsLeft ? -1 : 1, at: moment)
    case .enter, .character(" "):
      return command == .quit ? scene.holdQuit(by: key, at: moment) : scene.perform(command, at: moment)
    default:
      if key == .escape { scene.wall.bar.dropFocus() }
      return nil
    }
    return []
  }

  static func advance(_ scene: inout Scene, to moment: Moment, _ due: inout Due) {
    if scene.wall.bar.endHiddenChoices(at: moment) { due.add([]) }
    guard let undo = scene.clock.undo, undo.end <= moment.uptime else { return }
    scene.clock.undos = []
    due.add([])
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
    contents.bar?.name = scene.nameInBar
  }

  static func items(of scene: Scene, in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item] {
    guard scene.bar.opacity(at: moment) > 0 else { return [] }
    var state = scene.barState
    state.focus = scene.bar.focus(at: moment)
    state.pressed = scene.gesture.press(BarPress.self)?.command
    if scene.pointer.device == .pointer, let place = scene.pointer.place {
      state.hovered = scene.command(at: place, moment)
    }
    // The hold button for Quit covers the end of the bar, so the commands behind the button are not drawn.
    let covered = scene.holdOpacity(at: moment) > 0 ? scene.button?.plate : nil
    let places = scene.barPlaces.filter { place in covered.map { !$0.overlaps(place.box) } ?? true }
    return scene.bar.items(
      places, state, at: moment, ink: backdrop.ink, wall: backdrop.colour, isOverItems: layout.barPlate != nil,
      around: covered)
  }
}

private struct BarPress: Press {
  let command: ControlBar.Command

  func move(to place: Point, on scene: inout Scene, at moment: Moment) -> [Effect] {
    if scene.command(at: place, moment) != command { scene.setGesture(.spent) }
    return []
  }

  func release(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] {
    scene.wall.taps.note(command, at: place, moment)
    return scene.perform(command, at: moment)
  }
}

extension Scene {
  /// Empty if nothing is allowed, as in a screensaver.
  var barCommands: [ControlBar.Command] {
    if setup.allowed.isEmpty { return [] }
    let back: [ControlBar.Command] = allows(.countdown) && clock.undo != nil ? [.undo] : []
    if isRinging { return setup.hasBar && allows(.countdown) ? ringingCommands + back : [] }
    let last: [ControlBar.Command] = (canMute ? [.mute] : []) + (hasSettings ? [.settings] : []) + [.help]
    return (setup.hasBar ? timerCommands + back + last : []) + (hasQuitInBar ? [.quit] : [])
  }

  /// `more` snoozes the alarm, and `toggle` starts the ended countdown again. A program that waits for its next step
  /// has no `toggle` here, because the hold button begins that step.
  private var ringingCommands: [ControlBar.Command] {
    guard schedule.alarms.ringing == nil, let countdown, countdown.isOver, !countdown.waitsInProgram else {
      return [.more]
    }
    return [.more, .toggle]
  }

  /// The name of the chosen countdown, beside `toggle` and `reset`. Empty for the only countdown, for the countdown of
  /// the wall's ring, while something rings, and while the bar acts on the stopwatch.
  fileprivate var nameInBar: String {
    guard countdowns.hasSeveral, !isRinging, !isRingChosen, !hasStopwatchInBar, let countdown else { return "" }
    return listTitle(of: countdown)
  }

  private var timerCommands: [ControlBar.Command] {
    let presets = setup.presets.map(ControlBar.Command.preset) + [.setTime]
    if isAdding { return presets + (allows(.stopwatch) && stopwatch == nil ? [.stopwatch] : []) + [.another] }
    if allows(.countdown), let countdown, !hasStopwatchInBar {
      // While a program is under way, the bar has the program's commands for all countdowns. So no command moves when
      // another countdown is chosen.
      let isBesideProgram = clock.program?.isProgramUnderWay == true || countdown.program != nil
      let commands: [ControlBar.Command] =
        isBesideProgram ? [.stepBack, .toggle, .stepNext, .less, .more, .reset] : [.less, .toggle, .more, .reset]
      // A preset would replace the countdown that is under way, so `another` takes the place of the presets.
      return commands + (canAddInBar ? [.another] : countdown.program == nil ? presets : [])
    }
    if allows(.stopwatch), stopwatch != nil { return [.stopwatch, .reset] + (canAddInBar ? [.another] : []) }
    return (allows(.countdown) ? [.toggle] + presets : []) + (allows(.stopwatch) ? [.stopwatch] : [])
  }

  /// True if `another` may be in the bar. Without room for a further countdown, `another` is disabled.
  private var canAddInBar: Bool {
    guard allows(.countdown), !isRinging else { return false }
    guard let countdown else { return stopwatch != nil }
    return !hasStopwatchInBar && (countdown.isUnderWay || countdowns.hasSeveral)
  }

  fileprivate var isAdding: Bool { bar.isAdding && canAddInBar && countdowns.hasRoom }

  /// The command that a visitor most likely wants. `nil` while something rings, because the hold button ends the
  /// ringing.
  private var primaryCommand: ControlBar.Command? {
    if isRinging { return nil }
    if hasStopwatchInBar, !isAdding { return .stopwatch }
    return timerCommands.contains(.toggle) ? .toggle : timerCommands.first
  }

  /// True if the bar and Backspace act on the stopwatch.
  var hasStopwatchInBar: Bool {
    stopwatch != nil && (bar.hasStopwatch || !(allows(.countdown) && countdown != nil))
  }

  var barPlaces: [ControlBar.Place] { layout?.bar ?? [] }

  fileprivate var barState: ControlBar.State {
    ControlBar.State(
      countdown: hasStopwatchInBar ? nil : countdown, program: clock.program?.program, stopwatch: stopwatch,
      takesLaps: hasStopwatchInBar && stopwatch?.isRunning == true, canAdd: countdowns.hasRoom,
      isMuted: isMuted || clock.sound.hasFailed, isRinging: isRinging, primary: primaryCommand, words: setup.words)
  }

  /// `nil` if no command is at `place`, or if the bar takes no press there at the moment.
  func command(at place: Point, _ moment: Moment) -> ControlBar.Command? {
    guard bar.hasBeenSeen(at: moment), !settings.isOpen(at: moment.uptime) else { return nil }
    let onContent = onContent(place, at: moment)
    guard let command = barPlaces.first(where: { $0.box.contains(onContent) })?.command,
      takesTap(command, mayRepeat: command != .reset || hasStopwatchInBar, at: place, moment)
    else { return nil }
    return command
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
      return losing(at: moment) { $0.hasStopwatchInBar ? $0.resetStopwatch() : $0.resetCountdown() }
    case .stopwatch:
      if isAdding {
        wall.bar.endAdding(at: moment)
        wall.bar.choose(stopwatch: true)
      }
      return toggleStopwatch(at: moment)
    case .stepBack: return stepByHand(-1, at: moment)
    case .stepNext: return stepByHand(1, at: moment)
    case .toggle: startOrToggle(at: moment)
    case .another:
      toggleAdding(at: moment)
      return []
    case .preset(let span): return start(span, at: moment)
    case .mute: return mute(!isMuted)
    case .help:
      wall.help.open(at: moment.uptime)
      return []
    case .settings:
      openSettings(at: moment)
      return []
    case .setTime:
      openPad(at: moment)
      return []
    // Gallery, settings and pad handle their own commands. Quit must be held, so a press has no effect.
    case .look, .card, .pad, .quit: return []
    }
    return [.keepTimers]
  }

  private mutating func toggleAdding(at moment: Moment) {
    guard !isAdding else { return wall.bar.endAdding(at: moment) }
    wall.bar.beginAdding(focus: setup.presets.first.map(ControlBar.Command.preset), at: moment)
  }

  private mutating func start(_ span: Duration, at moment: Moment) -> [Effect] {
    var fresh = newCountdown(span)
    fresh.start(at: moment)
    guard isAdding && countdown != nil ? add(fresh.titled(nil)) : put(fresh, at: moment) else { return [] }
    wall.bar.endAdding(at: moment)
    return [.keepTimers]
  }
}

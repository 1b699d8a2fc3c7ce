/// The bar of controls on the wall.
enum BarControl: Control {
  static func press(at place: Point, in scene: Scene, at moment: Moment) -> (any Press)? {
    scene.isOnButton(place, at: moment) ? nil : scene.command(at: place, moment).map(BarPress.init)
  }

  /// Tab chooses one of its commands. The arrows, Enter and Space have a meaning here only once one is chosen.
  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    if key == .tab || key == .backTab {
      scene.moveFocus(by: key == .tab ? 1 : -1, at: moment)
      return []
    }
    guard let command = scene.bar.focus(at: moment) else { return nil }
    switch key {
    case .left, .right: scene.moveFocus(by: (key == .right) == scene.setup.words.runsLeft ? -1 : 1, at: moment)
    case .enter, .character(" "): return scene.perform(command, at: moment)
    default:
      if key == .escape { scene.wall.bar.dropFocus() }
      return nil
    }
    return []
  }

  static func nextChange(of scene: Scene, after moment: Moment) -> Wake {
    Wake(uptime: scene.bar.nextChange(after: moment))
  }

  static func isAtRest(in scene: Scene, at moment: Moment) -> Bool { scene.bar.isAtRest(at: moment) }

  static func reserve(in contents: inout Layout.Contents, of scene: Scene) {
    guard scene.setup.hasBar else { return }
    contents.bar = ControlBar.Contents(scene.barCommands, scene.setup.words, resolution: scene.resolution)
  }

  static func items(of scene: Scene, in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item] {
    guard scene.bar.opacity(at: moment) > 0 else { return [] }
    var state = scene.barState
    state.focus = scene.bar.focus(at: moment)
    state.pressed = scene.gesture.press(BarPress.self)?.command
    return scene.bar.items(scene.barPlaces, state, at: moment, ink: backdrop.ink, wall: backdrop.colour)
  }
}

private struct BarPress: Press {
  let command: ControlBar.Command

  func move(to place: Point, on scene: inout Scene, at moment: Moment) -> [Effect] {
    if scene.command(at: place, moment) != command { scene.setGesture(.spent) }
    return []
  }

  func release(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] {
    scene.perform(command, at: moment)
  }
}

extension Scene {
  /// The commands with a place in the bar. Where nothing is allowed, as in a saver, the room of all of them stays free:
  /// a wall looks the same in every mode.
  var barCommands: [ControlBar.Command] {
    let all = [.less, .toggle, .more, .stopwatch, .reset] + setup.presets.map(ControlBar.Command.preset) + [.help]
    return setup.allowed.isEmpty ? all : all.filter(isAllowed)
  }

  /// The controls that are there: none where nothing is allowed.
  var barPlaces: [ControlBar.Place] {
    guard !setup.allowed.isEmpty, let layout else { return [] }
    return layout.bar
  }

  private func isAllowed(_ command: ControlBar.Command) -> Bool {
    switch command {
    case .less, .toggle, .more, .preset: allows(.countdown)
    case .reset: allows(.countdown) || allows(.stopwatch)
    case .stopwatch: allows(.stopwatch)
    case .help, .look: true
    }
  }

  fileprivate var barState: ControlBar.State {
    ControlBar.State(
      countdown: countdown, stopwatch: stopwatch, takesLaps: stopwatch?.isRunning == true && allows(.stopwatch),
      words: setup.words)
  }

  /// The command at a place, if the bar can be seen.
  func command(at place: Point, _ moment: Moment) -> ControlBar.Command? {
    guard bar.hasBeenSeen(at: moment) else { return nil }
    let place = onContent(place, at: moment)
    return barPlaces.first { $0.box.contains(place) }?.command
  }

  fileprivate mutating func moveFocus(by step: Int, at moment: Moment) {
    let state = barState
    wall.bar.moveFocus(by: step, among: barPlaces.map(\.command).filter(state.isEnabled), at: moment)
  }

  fileprivate mutating func perform(_ command: ControlBar.Command, at moment: Moment) -> [Effect] {
    guard barState.isEnabled(command) else { return [] }
    switch command {
    case .less: return add(.seconds(-60), at: moment)
    case .more: return add(.seconds(60), at: moment)
    case .reset where barState.takesLaps: return takeLap(at: moment)
    case .reset where stopwatch != nil && allows(.stopwatch): return resetStopwatch()
    case .reset: return allows(.countdown) ? resetCountdown() : []
    case .stopwatch: return toggleStopwatch(at: moment)
    case .toggle: startOrToggle(at: moment)
    case .preset(let span):
      clock.countdown = newCountdown(span)
      clock.countdown?.start(at: moment)
    case .help: wall.help.open(at: moment.uptime)
    // A switch of the gallery, which handles it itself.
    case .look: return []
    }
    return command == .help ? [] : [.keepTimers]
  }
}

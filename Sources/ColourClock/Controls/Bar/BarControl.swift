/// The bar of controls on the wall.
extension Scene {
  /// What has a place in the bar. Where nothing is allowed, as in a saver, the room of all of it stays free: one wall looks
  /// the same in every mode.
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

  private var barState: ControlBar.State {
    ControlBar.State(
      countdown: countdown, stopwatch: stopwatch, takesLaps: stopwatch?.isRunning == true && allows(.stopwatch),
      words: setup.words)
  }

  /// The control at a place, if the bar can be seen.
  func command(at place: Point, _ moment: Moment) -> ControlBar.Command? {
    guard bar.hasBeenSeen(at: moment) else { return nil }
    let place = onContent(place, at: moment)
    return barPlaces.first { $0.box.contains(place) }?.command
  }

  func barItems(on backdrop: Backdrop, at moment: Moment) -> [Item] {
    var state = barState
    state.focus = bar.focus(at: moment)
    if case .bar(let command) = gesture { state.pressed = command }
    return bar.items(barPlaces, state, at: moment, ink: backdrop.ink, wall: backdrop.colour)
  }

  mutating func moveFocus(by step: Int, at moment: Moment) {
    let state = barState
    wall.bar.moveFocus(by: step, among: barPlaces.map(\.command).filter(state.isEnabled), at: moment)
  }

  /// A key in the bar, once one of its controls is chosen; `nil` if it has no meaning there.
  mutating func pressInBar(_ key: Key, at moment: Moment) -> [Effect]? {
    guard let command = bar.focus(at: moment) else { return nil }
    switch key {
    case .left, .right: moveFocus(by: (key == .right) == setup.words.runsLeft ? -1 : 1, at: moment)
    case .enter, .character(" "): return perform(command, at: moment)
    default:
      if key == .escape { wall.bar.dropFocus() }
      return nil
    }
    return []
  }

  mutating func perform(_ command: ControlBar.Command, at moment: Moment) -> [Effect] {
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
    // Those of the gallery are its own.
    case .look: return []
    }
    return command == .help ? [] : [.keepTimers]
  }

  /// By a control that says what it does: without a further step also where there is none yet, or one has ended.
  mutating func startOrToggle(at moment: Moment) {
    clock.countdown = countdown ?? newCountdown(setup.countdownLength)
    if case .over = countdown?.state { clock.countdown?.start(at: moment) } else { clock.countdown?.toggle(at: moment) }
  }

  func newCountdown(_ length: Duration) -> Countdown {
    Countdown(Countdown.Rules(period: max(length, .seconds(1)), overtime: setup.hasOvertime), length: length)
  }
}

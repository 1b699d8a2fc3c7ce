extension ControlBar {
  struct State: Hashable, Sendable {
    /// The ringing countdown, otherwise the chosen one. `nil` if none rings and the bar acts on the stopwatch.
    var countdown: Countdown?
    /// The program, even if another countdown is chosen.
    var program: Countdown?
    var stopwatch: Stopwatch?
    /// True if `reset` takes a lap.
    var takesLaps = false
    var canAdd = true
    var isMuted = false
    var isRinging = false
    /// The style of the gallery's middle card; `nil` outside the gallery.
    var style: Style?
    var card: SettingsCard.Values?
    /// The command whose pill is filled.
    var primary: Command?
    var focus: Command?
    var hovered: Command?
    var pressed: Command?
    var words = Words()

    var isProgramRunning: Bool { program?.isRunning == true }
    private var isProgramPaused: Bool { program?.isPaused == true }
    var isRunning: Bool { if case .running = countdown?.state { true } else { false } }
    var isPaused: Bool { if case .paused = countdown?.state { true } else { false } }
    var isOver: Bool { if case .over = countdown?.state { true } else { false } }

    func text(_ place: Place) -> String {
      if case .look(let control) = place.command, let style {
        return control.words(style, words, isShort: !place.hasWords)
      }
      if case .card(let part) = place.command { return card?.text(part, in: place.box) ?? "" }
      if case .pad = place.command { return place.name }
      guard place.hasWords else { return place.command.widest(words, hasWords: false) }
      switch place.command {
      case .toggle:
        if countdown?.waitsInProgram == true { return words["Next"] }
        if isOver { return words["Again"] }
        return toggleText(isRunning: isRunning, isPaused: isPaused)
      case .pauseProgram: return toggleText(isRunning: isProgramRunning, isPaused: isProgramPaused)
      case .reset:
        if takesLaps { return words["Lap"] }
        return resetRemoves ? words["Remove"] : words["Reset"]
      case .stopwatch:
        guard let stopwatch, !stopwatch.isZero else { return words["Stopwatch"] }
        return stopwatch.isRunning ? words["Stop"] : words["Resume"]
      case .less, .more:
        if !isRinging, let step = countdown?.usualStep, step < .seconds(60) {
          return words["%d s", Int(step.components.seconds)]
        }
        return words["%d min", isRinging ? ControlBar.snooze : ControlBar.step]
      case .preset, .setTime, .stepBack, .stepNext, .another, .undo, .mute, .help, .settings, .quit, .look, .card, .pad:
        return place.command.widest(words, hasWords: true)
      }
    }

    private func toggleText(isRunning: Bool, isPaused: Bool) -> String {
      if isRunning { return words["Pause"] }
      return isPaused ? words["Resume"] : words["Start"]
    }

    private var resetRemoves: Bool {
      guard let countdown else { return stopwatch?.isZero == true }
      return countdown.state == .idle && countdown.program?.isAtStart != false
    }

    func isEnabled(_ command: Command) -> Bool {
      switch command {
      case .less: countdown != nil && !isOver && !isFixed
      case .more: isRinging || !isFixed
      case .reset: countdown != nil || stopwatch != nil
      case .stepBack: program != nil
      case .stepNext: program?.program?.next != nil
      case .another: canAdd
      case .toggle, .pauseProgram, .preset, .setTime, .undo, .stopwatch, .mute, .help, .settings, .quit, .pad: true
      case .look(let control): style.map(control.isEnabled) ?? false
      case .card(let part): card?.isEnabled(part) ?? false
      }
    }

    func isOn(_ command: Command) -> Bool {
      if case .look(let control) = command { return style.map(control.isOn) ?? false }
      if case .card(let part) = command { return card?.isOn(part) ?? false }
      return command == primary
    }

    /// True if `--aligned` has fixed the end.
    private var isFixed: Bool { isRunning && countdown?.rules.isAligned == true }
  }
}

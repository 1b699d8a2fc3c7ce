extension Scene {
  typealias Advice = HelpCard.Advice

  var advice: [Advice] {
    let advice = countdownAdvice + furtherAdvice + otherControlsAdvice + soundAdvice + windowAdvice + holdAdvice
    return pointer.isTouched
      ? advice.filter { !$0.pointerAction.isEmpty } + advice.filter(\.pointerAction.isEmpty) : advice
  }

  private func way(_ finger: String, _ mouse: String) -> String { pointer.hasMouse ? mouse : finger }

  private func isInBar(_ command: ControlBar.Command) -> Bool { barPlaces.contains { $0.command == command } }

  /// True if the bar has commands for timers. A bar with only Quit has no Help.
  private var hasUsualBar: Bool { isInBar(.help) }

  private var countdownAdvice: [Advice] {
    guard allows(.countdown) else { return [] }
    let (hasBar, hasRing, words) = (hasUsualBar, setup.ring.place == .around, setup.words)
    return [
      Advice(
        words["Countdown"], pointerAction: hasBar ? way(words["tap a length"], words["click a length"]) : "",
        .character("c")),
      Advice(words["Exact time"], .character("7"), .character("3"), .character("0"), .enter),
      Advice(
        words["Pause, go on"],
        pointerAction: hasRing
          ? way(words["tap the ring"], words["click the ring"])
          : hasBar ? way(words["tap the bars"], words["click the bars"]) : "",
        .character("c")),
      Advice(
        words["Set it"],
        pointerAction: hasRing ? words["turn the ring"] : hasBar ? way(words["tap + or -"], words["click + or -"]) : "",
        .up, .down, .character("+"), .character("-")),
      Advice(
        words["Reset it"], pointerAction: hasBar ? way(words["tap the arrow"], words["click the arrow"]) : "",
        .backspace),
    ]
  }

  private var furtherAdvice: [Advice] {
    guard allows(.countdown) else { return [] }
    let words = setup.words
    var advice: [Advice] = []
    if clock.undo != nil {
      advice.append(
        Advice(
          words["Undo"], pointerAction: isInBar(.undo) ? way(words["tap Undo"], words["click Undo"]) : "",
          .character("u")))
    }
    if clock.program != nil {
      advice.append(
        Advice(
          words["Next step, back"],
          pointerAction: isInBar(.stepNext) ? way(words["tap Next, Back"], words["click Next, Back"]) : "",
          .character("n"), .character("b")))
      advice.append(
        Advice(
          words["Running order"], pointerAction: way(words["tap its lines"], words["click its lines"]), .character("p"))
      )
    }
    if countdown != nil {
      advice.append(
        Advice(
          words["Another one"],
          pointerAction: isInBar(.another)
            ? way(words["tap Another, then a length"], words["click Another, then a length"]) : "",
          .character("7"), .character("3"), .character("0"), .character("+")))
    }
    if countdowns.hasSeveral {
      advice.append(
        Advice(
          words["Choose the next one"], pointerAction: way(words["tap its line"], words["click its line"]),
          .character("a")))
    }
    return advice
  }

  private var stopwatchPointerAction: String {
    let words = setup.words
    if isInBar(.stopwatch) { return way(words["tap the watch, the flag"], words["click the watch, the flag"]) }
    if stopwatch != nil { return way(words["tap its number"], words["click its number"]) }
    return isInBar(.another) ? way(words["tap Another, then the watch"], words["click Another, then the watch"]) : ""
  }

  private var otherControlsAdvice: [Advice] {
    let words = setup.words
    var advice: [Advice] = []
    if allows(.stopwatch) {
      advice.append(
        Advice(
          words["Stopwatch, laps"],
          pointerAction: stopwatchPointerAction,
          .character("s"), .character("l")))
    }
    if allows(.gallery), !setup.cards.isEmpty {
      advice.append(Advice(words["Other faces"], pointerAction: words["drag sideways"], .character("g"), .left, .right))
    }
    if hasSettings {
      let pointerAction = isInBar(.settings) ? way(words["tap the gear"], words["click the gear"]) : ""
      advice.append(Advice(words["Settings"], pointerAction: pointerAction, .character("o")))
    }
    if allows(.refresh) {
      let pulls = setup.pull != nil && setup.pullRefreshes != .never
      advice.append(Advice(words["Refresh"], pointerAction: pulls ? words["pull down"] : "", .character("r")))
    }
    return advice
  }

  private var soundAdvice: [Advice] {
    let words = setup.words
    var advice: [Advice] = []
    if isRinging, allows(.countdown) {
      advice.append(
        Advice(
          words["Ring again in %d min", ControlBar.snooze],
          pointerAction: isInBar(.more) ? way(words["tap the +"], words["click the +"]) : "", .character("z")))
    }
    if canMute {
      advice.append(
        Advice(
          words["Sound off, on"],
          pointerAction: isInBar(.mute) ? way(words["tap the loudspeaker"], words["click the loudspeaker"]) : "",
          .character("m")))
    }
    return advice
  }

  private var windowAdvice: [Advice] {
    let words = setup.words
    let controls =
      hasUsualBar
      ? [
        Advice(words["Controls"], pointerAction: way(words["touch the wall"], words["move the pointer"]), .tab, .enter)
      ] : []
    return controls + (setup.isLocked ? [] : [Advice(words["Full screen"], .character("f"))])
  }

  /// Quit needs no hold if there is no button.
  private var holdAdvice: [Advice] {
    let (action, words) = (setup.hold.action, setup.words)
    let title = setup.hold.label ?? action.title(words)
    let hasButton = setup.hold.presence != .never
    guard !setup.isLocked || setup.hold.isShownForItself else { return [] }
    func held(_ key: Key) -> Advice { Advice(title, pointerAction: words["hold the button"], isHeld: true, key) }
    if setup.isLocked { return [held(.character(" "))] }
    if action == .quit, hasButton { return [held(.character("q"))] }
    return (hasButton ? [held(.character(" "))] : []) + [Advice(words["Quit"], isHeld: hasButton, .character("q"))]
  }
}

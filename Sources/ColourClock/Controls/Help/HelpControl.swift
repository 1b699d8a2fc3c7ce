/// The card about pointer and keys, in place of everything else until the next key or press.
enum HelpControl: Control {
  static func press(at place: Point, in scene: Scene, at moment: Moment) -> (any Press)? {
    scene.help.isOpen(at: moment.uptime) ? HelpPress() : nil
  }

  static func scroll(_ scroll: Scroll, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    scene.help.isOpen(at: moment.uptime) ? [] : nil
  }

  /// The key that closes the help does nothing else, whichever it is: two Escapes must not end the program.
  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    // The gallery of a client hides it.
    if scene.gallery.isOpen(at: moment) { return nil }
    if scene.wall.help.close(at: moment.uptime) { return [] }
    switch key {
    case .character("?"), .character("h"), .function(1): scene.wall.help.open(at: moment.uptime)
    default: return nil
    }
    return []
  }

  static func advance(_ scene: inout Scene, to moment: Moment, _ due: inout Due) {
    scene.wall.help.advance(to: moment.uptime)
  }

  static func due(in scene: Scene) -> Wake { Wake(uptime: scene.help.due) }

  static func nextChange(of scene: Scene, after moment: Moment) -> Wake {
    Wake(uptime: scene.help.nextChange(after: moment.uptime))
  }

  static func isStill(in scene: Scene) -> Bool { scene.help.due == nil }
}

private struct HelpPress: Press {
  func begin(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] {
    scene.wall.help.close(at: moment.uptime)
    scene.setGesture(.spent)
    return []
  }
}

extension Scene {
  /// Records whether the pointer rests on the bar's `?`.
  mutating func pointAtHelp(_ place: Point, at moment: Moment) {
    wall.help.point(isOn: !pointer.isFingerDown && command(at: place, moment) == .help, at: moment.uptime)
  }

  /// What works on this wall as it is set up. After a touch, what a finger can do comes first.
  var advice: [HelpCard.Advice] {
    let (hasBar, words) = (barPlaces.contains { $0.command == .help }, setup.words)
    // Users who have used keys only read the words for a finger.
    func way(_ finger: String, _ mouse: String) -> String { pointer.hasMouse ? mouse : finger }
    let hasWatch = barPlaces.contains { $0.command == .stopwatch }
    var advice: [HelpCard.Advice] = []
    if allows(.countdown) {
      let hasRing = setup.ring.place == .around
      advice = [
        HelpCard.Advice(
          words["Countdown"], hand: hasBar ? way(words["tap a length"], words["click a length"]) : "", .character("c")),
        HelpCard.Advice(
          words["Exact time"], .character("7"), .character("3"), .character("0"), .enter),
        HelpCard.Advice(
          words["Pause, go on"],
          hand: hasRing
            ? way(words["tap the ring"], words["click the ring"])
            : hasBar ? way(words["tap the bars"], words["click the bars"]) : "",
          .character("c")),
        HelpCard.Advice(
          words["Set it"],
          hand: hasRing ? words["turn the ring"] : hasBar ? way(words["tap + or -"], words["click + or -"]) : "", .up,
          .down,
          .character("+"),
          .character("-")),
        HelpCard.Advice(
          words["Reset it"], hand: hasBar ? way(words["tap the arrow"], words["click the arrow"]) : "", .backspace),
      ]
    }
    if allows(.countdown), clock.program != nil {
      let isInBar = barPlaces.contains { $0.command == .stepNext }
      advice.append(
        HelpCard.Advice(
          words["Next step, back"], hand: isInBar ? way(words["tap Next, Back"], words["click Next, Back"]) : "",
          .character("n"), .character("b")))
    }
    if allows(.countdown), countdown != nil {
      advice.append(
        HelpCard.Advice(words["Another one"], .character("7"), .character("3"), .character("0"), .character("+")))
    }
    if allows(.countdown), countdowns.hasSeveral {
      advice.append(
        HelpCard.Advice(
          words["Choose the next one"], hand: way(words["tap its line"], words["click its line"]), .character("a")))
    }
    if allows(.stopwatch) {
      advice.append(
        HelpCard.Advice(
          words["Stopwatch, laps"],
          hand: hasWatch ? way(words["tap the watch, the flag"], words["click the watch, the flag"]) : "",
          .character("s"),
          .character("l")))
    }
    if allows(.gallery), !setup.cards.isEmpty {
      advice.append(HelpCard.Advice(words["Other faces"], hand: words["drag sideways"], .character("g"), .left, .right))
    }
    if hasSettings {
      let hasGear = barPlaces.contains { $0.command == .settings }
      let hand = hasGear ? way(words["tap the gear"], words["click the gear"]) : ""
      advice.append(HelpCard.Advice(words["Settings"], hand: hand, .character("o")))
    }
    if allows(.refresh) {
      advice.append(
        HelpCard.Advice(
          words["Refresh"], hand: setup.pull == nil || setup.pullRefreshes == .never ? "" : words["pull down"],
          .character("r")))
    }
    if isRinging, allows(.countdown) {
      advice.append(
        HelpCard.Advice(
          words["Ring again in %d min", ControlBar.snooze],
          hand: hasBar ? way(words["tap the +"], words["click the +"]) : "", .character("z")))
    }
    if canMute {
      let isInBar = barPlaces.contains { $0.command == .mute }
      advice.append(
        HelpCard.Advice(
          words["Sound off, on"],
          hand: isInBar ? way(words["tap the loudspeaker"], words["click the loudspeaker"]) : "", .character("m")))
    }
    if hasBar {
      advice.append(
        HelpCard.Advice(words["Controls"], hand: way(words["touch the wall"], words["move the pointer"]), .tab, .enter)
      )
    }
    if !setup.isLocked { advice.append(HelpCard.Advice(words["Full screen"], .character("f"))) }
    advice += holdAdvice
    return pointer.isTouched ? advice.filter { !$0.hand.isEmpty } + advice.filter(\.hand.isEmpty) : advice
  }

  private var holdAdvice: [HelpCard.Advice] {
    let (action, words) = (setup.hold.action, setup.words)
    let title = setup.hold.label ?? action.title(words)
    let hasButton = setup.hold.presence != .never
    guard setup.isLocked ? setup.hold.isShownForItself : true else { return [] }
    func held(_ key: Key) -> HelpCard.Advice {
      HelpCard.Advice(title, hand: words["hold the button"], isHeld: true, key)
    }
    if setup.isLocked { return [held(.character(" "))] }
    if action == .quit, hasButton { return [held(.character("q"))] }
    return (hasButton ? [held(.character(" "))] : []) + [
      HelpCard.Advice(words["Quit"], isHeld: hasButton, .character("q"))
    ]
  }

  /// How a card in place of the wall is closed.
  var closingHint: String {
    let words = setup.words
    return pointer.isTouched
      ? words["Touch to close"]
      : pointer.hasMouse ? words["Any key or click closes this"] : words["Any key or touch closes this"]
  }

  func helpItems(on backdrop: Backdrop, at moment: Moment) -> [Item] {
    guard let size else { return [] }
    let card = HelpCard(
      advice, setup.words, end: closingHint, in: Rect(size).inset(by: setup.shift.margin(in: size)))
    return card.items(on: backdrop).map { $0.moved(by: shift(at: moment)) }
  }
}

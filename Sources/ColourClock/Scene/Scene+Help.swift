/// The card that says what hands and keys do, in place of the labels until the next key or press.
extension Scene {
  /// An unattended wall must be a clock again.
  private static let helpSpan = Duration.seconds(30)

  func isHelpOpen(at moment: Moment) -> Bool { helpEnd.map { moment.uptime < $0 } ?? false }

  mutating func openHelp(at moment: Moment) { helpEnd = moment.uptime + Scene.helpSpan }

  /// - Returns: whether it was open.
  mutating func closeHelp(at moment: Moment) -> Bool {
    defer { helpEnd = nil }
    return isHelpOpen(at: moment)
  }

  /// To be called where the pointer is.
  mutating func lookAtHelp(_ place: Point, at moment: Moment) {
    helpLook.point(isOn: !isFingerDown && command(at: place, moment) == .help, at: moment.uptime)
  }

  /// What works on this wall as it is set up; what a finger can do first, if the user has touched it.
  var advice: [HelpCard.Advice] {
    let (hasBar, words) = (!barPlaces.isEmpty, setup.words)
    let hasWatch = barPlaces.contains { $0.command == .stopwatch }
    var advice: [HelpCard.Advice] = []
    if allows(.countdown) {
      let hasRing = setup.ring.place == .around
      advice = [
        HelpCard.Advice(words["Countdown"], hand: hasBar ? words["tap a length"] : "", .character("c")),
        HelpCard.Advice(
          words["Pause, go on"], hand: hasRing ? words["tap the ring"] : hasBar ? words["tap the bars"] : "",
          .character("c")),
        HelpCard.Advice(
          words["Set it"], hand: hasRing ? words["turn the ring"] : hasBar ? words["tap + or -"] : "", .up, .down,
          .character("+"),
          .character("-")),
        HelpCard.Advice(words["Reset it"], hand: hasBar ? words["tap the arrow"] : "", .backspace),
      ]
    }
    if allows(.stopwatch) {
      advice.append(
        HelpCard.Advice(
          words["Stopwatch, laps"], hand: hasWatch ? words["tap the watch, the flag"] : "", .character("s"),
          .character("l")))
    }
    if allows(.gallery), !setup.cards.isEmpty {
      advice.append(HelpCard.Advice(words["Other faces"], hand: words["drag sideways"], .character("g"), .left, .right))
    }
    if allows(.refresh) {
      advice.append(
        HelpCard.Advice(
          words["Refresh"], hand: setup.pull == nil || setup.pullRefreshes == .never ? "" : words["pull down"],
          .character("r")))
    }
    if hasBar { advice.append(HelpCard.Advice(words["Controls"], hand: words["touch the wall"], .tab, .enter)) }
    if !setup.isLocked { advice.append(HelpCard.Advice(words["Full screen"], .character("f"))) }
    advice += holdAdvice
    return isTouched ? advice.filter { !$0.hand.isEmpty } + advice.filter(\.hand.isEmpty) : advice
  }

  private var holdAdvice: [HelpCard.Advice] {
    let (action, words) = (setup.hold.action, setup.words)
    let title = setup.hold.label ?? action.title(words)
    let hasButton = setup.hold.mode != .never
    guard hasButton || !setup.isLocked else { return [] }
    func held(_ key: Key) -> HelpCard.Advice {
      HelpCard.Advice(title, hand: words["hold the button"], isHeld: true, key)
    }
    if setup.isLocked { return [held(.character(" "))] }
    if action == .quit, hasButton { return [held(.character("q"))] }
    return (hasButton ? [held(.character(" "))] : []) + [
      HelpCard.Advice(words["Quit"], isHeld: hasButton, .character("q"))
    ]
  }

  func helpItems(on backdrop: Backdrop, at moment: Moment) -> [Item] {
    guard let size else { return [] }
    let card = HelpCard(
      advice, setup.words, isTouched: isTouched, in: Rect(size).inset(by: setup.shift.margin(in: size)))
    return card.items(on: backdrop).map { $0.moved(by: shift(at: moment)) }
  }
}

/// A long look at the `?`: a pointer that rests on it, once until it leaves.
struct HelpLook: Hashable, Sendable {
  private var isOn = false
  private var start: Duration?

  private static let span = Duration.seconds(2)

  /// When it has been long enough.
  var due: Duration? { start.map { $0 + HelpLook.span } }

  mutating func point(isOn: Bool, at uptime: Duration) {
    if isOn != self.isOn { start = isOn ? uptime : nil }
    self.isOn = isOn
  }

  /// Something is done meanwhile.
  mutating func end() { start = nil }

  /// Whether it has been long enough now.
  mutating func advance(to uptime: Duration) -> Bool {
    guard let due, due <= uptime else { return false }
    start = nil
    return true
  }
}

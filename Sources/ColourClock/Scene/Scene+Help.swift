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

  /// What works on this wall as it is set up; what a finger can do first, if the user has touched it.
  var advice: [HelpCard.Advice] {
    let hasBar = !barPlaces.isEmpty
    var advice: [HelpCard.Advice] = []
    if allows(.countdown) {
      let hasRing = setup.ring.place == .around
      advice = [
        HelpCard.Advice("Countdown", hand: hasBar ? "tap a length" : "", .character("c")),
        HelpCard.Advice(
          "Pause, go on", hand: hasRing ? "tap the ring" : hasBar ? "tap the bars" : "", .character("c")),
        HelpCard.Advice(
          "Set it", hand: hasRing ? "turn the ring" : hasBar ? "tap + or -" : "", .up, .down, .character("+"),
          .character("-")),
        HelpCard.Advice("Reset it", hand: hasBar ? "tap the arrow" : "", .backspace),
      ]
    }
    if allows(.gallery), !setup.cards.isEmpty {
      advice.append(HelpCard.Advice("Other faces", hand: "drag sideways", .character("g"), .left, .right))
    }
    if allows(.refresh) {
      advice.append(HelpCard.Advice("Refresh", hand: setup.pull == nil ? "" : "pull down", .character("r")))
    }
    if hasBar { advice.append(HelpCard.Advice("Controls", hand: "touch the wall", .tab, .enter)) }
    if !setup.isLocked { advice.append(HelpCard.Advice("Full screen", .character("f"))) }
    advice += holdAdvice
    return isTouched ? advice.filter { !$0.hand.isEmpty } + advice.filter(\.hand.isEmpty) : advice
  }

  private var holdAdvice: [HelpCard.Advice] {
    let action = setup.hold.action
    let title = setup.hold.label ?? action.words.prefix(1).uppercased() + action.words.dropFirst()
    let hasButton = setup.hold.mode != .never
    guard hasButton || !setup.isLocked else { return [] }
    func held(_ key: Key) -> HelpCard.Advice {
      HelpCard.Advice(title, hand: "hold the button", isHeld: true, key)
    }
    if setup.isLocked { return [held(.character(" "))] }
    if action == .quit, hasButton { return [held(.character("q"))] }
    return (hasButton ? [held(.character(" "))] : []) + [HelpCard.Advice("Quit", isHeld: hasButton, .character("q"))]
  }

  func helpItems(on backdrop: Backdrop, at moment: Moment) -> [Item] {
    guard let size else { return [] }
    return HelpCard(advice, isTouched: isTouched, in: Rect(size).inset(by: setup.shift.margin(in: size)))
      .items(on: backdrop).map { $0.moved(by: shift(at: moment)) }
  }
}

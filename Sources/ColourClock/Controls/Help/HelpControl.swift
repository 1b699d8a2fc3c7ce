enum HelpControl: Control {
  static func press(at place: Point, in scene: Scene, at moment: Moment) -> (any Press)? {
    scene.help.isOpen(at: moment.uptime) ? CardPress() : nil
  }

  static func scroll(_ scroll: Scroll, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    scene.help.isOpen(at: moment.uptime) ? [] : nil
  }

  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    // A gallery opened by a command covers the help.
    if scene.gallery.isOpen(at: moment) { return nil }
    if scene.wall.help.close(at: moment.uptime) { return [] }
    switch key {
    case .character("?"), .character("h"), .function(1): scene.wall.help.open(at: moment.uptime)
    default: return nil
    }
    return []
  }

  static func advance(_ scene: inout Scene, to moment: Moment, _ result: inout AdvanceResult) {
    scene.wall.help.advance(to: moment.uptime)
  }

  static func due(in scene: Scene) -> Wake { Wake(uptime: scene.help.due) }

  static func nextChange(of scene: Scene, after moment: Moment) -> Wake {
    Wake(uptime: scene.help.nextChange(after: moment.uptime))
  }

  static func composedFrameStaysValid(in scene: Scene) -> Bool { scene.help.due == nil }
}

extension Scene {
  mutating func pointAtHelp(_ place: Point, at moment: Moment) {
    wall.help.point(isOn: !pointer.isFingerDown && target(at: place, moment)?.command == .help, at: moment.uptime)
  }

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

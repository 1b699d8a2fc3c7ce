/// The card with all steps of the program, which replaces the rest of the wall. A tap on the program's lines or the key
/// `p` opens the card.
enum OrderControl: Control {
  static func press(at place: Point, in scene: Scene, at moment: Moment) -> (any Press)? {
    scene.order.isOpen(at: moment.uptime) ? CardPress() : nil
  }

  static func tap(at place: Point, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    guard scene.programTarget?.contains(scene.onContent(place, at: moment)) == true else { return nil }
    scene.wall.order.open(at: moment.uptime)
    return []
  }

  static func scroll(_ scroll: Scroll, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    scene.order.isOpen(at: moment.uptime) ? [] : nil
  }

  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    // A gallery that a client has opened covers the card.
    if scene.gallery.isOpen(at: moment) { return nil }
    if scene.wall.order.close(at: moment.uptime) { return [] }
    guard key == .character("p"), scene.clock.program != nil else { return nil }
    scene.wall.order.open(at: moment.uptime)
    return []
  }

  static func advance(_ scene: inout Scene, to moment: Moment, _ due: inout Due) {
    if scene.clock.program == nil { scene.wall.order.close(at: moment.uptime) }
  }

  /// The times change at the clock's ticks.
  static func nextChange(of scene: Scene, after moment: Moment) -> Wake {
    guard scene.order.isOpen(at: moment.uptime) else { return .never }
    return Wake(
      instant: scene.style.fade.pace.nextTick(after: moment.instant),
      uptime: scene.order.nextChange(after: moment.uptime))
  }

  static func isStill(in scene: Scene) -> Bool { scene.order.end == nil }
}

extension Scene {
  /// The target of a tap on the program's lines, at least as high as a fingertip.
  fileprivate var programTarget: Rect? {
    guard let layout else { return nil }
    let lines = layout.slots.filter { [.program, .programNext, .programEnd].contains($0.part) }.map(\.ink)
    guard let first = lines.first, let last = lines.last else { return nil }
    let (left, right) = (lines.map(\.x).min() ?? 0, lines.map(\.maxX).max() ?? 0)
    let height = max(ControlBar.target(resolution), last.maxY - first.y)
    return Rect(centre: Point(x: (left + right) / 2, y: (first.y + last.maxY) / 2), width: right - left, height: height)
  }

  func orderItems(on backdrop: Backdrop, at moment: Moment) -> [Item] {
    guard let size, let countdown = clock.program, let order = RunningOrder(countdown, at: tickMoment(moment)) else {
      return []
    }
    let labels = style.labels
    let entries = order.rows.map { row in
      OrderCard.Entry(row, start: row.start?.nearestMinute(in: moment.zone).label(labels) ?? "", setup.words)
    }
    let end = countdown.hasEndedProgram ? nil : programText(.programEnd, at: moment)
    let heading = ([setup.words["Running order"]] + [end].compactMap(\.self)).joined(separator: Scene.dot)
    let card = OrderCard(
      entries, present: order.index, widestTime: labels.widest("00:00"), runsLeft: setup.words.runsLeft,
      in: Rect(size).inset(by: setup.shift.margin(in: size)))
    return card.items(heading: heading, closing: closingHint, on: backdrop).map { $0.moved(by: shift(at: moment)) }
  }
}

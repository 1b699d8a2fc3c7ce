enum OrderControl: Control {
  static func press(at place: Point, in scene: Scene, at moment: Moment) -> (any Press)? {
    guard scene.runningOrder.isOpen(at: moment.uptime) else { return nil }
    guard let card = scene.orderCard(at: moment), card.canMove else { return CardPress() }
    return OrderPress(start: place, first: card.first)
  }

  static func tap(at place: Point, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    guard scene.programTarget?.contains(scene.onContent(place, at: moment)) == true else { return nil }
    scene.openOrder(at: moment)
    return []
  }

  static func scroll(_ scroll: Scroll, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    guard scene.runningOrder.isOpen(at: moment.uptime) else { return nil }
    scene.moveOrder(by: -scroll.notches.up, at: moment)
    return []
  }

  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    if scene.gallery.isOpen(at: moment) { return nil }
    if key == .up || key == .down, scene.runningOrder.isOpen(at: moment.uptime) {
      scene.moveOrder(by: key == .up ? -1 : 1, at: moment)
      return []
    }
    if scene.wall.runningOrder.close(at: moment.uptime) { return [] }
    guard key == .character("p"), scene.clock.program != nil else { return nil }
    scene.openOrder(at: moment)
    return []
  }

  static func advance(_ scene: inout Scene, to moment: Moment, _ result: inout AdvanceResult) {
    if scene.clock.program == nil { scene.wall.runningOrder.close(at: moment.uptime) }
  }

  static func nextChange(of scene: Scene, after moment: Moment) -> Wake {
    guard scene.runningOrder.isOpen(at: moment.uptime) else { return .never }
    return Wake(
      instant: scene.style.fade.pace.nextTick(after: moment.instant),
      uptime: scene.runningOrder.nextChange(after: moment.uptime))
  }

  static func composedFrameStaysValid(in scene: Scene) -> Bool { scene.runningOrder.end == nil }
}

/// The card's scroll position. `present` is the step under way when a viewer scrolled.
struct OrderPlace: Hashable, Sendable {
  private let first: Int
  private let present: Int

  init(first: Int, present: Int) { (self.first, self.present) = (first, present) }

  /// `nil` once the program is at another step.
  func first(at present: Int) -> Int? { self.present == present ? first : nil }
}

private struct OrderPress: Press {
  let start: Point
  let first: Int
  var isDrag = false

  func move(to place: Point, on scene: inout Scene, at moment: Moment) -> [Effect] {
    guard isDrag || (place - start).length >= scene.slop, let card = scene.orderCard(at: moment) else { return [] }
    var press = self
    press.isDrag = true
    scene.setGesture(.press(press))
    let rows = Int(((start.y - place.y) / card.pitch).rounded())
    scene.moveOrder(by: first + rows - card.first, at: moment)
    return []
  }

  func release(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] {
    if !isDrag { scene.wall.closeCards(at: moment.uptime) }
    return []
  }
}

extension Scene {
  fileprivate mutating func openOrder(at moment: Moment) {
    wall.runningOrder.open(at: moment.uptime)
    wall.orderPlace = nil
  }

  fileprivate mutating func moveOrder(by rows: Int, at moment: Moment) {
    guard runningOrder.isOpen(at: moment.uptime), let card = orderCard(at: moment), card.canMove else { return }
    wall.runningOrder.open(at: moment.uptime)
    setOrderStart(max(0, card.first + rows))
    // The card limits the first step; this stores the limited value.
    setOrderStart(orderCard(at: moment)?.first)
  }

  private mutating func setOrderStart(_ first: Int?) {
    wall.orderPlace = first.flatMap { first in
      clock.program?.program.map { OrderPlace(first: first, present: $0.index) }
    }
  }

  /// If the list shows the step, the area includes the step's row.
  fileprivate var programTarget: Rect? {
    guard let layout else { return nil }
    let lines = layout.slots.filter { [.program, .programNext, .programEnd].contains($0.part) }.map(\.ink)
    guard let first = lines.first, let last = lines.last else { return nil }
    let (left, right) = (lines.map(\.x).min() ?? 0, lines.map(\.maxX).max() ?? 0)
    if let step = layout.stepInList, let row = layout.countdownLine(step) {
      // A tap on a ringing row dismisses its countdown.
      if clock.program?.isOver == true { return nil }
      return Rect(x: row.x, y: first.y, width: row.width, height: row.maxY - first.y)
    }
    let height = max(ControlBar.target(resolution), last.maxY - first.y)
    return Rect(centre: Point(x: (left + right) / 2, y: (first.y + last.maxY) / 2), width: right - left, height: height)
  }

  fileprivate func orderCard(at moment: Moment) -> OrderCard? {
    guard let size, let countdown = clock.program, let order = RunningOrder(countdown, at: tickMoment(moment)) else {
      return nil
    }
    let labels = style.labels
    let entries = order.rows.map { row in
      OrderCard.Entry(row, start: row.start?.nearestMinute(in: moment.zone).label(labels) ?? "", setup.words)
    }
    return OrderCard(
      entries, present: order.index, first: wall.orderPlace?.first(at: order.index), widestTime: labels.widest("00:00"),
      isRightToLeft: setup.words.isRightToLeft, in: Rect(size).inset(by: setup.shift.margin(in: size)))
  }

  func orderItems(on backdrop: Backdrop, at moment: Moment) -> [Item] {
    guard let card = orderCard(at: moment) else { return [] }
    let title = setup.ring.title.isEmpty ? setup.words["Running order"] : setup.ring.title
    let heading = [title, programEndText(at: moment)].compactMap(\.self).joined(separator: Scene.dot)
    return card.items(heading: heading, closing: closingHint, on: backdrop).map { $0.moved(by: shift(at: moment)) }
  }
}

enum StopwatchControl: Control {
  static func tap(at place: Point, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    guard scene.allows(.stopwatch), let stopwatch = scene.stopwatch,
      scene.stopwatchTarget?.contains(scene.onContent(place, at: moment)) == true
    else { return nil }
    guard scene.takesTap(.stopwatch, at: place, moment) else { return [] }
    scene.wall.taps.record(.stopwatch, at: place, moment)
    if scene.allows(.countdown), scene.countdown != nil, !scene.barPlaces.isEmpty {
      // A tap that shows the bar, or brings the stopwatch to the bar, stops nothing.
      let isChosen = scene.hasStopwatchInBar
      scene.wall.bar.choose(stopwatch: true)
      if scene.wall.pressShowsBar || !isChosen, stopwatch.isRunning { return [] }
    }
    return scene.toggleStopwatch(at: moment)
  }

  static func scroll(_ scroll: Scroll, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    guard let place = scene.pointer.place, scene.isOnLaps(place, at: moment) else { return nil }
    scene.moveLaps(by: -scroll.notches.up, at: moment)
    return []
  }

  static func drag(_ drag: Drag, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    guard abs(drag.way.y) > abs(drag.way.x), scene.isOnLaps(drag.origin, at: moment) else { return nil }
    scene.setGesture(.press(LapDrag(start: drag.origin.y, shift: scene.lapShift(at: moment))))
    return []
  }

  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    guard scene.allows(.stopwatch) else { return nil }
    switch key {
    case .character("s"):
      scene.wall.bar.choose(stopwatch: true)
      return scene.toggleStopwatch(at: moment)
    case .character("l") where scene.stopwatch != nil: return scene.takeLapByHand(at: moment)
    case .backspace where scene.hasStopwatchInBar: return scene.undoably(at: moment) { $0.resetStopwatch() }
    default: return nil
    }
  }

  static func nextChange(of scene: Scene, after moment: Moment) -> Wake {
    Wake(uptime: scene.stopwatch?.nextChange(after: moment))
  }

  static func composedFrameStaysValid(in scene: Scene) -> Bool { scene.stopwatch == nil }

  static func reserve(in contents: inout Layout.Contents, of scene: Scene) {
    contents.hasStopwatch = scene.stopwatch != nil
    contents.isStopwatchIdle = scene.stopwatch?.isZero == true
    contents.hasLaps = scene.stopwatch?.lap(fromLast: 0) != nil
  }
}

private struct LapDrag: Press {
  let start: Double
  let shift: Int

  func move(to place: Point, on scene: inout Scene, at moment: Moment) -> [Effect] {
    guard let pitch = scene.lapPitch(at: moment) else { return [] }
    scene.moveLaps(by: shift + Int(((start - place.y) / pitch).rounded()) - scene.lapShift(at: moment), at: moment)
    return []
  }
}

extension Scene {
  fileprivate var stopwatchTarget: Rect? {
    let slot = layout?.slots.first { $0.part == .stopwatch }
    let least = ControlBar.target(resolution)
    return slot.map {
      // A line's box may be much wider than its text.
      let box = Rect(
        x: $0.ink.x - $0.symbolRoom, y: $0.box.y, width: $0.ink.width + $0.symbolRoom, height: $0.box.height)
      return Rect(centre: box.centre, width: max(least, box.width), height: max(least, box.height))
    }
  }

  mutating func toggleStopwatch(at moment: Moment) -> [Effect] {
    undoably(at: moment) { scene in
      if scene.stopwatch == nil { scene.clock.stopwatch = Stopwatch() }
      scene.clock.stopwatch?.toggle(at: moment)
      return [.saveTimers]
    }
  }

  mutating func takeLapByHand(at moment: Moment) -> [Effect] {
    wall.taps.acceptsPress(of: .lap, at: moment) ? takeLap(at: moment) : []
  }

  mutating func takeLap(at moment: Moment) -> [Effect] {
    clock.stopwatch?.lap(at: moment)
    wall.lapShift = 0
    return [.saveTimers]
  }

  mutating func resetStopwatch() -> [Effect] {
    clock.stopwatch = stopwatch?.isZero == false ? Stopwatch() : nil
    return [.saveTimers]
  }
}

// MARK: The table of laps

extension Scene {
  /// The number of newest laps hidden above the table.
  func lapShift(at moment: Moment) -> Int { min(wall.lapShift, mostLapShift(at: moment)) }

  private func mostLapShift(at moment: Moment) -> Int {
    max(0, (stopwatch?.knownLapCount ?? 0) - lapRows(at: moment).count)
  }

  fileprivate mutating func moveLaps(by rows: Int, at moment: Moment) {
    wall.lapShift = (lapShift(at: moment) + rows).clamped(to: 0...mostLapShift(at: moment))
  }

  /// The table's rows, or the one line beside a ring.
  private var lapRows: [Layout.Slot] {
    guard let layout else { return [] }
    let rows = layout.slots.filter { if case .lapSplit = $0.part { true } else { false } }
    return rows.isEmpty && layout.ring != nil ? layout.slots.filter { $0.part == .stopwatchNote } : rows
  }

  private func lapRows(at moment: Moment) -> [Layout.Slot] {
    guard let layout, bar.opacity(at: moment) > 0 else { return lapRows }
    let free = lapRows.filter { !layout.isUnderBar($0.part) }
    return free.isEmpty ? lapRows : free
  }

  fileprivate func lapPitch(at moment: Moment) -> Double? {
    let rows = lapRows(at: moment).map(\.box)
    guard let first = rows.first else { return nil }
    return rows.count > 1 ? rows[1].y - first.y : 2 * first.height
  }

  /// A drag is recognised only after `slop`, so the area is larger by `slop`.
  fileprivate func isOnLaps(_ place: Point, at moment: Moment) -> Bool {
    let rows = lapRows
    guard mostLapShift(at: moment) > 0, let layout, let size, let first = rows.first?.ink, let last = rows.last?.ink
    else { return false }
    let point = onContent(place, at: moment)
    guard (0...Double(size.width)).contains(place.x) else { return false }
    let head = lapPitch(at: moment) ?? slop
    guard layout.ring != nil else { return (first.y - max(head, slop)...last.maxY + slop).contains(point.y) }
    let names = layout.slots.filter { if case .lap = $0.part { true } else { false } }.map(\.ink.x)
    let (left, right) = (names.min() ?? first.x, rows.map(\.ink.maxX).max() ?? first.maxX)
    let height = max(ControlBar.target(resolution), last.maxY - first.y + 2 * slop)
    let middle = Point(x: (left + right) / 2, y: (first.y + last.maxY) / 2)
    return Rect(centre: middle, width: right - left, height: height).contains(point)
  }

  /// `nil` if all laps are visible.
  func lapRange(at moment: Moment) -> String? {
    guard mostLapShift(at: moment) > 0, let stopwatch, case let rows = lapRows(at: moment).count, rows > 0 else {
      return nil
    }
    let last = stopwatch.laps - lapShift(at: moment)
    return rows == 1 ? "\(last)/\(stopwatch.laps)" : "\(last - rows + 1)–\(last)/\(stopwatch.laps)"
  }
}

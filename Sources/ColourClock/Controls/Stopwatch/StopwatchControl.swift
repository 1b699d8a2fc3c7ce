/// The stopwatch on the wall, operated by keys, by a tap on its number, and from the bar. If there is a countdown too,
/// the first tap only makes the bar act on the stopwatch.
enum StopwatchControl: Control {
  /// The target of a tap is at least as high as a fingertip.
  static func tap(at place: Point, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    guard scene.allows(.stopwatch), scene.stopwatch != nil,
      let slot = scene.layout?.slots.first(where: { [.stopwatch, .stopwatchStart].contains($0.part) })
    else { return nil }
    let target = ControlBar.target(scene.resolution)
    let width = min(slot.box.width, max(target, Line.width(slot.template) * slot.box.height))
    let box = Rect(centre: slot.box.centre, width: width, height: max(target, slot.box.height))
    guard box.contains(scene.onContent(place, at: moment)) else { return nil }
    guard scene.bar.takes(.stopwatch, at: place, slop: scene.slop, moment) else { return [] }
    scene.wall.bar.noteAct(.stopwatch, at: place, moment)
    if scene.allows(.countdown), scene.countdown != nil, !scene.barPlaces.isEmpty, !scene.bar.hasStopwatch {
      scene.wall.bar.choose(stopwatch: true)
      return []
    }
    return scene.toggleStopwatch(at: moment)
  }

  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    guard scene.allows(.stopwatch) else { return nil }
    switch key {
    case .character("s"): return scene.toggleStopwatch(at: moment)
    case .character("l") where scene.stopwatch != nil: return scene.takeLap(at: moment)
    case .backspace where scene.stopwatch != nil: return scene.losing(at: moment) { $0.resetStopwatch() }
    default: return nil
    }
  }

  static func nextChange(of scene: Scene, after moment: Moment) -> Wake {
    Wake(uptime: scene.stopwatch?.nextChange(after: moment))
  }

  static func isStill(in scene: Scene) -> Bool { scene.stopwatch == nil }

  static func reserve(in contents: inout Layout.Contents, of scene: Scene) {
    contents.hasStopwatch = scene.stopwatch != nil
    contents.hasLaps = scene.stopwatch?.lap(fromLast: 0) != nil
  }
}

extension Scene {
  mutating func toggleStopwatch(at moment: Moment) -> [Effect] {
    if stopwatch == nil { clock.stopwatch = .started(at: moment) } else { clock.stopwatch?.toggle(at: moment) }
    return [.keepTimers]
  }

  mutating func takeLap(at moment: Moment) -> [Effect] {
    clock.stopwatch?.lap(at: moment)
    return [.keepTimers]
  }

  mutating func resetStopwatch() -> [Effect] {
    clock.stopwatch = stopwatch?.isZero == false ? Stopwatch() : nil
    return [.keepTimers]
  }
}

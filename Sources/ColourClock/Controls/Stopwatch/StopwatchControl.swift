/// The stopwatch by keys and hands.
extension Scene {
  /// `nil` if the key has no meaning for it.
  mutating func pressForStopwatch(_ key: Key, at moment: Moment) -> [Effect]? {
    guard allows(.stopwatch) else { return nil }
    switch key {
    case .character("s"): return toggleStopwatch(at: moment)
    case .character("l") where stopwatch != nil: return takeLap(at: moment)
    case .backspace where stopwatch != nil: return resetStopwatch()
    default: return nil
    }
  }

  mutating func toggleStopwatch(at moment: Moment) -> [Effect] {
    if stopwatch == nil { clock.stopwatch = .started(at: moment) } else { clock.stopwatch?.toggle(at: moment) }
    return [.keepTimers]
  }

  mutating func takeLap(at moment: Moment) -> [Effect] {
    clock.stopwatch?.lap(at: moment)
    return [.keepTimers]
  }

  /// Back to zero; from there, away.
  mutating func resetStopwatch() -> [Effect] {
    clock.stopwatch = stopwatch?.isZero == false ? Stopwatch() : nil
    return [.keepTimers]
  }

  /// Whether a place of the window is on the number of a stopwatch that may be used: a fingertip tall at least.
  func isOnStopwatch(_ place: Point, at moment: Moment) -> Bool {
    guard allows(.stopwatch), stopwatch != nil, let slot = layout?.slots.first(where: { $0.part == .stopwatch }) else {
      return false
    }
    let target = ControlBar.target(resolution)
    let width = min(slot.box.width, max(target, Line.width(slot.template) * slot.box.height))
    return Rect(centre: slot.box.centre, width: width, height: max(target, slot.box.height))
      .contains(onContent(place, at: moment))
  }
}

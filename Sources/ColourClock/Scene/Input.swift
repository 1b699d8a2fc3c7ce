/// What counts as somebody being there, and walls that end then.
extension Event {
  /// Whether somebody has done it.
  package var isInput: Bool {
    switch self {
    case .pressed, .repeated, .released, .pointerPressed, .pointerMoved, .pointerReleased, .scrolled: true
    case .ticked, .resized, .appeared, .disappeared, .interrupted, .closed, .destroyed, .fed, .refreshed, .arranged:
      false
    }
  }

  /// Whether it comes from the keyboard.
  var isKey: Bool {
    switch self {
    case .pressed, .repeated, .released: true
    default: false
    }
  }
}

extension Scene {
  /// Only a whole wall has controls; but every wall may be the one that is touched to end the show.
  var takesInput: Bool { role == .whole || setup.endsOnInput }

  /// How far a pointer must move to count, in pixels: a table that is bumped moves a mouse by a few.
  private static let nudge = 10.0

  /// Whether the event ends a wall that anybody's return ends. Letting go of what was pressed to start it does not.
  mutating func ends(on event: Event) -> Bool {
    switch event {
    case .pressed, .repeated, .pointerPressed, .scrolled: return true
    case .pointerMoved(let place):
      // The first place that is told of is where the pointer was left.
      let start = pointer ?? place
      pointer = start
      return (place - start).length > Scene.nudge
    default: return false
    }
  }
}

extension Scene {
  /// What a scene is for, where several stand side by side.
  package enum Role: Hashable, Sendable {
    /// The whole clock.
    case whole
    /// The colour alone, beside a clock that somebody reads on another monitor.
    case colour
    /// Nothing: a monitor that is covered, so that only the clock is seen.
    case black
  }
}

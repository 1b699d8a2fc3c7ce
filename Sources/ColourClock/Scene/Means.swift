/// By what a user does something: the words on the wall are in its terms.
enum Means: Hashable, Sendable, CaseIterable {
  case key, pointer, finger
}

extension Scene {
  /// Whether the last input was a finger's.
  var isTouched: Bool { means == .finger }

  /// Records what an input comes from. The moves of a finger that presses are its own.
  mutating func recordMeans(of input: Event) {
    switch input {
    case .pointerPressed(_, .finger): (means, isFingerDown) = (.finger, true)
    case .pointerMoved, .pointerReleased: if !isFingerDown { means = .pointer }
    case .pointerPressed, .scrolled: means = .pointer
    default: means = .key
    }
  }
}

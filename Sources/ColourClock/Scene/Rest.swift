/// Seconds of a wall at rest that are known ahead: only time changes the picture, and nothing is due.
struct Rest {
  /// A frame for each of the coming seconds.
  let frames: [Frame]
  /// The number of frames shown.
  private(set) var count = 0
  /// The interval in which the next frame is to be shown.
  private var next: Range<Instant>
  /// The uptimes of the last two frames, the latest at the end.
  private var uptimes = (Duration.zero, Duration.zero)

  /// The longest rest in seconds. Checks made once a minute run between two rests.
  static let longest = 60
  /// The length of the first rest. Each undisturbed rest doubles the length of the next.
  static let shortest = 4

  init(_ frames: [Frame], after moment: Moment) {
    self.frames = frames
    let start = Instant(second: moment.instant.second + 1)
    next = start..<start + .seconds(1)
  }

  /// True if `instant` lies in the next second. After a clock that was set, or a second that was left out, it does not.
  func expects(_ instant: Instant) -> Bool { count < frames.count && next.contains(instant) }

  /// True if all frames have been shown.
  var isOver: Bool { count == frames.count }

  /// Call this when the next second is shown.
  mutating func pass(at uptime: Duration) {
    count += 1
    next = next.upperBound..<next.upperBound + .seconds(1)
    uptimes = (uptimes.1, uptime)
  }

  /// The background of the last frame shown; `nil` before the first.
  var background: Colour? { count > 0 ? frames[count - 1].background : nil }

  /// The last frames shown, at most two, with their uptimes, the latest at the end.
  var shown: [(frame: Frame, uptime: Duration)] {
    (max(0, count - 2)..<count).map { (frames[$0], $0 == count - 1 ? uptimes.1 : uptimes.0) }
  }
}

extension Scene {
  /// The frames of the seconds after `moment` as far as they are known, at most `most`. Each holds for its whole
  /// second.
  func restingFrames(after moment: Moment, most: Int = Rest.longest) -> [Frame] {
    let pace = style.fade.pace
    // After a viewer has left, the wall still changes from one look to the other.
    guard pace.speed == 1, isVisible, isPredictable(at: moment), isStill, activity.absence(at: moment.uptime) == 1,
      holds(at: moment)
    else { return [] }
    var frames: [Frame] = []
    let first = moment.instant.second
    let fraction = moment.instant - Instant(second: first)
    for passed in 1...Int64(most) {
      let second = Moment(
        instant: Instant(second: first + passed), uptime: moment.uptime - fraction + .seconds(passed),
        zone: moment.zone, health: moment.health)
      guard holds(at: second), let frame = frame(at: second) else { break }
      frames.append(frame)
    }
    return frames
  }

  /// Whether nothing is due, and the picture holds until the next second.
  private func holds(at moment: Moment) -> Bool {
    let next = nextChange(after: moment)
    // Wall time may be a little faster or slower than uptime.
    let reach = moment.uptime + .seconds(2)
    return !due.isDue(at: moment) && next.instant == Instant(second: moment.instant.second + 1)
      && next.uptime.map { $0 > reach } ?? true
  }
}

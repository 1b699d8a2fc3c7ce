/// Seconds of a wall at rest that are known ahead: nothing but time can change the picture until then, and nothing is
/// due.
struct Rest {
  /// A frame for each second that is still to come when the rest begins.
  let frames: [Frame]
  /// How many of them have been shown.
  private(set) var count = 0
  /// When the next of them is to be shown, and when that is over.
  private var next: Range<Instant>
  /// When the last two were shown, the latest at the end.
  private var uptimes = (Duration.zero, Duration.zero)

  /// The longest rest, in seconds: what is asked once a minute is asked between two of them.
  static let longest = 60
  /// That of the first one: each that is not disturbed is followed by one of twice the length.
  static let shortest = 4

  init(_ frames: [Frame], after moment: Moment) {
    self.frames = frames
    let start = Instant(second: moment.instant.second + 1)
    next = start..<start + .seconds(1)
  }

  /// Whether `instant` lies in the next second. It does not if the clock was set, or a second was left out.
  func expects(_ instant: Instant) -> Bool { count < frames.count && next.contains(instant) }

  /// Whether all of them have been shown.
  var isOver: Bool { count == frames.count }

  /// The next second is shown.
  mutating func pass(at uptime: Duration) {
    count += 1
    next = next.upperBound..<next.upperBound + .seconds(1)
    uptimes = (uptimes.1, uptime)
  }

  /// That of the last frame shown.
  var background: Colour? { count > 0 ? frames[count - 1].background : nil }

  /// The last frames shown, two at the most, with their uptimes, the latest at the end.
  var shown: [(frame: Frame, uptime: Duration)] {
    (max(0, count - 2)..<count).map { (frames[$0], $0 == count - 1 ? uptimes.1 : uptimes.0) }
  }
}

extension Scene {
  /// The frames of the seconds after `moment` as long as they are known, but not more than `most`: each holds for its
  /// whole second.
  func restingFrames(after moment: Moment, most: Int = Rest.longest) -> [Frame] {
    let pace = style.fade.pace
    // A viewer who has just left is on the way from one look to the other.
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

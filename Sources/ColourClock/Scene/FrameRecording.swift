/// Frames recorded in advance, for seconds in which only time changes the picture.
struct FrameRecording {
  let frames: [Frame]
  /// How many frames were shown.
  private(set) var count = 0
  private var next: Range<Instant>
  /// When the last two frames were shown.
  private var uptimes = (Duration.zero, Duration.zero)

  /// The longest recording, in seconds. Tasks of each minute run between two recordings.
  static let longest = 60
  /// The length of the first recording, in seconds.
  static let firstLength = 4

  init(_ frames: [Frame], after moment: Moment) {
    self.frames = frames
    let start = Instant(second: moment.instant.second + 1)
    next = start..<start + .seconds(1)
  }

  func expects(_ instant: Instant) -> Bool { count < frames.count && next.contains(instant) }

  var isOver: Bool { count == frames.count }

  mutating func pass(at uptime: Duration) {
    count += 1
    next = next.upperBound..<next.upperBound + .seconds(1)
    uptimes = (uptimes.1, uptime)
  }

  var background: Colour? { count > 0 ? frames[count - 1].background : nil }

  /// The last two frames that were shown.
  var shown: [(frame: Frame, uptime: Duration)] {
    (max(0, count - 2)..<count).map { (frames[$0], $0 == count - 1 ? uptimes.1 : uptimes.0) }
  }
}

extension Scene {
  func framesToRecord(after moment: Moment, most: Int = FrameRecording.longest) -> [Frame] {
    let pace = style.fade.pace
    guard pace.speed == 1, isVisible, isPredictable(at: moment), composedFrameStaysValid,
      activity.absenceShare(at: moment.uptime) == 1, changesOnlyBySecond(at: moment)
    else { return [] }
    var frames: [Frame] = []
    let first = moment.instant.second
    let fraction = moment.instant - Instant(second: first)
    for passed in 1...Int64(most) {
      let second = Moment(
        instant: Instant(second: first + passed), uptime: moment.uptime - fraction + .seconds(passed),
        zone: moment.zone, health: moment.health)
      guard changesOnlyBySecond(at: second), let frame = frame(at: second) else { break }
      frames.append(frame)
    }
    return frames
  }

  private func changesOnlyBySecond(at moment: Moment) -> Bool {
    let next = nextChange(after: moment)
    // Wall time may run slower than uptime.
    let reach = moment.uptime + .seconds(2)
    return !due.isDue(at: moment) && next.instant == Instant(second: moment.instant.second + 1)
      && next.uptime.map { $0 > reach } ?? true
  }
}

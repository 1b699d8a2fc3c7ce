/// Refuses taps on parts that changed too recently to be seen.
struct TapGuard: Hashable, Sendable {
  /// `command` is `nil` for a dismissal, a line of the list or a message.
  private struct Tap: Hashable {
    let command: ControlBar.Command?
    let place: Point
    let uptime: Duration
  }

  private var lastTap: Tap?
  /// Countdown IDs in the ring and the list, or 0 for an alarm.
  private var shown: [Int] = []
  /// The uptimes from which the parts of `shown` take taps.
  private var ready: [Duration] = []
  private var expected: Int?

  private static let doubleClick = Duration.milliseconds(300)
  /// Viewers need this time to see another command under the finger.
  private static let reading = Duration.seconds(1)
  /// This time is longer than a key bounces, and shorter than the time between two runners at the finish.
  private static let bounce = Duration.milliseconds(100)
  /// Viewers need this time to see another countdown in the ring or the list.
  private static let settling = Duration.milliseconds(1500)

  mutating func record(_ command: ControlBar.Command?, at place: Point, _ moment: Moment) {
    lastTap = Tap(command: command, place: place, uptime: moment.uptime)
  }

  /// Returns false too soon after the last tap, because this tap could hit another command or undo the first. After
  /// `another`, a double click must not choose a preset, wherever the preset is.
  /// - Parameters:
  ///   - mayRepeat: True if a second tap may repeat the command.
  ///   - slop: Two places within this many pixels are the same.
  func acceptsTap(
    of command: ControlBar.Command?, mayRepeat: Bool = true, at place: Point, slop: Double, _ moment: Moment
  ) -> Bool {
    guard let lastTap else { return true }
    let isSamePlace = (place - lastTap.place).length <= slop
    let pause: Duration
    if let command, mayRepeat, lastTap.command == command {
      pause = isSamePlace && command.isUndoneByRepeat ? TapGuard.doubleClick : .zero
    } else if isSamePlace {
      pause = lastTap.command == nil ? TapGuard.settling : TapGuard.reading
    } else {
      pause = command?.isPreset == true && lastTap.command == .another ? TapGuard.doubleClick : .zero
    }
    return moment.uptime >= lastTap.uptime + pause
  }

  // MARK: Double presses

  /// Actions that a double press or a bouncing key must not repeat.
  enum UnrepeatableAction: Hashable {
    case step, lap
  }

  private var lastActions: [UnrepeatableAction: Duration] = [:]

  mutating func acceptsPress(of action: UnrepeatableAction, at moment: Moment) -> Bool {
    let pause = action == .lap ? TapGuard.bounce : TapGuard.doubleClick
    if let last = lastActions[action], moment.uptime < last + pause { return false }
    lastActions[action] = moment.uptime
    return true
  }

  // MARK: The ring and the list

  /// Call before a tap brings a countdown to the ring: the ring then takes the next tap at once.
  mutating func expectInRing(_ id: Int) { expected = id }

  /// A part that is new at its place takes no tap for `settling`. Exceptions are the expected countdown, and parts that
  /// appear when nothing was shown before.
  mutating func follow(_ countdowns: Countdowns, hasAlarm: Bool, at moment: Moment) {
    let count = max(countdowns.all.count, hasAlarm ? 1 : 0)
    func id(_ index: Int) -> Int { index == 0 && hasAlarm ? 0 : countdowns.all[index].id }
    defer { expected = nil }
    guard count != shown.count || (0..<count).contains(where: { id($0) != shown[$0] }) else { return }
    let end = moment.uptime + TapGuard.settling
    let isFirst = shown.isEmpty
    ready = (0..<count).map { index in
      if shown.indices.contains(index), shown[index] == id(index) { return ready[index] }
      return isFirst || id(index) == expected ? .zero : end
    }
    shown = (0..<count).map(id)
  }

  /// - Parameter index: 0 for the ring, else a line of the list.
  func acceptsTap(onPart index: Int, _ moment: Moment) -> Bool {
    !ready.indices.contains(index) || moment.uptime >= ready[index]
  }
}

extension Scene {
  func takesTap(_ command: ControlBar.Command?, mayRepeat: Bool = true, at place: Point, _ moment: Moment) -> Bool {
    (command?.isOnCard == true || wall.barGuard.takes(onContent(place, at: moment), at: moment.uptime))
      && wall.taps.acceptsTap(of: command, mayRepeat: mayRepeat, at: place, slop: slop, moment)
  }

  /// Tells the tap guard what the ring and the list now show.
  mutating func followForTaps(at moment: Moment) {
    wall.taps.follow(countdowns, hasAlarm: schedule.alarms.ringing != nil, at: moment)
  }
}

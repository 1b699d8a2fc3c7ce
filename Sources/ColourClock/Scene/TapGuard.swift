/// Refuses taps on parts that changed too recently to be seen.
struct TapGuard: Hashable, Sendable {
  /// `command` is `nil` for a dismissal, a line of the list or a message.
  private struct Act: Hashable {
    let command: ControlBar.Command?
    let place: Point
    let uptime: Duration
  }

  private var lastAct: Act?
  /// Ring and list, from the top: countdown IDs, or 0 for an alarm.
  private var shown: [Int] = []
  /// Uptimes at which parts of `shown` take taps.
  private var ready: [Duration] = []
  /// The countdown that a tap has just brought to the ring.
  private var expected: Int?

  private static let doubleClick = Duration.milliseconds(300)
  /// Time to see another command under the finger.
  private static let reading = Duration.seconds(1)
  /// Between two laps: long enough to ignore a bouncing key or a double touch, short enough for two runners who finish
  /// close together.
  private static let bounce = Duration.milliseconds(100)
  /// Time to see another countdown in the ring or the list.
  private static let settling = Duration.milliseconds(1500)

  mutating func record(_ command: ControlBar.Command?, at place: Point, _ moment: Moment) {
    lastAct = Act(command: command, place: place, uptime: moment.uptime)
  }

  /// False too soon after the last tap: this tap could hit another command or undo the first. A preset waits after
  /// `another`, wherever it appears: a double click on `another` must not choose it.
  /// - Parameters:
  ///   - mayRepeat: a second tap may repeat the command. A command that a second tap undoes still refuses a double
  ///     click.
  ///   - slop: pixels within which two places are the same.
  func acceptsTap(
    of command: ControlBar.Command?, mayRepeat: Bool = true, at place: Point, slop: Double, _ moment: Moment
  ) -> Bool {
    guard let lastAct else { return true }
    let isSamePlace = (place - lastAct.place).length <= slop
    let pause: Duration
    if let command, mayRepeat, lastAct.command == command {
      pause = isSamePlace && command.isUndoneByRepeat ? TapGuard.doubleClick : .zero
    } else if isSamePlace {
      pause = lastAct.command == nil ? TapGuard.settling : TapGuard.reading
    } else {
      pause = command?.isPreset == true && lastAct.command == .another ? TapGuard.doubleClick : .zero
    }
    return moment.uptime >= lastAct.uptime + pause
  }

  // MARK: Double presses

  /// A double press or bouncing key must not repeat these.
  enum Single: Hashable {
    case step, lap
  }

  private var lastSingles: [Single: Duration] = [:]

  /// False too soon after the last press; otherwise records this one. Only for steps and laps by hand, not for clients.
  mutating func acceptsPress(of single: Single, at moment: Moment) -> Bool {
    let pause = single == .lap ? TapGuard.bounce : TapGuard.doubleClick
    if let last = lastSingles[single], moment.uptime < last + pause { return false }
    lastSingles[single] = moment.uptime
    return true
  }

  // MARK: The ring and the list

  /// Call before a tap brings a countdown to the ring: the ring then takes the next tap at once.
  mutating func expect(_ id: Int) { expected = id }

  /// What is new at its place takes no tap for `settling`, except the expected countdown. All take taps if nothing was
  /// shown before.
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

  /// False if what stands here is too new to be seen.
  /// - Parameter index: 0 for the ring, else a line of the list.
  func isSettled(part index: Int, _ moment: Moment) -> Bool {
    !ready.indices.contains(index) || moment.uptime >= ready[index]
  }
}

extension Scene {
  func takesTap(_ command: ControlBar.Command?, mayRepeat: Bool = true, at place: Point, _ moment: Moment) -> Bool {
    (command?.isOnCard == true || wall.barGuard.takes(onContent(place, at: moment), at: moment.uptime))
      && wall.taps.acceptsTap(of: command, mayRepeat: mayRepeat, at: place, slop: slop, moment)
  }

  mutating func followForTaps(at moment: Moment) {
    wall.taps.follow(countdowns, hasAlarm: schedule.alarms.ringing != nil, at: moment)
  }
}

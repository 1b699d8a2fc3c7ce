/// Prevents a tap on something that has just come under the finger. A changed part takes no tap until a viewer can have
/// seen the change.
struct TapGuard: Hashable, Sendable {
  /// A tap that was carried out. `command` is `nil` for a tap on the wall itself: a dismissal, a line of the list or a
  /// message.
  private struct Act: Hashable {
    let command: ControlBar.Command?
    let place: Point
    let uptime: Duration
  }

  private var lastAct: Act?
  /// The contents of the ring and of the lines of the list, from the top down: the IDs of countdowns, or 0 for an
  /// alarm.
  private var shown: [Int] = []
  /// The uptime from which each part of `shown` takes a tap.
  private var ready: [Duration] = []
  /// The countdown that a tap has just brought to the ring.
  private var expected: Int?

  /// Two presses within this time were perhaps meant as a double click.
  private static let doubleClick = Duration.milliseconds(300)
  /// How long a viewer needs to see that another command is under the finger.
  private static let reading = Duration.seconds(1)
  /// How long a viewer needs to see that the ring or a line of the list has another countdown.
  private static let settling = Duration.milliseconds(1500)

  mutating func note(_ command: ControlBar.Command?, at place: Point, _ moment: Moment) {
    lastAct = Act(command: command, place: place, uptime: moment.uptime)
  }

  /// Returns false if a tap comes too soon. A second tap at the same place must not act on another command there, or
  /// undo the first tap. Presets that `another` has just opened take no tap for a moment, wherever they are.
  /// - Parameters:
  ///   - mayRepeat: false if a double click must not repeat the command.
  ///   - slop: within this distance, in pixels, two presses are at the same place.
  func takes(
    _ command: ControlBar.Command?, mayRepeat: Bool = true, at place: Point, slop: Double, _ moment: Moment
  ) -> Bool {
    guard let lastAct else { return true }
    let isSamePlace = (place - lastAct.place).length <= slop
    let pause: Duration
    if let command, mayRepeat, lastAct.command == command {
      pause = isSamePlace && command.isToggle ? TapGuard.doubleClick : .zero
    } else if isSamePlace {
      pause = lastAct.command == nil ? TapGuard.settling : TapGuard.reading
    } else {
      pause = command?.isPreset == true && lastAct.command == .another ? TapGuard.doubleClick : .zero
    }
    return moment.uptime >= lastAct.uptime + pause
  }

  // MARK: Double presses

  /// What a double press, or a key that bounces, must not do twice. The time is the uptime of the last one by hand.
  enum Single: Hashable {
    case step, lap
  }

  private var lastSingles: [Single: Duration] = [:]

  /// Notes a step or a lap by hand. Returns false if it comes too soon after the last one.
  mutating func takes(_ single: Single, _ moment: Moment) -> Bool {
    if let last = lastSingles[single], moment.uptime < last + TapGuard.doubleClick { return false }
    lastSingles[single] = moment.uptime
    return true
  }

  // MARK: The ring and the list

  /// Call this before a tap brings a countdown to the ring, so that the ring takes the next tap at once.
  mutating func expect(_ id: Int) { expected = id }

  /// Records what the ring and the list show. A part that shows something new takes no tap for a while.
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

  /// True if a tap may act on a part: 0 is the ring, 1 the first line of the list.
  func takes(part index: Int, _ moment: Moment) -> Bool {
    !ready.indices.contains(index) || moment.uptime >= ready[index]
  }
}

extension Scene {
  func takesTap(_ command: ControlBar.Command?, mayRepeat: Bool = true, at place: Point, _ moment: Moment) -> Bool {
    wall.barGuard.takes(onContent(place, at: moment), at: moment.uptime)
      && wall.taps.takes(command, mayRepeat: mayRepeat, at: place, slop: slop, moment)
  }

  mutating func followForTaps(at moment: Moment) {
    wall.taps.follow(countdowns, hasAlarm: schedule.alarms.ringing != nil, at: moment)
  }
}

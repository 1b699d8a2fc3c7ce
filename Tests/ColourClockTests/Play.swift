import Testing

@testable import ColourClock

/// A scene that is played as on a wall of 1920 × 1080 pixels. All requested wake-ups are delivered, and the effects are
/// recorded.
struct Play {
  static let size = Size(width: 1920, height: 1080)

  var scene: Scene
  var moment = Moment.at(12, 0, 0)
  var effects: [Effect] = []
  /// The reasons of refused commands.
  var refusals: [String] = []
  var wakes = 0

  init(_ change: (inout Setup) -> Void = { _ in }, countdown: Duration? = nil) {
    var setup = Setup(face: .scaled, style: .hard)
    change(&setup)
    var started = countdown.map { Countdown(Countdown.Rules(period: $0, overtime: setup.hasOvertime)) }
    started?.start(at: moment)
    scene = Scene(setup, countdown: started)
    send(.resized(Play.size))
  }

  /// A play on a wall of another size, by default 1280 × 720 pixels.
  static func sized(
    countdown: Duration? = nil, size: Size = Size(width: 1280, height: 720), _ change: (inout Setup) -> Void = { _ in }
  ) -> Play {
    var play = Play(change, countdown: countdown)
    play.send(.resized(size))
    return play
  }

  mutating func send(_ events: Event...) {
    for event in events {
      do throws(Refusal) { effects += try scene.handle(event, at: moment) } catch {
        refusals.append(error.text)
      }
    }
  }

  /// Advances the time, and delivers each wake-up on the way.
  mutating func wait(_ span: Duration) {
    let end = moment.uptime + span
    while let next = scene.nextChange(after: moment).moment(after: moment, pace: .real), next.uptime <= end {
      moment = next
      wakes += 1
      send(.ticked)
    }
    jump(end - moment.uptime)
  }

  /// Advances the time without delivering wake-ups.
  mutating func jump(_ span: Duration) {
    moment = Moment(instant: moment.instant + span, uptime: moment.uptime + span, zone: moment.zone)
  }

  mutating func press(_ x: Double, _ y: Double) { send(.pointerPressed(Point(x: x, y: y), .primary)) }
  mutating func release(_ x: Double, _ y: Double) { send(.pointerReleased(Point(x: x, y: y), .primary)) }

  /// Moves the pointer to a place as a mouse does, waits, and clicks.
  mutating func click(_ place: Point) {
    send(.pointerMoved(place))
    wait(.milliseconds(450))
    press(place.x, place.y)
    wait(.milliseconds(50))
    release(place.x, place.y)
  }

  /// Taps with a finger.
  mutating func touch(_ place: Point) {
    send(.pointerPressed(place, .finger))
    wait(.milliseconds(60))
    send(.pointerReleased(place, .finger))
  }

  /// The middle of a control in the bar.
  func centre(of command: ControlBar.Command) throws -> Point {
    try #require(scene.barPlaces.first { $0.command == command }).box.centre
  }

  /// Moves the pointer evenly, in steps of one frame. Call `press` before and `release` after it.
  mutating func drag(from start: (Double, Double), to end: (Double, Double), over span: Duration = .milliseconds(200)) {
    let count = max(1, Int(span / .milliseconds(16)))
    for index in 1...count {
      let share = Double(index) / Double(count)
      wait(span / count)
      send(
        .pointerMoved(
          Point(x: Motion.mix(start.0, end.0, share), y: Motion.mix(start.1, end.1, share))))
    }
  }

  mutating func tap(_ key: Key) {
    send(.pressed(key))
    wait(.milliseconds(50))
    send(.released(key))
    wait(.milliseconds(50))
  }

  var texts: [String] { scene.frame(at: moment)?.allTexts ?? [] }
}

extension Frame {
  /// The strings of all texts, including those in groups.
  var allTexts: [String] { items.flatMap(\.allTexts) }
}

extension Item {
  /// The item itself, or what a group consists of.
  var parts: [Item] { if case .group(let group) = self { group.items.flatMap(\.parts) } else { [self] } }

  var allTexts: [String] { parts.compactMap { if case .text(let text) = $0 { text.string } else { nil } } }
}

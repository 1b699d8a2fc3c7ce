@testable import ColourClock

/// A scene played as on a wall of 1920x1080 pixels: every wake-up that it asks for is kept, and effects are noted.
struct Play {
  static let size = Size(width: 1920, height: 1080)

  var scene: Scene
  var moment = Moment.at(12, 0, 0)
  var effects: [Effect] = []
  /// Why commands were not obeyed.
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

  /// On a wall of 1280x720 pixels, unless said otherwise.
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

  /// Lets time go by, with every wake-up on the way.
  mutating func wait(_ span: Duration) {
    let end = moment.uptime + span
    while let next = scene.nextChange(after: moment).moment(after: moment, pace: .real), next.uptime <= end {
      moment = next
      wakes += 1
      send(.ticked)
    }
    jump(end - moment.uptime)
  }

  /// Lets time go by without being woken.
  mutating func jump(_ span: Duration) {
    moment = Moment(instant: moment.instant + span, uptime: moment.uptime + span, zone: moment.zone)
  }

  mutating func press(_ x: Double, _ y: Double) { send(.pointerPressed(Point(x: x, y: y), .primary)) }
  mutating func release(_ x: Double, _ y: Double) { send(.pointerReleased(Point(x: x, y: y), .primary)) }

  /// With the hand there before, as a mouse is.
  mutating func click(_ place: Point) {
    send(.pointerMoved(place))
    wait(.milliseconds(300))
    press(place.x, place.y)
    wait(.milliseconds(50))
    release(place.x, place.y)
  }

  /// Moves a pressed pointer evenly, in steps of a frame.
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
  /// Also those in groups.
  var allTexts: [String] { items.flatMap(\.allTexts) }
}

extension Item {
  var allTexts: [String] {
    switch self {
    case .text(let text): [text.string]
    case .fill: []
    case .group(let group): group.items.flatMap(\.allTexts)
    }
  }
}

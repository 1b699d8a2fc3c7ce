import Testing

@testable import ColourClock

/// 100,000 random events, for several kinds of wall: nothing leaves its range, two scenes in lockstep agree, and a quiet
/// minute later all is at rest.
@Suite struct SceneSimulationTests {
  @Test(arguments: [1, 2, 3, 4], [false, true])
  func simulation(seed: UInt64, isReduced: Bool) {
    var random = SeededRandom(seed: seed)
    var setup = Setup(face: .scaled, style: .hard)
    setup.isReduced = isReduced
    if seed == 2 { setup.feed = Feed.Rules(every: .seconds(60)) }
    if seed == 3 { setup.cards = Array(setup.cards.prefix(1)) }
    if seed == 4 { setup.cards = [] }
    var (one, two) = (Scene(setup), Scene(setup))
    var moment = Moment.at(6, 0, 0)
    for step in 0..<12_500 {
      let span = Duration.milliseconds(Int64.random(in: 0...120, using: &random))
      moment = Moment(instant: moment.instant + span, uptime: moment.uptime + span, zone: .utc)
      let event = Event.random(using: &random)
      let effects = one.handle(event, at: moment)
      #expect(effects == two.handle(event, at: moment))
      check(one, two, at: moment, draws: step % 20 == 0)
    }
    rest(one, at: moment)
  }

  private func check(_ one: Scene, _ two: Scene, at moment: Moment, draws: Bool) {
    #expect((0...1).contains(one.hold.level(at: moment.uptime)))
    let sheet = one.pull.offset(at: moment.uptime)
    #expect(sheet >= 0 && sheet < Double(one.size?.height ?? 4000) + 100)
    #expect(one.gallery.paging.position(at: moment.uptime).isFinite)
    #expect(one.gesture == two.gesture)
    guard draws, let frame = one.frame(at: moment) else { return }
    #expect(frame == two.frame(at: moment) && frame.size == one.size)
    let isFinite = frame.items.allSatisfy { $0.isFinite }
    #expect(isFinite)
    let next = one.nextChange(after: moment)
    #expect(next.uptime ?? moment.uptime >= moment.uptime)
  }

  private func rest(_ scene: Scene, at moment: Moment) {
    var (scene, moment) = (scene, moment)
    _ = scene.handle(.pointerReleased(Point(x: 1, y: 1), .primary), at: moment)
    for _ in 0..<75 {
      moment = Moment(instant: moment.instant + .seconds(1), uptime: moment.uptime + .seconds(1), zone: .utc)
      _ = scene.handle(.ticked, at: moment)
    }
    #expect(!scene.gallery.isVisible(at: moment.uptime))
    // Also a refresh that nobody answers has been given up by then.
    #expect(scene.pull.isAtRest(at: moment.uptime))
    #expect(scene.hold.isAtRest(at: moment.uptime) && scene.hold.level(at: moment.uptime) == 0)
  }
}

extension Item {
  fileprivate var isFinite: Bool {
    switch self {
    case .text(let text): [text.box.x, text.box.y, text.box.width, text.box.height].allSatisfy(\.isFinite)
    case .fill(let fill): fill.shape.triangleStrip.allSatisfy { $0.x.isFinite && $0.y.isFinite }
    case .group(let group): group.items.allSatisfy(\.isFinite)
    }
  }
}

extension Event {
  static func random(using generator: inout SeededRandom) -> Event {
    let place = Point(x: .random(in: -50...1970, using: &generator), y: .random(in: -50...1130, using: &generator))
    let keys: [Key] = [
      .escape, .enter, .backspace, .left, .right, .up, .down, .home, .end, .function(5), .function(11), .character("q"),
      .character("c"), .character("g"), .character("r"), .character(" "), .character("+"), .character("-"),
      .character("3"),
    ]
    let key = keys.randomElement(using: &generator) ?? .escape
    let size = Size(width: .random(in: 1...2000, using: &generator), height: .random(in: 1...2000, using: &generator))
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<20: return .ticked
    case 20..<60: return .pointerMoved(place)
    case 60..<70: return .pointerPressed(place, .primary)
    case 70..<80: return .pointerReleased(place, .primary)
    case 80..<84:
      return .scrolled(right: .random(in: -1...1, using: &generator), up: .random(in: -1...1, using: &generator))
    case 84..<90: return .pressed(key)
    case 90..<94: return .released(key)
    case 94: return .repeated(key)
    case 95: return .pointerPressed(place, .other)
    case 96: return .interrupted
    case 97: return Bool.random(using: &generator) ? .appeared : .disappeared
    case 98: return .resized(size)
    default: return Bool.random(using: &generator) ? .refreshed(true) : .fed(.text([0x68, 0x69]))
    }
  }
}

import TestSupport
import Testing

@testable import ColourClock

/// Random events: nothing leaves its range, what must not matter does not, and a quiet minute later all is at rest.
@Suite struct SceneSimulationTests {
  /// 8 runs of 1,000 events. Both scenes are woken when they ask for it, as the session does it; the second one also at
  /// random times between, and is asked for frames and changes that are not due yet.
  @Test(arguments: [1, 2, 3, 4], [false, true])
  func wakeUpsBetweenDoNotMatter(seed: UInt64, isReduced: Bool) throws {
    var random = SeededRandom(seed: seed)
    var setup = Setup(face: .scaled, style: .hard)
    setup.isReduced = isReduced
    if seed == 2 { setup.feed = Feed.Rules(every: .seconds(60)) }
    setup.alarms = [DailyAlarm(time: .midnight, title: "Up")] + setup.alarms
    if let soon = try? DailyAlarm.parse("06:01") { setup.alarms.append(soon) }
    setup.agenda = Agenda.parse("05:00-06:02 One\n06:01-07:00 Two\n06:00:30 Bell").agenda
    if seed == 3 { setup.cards = Array(setup.cards.prefix(1)) }
    if seed == 4 { (setup.cards, setup.shift, setup.night) = ([], .roam, Night(try .parse("05:00-07:00"))) }
    var countdown = Countdown(Countdown.Rules(period: .seconds(20)))
    countdown.start(at: .at(6, 0, 0))
    var (one, two) = (Woken(Scene(setup, countdown: countdown)), Woken(Scene(setup, countdown: countdown)))
    // A feed is due from the first call on.
    one.send(.ticked)
    two.send(.ticked)
    for step in 0..<Soak.times(1000) {
      let span = Duration.milliseconds(Int64.random(in: 0...120, using: &random))
      let event = Event.random(using: &random)
      one.wait(span)
      two.wait(span, idle: (0..<Int.random(in: 0...2, using: &random)).map { _ in .random(in: 0...1, using: &random) })
      one.send(event)
      two.send(event)
      #expect(one.effects == two.effects)
      check(one.scene, two.scene, at: one.moment, draws: step % 10 == 0)
      guard one.effects == two.effects else { return }
      (one.effects, two.effects) = ([], [])
    }
    rest(one.scene, at: one.moment)
  }

  /// 6 runs of 450 changes. The second clock is stopped 150 times, with the machine or alone, and restores its
  /// countdown after a while: both go on alike, and report zero as often. Time passes in steps of a second.
  @Test(arguments: [11, 12], ["span", "aligned", "06:10"])
  func restartsDoNotMatter(seed: UInt64, name: String) throws {
    var random = SeededRandom(seed: seed)
    var moment = Moment.at(6, 0, 0)
    let timing: Countdown.Timing =
      name == "span" ? .span : name == "aligned" ? .aligned : .until(try .parse(name))
    let rules = Countdown.Rules(
      period: .seconds(60), timing: timing, repeats: timing == .aligned, overtime: seed == 12)
    var (one, two) = (Countdown(rules), Countdown(rules))
    var (zeros, reported) = (0, 0)
    for step in 0..<450 {
      let span = Duration.seconds(Int64.random(in: 0...25, using: &random))
      moment = Moment(instant: moment.instant + span, uptime: moment.uptime + span, zone: .utc)
      zeros += one.advance(to: moment) ? 1 : 0
      reported += two.advance(to: moment) ? 1 : 0
      let change = Int.random(in: 0...4, using: &random)
      one.change(change, at: moment)
      two.change(change, at: moment)
      if step % 3 == 0 {
        let record = two.record(at: moment, boot: "one")
        // Within a period, so that a repeating one misses no zero.
        let pause = Duration.seconds(Int64.random(in: 0...50, using: &random))
        moment = Moment(instant: moment.instant + pause, uptime: moment.uptime + pause, zone: .utc)
        zeros += one.advance(to: moment) ? 1 : 0
        let restored = try #require(Countdown.restore(record, at: moment, boot: step % 2 == 0 ? "one" : "two"))
        two = restored.countdown
        reported += restored.hasPassed ? 1 : 0
      }
      #expect(one.state == two.state && one.rules == two.rules && one.length == two.length)
      #expect(zeros == reported)
      #expect(one.remaining(at: moment) == two.remaining(at: moment))
    }
    #expect(zeros > (name == "06:10" ? 0 : 10))
  }

  private func check(_ one: Scene, _ two: Scene, at moment: Moment, draws: Bool) {
    #expect((0...1).contains(one.hold.level(at: moment)))
    let offset = one.pull.offset(at: moment)
    #expect(offset >= 0 && offset < Double(one.size?.height ?? 4000) + 100)
    #expect(one.gallery.paging.position(at: moment.uptime).isFinite)
    // The layout is never that of other contents.
    #expect(one.layout?.contents == one.layoutContents(at: moment))
    #expect(one.gesture == two.gesture && one.countdown == two.countdown)
    guard draws, let frame = one.frame(at: moment) else { return }
    #expect(frame == two.frame(at: moment) && frame.size == one.size)
    let isFinite = frame.items.allSatisfy { $0.isFinite }
    #expect(isFinite)
    #expect(one.bar == two.bar && one.help == two.help)
    #expect(one.nextChange(after: moment) == two.nextChange(after: moment))
  }

  private func rest(_ scene: Scene, at moment: Moment) {
    var (scene, moment) = (scene, moment)
    _ = scene.handle(fact: .pointerReleased(Point(x: 1, y: 1), .primary), at: moment)
    // A countdown could ring within that minute.
    _ = try? scene.handle(.told(.countdown(.clear)), at: moment)
    for _ in 0..<75 {
      moment = Moment(instant: moment.instant + .seconds(1), uptime: moment.uptime + .seconds(1), zone: .utc)
      _ = scene.handle(fact: .ticked, at: moment)
    }
    #expect(!scene.gallery.isVisible(at: moment))
    // Also a refresh without an answer has been given up by then.
    #expect(scene.pull.isAtRest(at: moment))
    #expect(scene.hold.isAtRest(at: moment) && scene.hold.level(at: moment) == 0)
  }
}

/// A scene that is woken when it asks for it.
private struct Woken {
  var scene: Scene
  var moment = Moment.at(6, 0, 0)
  var effects: [Effect] = []

  init(_ scene: Scene) { self.scene = scene }

  /// A refused command loses the effects of time: they come first.
  mutating func send(_ event: Event) {
    effects += scene.handle(fact: .ticked, at: moment)
    effects += (try? scene.handle(event, at: moment)) ?? []
  }

  /// - Parameter idle: when it is woken besides, as shares of the span.
  mutating func wait(_ span: Duration, idle: [Double] = []) {
    let end = moment.uptime + span
    var idle = idle.map { moment.uptime + .milliseconds(Int64(span / .milliseconds(1) * $0)) }.sorted()
    while true {
      let next = scene.nextChange(after: moment).moment(after: moment, pace: .real).flatMap {
        $0.uptime <= end ? $0 : nil
      }
      if let extra = idle.first, extra <= next?.uptime ?? end {
        idle.removeFirst()
        pass(extra - moment.uptime)
        _ = (scene.frame(at: moment), scene.nextChange(after: moment))
        if extra != next?.uptime { continue }
      }
      guard let next else { break }
      moment = next
      send(.ticked)
    }
    pass(end - moment.uptime)
  }

  private mutating func pass(_ span: Duration) {
    moment = Moment(instant: moment.instant + span, uptime: moment.uptime + span, zone: moment.zone)
    send(.ticked)
  }
}

extension Countdown {
  fileprivate mutating func change(_ kind: Int, at moment: Moment) {
    switch kind {
    case 0: toggle(at: moment)
    case 1: add(.seconds(30), at: moment)
    case 2: add(.seconds(-20), at: moment)
    default: if state == .idle { start(at: moment) }
    }
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
  private static func message(using generator: inout SeededRandom) -> Command {
    let (priority, span) = (
      Message.Priority.allCases.randomElement(using: &generator), Int64.random(in: 0...9, using: &generator)
    )
    let message = Message("Hello", priority: priority ?? .info, span: span == 0 ? nil : .seconds(span))
    return message.map(Command.message) ?? .refresh
  }

  static func random(using generator: inout SeededRandom) -> Event {
    let place = Point(x: .random(in: -50...1970, using: &generator), y: .random(in: -50...1130, using: &generator))
    let keys: [Key] = [
      .escape, .enter, .backspace, .left, .right, .up, .down, .home, .end, .function(5), .function(11), .character("q"),
      .character("c"), .character("g"), .character("r"), .character(" "), .character("+"), .character("-"),
      .character("3"), .tab, .backTab, .tab, .character("?"), .character("h"), .character("o"), .enter,
    ]
    let key = keys.randomElement(using: &generator) ?? .escape
    let size = Size(width: .random(in: 1...2000, using: &generator), height: .random(in: 1...2000, using: &generator))
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<20: return .ticked
    case 20..<60: return .pointerMoved(place)
    case 60..<65: return .pointerPressed(place, .primary)
    case 65..<70: return .pointerPressed(place, .finger)
    case 70..<75: return .pointerReleased(place, .primary)
    case 75..<80: return .pointerReleased(place, .finger)
    case 80..<84:
      return .scrolled(right: .random(in: -1...1, using: &generator), up: .random(in: -1...1, using: &generator))
    case 84..<90: return .pressed(key)
    case 90..<94: return .released(key)
    case 94: return Bool.random(using: &generator) ? .repeated(key) : .wrote("é")
    case 95: return .pointerPressed(place, .other)
    case 96: return .interrupted
    case 97: return Bool.random(using: &generator) ? .appeared : .disappeared
    case 98: return Bool.random(using: &generator) ? .resized(size) : .told(.random(using: &generator))
    default:
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: return .refreshed(true)
      case 1: return .fed(.text([0x68, 0x69]))
      case 2: return .told(.dismiss(nil))
      default: return .told(message(using: &generator))
      }
    }
  }
}

import TestSupport
import Testing

@testable import ColourClock

/// What the scene makes of commands.
@Suite struct CommandTests {
  private func refusal(_ play: Play) -> String? { play.refusals.last }

  private func told(_ commands: Command..., countdown: Duration? = nil) -> Play {
    var play = Play(countdown: countdown)
    for command in commands {
      (play.effects, play.refusals) = ([], [])
      play.send(.told(command))
    }
    return play
  }

  /// What comes of a countdown in each state by each order; `!` where it is refused.
  private static func outcomes() throws -> [(order: Command.CountdownOrder, outcome: [String: String])] {
    [
      (.pause, ["none": "!", "idle": "!", "running": "paused", "paused": "!"]),
      (.resume, ["none": "!", "idle": "!", "running": "!", "paused": "running"]),
      (.toggle, ["none": "running", "idle": "running", "running": "paused", "paused": "running"]),
      (.reset, ["none": "!", "idle": "idle", "running": "idle", "paused": "idle"]),
      (.clear, ["none": "!", "idle": "none", "running": "none", "paused": "none"]),
      (.add(.seconds(5)), ["none": "!", "idle": "idle", "running": "running", "paused": "paused"]),
      (.set(.seconds(5)), ["none": "idle", "idle": "idle", "running": "running", "paused": "paused"]),
      (
        .start(nil, title: nil),
        ["none": "running", "idle": "running", "running": "running", "paused": "running"]
      ),
      (
        .until(try .parse("2026-01-01T13:00:00Z"), from: nil, title: nil),
        ["none": "running", "idle": "running", "running": "running", "paused": "running"]
      ),
      (
        .until(try .parse("2026-01-01T11:59:59Z"), from: nil, title: nil),
        ["none": "!", "idle": "!", "running": "!", "paused": "!"]
      ),
    ]
  }

  @Test func countdownInEveryState() throws {
    let start = Command.countdown(.start(.seconds(60), title: nil))
    let before: [(String, [Command])] = [
      ("none", []), ("idle", [.countdown(.set(.seconds(60)))]), ("running", [start]),
      ("paused", [start, .countdown(.pause)]),
    ]
    for (name, commands) in before {
      for (order, expected) in try Self.outcomes() {
        var play = Play()
        for command in commands { play.send(.told(command)) }
        play.effects = []
        play.send(.told(.countdown(order)))
        let state = play.scene.countdownReport(at: play.moment)?.state ?? "none"
        let wanted = expected[name] == "!" ? name : expected[name]
        #expect(state == wanted, "\(name), \(order)")
        #expect((refusal(play) != nil) == (expected[name] == "!"), "\(name), \(order)")
        #expect(play.effects.contains(.saveTimers) == (expected[name] != "!"))
      }
    }
  }

  @Test func whatIsTakenAwayReachesZeroOnce() {
    var play = told(.countdown(.start(.seconds(60), title: "Tea")))
    play.send(.told(.countdown(.add(.seconds(-100)))))
    #expect(play.effects.filter { $0 == .reachedZero } == [.reachedZero])
    let report = play.scene.countdownReport(at: play.moment)
    #expect(report?.state == "over" && report?.title == "Tea" && report?.phase == "over")
    play.send(.told(.countdown(.start(nil, title: nil))))
    #expect(play.scene.countdownReport(at: play.moment)?.state == "running")
    #expect(refusal(told(.countdown(.set(.zero)), .countdown(.start(nil, title: nil)))) != nil)
  }

  @Test func theTimesOfAStopwatch() {
    var play = told(.stopwatch(.start))
    play.wait(.seconds(3))
    play.send(.told(.stopwatch(.lap)), .told(.stopwatch(.stop)))
    let report = play.scene.stopwatchReport(at: play.moment)
    #expect(report?.elapsed == 3 && report?.laps == 1 && report?.isRunning == false)
    play.send(.told(.stopwatch(.clear)))
    #expect(play.scene.stopwatch == nil)
    #expect(refusal(told(.stopwatch(.stop))) != nil && refusal(told(.stopwatch(.clear))) != nil)
  }

  @Test func aFaceIsACardsName() {
    let play = told(.face("hue"))
    #expect(play.scene.report(at: play.moment).face == "hue" && play.effects.contains(.saveCard("hue")))
    #expect(refusal(told(.face("grue")))?.contains("there are scaled, full, literal, carry, hue") == true)
  }

  @Test func theGalleryByCommands() {
    var play = told(.gallery(.open))
    play.wait(.seconds(1))
    play.send(.told(.gallery(.next)), .told(.gallery(.choose)))
    #expect(play.scene.report(at: play.moment).face == "full")
    #expect(refusal(told(.gallery(.next))) != nil)
    var held = Play()
    held.press(960, 500)
    held.send(.told(.gallery(.open)))
    #expect(refusal(held) != nil)
  }

  @Test func aPushedTextLastsUntilTheFeedHasAnother() {
    var play = Play { $0.feed = Feed.Rules(every: .seconds(60)) }
    play.send(.told(.feed("hello\u{1b}[31m")))
    #expect(play.scene.feed?.lines == ["hello"])
    play.send(.fed(.text(Array("weather".utf8))))
    #expect(play.scene.feed?.lines == ["weather"])
    #expect(refusal(told(.feed("a\0b"))) != nil)
    #expect(told(.feed("no feed")).scene.feed?.lines == ["no feed"])
  }

  @Test func dimmingEndsByItself() throws {
    var play = told(.dim(0.25, lasting: .seconds(10)))
    let dark = try #require(play.scene.frame(at: play.moment)).background
    play.wait(.seconds(9))
    #expect(try #require(play.scene.frame(at: play.moment)).background.luminance < 0.3)
    play.wait(.seconds(1))
    let light = try #require(play.scene.frame(at: play.moment)).background
    #expect(light.luminance > dark.luminance * 2)
    #expect(light == Play().scene.face.colour(play.moment.zone.civil(at: play.moment.instant.second)))
  }

  @Test(arguments: [Event.pressed(.character("c")), .scrolled(right: 0, up: 1)])
  func theFirstInputOnlyWakesABlankWall(_ input: Event) throws {
    var play = told(.blank(true))
    #expect(play.effects == [.powerScreen(false)])
    #expect(try #require(play.scene.frame(at: play.moment)) == Frame(size: Play.size, background: .black, items: []))
    play.effects = []
    play.send(.pointerMoved(Point(x: 3, y: 3)), .released(.character("x")))
    #expect(play.effects == [])
    play.send(input)
    #expect(play.effects == [.powerScreen(true)] && play.scene.countdown == nil)
    if case .pressed(let key) = input { play.send(.released(key)) }
    play.tap(.character("c"))
    #expect(play.scene.countdown != nil)
  }

  /// What rings or is urgent is seen on a blank wall, over the gallery, over the help and over the wall's name.
  @Test(arguments: ["blank", "gallery", "help", "name"], ["zero", "urgent", "alarm"])
  func whatMattersIsSeen(over: String, what: String) throws {
    var play = Play()
    switch over {
    case "blank": play.send(.told(.blank(true)))
    case "gallery": play.send(.told(.gallery(.open)))
    case "name": play.send(.identified(["HDMI-1"]))
    default: play.tap(.character("h"))
    }
    play.wait(.seconds(1))
    switch what {
    case "zero": play.send(.told(.countdown(.start(.seconds(1), title: nil))))
    case "urgent": play.send(.told(.message(try #require(Message("Fire", priority: .urgent)))))
    default:
      let time = play.moment.zone.civil(at: play.moment.instant.second + 2)
      let text = "\(time.hour.twoDigits):\(time.minute.twoDigits):\(time.second.twoDigits)"
      play.send(.told(.alarm(.add(try .parse(text)))))
    }
    play.wait(.seconds(4))
    let report = play.scene.report(at: play.moment)
    #expect(!report.isBlank && !report.isGalleryOpen && !report.isHelpOpen && play.scene.identifyLabel == nil)
  }

  @Test func aWallSaysItsNameForTenSeconds() throws {
    var play = Play()
    play.send(.identified(["HDMI-1", "1920 × 1080"]))
    #expect(try #require(play.scene.frame(at: play.moment)).texts.map(\.string) == ["HDMI-1", "1920 × 1080"])
    play.wait(.seconds(10))
    #expect(try #require(play.scene.frame(at: play.moment)).texts.contains { $0.string == "HDMI-1" } == false)
    play.send(.identified(["HDMI-1"]), .pointerMoved(Point(x: 3, y: 3)))
    #expect(try #require(play.scene.frame(at: play.moment)).texts.contains { $0.string == "HDMI-1" } == false)
  }

  /// 8 runs of 500 events, half of them commands: what is refused has changed nothing that is told of the wall.
  @Test(arguments: 1...Soak.times(8)) func whatIsRefusedChangesNothing(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var play = Play()
    var refused = 0
    for _ in 0..<500 {
      play.wait(.milliseconds(Int64.random(in: 0...400, using: &random)))
      (play.effects, play.refusals) = ([], [])
      guard Bool.random(using: &random) else {
        play.send(.random(using: &random))
        continue
      }
      play.send(.ticked)
      (play.effects, play.refusals) = ([], [])
      let before = play.scene.report(at: play.moment)
      play.send(.told(.random(using: &random)))
      guard refusal(play) != nil else { continue }
      refused += 1
      #expect(play.effects.isEmpty && play.scene.report(at: play.moment) == before)
    }
    #expect(refused > 20)
  }
}

extension ParsedInstant {
  /// Within the first minutes from 2026-01-01T12:00:00Z.
  static func random(using random: inout SeededRandom) -> ParsedInstant {
    let (minute, second) = (Int.random(in: 0...4, using: &random), Int.random(in: 0...59, using: &random))
    guard let instant = try? parse("2026-01-01T12:0\(minute):\(second.twoDigits)Z") else { fatalError("no instant") }
    return instant
  }
}

extension Command {
  static func random(using random: inout SeededRandom) -> Command {
    let span = Duration.seconds(Int64.random(in: 0...30, using: &random))
    let orders: [Command] = [
      .face(["hue", "full", "none"].randomElement(using: &random) ?? ""), .countdown(.start(span, title: "Tea")),
      .countdown(.start(nil, title: nil)), .countdown(.pause), .countdown(.resume), .countdown(.toggle),
      .countdown(.reset), .countdown(.add(span)), .countdown(.add(.zero - span)), .countdown(.set(span)),
      .countdown(.clear), .gallery(.allCases.randomElement(using: &random) ?? .open),
      .stopwatch(.allCases.randomElement(using: &random) ?? .start), .refresh, .feed("text"), .feed("\0"),
      .dim(.random(in: 0.05...1, using: &random), lasting: Bool.random(using: &random) ? span : nil),
      .blank(.random(using: &random)), .identify, .countdown(.until(.random(using: &random), from: nil, title: nil)),
    ]
    return orders.randomElement(using: &random) ?? .identify
  }
}

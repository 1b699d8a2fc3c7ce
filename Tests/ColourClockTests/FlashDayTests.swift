import Glibc
import TestSupport
import Testing

@testable import ColourClock

/// No more than three flashes in any second, general or red by either measure: every face at every speed over its day,
/// and sequences of commands and keys that are built to break it.
///
/// A whole day is looked at where `COLOURCLOCK_FLASH_DAYS` is set, as `assets/tools/soak flashes` does; else parts of
/// it: around midnight, where all faces jump most, and from a full hour on.
@Suite struct FlashDayTests {
  private static let size = Size(width: 1280, height: 720)
  static let speeds = [1.0, 60, 600, 2000, 5000, 7200]
  private static let isWhole = getenv("COLOURCLOCK_FLASH_DAYS") != nil
  /// Of commands, and how many each has.
  private static let sequences = isWhole ? 600 : 20
  private static let steps = 60

  /// A wall that shows what is asked for, and when.
  private final class Wall {
    let clock: ManualClock
    let canvas = Canvas()
    let session: Session

    init(_ setup: Setup, _ countdown: Countdown? = nil, at moment: Moment, pace: Pace = .real) {
      clock = ManualClock(moment, pace: pace)
      canvas.clock = clock
      var countdown = countdown
      countdown?.start(at: moment)
      session = Session(scene: Scene(setup, countdown: countdown), clock: clock) { _ in }
      session.surfacesDidChange(to: [canvas])
      canvas.receive(.resized(FlashDayTests.size))
      clock.start()
    }

    var shown: ShownFrames { zip(canvas.shown, canvas.uptimes).map { ($0.frame, $1.inSeconds) } }
  }

  private static func bare(_ face: Face, _ pace: Pace, fade: Int) -> Setup {
    var style = Style(fade: Fade(span: .milliseconds(fade), pace: pace))
    (style.labels.time, style.labels.hex) = (false, false)
    return Setup(face: face, style: style)
  }

  /// Real seconds from a shown time of the day on.
  private static func parts(_ speed: Double, _ face: Face) -> [(start: Double, length: Double)] {
    let (day, part) = (86_400.0, 1.2)
    if isWhole { return [(0, day / speed)] }
    let hour = Double((face.name.utf8.count * 7 + Int(speed)) % 24) * 3600
    return [(max(0, day - part / 2 * speed), part), (max(0, hour - part / 2 * speed), part)]
  }

  /// 5 faces, 6 speeds, with fades and without: the wall alone, which is one colour.
  @Test(arguments: Face.all.map(\.name), speeds) func aDay(name: String, speed: Double) throws {
    let face = try #require(Face.named(name))
    let pace = Pace(speed: speed)
    for (index, part) in Self.parts(speed, face).enumerated() {
      for fade in Self.isWhole ? [0, 300, 2000] : [index % 2 == 0 ? 300 : 0] {
        let start = Moment.at(0, 0, Int(part.start))
        let wall = Wall(Self.bare(face, pace, fade: fade), at: start, pace: pace)
        wall.clock.advance(by: .milliseconds(Int(part.length * 1000)))
        #expect(wall.shown.count > 1 && wall.shown.allSatisfy(\.frame.items.isEmpty))
        #expect(FlashCounter.most(wall.shown) <= 3, "from \(part.start) s on, fade of \(fade) ms")
      }
    }
  }

  /// With a countdown that comes to zero again and again, whose alarm is lit and goes out: a second in 5 faces at the
  /// speeds at which that would flash; whole days where these are looked at.
  @Test(arguments: Face.all.map(\.name), [5000.0, 7200]) func aDayOfCountdowns(name: String, speed: Double) throws {
    let face = try #require(Face.named(name))
    let pace = Pace(speed: speed)
    for fade in Self.isWhole ? [0, 300] : [speed > 6000 ? 300 : 0] {
      let wall = Wall(
        Self.bare(face, pace, fade: fade), Countdown(Countdown.Rules(period: .seconds(3), repeats: true)),
        at: .at(20, 0, 0), pace: pace)
      wall.clock.advance(by: Self.isWhole ? .seconds(18) : .milliseconds(1500))
      #expect(wall.shown.count > 30)
      #expect(FlashCounter.largestArea(wall.shown) <= 9)
    }
  }

  private static let orders: [Event] =
    Face.all.map { .told(.face($0.name)) } + [0, 0.3, 1].map { .told(.dim($0, lasting: nil)) }
    + [true, false].map { .told(.blank($0)) } + [1, 3, 300].map { .told(.countdown(.start(.seconds($0), title: nil))) }
    + [59, 61, 299, 301].map { .told(.countdown(.set(.seconds($0)))) }
    + [CountdownPhases(warn: .zero, danger: .zero), CountdownPhases(warn: .seconds(300), danger: .seconds(60))]
    .map { .told(.countdown(.warn($0))) }
    + [.told(.countdown(.set(.zero))), .told(.countdown(.clear)), .told(.dismiss(nil)), .told(.identify)]
    + Command.GalleryOrder.allCases.map { .told(.gallery($0)) }
    + Command.StopwatchOrder.allCases.map { .told(.stopwatch($0)) }
    + [
      .character("c"), .character("+"), .character("g"), .character("?"), .character("s"), .character("q"), .escape,
      .enter, .left, .right, .up, .tab,
    ].map(Event.pressed)

  /// 20 walls of 60 steps at random times, seed 22: some hit all that can be told, others go to and fro between two of
  /// these, as fast as they can.
  @Test func noSequenceOfCommands() throws {
    var random = SeededRandom(seed: 22)
    let urgent = try #require(Message("Leave the building", priority: .urgent))
    let orders = Self.orders + [.told(.message(urgent))]
    for index in 0..<Self.sequences {
      let speed = try #require(Self.speeds.randomElement(using: &random))
      let pace = Pace(speed: speed)
      let face = try #require(Face.all.randomElement(using: &random))
      let wall = Wall(
        Setup(face: face, style: Style(fade: Fade(span: .milliseconds(index % 3 * 150), pace: pace))),
        at: .at(Int.random(in: 0...23, using: &random), 59, 58), pace: pace)
      let few = index % 2 == 0 ? orders : (0..<2).compactMap { _ in orders.randomElement(using: &random) }
      let longest = [40, 90, 160][index % 3]
      for step in 0..<Self.steps {
        let order = index % 2 == 0 ? orders.randomElement(using: &random) : few[step % 2]
        switch try #require(order) {
        // Some make no sense at that moment.
        case .told(let command): try? wall.session.receive(command)
        case .pressed(let key):
          wall.canvas.receive(.pressed(key))
          wall.canvas.receive(.released(key))
        case let event: wall.canvas.receive(event)
        }
        // No more often than a screen shows, so that there is less to look at.
        wall.clock.advance(by: .milliseconds(Int.random(in: longest / 2...longest, using: &random)))
      }
      #expect(FlashCounter.largestArea(wall.shown) <= 9, "wall \(index): \(face.name) at \(speed)")
    }
  }
}

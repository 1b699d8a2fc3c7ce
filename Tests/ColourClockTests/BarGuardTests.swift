import TestSupport
import Testing

@testable import ColourClock

/// A command that comes under the finger without a press takes no tap at first.
@Suite struct BarGuardTests {
  /// What happens to a wall without a press: commands of programs, and time.
  private static let events: [@Sendable (inout Play) -> Void] = [
    { $0.send(.told(.countdown(.new(.seconds(2), title: "Fish")))) },
    { $0.send(.told(.countdown(.new(.seconds(600), title: "Rice")))) },
    { $0.send(.told(.countdown(.pause))) },
    { $0.send(.told(.countdown(.reset))) },
    { $0.send(.told(.dismiss(nil))) },
    { $0.send(.told(.snooze(.seconds(300)))) },
    {
      if let program = try? TimerProgram.parse("A 3s, B 90s hold, C 10m") { $0.send(.told(.program(.start(program)))) }
    },
    { $0.send(.told(.program(.next))) },
    { $0.send(.told(.program(.stop))) },
    { $0.send(.told(.stopwatch(.start))) },
    { $0.send(.told(.countdown(.choose(.id(2))))) },
    { untilChange(&$0) },
    { untilChange(&$0) },
    { untilChange(&$0) },
  ]

  /// Lets time pass until the bar changes, at most five seconds.
  private static func untilChange(_ play: inout Play) {
    let before = targets(play)
    for _ in 0..<250 where targets(play) == before {
      play.wait(.milliseconds(20))
      play.send(.pointerMoved(Point(x: 3, y: 3)))
    }
  }

  private func tap(_ place: Point, _ play: Play) -> Play {
    var play = play
    play.send(.pointerPressed(place, .finger))
    play.wait(.milliseconds(40))
    play.send(.pointerReleased(place, .finger))
    return play
  }

  /// Compares a tap with a tap on a corner of the wall, where nothing is.
  private func acts(_ place: Point, _ play: Play) -> Bool {
    let (one, other) = (tap(place, play).scene, tap(Point(x: 3, y: 3), play).scene)
    return one.clock != other.clock || one.bar.isAdding != other.bar.isAdding || one.help != other.help
  }

  @Test(arguments: 0..<60) func aChangeTakesNoTapAtFirst(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let size = [Size(width: 1280, height: 720), Size(width: 800, height: 480), Size(width: 480, height: 800)][seed % 3]
    var play = Play.sized(size: size)
    for _ in 0..<12 {
      // The pointer keeps the bar visible.
      play.send(.pointerMoved(Point(x: 3, y: 3)))
      play.wait(.milliseconds(700))
      let before = play
      Self.events[Int(random.next() % UInt64(Self.events.count))](&play)
      let (old, new) = (Self.targets(before), Self.targets(play))
      guard old != new, !new.isEmpty else { continue }
      play.wait(.milliseconds(Int64(random.next() % 340)))
      for target in new where !old.contains(target) {
        #expect(!acts(target.box.centre, play), "\(target) of \(old.map(\.words))")
      }
      for target in old where !new.contains(where: { $0.box.contains(target.box.centre) }) {
        #expect(!acts(target.box.centre, play), "\(target) has gone")
      }
      play.wait(.milliseconds(1600))
      play.send(.pointerMoved(Point(x: 4, y: 3)))
      play.wait(.milliseconds(450))
      for target in Self.targets(play) where target.command == .toggle && !play.scene.isRinging {
        #expect(acts(target.box.centre, play), "\(target)")
      }
    }
  }

  /// What the visible bar does, by its places.
  private static func targets(_ play: Play) -> [BarTarget] {
    play.scene.bar.opacity(at: play.moment) > 0 ? play.scene.barPlaces.map { play.scene.barTarget($0) } : []
  }
}

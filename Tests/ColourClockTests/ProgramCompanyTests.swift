import Testing

@testable import ColourClock

/// A program beside other countdowns: on all walls each countdown is in the ring, in the list or counted.
@Suite struct ProgramCompanyTests {
  private static let sizes = [
    (3840, 2160), (1920, 1080), (1280, 720), (1080, 1920), (800, 480), (480, 320), (320, 240),
  ].map { Size(width: $0.0, height: $0.1) }
  private static let names = ["Pasta", "Soft eggs", "Bread", "Sourdough in the second oven", "Rice", "Tea", ""]

  /// - Parameter first: how long the first of the others runs. The program's first step takes five minutes.
  private func playing(_ size: Size, others: Int, first: Int) throws -> Play {
    var play = Play.sized(size: size)
    play.send(.told(.program(.start(try .parse("Warm-up 5m; Work 40s, Rest 20s, x8")))))
    for index in 0..<others {
      let length = Duration.seconds(Int64(first + 60 * index))
      play.send(.told(.countdown(.new(length, title: Self.names[index]))))
    }
    return play
  }

  private func listed(_ layout: Layout) -> [Int] {
    layout.slots.compactMap { if case .countdownNumber(let index) = $0.part { index } else { nil } }
  }

  private func counted(_ layout: Layout) -> Int {
    layout.slots.reduce(0) {
      if case .others(.countdowns, let count) = $1.part { $0 + count } else { $0 }
    }
  }

  /// In the ring is either the program's step (`first` is later than its end) or another countdown.
  @Test(arguments: sizes, [700, 90]) func eachIsThereOrCounted(size: Size, first: Int) throws {
    for others in [1, 2, 3, 7] {
      let play = try playing(size, others: others, first: first)
      let layout = try #require(play.scene.layout)
      let (all, what) = (play.scene.countdowns.all, Comment(rawValue: "\(size) \(others) \(first)"))
      let (shown, rest) = (listed(layout), counted(layout))
      #expect(layout.ring != nil && shown == shown.sorted(), what)
      #expect(1 + shown.count + rest == all.count, "\(what): \(shown) +\(rest) \(layout.hidden)")
      #expect(layout.hidden.contains(.countdowns) == (rest > 0), what)
      let step = try #require(all.firstIndex { $0.countdown.program != nil })
      #expect(step == 0 || shown.contains(step - 1), what)
      #expect(layout.hidden.contains(.program) || layout.slots.contains { $0.part.isProgram }, what)
    }
  }

  /// A step that is neither in the ring nor in the list is named in the program's lines. Otherwise it is not named twice.
  @Test(arguments: sizes, [700, 90]) func theStepIsNamedOnce(size: Size, first: Int) throws {
    for others in [1, 2, 3, 7] {
      let play = try playing(size, others: others, first: first)
      let layout = try #require(play.scene.layout)
      let lines = layout.slots.filter(\.part.isProgram).compactMap { play.scene.programText($0.part, at: play.moment) }
      let step = try #require(play.scene.countdowns.all.firstIndex { $0.countdown.program != nil })
      let isNamed = step == 0 || listed(layout).contains(step - 1)
      #expect(lines.contains { $0.contains("Warm-up") } == !(isNamed || lines.isEmpty), "\(size) \(others): \(lines)")
    }
  }

  /// On an upright wall the lines of a program begin where the list below them begins.
  @Test(arguments: [700, 90]) func linesAndListHaveOneEdge(first: Int) throws {
    let layout = try #require(try playing(Size(width: 1080, height: 1920), others: 7, first: first).scene.layout)
    let boxes = layout.slots.filter { slot in
      if case .countdownTitle = slot.part { true } else { slot.part.isProgram }
    }
    #expect(Set(boxes.map(\.box.x)).count == 1 && boxes.allSatisfy { $0.alignment == .left })
  }
}

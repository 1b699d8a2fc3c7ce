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
      if case .omitted(let omitted) = $1.part, omitted.extra == .countdowns { $0 + omitted.count } else { $0 }
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

  /// A step that is neither in the ring nor in the list is named in the program's lines. Otherwise it is not named
  /// twice.
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

  /// If the step is in the ring, the lines are just below the ring, and centred like it. If the step is in the list,
  /// they are on the plate of its row, where the title begins, and on no other plate.
  @Test(arguments: sizes, [700, 90]) func theLinesBelongToTheirStep(size: Size, first: Int) throws {
    for others in [1, 2, 3, 7] {
      let play = try playing(size, others: others, first: first)
      let layout = try #require(play.scene.layout)
      let (ring, what) = (try #require(layout.ring), Comment(rawValue: "\(size) \(others) \(first)"))
      let lines = layout.slots.filter(\.part.isProgram)
      let top = try #require(lines.first, what).box
      guard let step = layout.contents.programCountdown else {
        #expect(lines.allSatisfy { abs($0.box.midX - ring.midX) < 0.01 && $0.alignment == .centre }, what)
        #expect(top.y > ring.maxY && top.y < ring.maxY + 2 * layout.scale.third, what)
        #expect(lines.map(\.part) == [.programNext, .programEnd], what)
        #expect(lines[1].box.height <= top.height && lines[1].box.y > top.maxY, what)
        #expect(top.height <= layout.scale.third && lines[1].box.height >= 0.74 * layout.scale.third, what)
        continue
      }
      let title = try #require(layout.slots.first { $0.part == .countdownTitle(step) }, what).box
      #expect(lines.allSatisfy { $0.box.x == title.x && $0.alignment == .left && $0.box.height < title.height }, what)
      for index in layout.contents.countdowns.indices {
        guard let row = layout.countdownLine(index) else { continue }
        #expect(lines.allSatisfy { row.contains($0.box.centre) == (index == step) && $0.ink.maxX <= row.maxX }, what)
        #expect(index == step || lines.allSatisfy { !$0.ink.overlaps(row) }, what)
      }
    }
  }

  /// The ring and the lines below it are a group in the middle of the wall or a little above it, by what is drawn, or
  /// else beside the middle of a long list. Only a ring that must not become smaller may stand higher.
  @Test(arguments: sizes.filter { $0.width > $0.height }) func ringAndLinesAreInTheMiddle(size: Size) throws {
    for others in [0, 1, 2, 3, 7] {
      let play = try playing(size, others: others, first: 700)
      let layout = try #require(play.scene.layout)
      let square = try #require(layout.ring)
      let ring = Ring(style: play.scene.ringStyle, in: square, ink: .white, background: .black)
      let last = try #require(layout.slots.last { $0.part.isProgram }).box
      let middle = (square.midY - ring.radius - ring.stroke / 2 + last.maxY) / 2
      let list = layout.slots.filter(\.part.isCountdown).map(\.box)
      let (top, bottom) = (list.map(\.y).min() ?? 0, list.map(\.maxY).max() ?? 0)
      let (fromList, fromWall) = (abs(middle - (top + bottom) / 2), abs(middle - Double(size.height) / 2))
      let distance = others > 2 ? min(fromList, fromWall) : fromWall
      let isSmall = square.height < 0.64 * size.shortSide
      #expect(distance < 0.045 * Double(size.height) || isSmall, "\(others) \(distance)")
      #expect(last.y - square.maxY < 4 * layout.scale.third, "\(others)")
    }
  }

  /// A tap on the lines in a row opens the running order; a tap on the row's title chooses its countdown.
  @Test func aTapOnTheLinesOpensTheOrder() throws {
    var play = try playing(Size(width: 1280, height: 720), others: 2, first: 90)
    let layout = try #require(play.scene.layout)
    let step = try #require(layout.contents.programCountdown)
    let lines = layout.slots.filter(\.part.isProgram).map(\.box)
    let title = try #require(layout.slots.first { $0.part == .countdownTitle(step) }).box
    play.click(title.centre)
    #expect(!play.scene.runningOrder.isOpen(at: play.moment.uptime))
    play = try playing(Size(width: 1280, height: 720), others: 2, first: 90)
    play.click(try #require(lines.first).centre)
    #expect(play.scene.runningOrder.isOpen(at: play.moment.uptime))
  }
}

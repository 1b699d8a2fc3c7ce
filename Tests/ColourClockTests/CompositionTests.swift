import Testing

@testable import ColourClock

/// What stands where, by the kind of wall.
@Suite struct CompositionTests {
  private func wall(_ change: (inout Layout.Contents) -> Void = { _ in }, _ width: Int = 1920, _ height: Int = 1080)
    -> Layout
  {
    var contents = Layout.Contents(size: Size(width: width, height: height), labels: Labels())
    change(&contents)
    return Layout(contents)
  }

  /// Where the screen of a small board is the wall too, common messages are shown.
  @Test(arguments: [(320, 240), (480, 320), (800, 480), (1280, 720), (1080, 1920)])
  func aCommonMessageHasRoom(width: Int, height: Int) {
    let text = "Please note that room 3 is closed this afternoon: use the hall"
    for hasRing in [false, true] {
      for messages in [Messages.Shown(info: [text]), Messages.Shown(notice: [text]), Messages.Shown(urgent: [text])] {
        let layout = wall(
          {
            $0.messages = messages
            $0.labels.date = true
            $0.hasStopwatch = true
            if hasRing { ($0.ring, $0.number) = (.standard, "00:00") }
          }, width, height)
        #expect(layout.hasRoom(forMessage: [text]), "\(width)x\(height) \(hasRing) \(messages)")
      }
    }
  }

  /// Its diameter is 84 % of the shorter side alone, and 60 % at least in company; its number takes 78 % of the
  /// chord that it stands on, and one of two figures less. What is left out there is neither date nor feed.
  @Test(arguments: ["00", "00:00", "0:00:00"]) func aRingIsLarge(number: String) throws {
    let alone = wall { ($0.ring, $0.number) = (.standard, number) }
    let square = try #require(alone.ring)
    #expect(abs(square.height - 0.84 * 1080) < 5 && abs(square.midX - 960) < 1 && abs(square.midY - 540) < 1)
    let ring = Ring(style: .standard, in: square, ink: .white, background: .black)
    let slot = try #require(alone.slotsInRing.first { $0.part == .number })
    let chord = Ring.chord(at: slot.box.maxY - square.midY, ring.radius - ring.stroke / 2, share: 1)
    let share = Line.width(number) * slot.box.height / chord
    #expect((number == "00" ? 0.6...0.8 : 0.78...0.84).contains(share), "\(share)")
    let company = wall {
      ($0.ring, $0.number, $0.feed) = (.standard, number, ["Arsenal 2 : 1 Chelsea", "Rain from four on"])
      ($0.labels.date, $0.agenda) = (true, RoomTests.agendas[1])
      $0.zones = RoomTests.zones[2]
    }
    // Tall figures leave the time no room in the ring.
    #expect(try #require(company.ring).height >= 0.6 * 1080 && !company.hidden.contains(.date))
    #expect(number == "00" || !company.hidden.contains(.feed))
  }

  /// Without a title, number and time are centred as a group, and the number is nearly as large as with a title.
  @Test(arguments: ["00:00", "0:00:00"]) func aNumberWithoutATitleIsCentred(number: String) throws {
    let walls = ["", "Tea"].map { title in
      wall {
        ($0.ring, $0.number) = (.standard, number)
        $0.ring?.title = title
      }
    }
    let slots = try walls.map { wall in try #require(wall.slotsInRing.first { $0.part == .number }) }
    let needed = 0.97 * Line.width(number) * slots[0].box.height
    #expect(slots[0].box.height >= 0.9 * slots[1].box.height && slots[0].box.width >= needed - 0.01)
    let (ring, time) = (try #require(walls[0].ring), try #require(walls[0].slotsInRing.first { $0.part == .time }))
    #expect(abs((slots[0].box.y + time.box.maxY) / 2 - ring.midY) < 0.01 * ring.height)
  }

  /// The title is 2.5 to 4 steps above the number.
  @Test(arguments: ["00:00", "0:00:00"]) func aTitleIsNearTheNumber(number: String) throws {
    let layout = wall {
      ($0.ring, $0.number) = (.standard, number)
      $0.ring?.title = "Rehearsal"
    }
    let title = try #require(layout.slotsInRing.first { $0.part == .words("Rehearsal") })
    let slot = try #require(layout.slotsInRing.first { $0.part == .number })
    #expect((2.5...4.01).contains((slot.box.y - title.box.maxY) / layout.scale.step))
    #expect(title.box.height == layout.scale.second)
  }

  /// Beside a ring, one axis goes through the middles of ring and column, and all lines of the column begin at one
  /// place.
  @Test func aRingAndItsCompanyShareAnAxis() throws {
    let layout = wall {
      ($0.ring, $0.number, $0.feed) = (.standard, "00:00", ["Arsenal 2 : 1 Chelsea", "Rain from four on"])
      $0.labels.date = true
    }
    let ring = try #require(layout.ring)
    // Code and age are captions on the lower margin.
    let column = layout.slots.filter { $0.part != .code && !$0.part.isFeedStatus }.map(\.box)
    let (top, bottom) = (try #require(column.first).y, try #require(column.last).maxY)
    #expect(abs((top + bottom) / 2 - ring.midY) <= layout.scale.groupGap)
    #expect(Set(column.map(\.x)).count == 1 && column.allSatisfy { $0.x > ring.maxX })
  }

  /// A stopwatch that was never started is the last line beside a ring.
  @Test(arguments: [(1920, 1080), (1280, 720), (800, 480), (1080, 1920)])
  func anIdleStopwatchIsLast(width: Int, height: Int) throws {
    let layout = wall(
      {
        ($0.ring, $0.number, $0.feed) = (.standard, "00:00", ["Arsenal 2 : 1 Chelsea", "Rain from four on"])
        ($0.hasStopwatch, $0.isStopwatchIdle, $0.zones, $0.labels.date) = (true, true, zones(2), true)
      }, width, height)
    let stopwatch = try #require(layout.slots.first { $0.part == .stopwatch }).box
    let others = layout.slots.filter { ![.stopwatch, .stopwatchNote, .code].contains($0.part) }
    #expect(others.count > 5 && others.allSatisfy { $0.box.maxY < stopwatch.y })
    #expect(stopwatch.height == layout.scale.third)
  }

  /// All distances in a column are multiples of one step.
  @Test func distancesAreMultiplesOfOneStep() throws {
    let layout = wall {
      ($0.feed, $0.zones) = (["Arsenal 2 : 1 Chelsea", "Rain from four on", "Third"], RoomTests.zones[3])
      $0.agenda = RoomTests.agendas[1]
    }
    // The agenda stands at the lower edge.
    let apart: [Layout.Part] = [.hour, .minute, .second, .code, .status]
    let others = layout.slots.filter { !apart.contains($0.part) && !$0.part.isAgenda }
    #expect(others.count > 12)
    for (one, next) in zip(others.map(\.box), others.dropFirst().map(\.box)) where next.y > one.maxY {
      let steps = (next.y - one.maxY) / layout.scale.step
      #expect(abs(steps - steps.rounded()) < 1e-6)
    }
  }

  private func zones(_ count: Int) -> [Layout.ZoneTemplates] {
    (0..<count).map { Layout.ZoneTemplates(name: "City \($0)", time: "00:00") }
  }

  /// A line each, with its name as large as its time. Names begin, and times end, at one place in each column. On a
  /// wide wall a few, or many in rows, stand in columns at equal distances from margin to margin, with the larger time
  /// below the name. The time is nearer to its name than to the next row.
  @Test(arguments: RoomTests.named.filter { $0.shortSide >= 320 }, [3, 5, 7, 12]) func zonesStandInColumns(
    size: Size, count: Int
  ) {
    let layout = wall({ $0.zones = zones(count) }, size.width, size.height)
    let names = layout.slots.filter { if case .zoneName = $0.part { true } else { false } }.map(\.box)
    let times = layout.slots.filter { if case .zone = $0.part { true } else { false } }.map(\.box)
    #expect(names.count == count && times.count == count)
    if names[0].maxY < times[0].y {
      let (margin, width) = (0.04 * size.shortSide, Double(size.width))
      let (columns, rows) = (Set(names.map(\.x)).count, Set(names.map(\.y)).count)
      #expect(columns * (rows - 1) < count && count <= columns * rows && size.width > size.height)
      #expect(count > 6 || rows == 1)
      #expect(
        zip(names, times).allSatisfy { name, time in
          let ratio = time.height / name.height
          let isSmall = count > 3 || size.shortSide < 480
          return name.maxY < time.y && (abs(ratio - 1.82) < 1e-6 || isSmall && abs(ratio - 1.45) < 1e-6)
            && name.x == time.x
        })
      let days = layout.slots.filter { if case .zoneDays = $0.part { true } else { false } }.map(\.box.maxX)
      let end = zip(names, days).map { max($0.maxX, $1) }.max() ?? 0
      #expect(abs(end - width + margin) < 0.01)
      let pitch = names[1].x - names[0].x
      for (index, name) in names.enumerated() {
        #expect(abs(name.x - margin - Double(index % columns) * pitch) < 0.01)
        guard index + columns < count else { continue }
        #expect(times[index].y - name.maxY < 0.51 * (names[index + columns].y - times[index].maxY))
      }
      return
    }
    let columns = Set(names.map(\.x)).count
    #expect(Set(times.map(\.maxX)).count == columns)
    #expect(zip(names, times).allSatisfy { abs($0.maxY - $1.maxY) < 1e-6 && $0.maxX <= $1.x + 1e-6 })
    #expect(zip(names, times).allSatisfy { $0.height == $1.height })
  }

  /// More lines of a feed than six have the wall below the time, or on a wide wall beside a column of digits. The time
  /// stands at the same place with any number of them; a column has the middle of the lines. The age of the feed is on
  /// the lower margin, on one baseline with the code, and begins where the lines begin. On a small or an upright wall,
  /// fewer lines are better than small ones.
  @Test(arguments: RoomTests.named.filter { $0.shortSide >= 240 }) func aLongFeedHasTheWall(size: Size) throws {
    let lines = (1...12).map { "Line \($0) of twelve: the quick brown fox jumps over the dog" }
    var places: Set<Double> = []
    for count in 8...12 {
      let layout = wall({ $0.feed = Array(lines.prefix(count)) }, size.width, size.height)
      let digits = layout.slots.filter { [.time, .hour, .minute, .second].contains($0.part) }.map(\.box)
      let time = try #require(digits.first)
      let age = try #require(layout.slots.first { $0.part.isFeedStatus }).box
      let lines = layout.slots.filter { $0.part.feedItem != nil }.map(\.box)
      #expect(layout.scale.third > 0.029 * size.shortSide)
      #expect(time.height == layout.scale.first && time.height > 1.9 * layout.scale.third)
      let isBelow = lines.allSatisfy { $0.y > time.maxY && $0.x >= time.x }
      #expect(isBelow || size.width > size.height && lines.allSatisfy { $0.x > time.maxX })
      #expect(lines.allSatisfy { $0.maxY < age.y } && age.x == lines[0].x)
      #expect(abs(age.maxY - Double(size.height) + 0.04 * size.shortSide) < 0.01)
      if let code = layout.slots.first(where: { $0.part == .code })?.box { #expect(abs(age.maxY - code.maxY) < 0.01) }
      if size.width < size.height { #expect(abs(time.maxX - 0.96 * Double(size.width)) < 0.01) }
      let isSmall = size.shortSide < 500 || size.width < size.height
      #expect(Set(layout.hidden).isSubset(of: [.code]) || isSmall && !lines.isEmpty)
      guard digits.count > 1, let last = digits.last?.maxY, let end = lines.last?.maxY else {
        places.insert(time.y.rounded())
        continue
      }
      // The digits of a column have the middle of the lines. They are nearer to each other than to the edges.
      #expect(abs(time.y + last - lines[0].y - end) < 0.01)
      let gaps = zip(digits, digits.dropFirst()).map { $1.y - $0.maxY }
      #expect(gaps.allSatisfy { $0 < 0.3 * time.height })
    }
    #expect(places.count <= 1)
    let few = wall({ $0.feed = Array(lines.prefix(6)) }, size.width, size.height)
    #expect(few.slots.contains { [.time, .hour].contains($0.part) && $0.box.height == few.scale.first })
  }

  /// The least type is 1/24 of the shorter side, where that is more than eight pixels.
  @Test(arguments: RoomTests.named.filter { $0.shortSide >= 320 }) func noteSizesHaveAFloor(size: Size) {
    for lines in [3, 6, 12] {
      let layout = wall(
        {
          $0.feed = (0..<lines).map { "Lunch today \($0): lentil soup, rye bread and an apple for everyone" }
          ($0.zones, $0.agenda) = (RoomTests.zones[2], RoomTests.agendas[1])
          ($0.labels.date, $0.labels.twelveHour) = (true, true)
        }, size.width, size.height)
      #expect(layout.scale.third >= 0.0295 * 0.91 * size.shortSide)
    }
  }

  /// Zones without room are counted on the wall, and told.
  @Test(arguments: [(480, 320), (320, 240)]) func zonesWithoutRoomAreCounted(width: Int, height: Int) throws {
    let layout = wall({ $0.zones = zones(60) }, width, height)
    let shown = layout.slots.count { if case .zone = $0.part { true } else { false } }
    #expect(layout.hidden.contains(.zones) && shown >= 2)
    #expect(layout.slots.contains { $0.part == .omitted(Layout.OmittedCount(60 - shown, .zones)) })
  }

  /// What goes on in a second line is indented, and lines take most of the width. The lines of an item are nearer to
  /// each other than two items.
  @Test func aWrappedLineOfAFeedIsIndented() throws {
    let long = String(repeating: "a line that goes on ", count: 8)
    let layout = wall { $0.feed = ["first", long, "third"] }
    let lines = layout.slots.filter { $0.part.feedItem != nil }.map(\.box)
    #expect(lines.count > 3)
    let (first, second, third, last) = (lines[0], lines[1], lines[2], try #require(lines.last))
    #expect(first.x == second.x && third.x > second.x && last.x == first.x)
    let half = (third.maxY - second.maxY) / 2
    #expect(abs((second.maxY - first.maxY) - 3 * half) < 0.2 * half)
  }

  /// On an upright wall with other lines, the time is one line that spans the wall between its margins.
  @Test(arguments: [(1080, 1920), (720, 1280), (600, 1024)])
  func theTimeSpansAnUprightWall(width: Int, height: Int) throws {
    for count in [0, 1, 3, 5, 12] {
      let layout = wall(
        {
          $0.zones = zones(count)
          $0.agenda = count == 0 ? RoomTests.agendas[1] : nil
          if count == 5 { $0.feed = ["Tram 12 to Central, 4 min", "Room 4B is free until 15:00"] }
        }, width, height)
      let (time, margin) = (try #require(layout.slots.first { $0.part == .time }), 0.04 * Double(width))
      #expect(abs(time.box.x - margin) < 0.01 && abs(time.box.maxX - Double(width) + margin) < 0.01)
      #expect(abs(Line.width(time.template) * time.box.height / time.box.width - 1.015) < 0.01)
    }
  }

  /// In a board of several columns a time is less than half as far from the widest name as from the next column.
  @Test(arguments: [(3840, 2160), (1920, 1080), (1280, 720), (800, 480)])
  func aTimeIsNearItsName(width: Int, height: Int) {
    let layout = wall({ $0.zones = zones(12) }, width, height)
    let names = layout.slots.filter { if case .zoneName = $0.part { true } else { false } }
    let times = layout.slots.filter { if case .zone = $0.part { true } else { false } }
    let columns = Set(names.map(\.box.x)).sorted()
    #expect(columns.count > 1)
    for (name, time) in zip(names, times) where name.box.maxY > time.box.y {
      guard let next = columns.first(where: { $0 > name.box.x }) else { continue }
      #expect(time.box.x - name.box.maxX < 0.5 * (next - time.box.maxX))
    }
  }

  /// A feed that is to stand beside the time is below it, if the time is too wide.
  @Test(arguments: RoomTests.named.filter { $0.shortSide >= 240 }) func aFeedBesideIsNeverLost(size: Size) {
    for twelve in [false, true] {
      let layout = wall(
        {
          $0.feed = ["Tram 12 to Central, 4 min, platform 2", "Room 4B is free until 15:00"]
          ($0.feedStyle.place, $0.labels.twelveHour) = (.beside, twelve)
        }, size.width, size.height)
      #expect(!layout.hidden.contains(.feed), "\(twelve)")
    }
  }

  private func programBesideDishes(_ size: Size, _ count: Int) -> Layout {
    wall(
      {
        ($0.ring, $0.number) = (.standard, "00:00")
        $0.ring?.title = "Warm-up"
        $0.program = Layout.ProgramTemplates(
          next: "Next: Work 0:40", end: "1/17 · ends 00:00", longEnd: "1/17 · ends 00:00, 0:00 over")
        $0.countdowns = (0..<count).map { Layout.CountdownTemplates(title: "Dish \($0)", number: "00:00") }
      }, size.width, size.height)
  }

  /// In overtime the title is larger than the number, and the number than the time of day.
  @Test(arguments: RoomTests.named.filter { $0.shortSide >= 240 })
  func theNumberInOvertimeLeadsTheTime(size: Size) throws {
    let layout = wall(
      { ($0.ring, $0.number, $0.headline) = (.standard, "+00:12", "Tea") }, size.width, size.height)
    let number = try #require(layout.slotsInRing.first { $0.part == .number }).box.height
    let time = try #require(layout.slotsInRing.first { $0.part == .time }).box.height
    #expect(layout.scale.first > number && number > 1.2 * time, "\(layout.scale.first) \(number) \(time)")
  }

  /// Beside rows of countdowns, a ring has the same place for any number of them, and rows end at the right margin. With
  /// cells, ring and cells are centred as a pair. The lines of a program are centred below the ring, and not wider.
  @Test(arguments: [(1920, 1080), (1280, 720), (800, 480), (480, 320), (320, 240)], [1, 2, 3, 7])
  func aRingAndItsListHaveTheirPlaces(sizes: (Int, Int), count: Int) throws {
    let size = Size(width: sizes.0, height: sizes.1)
    let layout = programBesideDishes(size, count)
    let square = try #require(layout.ring)
    let ring = Ring(style: .standard, in: square, ink: .white, background: .black)
    let (margin, half) = (0.04 * size.shortSide, ring.radius + ring.stroke / 2)
    let start = square.midX - half
    #expect(start > margin - 0.01 && square.midX < Double(size.width) / 2)
    func texts(_ layout: Layout) -> [Rect] { layout.slots.filter(\.part.isCountdown).map(\.ink) }
    func textStart(_ layout: Layout) -> Double { texts(layout).map(\.x).min() ?? 0 }
    if count > 3 {
      let other = programBesideDishes(size, 5)
      #expect(abs(square.midX - (other.ring?.midX ?? 0)) < 0.01 * Double(size.width), "\(square)")
      #expect(abs(textStart(layout) - textStart(other)) < 0.01 * Double(size.width), "\(textStart(layout))")
    } else {
      let middle = (start + (texts(layout).map(\.maxX).max() ?? 0)) / 2
      #expect(abs(middle - Double(size.width) / 2) < 0.04 * Double(size.width), "\(middle)")
    }
    let plates = (0..<count).compactMap(layout.countdownLine)
    #expect(plates.count == count || size.shortSide < 480)
    let numbers = layout.slots.filter { if case .countdownNumber = $0.part { true } else { false } }.map(\.box)
    let hasCells = zip(numbers, plates).allSatisfy { $0.midY > $1.midY + 1 }
    #expect(numbers.count == plates.count && hasCells == (count <= 3))
    #expect(hasCells || numbers.allSatisfy { abs($0.maxX - Double(size.width) + margin) < 0.01 })
    let heights = layout.slots.filter(\.part.isCountdown).map(\.box.height)
    let side = Layout.countdownPlate(title: heights.min() ?? 0, number: heights.max() ?? 0).side
    let right = Double(size.width) - margin
    if hasCells {
      let end = try #require(plates.map { $0.maxX - side }.max())
      #expect(end < right + 0.01)
    } else {
      #expect(plates.allSatisfy { abs($0.maxX - side - right) < 0.01 })
    }
    let program = layout.slots.filter(\.part.isProgram)
    #expect(!program.isEmpty)
    for line in program {
      #expect(abs(line.box.midX - square.midX) < 0.01 && line.alignment == .centre && line.box.width <= 2 * half + 0.01)
    }
  }

  /// In a list, two rows are clearly further apart than two lines of one title.
  @Test(arguments: RoomTests.named.filter { $0.shortSide >= 240 }) func aWrappedTitleIsOneEntry(size: Size) throws {
    let layout = wall(
      {
        ($0.ring, $0.number) = (.standard, "00:00")
        $0.countdowns = ["Rice", "Sourdough in the second oven of the bakery", "Tea", "Beans", "Bread"].map {
          Layout.CountdownTemplates(title: $0, number: "00:00")
        }
      }, size.width, size.height)
    func lines(_ index: Int) -> [Rect] { layout.slots.filter { $0.part == .countdownTitle(index) }.map(\.box) }
    let (first, wrapped, third) = (lines(0), lines(1), lines(2))
    guard let height = first.first?.height, !wrapped.isEmpty, !third.isEmpty else { return }
    #expect(wrapped[0].y - first[0].y > 1.7 * 1.37 * height)
    for (one, next) in zip(wrapped, wrapped.dropFirst()) { #expect(next.y - one.y < 1.17 * 1.37 * height) }
  }

  /// The digits stand as the time's do, and hundredths come without moving them.
  @Test func hundredthsMoveNothing() throws {
    var play = Play()
    play.tap(.character("s"))
    play.wait(.milliseconds(7340))
    func digits() throws -> Text {
      try #require(play.scene.frame(at: play.moment)?.texts.first { $0.string.hasPrefix("0:00") })
    }
    let running = try digits()
    play.tap(.character("s"))
    let stopped = try digits()
    #expect(running.suffix.isEmpty && stopped.suffix.count == 3 && stopped.box == running.box)
    #expect(running.alignment == .left && running.string == stopped.string)
  }

  /// The date is a heading for the lines beside a ring. Small walls have no room for it.
  @Test(arguments: [(1920, 1080, true), (1280, 720, true), (800, 480, true), (480, 320, false), (320, 240, false)])
  func theDateBesideARingIsLarge(width: Int, height: Int, isLarge: Bool) throws {
    let layout = wall(
      {
        ($0.ring, $0.number, $0.labels.date) = (.standard, "00:00", true)
        $0.zones = ["Tokyo", "Lima"].map { Layout.ZoneTemplates(name: $0, time: "00:00") }
      }, width, height)
    let date = try #require(layout.slots.first(where: { $0.part.isDate })).box.height
    #expect(abs(date - (isLarge ? layout.scale.second : layout.scale.third)) < 0.01)
  }

  @Test func fourLapsAreSeen() throws {
    var play = Play()
    play.tap(.character("s"))
    for lap in 1...6 {
      play.wait(.seconds(lap))
      play.tap(.character("l"))
    }
    let laps = play.texts.filter { $0.hasPrefix("lap ") }
    #expect(laps == ["lap 6", "lap 5", "lap 4", "lap 3"])
    // The table reaches from margin to margin, like the digits above it.
    let layout = try #require(play.scene.layout)
    let table = layout.slots.filter { $0.part.extra == .laps && $0.part != .lapRange }.map(\.ink)
    let (left, right) = (table.map(\.x).min() ?? 0, table.map(\.maxX).max() ?? 0)
    let width = Double(layout.contents.size.width)
    #expect(right > 0.97 * width && left < 0.03 * width, "\(left) \(right)")
    #expect(play.texts.contains { $0.hasPrefix("0:06.") } && play.texts.contains { $0.hasPrefix("0:21.") })
  }

  /// The headline of what rings is the largest, and the time of day says when.
  @Test func whatRingsIsSaidFirst() throws {
    let layout = wall { ($0.ring, $0.number, $0.headline) = (.standard, "00:00", "Tea is ready") }
    let words = layout.slotsInRing.filter { if case .words = $0.part { true } else { false } }
    let others = layout.slotsInRing.filter { if case .words = $0.part { false } else { true } }
    #expect([1, 2].contains(words.count) && others.map(\.part) == [.time])
    #expect(words.allSatisfy { word in others.allSatisfy { $0.box.height < 0.7 * word.box.height } })
  }

  @Test func aStopwatchBesideARingHasItsSign() throws {
    var (play, plain) = (Play(countdown: .seconds(300)), Play(countdown: .seconds(300)))
    play.tap(.character("s"))
    play.wait(.milliseconds(7900))
    plain.wait(.seconds(8))
    let before = try #require(plain.scene.frame(at: plain.moment)).items.count
    let slot = try #require(play.scene.layout?.slots.first { $0.part == .stopwatch })
    let frame = try #require(play.scene.frame(at: play.moment))
    #expect(slot.symbolRoom > 0 && frame.items.count == before + 4)
    var alone = Play()
    alone.tap(.character("s"))
    #expect(alone.scene.layout?.slots.first { $0.part == .stopwatch }?.symbolRoom == 0)
  }

  /// A message for which there is no room is refused, with the reason; the wall stays as it was.
  @Test func aMessageWithoutRoomIsRefused() throws {
    var play = Play()
    play.send(.resized(Size(width: 320, height: 240)))
    let before = play.scene.layout?.slots
    let text = String(repeating: "far more than such a small screen can hold at once ", count: 18)
    let message = try #require(Message(text, priority: .notice))
    #expect(message.isWhole)
    play.send(.told(.message(message)))
    #expect(play.refusals.count == 1 && play.scene.layout?.slots == before && play.scene.messages.isEmpty)
  }

  /// Of those that may come, only those that came take room from the time, and what came once keeps it.
  @Test func linesThatDoNotComeMakeTheTimeNoSmaller() throws {
    func play(_ lines: Int) -> Play {
      var style = Feed.Style.standard
      (style.lines, style.size) = (lines, Feed.Style.Size.large)
      return Play { $0.feed = Feed.Rules(every: .seconds(60), style: style) }
    }
    func time(_ play: Play) throws -> Rect {
      try #require(play.scene.layout?.slots.first { $0.part == .time }).box
    }
    let feed = { (count: Int) in Event.fed(.text(Array((0..<count).map { "line \($0)\n" }.joined().utf8))) }
    var (few, many) = (play(3), play(6))
    few.send(feed(3))
    many.send(feed(3))
    let before = try time(many)
    #expect(try time(few) == before)
    many.send(feed(6))
    let smaller = try time(many)
    #expect(smaller.height < before.height)
    many.send(feed(2))
    #expect(try time(many).height == smaller.height)
  }

  /// One that is set up from 5 to 20 minutes, and one that counts from a number of more digits to one of fewer: until
  /// the last minute, and in it.
  @Test(arguments: RoomTests.named) func nothingJumpsWhileANumberCounts(size: Size) throws {
    for overtime in [false, true] {
      var play = Play({ $0.hasOvertime = overtime }, countdown: .seconds(605))
      play.send(.resized(size))
      func boxes() throws -> [[Double]] {
        try #require(play.scene.frame(at: play.moment)).texts.map {
          [$0.box.x, $0.box.y, $0.box.width, $0.box.height, Line.width($0.template)]
        }
      }
      // The line above the number comes and goes with the phase. What rings is another composition.
      let number = { (boxes: [[Double]]) in Set(boxes.map { $0.map { ($0 * 1e6).rounded() } }) }
      let first = number(try boxes())
      for _ in 0..<545 {
        play.jump(.seconds(1))
        play.send(.ticked)
        #expect(first.isSubset(of: number(try boxes())))
      }
      // In the last minute the number has a size of its own.
      play.jump(.seconds(1))
      play.send(.ticked)
      let last = number(try boxes())
      for _ in 0..<54 {
        play.jump(.seconds(1))
        play.send(.ticked)
        #expect(last.isSubset(of: number(try boxes())))
      }
      var set = Play(countdown: .seconds(300))
      set.send(.resized(size))
      let before = try #require(set.scene.layout)
      for _ in 0..<15 { set.tap(.character("+")) }
      // Until the bar has left.
      set.jump(.seconds(20))
      set.send(.ticked)
      let after = try #require(set.scene.layout)
      #expect(after.slotsInRing == before.slotsInRing && after.slots == before.slots && after.ring == before.ring)
    }
  }

  /// The texts without the captions on the lower margin: the code and the age of the feed.
  private func boxesWithoutCaptions(_ texts: [Text]) -> [Rect] {
    texts.filter { !$0.string.hasPrefix("#") && !$0.string.hasPrefix("updated") }.map(\.box)
  }

  /// What comes and goes does not move what is there: the button, the number of a feed's age, the signs.
  @Test(arguments: RoomTests.named) func whatAppearsMovesNothing(size: Size) throws {
    var play = Play({ $0.feed = Feed.Rules(every: .seconds(60)) }, countdown: .seconds(300))
    play.send(.resized(size), .fed(.text(Array("one line".utf8))))
    let before = try #require(play.scene.frame(at: play.moment)).texts
    play.send(.pointerMoved(Point(x: 5, y: 5)))
    play.jump(.seconds(1))
    play.send(.ticked)
    let after = try #require(play.scene.frame(at: play.moment))
    #expect(after.allTexts.contains("?") == (size.height > 100))
    // The captions make room for the bar.
    let (old, new) = (boxesWithoutCaptions(before), boxesWithoutCaptions(after.texts))
    #expect(old == Array(new.prefix(old.count)))
  }
}

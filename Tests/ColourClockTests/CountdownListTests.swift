import TestSupport
import Testing

@testable import ColourClock

/// The list of countdowns on walls of all sizes.
@Suite struct CountdownListTests {
  static let sizes = RoomTests.named.filter { $0.shortSide >= 240 }
  static let names = ["Tea", "Rice", "Soft eggs", "Bread", "", "Sourdough in the second oven on the left", "7 min"]

  private func contents(_ size: Size, _ count: Int, chosen: Int?, bits: Int) -> Layout.Contents {
    var contents = Layout.Contents(size: size, labels: Labels())
    (contents.ring, contents.number) = (.standard, "00:00")
    if bits & 1 != 0 { contents.ring?.title = "Pasta" }
    if bits & 2 != 0 { contents.labels.date = true }
    if bits & 4 != 0 { contents.feed = RoomTests.feeds[2] }
    if bits & 8 != 0 { contents.zones = RoomTests.zones[2] }
    if bits & 16 != 0 { contents.hasStopwatch = true }
    if bits & 32 != 0 { contents.agenda = RoomTests.agendas[1] }
    contents.countdowns = Self.names.prefix(count).map {
      Layout.CountdownTemplates(title: $0.isEmpty ? "10 min" : $0, number: $0 == "Bread" ? "0:00:00" : "00:00")
    }
    contents.chosenCountdown = chosen
    return contents
  }

  /// Each is on the wall or told, in the order of ends, in one column; and the chosen one is there. Its number is
  /// beside its title, or larger and below it in a cell. Beside its title it may be larger too, on an upright wall.
  @Test(arguments: sizes) func allAreThereOrTold(size: Size) {
    for bits in 0..<64 {
      let count = 1 + bits % 7
      let layout = Layout(contents(size, count, chosen: count - 1, bits: bits))
      let window = Rect(size)
      // Of a title in several lines, the first one.
      let titles = layout.slots.reduce(into: [(index: Int, box: Rect)]()) { titles, slot in
        guard case .countdownTitle(let index) = slot.part, titles.last?.index != index else { return }
        titles.append((index, slot.box))
      }
      let numbers = layout.slots.compactMap { slot in
        if case .countdownNumber(let index) = slot.part { (index: index, box: slot.box) } else { nil }
      }
      let what = Comment(rawValue: "\(size) \(count) \(bits)")
      #expect(titles.map(\.index) == numbers.map(\.index) && titles.map(\.index).isSorted, what)
      #expect(titles.count == count || layout.hidden.contains(.countdowns), what)
      #expect(titles.isEmpty || titles.contains { $0.index == count - 1 }, what)
      for (title, number) in zip(titles, numbers) {
        let isCell = number.box.y > title.box.y
        if isCell {
          #expect(number.box.x == title.box.x && number.box.y > title.box.maxY && count <= 3, what)
          #expect(number.box.height >= 1.3 * title.box.height && size.width > size.height, what)
          #expect(number.box.height == numbers[0].box.height, what)
        } else {
          #expect(abs(title.box.maxY - number.box.maxY) < 1e-6 && title.box.maxX <= number.box.x, what)
          let isLarge = number.box.height > title.box.height
          #expect(number.box.maxX == numbers[0].box.maxX && number.box.height >= title.box.height, what)
          #expect(!isLarge || count <= 3 && size.width < size.height, what)
        }
        #expect(title.box.x == titles[0].box.x, what)
        #expect(window.contains(title.box.centre) && number.box.maxX <= window.maxX, what)
        #expect(title.box.height == titles[0].box.height, what)
        let sizes = count <= 3 ? [layout.scale.second, layout.scale.third] : [layout.scale.third]
        #expect(sizes.contains(title.box.height), what)
      }
    }
  }

  /// Seven beside the ring have room on a common screen, whole and of a good size.
  @Test(arguments: [(1920, 1080), (1280, 720), (800, 480), (1080, 1920)]) func sevenHaveRoom(width: Int, height: Int) {
    let layout = Layout(contents(Size(width: width, height: height), 7, chosen: nil, bits: 3))
    #expect(!layout.hidden.contains(.countdowns) && layout.scale.third >= 0.024 * Double(min(width, height)))
    #expect(layout.slots.contains { $0.template == "Soft eggs" })
  }

  /// Up to three countdowns have numbers that are larger than the ring's title: in cells on a wide wall, in rows on an
  /// upright wall, where three of them may be as large as the title. More rows have one smaller size, never under the
  /// least third size.
  @Test(arguments: sizes.filter { $0.width > $0.height || $0.height > 1000 }) func theRowsHaveOneSize(
    size: Size
  ) throws {
    var heights: [Bool: Set<Double>] = [:]
    for count in 1...(size.shortSide < 320 ? 5 : 7) {
      let layout = Layout(contents(size, count, chosen: nil, bits: 1))
      let row = try #require(layout.slots.first { $0.part == .countdownNumber(0) }).box.height
      let title = try #require(layout.slotsInRing.first { $0.part == .words("Pasta") }).box.height
      let isFew = count <= 3
      if isFew {
        let mayBeEqual = count == 3 && size.width < size.height
        #expect(row > 1.2 * title || mayBeEqual && abs(row - title) < 0.01, "\(count)")
      } else {
        #expect(row < title, "\(count)")
        // An upright wall has height for four large rows.
        if size.width < size.height { #expect(count > 4 || row > 0.92 * 0.046 * size.shortSide - 0.01) }
      }
      #expect(row >= min(8, 0.0295 * size.shortSide), "\(count)")
      heights[isFew, default: []].insert(row)
    }
    // Three cells may be lower than one or two, and seven rows on an upright wall lower than four.
    #expect((1...(size.width > size.height ? 1 : 2)).contains(heights[false]?.count ?? 0), "\(heights)")
    #expect((1...2).contains(heights[true]?.count ?? 0), "\(heights)")
  }

  /// A title has one line where it fits beside its number, if rows of the usual size leave room for it. A longer title
  /// has two lines: larger rows are read from further away.
  @Test(arguments: [(3840, 2160), (1920, 1080), (1280, 720), (800, 480), (1080, 1920)]) func aTitleThatFitsHasOneLine(
    width: Int, height: Int
  ) throws {
    let size = Size(width: width, height: height)
    for (count, title, most) in [
      (3, "Sourdough bread", height > width ? 2 : 1), (7, "Sourdough bread", 1),
      (3, "Sourdough in the second oven", height > width ? 2 : 1),
      (7, "Sourdough in the second oven", 2),
    ] {
      var contents = contents(size, count, chosen: nil, bits: 1)
      contents.countdowns[2] = Layout.CountdownTemplates(title: title, number: "00:00")
      for index in contents.countdowns.indices.dropFirst(3) {
        contents.countdowns[index] = Layout.CountdownTemplates(title: "Beans", number: "00:00")
      }
      let lines = Layout(contents).slots.filter { $0.part == .countdownTitle(2) }
      #expect((1...most).contains(lines.count), "\(count) \(title)")
      let least = (width > height ? 0.04 : 0.039) * 0.92 * size.shortSide
      #expect(try #require(lines.first).box.height > least - 0.01, "\(count) \(title)")
    }
  }

  /// The texts of the rows begin and end at the edges of their column, which ends at the right margin. Their plates
  /// reach over both edges by the same padding. The ring is between the left margin and the wall's middle.
  @Test(arguments: sizes) func platesKeepTheMargins(size: Size) throws {
    let margin = Layout.Plan.margin * size.shortSide
    for bits in 0..<8 {
      let layout = Layout(contents(size, 1 + bits % 7, chosen: nil, bits: bits))
      let rows = layout.contents.countdowns.indices.compactMap(layout.countdownLine)
      let what = Comment(rawValue: "\(size) \(bits)")
      let texts = layout.slots.filter(\.part.isCountdown).map(\.box)
      let left = texts.map(\.x).min() ?? 0
      // A few countdowns below a ring may be as wide as the ring.
      let mayBeNarrow = size.width < size.height && layout.contents.countdowns.count <= 3
      let right = Double(size.width) - (mayBeNarrow ? left : margin)
      let heights = texts.map(\.height)
      let side = Layout.countdownPlate(title: heights.min() ?? 0, number: heights.max() ?? 0).side
      #expect(left > margin - 0.01, what)
      let numbers = layout.slots.filter { if case .countdownNumber = $0.part { true } else { false } }
      let hasCells = numbers.contains { $0.alignment == .left }
      #expect(rows.allSatisfy { abs(left - $0.x - side) < 0.01 && $0.maxX < right + side + 0.01 }, what)
      #expect(hasCells || rows.allSatisfy { abs($0.maxX - right - side) < 0.01 }, what)
      guard size.width > size.height, !rows.isEmpty else { continue }
      let square = try #require(layout.ring)
      let ring = Ring(style: .standard, in: square, ink: .white, background: .black)
      let start = square.midX - ring.radius - ring.stroke / 2
      #expect(start > margin - 0.01 && square.midX < Double(size.width) / 2, what)
      #expect(rows.allSatisfy { $0.x > square.maxX }, what)
    }
  }

  /// On a small wall, the list has nearly half the width.
  @Test func aSmallWallHasAWideList() throws {
    let layout = Layout(contents(Size(width: 320, height: 240), 5, chosen: nil, bits: 1))
    let rows = layout.contents.countdowns.indices.compactMap(layout.countdownLine)
    #expect(!rows.isEmpty && rows.allSatisfy { $0.width >= 0.42 * 320 })
    #expect(try #require(layout.ring).height >= 0.6 * 0.92 * 240)
  }

  /// A choice changes the look of a line and not its place.
  @Test func aChoiceMovesNothing() {
    let size = Size(width: 1280, height: 720)
    let plain = Layout(contents(size, 7, chosen: nil, bits: 0))
    for chosen in 0..<7 {
      let layout = Layout(contents(size, 7, chosen: chosen, bits: 0))
      #expect(layout.slots == plain.slots && layout.ring == plain.ring)
    }
  }

  /// While the bar is there, the chosen line has a plate, which a visitor sees and the colour-blind too, and keeps its
  /// ink. The plate gives the text no less contrast than the wall, or much contrast.
  @Test func theChosenLineHasAPlate() throws {
    var play = Play()
    for title in ["Rice", "Eggs", "Tea"] {
      play.send(.told(.countdown(.new(.seconds(title == "Tea" ? 60 : 600), title: title))))
    }
    _ = play.scene.clock.countdowns.choose(2)
    func seen() throws -> (frame: Frame, texts: [Text], plates: [Fill]) {
      let frame = try #require(play.scene.frame(at: play.moment))
      // The caption of the bar names the chosen one too.
      let slots = try #require(play.scene.layout).slots
      let texts = frame.texts.filter { text in
        ["Rice", "Eggs"].contains(text.string) && slots.contains { $0.box == text.box }
      }
      let plates = frame.items.compactMap { item -> Fill? in
        guard case .fill(let fill) = item, case .box(let box, _) = fill.shape else { return nil }
        return texts.contains { box.contains($0.box.centre) } ? fill : nil
      }
      return (frame, texts, plates)
    }
    #expect(try seen().plates.isEmpty)
    play.send(.pointerMoved(Point(x: 3, y: 3)), .pointerMoved(Point(x: 300, y: 300)))
    play.wait(.seconds(1))
    let (frame, texts, plates) = try seen()
    #expect(texts.count == 2 && texts[0].ink == texts[1].ink)
    #expect(plates.count == 1)
    let (plate, ink) = (try #require(plates.first).colour, texts[0].ink.colour)
    #expect(plate != frame.background && plate.contrast(with: ink) >= frame.background.contrast(with: ink))
    for level in stride(from: UInt8(0), through: 255, by: 5) {
      for wall in [
        Colour(red: level, green: level, blue: level), Colour(red: level, green: 255 - level, blue: 128),
      ] {
        let backdrop = Backdrop(colour: wall, ink: Ink.best(on: wall), time: Zone.utc.civil(at: 0))
        let (old, new) = (wall.contrast(with: backdrop.ink.colour), backdrop.chosen.contrast(with: backdrop.ink.colour))
        #expect(backdrop.chosen.contrast(with: wall) >= 1.2 && (new >= old || new > 7), "\(wall)")
      }
    }
  }
}

extension [Int] {
  fileprivate var isSorted: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}

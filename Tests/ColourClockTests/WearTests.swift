import Testing

@testable import ColourClock

/// The wear of a screen against a sum over all its pixels.
@Suite struct WearTests {
  private let size = Size(width: 640, height: 360)

  /// The luminance of every pixel, summed up over the cells.
  private func bruteForce(_ frame: Frame) -> [Double] {
    var cells = [Double](repeating: 0, count: Wear.columns * Wear.rows)
    let (width, height) = (size.width / Wear.columns, size.height / Wear.rows)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let point = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
        let light = light(of: frame.items, at: point, over: frame.background.luminance)
        cells[y / height * Wear.columns + x / width] += light / Double(width * height)
      }
    }
    return cells
  }

  private func light(of items: [Item], at point: Point, over ground: Double) -> Double {
    items.reduce(ground) { ground, item in
      switch item {
      case .fill(let fill):
        let share = fill.shape.contains(point) ? Double(fill.opacity) / 255 : 0
        return ground + (fill.colour.luminance - ground) * share
      case .text(let text):
        let share = text.line?.contains(point) == true ? LightGrid.inkShare * Double(text.opacity) / 255 : 0
        return ground + (text.colour.luminance - ground) * share
      case .group(let group):
        guard group.bounds.contains(point) else { return ground }
        let over = light(of: group.items, at: point, over: ground)
        return ground + (over - ground) * Double(group.opacity) / 255
      }
    }
  }

  @Test func aWallWithAllThatLiesOnItIsThatOfItsPixels() throws {
    var play = Play({ ($0.words, $0.showsRate, $0.pull) = (Words(), true, nil) }, countdown: .seconds(600))
    play.send(.resized(size), .unwell(.clockOff(tenths: 23)))
    play.scene.wall.rate = 60
    let frame = try #require(play.scene.frame(at: play.moment))
    #expect(frame.items.count > 4)
    var wear = Wear()
    wear.pass(100, over: frame.background)
    wear.record(frame)
    let pixels = bruteForce(frame)
    expect(wear.cells.map { $0 / 100 }, near: pixels)
    let mean = pixels.reduce(0, +) / Double(pixels.count)
    #expect(abs(try #require(wear.mean) - mean) < 0.003)
  }

  /// At the edge of a shape a cell is right to an eighth, as there are four points to its side; that evens out. A
  /// stroke has two edges.
  private func expect(_ cells: [Double], near pixels: [Double]) {
    let differences = zip(cells, pixels).map { abs($0 - $1) }
    #expect((differences.max() ?? 1) < 0.25)
    #expect(differences.reduce(0, +) / Double(differences.count) < 0.01)
  }

  @Test func groupsAndRoundBoxesAreThoseOfTheirPixels() {
    let box = Item.fill(Fill(.box(Rect(x: 33, y: 50, width: 400, height: 200), radius: 90), .white, opacity: 200))
    let square = Item.fill(
      Fill(.box(Rect(x: -20, y: 10, width: 100, height: 33), radius: 0), Colour(red: 200, green: 9, blue: 70)))
    let group = Item.group(
      Group(bounds: Rect(x: 100, y: 40, width: 300, height: 170), opacity: 128, items: [box, square]))
    for items in [[box], [square, box], [group], [box, group, square]] {
      let frame = Frame(size: size, background: Colour(red: 20, green: 90, blue: 30), items: items)
      let grid = LightGrid(frame, ground: frame.background.luminance).cells
      expect(grid, near: bruteForce(frame))
    }
  }

  /// Half an hour, of which each picture is counted: only about once a minute it is looked at what lies on the wall.
  @Test func aSpanIsTheSumOfItsPictures() throws {
    var (wear, sums) = (Wear(), [Double](repeating: 0, count: Wear.columns * Wear.rows))
    var scene = Play().scene
    let start = Moment.at(17, 20, 0)
    for second in stride(from: 0, to: 1800, by: 5) {
      let moment = start.at(start.instant + .seconds(second))
      _ = scene.handle(fact: .ticked, at: moment)
      let frame = try #require(scene.frame(at: moment))
      let shares = LightGrid(frame, ground: frame.background.luminance).cells
      for index in sums.indices { sums[index] += 5 * shares[index] }
      wear.pass(5, over: frame.background)
      if second % 65 == 60 || second == 1795 { wear.record(frame) }
    }
    #expect(wear.seconds == 1800)
    // Where the ink changes between two looks, up to a minute of the letters is counted with the other one. Here it
    // changes a few times, as the seconds' blue passes the border between the inks.
    let tolerance = 3 * 60 * LightGrid.inkShare
    for (cell, sum) in zip(wear.cells, sums) { #expect(abs(cell - sum) < tolerance) }
    let (least, most) = (try #require(sums.min()), try #require(sums.max()))
    let (counted, spread) = (try #require(wear.spread), 100 * (most - least) / most)
    #expect(abs(counted - spread) < 100 * tolerance / most, "\(counted) for \(spread)")
  }

  @Test func aColourAloneWearsEvenly() throws {
    var wear = Wear()
    #expect(wear.spread == nil && wear.mean == nil)
    wear.pass(30, over: .white)
    wear.pass(90, over: .black)
    wear.record(Frame(size: size, background: .black, items: []))
    #expect(wear.spread == 0 && wear.mean == 0.25 && wear.seconds == 120)
    var dark = Wear()
    dark.pass(5, over: .black)
    dark.record(Frame(size: size, background: .black, items: []))
    #expect(dark.spread == 0)
    dark.add(wear)
    #expect(dark.seconds == 125 && dark.cells == wear.cells)
    #expect(Wear(cells: wear.cells, seconds: 120) == wear)
    #expect(Wear(cells: wear.cells, seconds: 20) == nil && Wear(cells: [1], seconds: 20) == nil)
  }
}

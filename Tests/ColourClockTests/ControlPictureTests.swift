import Testing

@testable import ColourClock

/// Pull and hold can be seen and read.
@Suite struct ControlPictureTests {
  private static let sizes = [
    Size(width: 480, height: 640), Size(width: 1920, height: 1080), Size(width: 1080, height: 1920),
    Size(width: 320, height: 240), Size(width: 3840, height: 2160),
  ]

  static func points(_ items: [Item]) -> [Point] {
    items.flatMap { item in
      switch item {
      case .fill(let fill): fill.shape.triangleStrip
      case .text(let text):
        [Point(x: text.box.x, y: text.box.y), Point(x: text.box.maxX, y: text.box.maxY)]
      case .group(let group): points(group.items)
      }
    }
  }

  static func says(_ items: [Item]) -> [String] {
    items.compactMap { if case .text(let text) = $0 { text.string } else { nil } }
  }

  /// Nothing of it lies on the sheet, however far that has come.
  @Test(arguments: sizes, [Pull.Rules.standard, .seed])
  func thePullStaysInTheRoomUncovered(size: Size, rules: Pull.Rules) {
    var pull = Pull(rules: rules, size: size)
    _ = pull.begin(at: .zero)
    for step in 0..<200 {
      let at = Moment.milliseconds(step * 10)
      _ = pull.drag(to: Double(step) * pull.threshold / 150, at: at)
      let (items, offset) = (
        pull.items(at: at, ink: .black, dial: .init(fraction: 0.4, number: 42)), pull.offset(at: at)
      )
      #expect(
        Self.points(items).allSatisfy { $0.y <= offset + 0.01 && $0.x > 0 && $0.x < Double(size.width) }, "\(step)")
      #expect(!items.isEmpty)
    }
  }

  @Test func thePullSaysWhatItIsAbout() {
    var pull = Pull(size: Self.sizes[0])
    func said(_ time: Int) -> [String] { Self.says(pull.items(at: .milliseconds(time), ink: .white)) }
    #expect(said(0) == [])
    _ = pull.begin(at: .zero)
    _ = pull.drag(to: 80, at: .milliseconds(10))
    #expect(said(20) == ["Pull to refresh"])
    _ = pull.drag(to: 120, at: .milliseconds(30))
    #expect(said(40) == ["Release to refresh"])
    _ = pull.release(at: .milliseconds(50))
    #expect(said(60) == ["Refreshing"])
    _ = pull.end(ok: true, at: .milliseconds(1000))
    #expect(said(1400) == ["Done"] && said(1550) == ["Done"] && said(4000) == [])
    _ = pull.start(at: .seconds(5))
    _ = pull.end(ok: false, at: .seconds(6))
    #expect(said(6100) == ["Failed"])
  }

  /// Each state can be told from the others by its shapes alone.
  @Test(arguments: [false, true])
  func everyStateLooksDifferent(isReduced: Bool) {
    var pull = Pull(size: Self.sizes[0], isReduced: isReduced)
    var pictures: Set<[Item]> = []
    func look(_ time: Int) {
      let items = pull.items(at: .milliseconds(time), ink: .white)
      pictures.insert(items.filter { if case .text = $0 { false } else { true } })
    }
    _ = pull.begin(at: .zero)
    _ = pull.drag(to: 60, at: .zero)
    look(0)
    _ = pull.drag(to: 120, at: .zero)
    look(600)
    _ = pull.release(at: .seconds(1))
    look(1600)
    _ = pull.end(ok: true, at: .seconds(2))
    look(2100)
    _ = pull.start(at: .seconds(5))
    _ = pull.end(ok: false, at: .seconds(6))
    look(6100)
    #expect(pictures.count == 5)
  }

  @Test func reducedMotionMovesNothing() {
    var pull = Pull(size: Self.sizes[0], isReduced: true)
    _ = pull.begin(at: .zero)
    var sweeps: [Double] = []
    for raw in stride(from: 5.0, through: 130, by: 5) {
      _ = pull.drag(to: raw, at: .zero)
      #expect(pull.offset(at: .zero) == 0 && pull.stretch(at: Duration.zero) == 0)
      let arcs = pull.items(at: .zero, ink: .white).compactMap { item -> Arc? in
        if case .fill(let fill) = item, case .arc(let arc) = fill.shape { arc } else { nil }
      }
      sweeps.append(arcs.map(\.sweep).min() ?? -1)
    }
    #expect(sweeps == sweeps.sorted() && sweeps.last == 1 && (sweeps.first ?? 0) > 0)
    _ = pull.release(at: .zero)
    #expect(pull.nextChange(after: .milliseconds(100)).uptime == .milliseconds(500))
    let dots = [100, 600, 1100, 1600].map { pull.items(at: .milliseconds($0), ink: .white) }
    #expect(dots[0] != dots[1] && dots[1] != dots[2] && dots[0] == dots[3])
  }

  @Test func theDialRidesInTheGum() {
    var pull = Pull(size: Self.sizes[1])
    _ = pull.begin(at: .zero)
    _ = pull.drag(to: 110, at: .zero)
    let items = pull.items(at: .zero, ink: .white, dial: .init(fraction: 0.25, number: 15))
    #expect(Self.says(items).contains("15"))
    #expect(
      items.contains {
        if case .fill(let fill) = $0, case .arc(let arc) = fill.shape { arc.sweep == 0.25 } else { false }
      })
  }

  /// The button's edge is in the wall's ink: at every seventh second of every face.
  @Test(arguments: Face.all.map(\.name))
  func theHoldButtonIsSeenAllDay(name: String) throws {
    let face = try #require(Face.named(name))
    for time in Civil.wholeDay.enumerated().filter({ $0.offset % 7 == 0 }).map(\.element) {
      let wall = face.colour(time)
      #expect(Ink.best(on: wall).colour.contrast(with: wall) >= 3)
    }
  }

  private static func button(_ size: Size) -> HoldButton {
    HoldButton(
      plate: HoldButton.plate(HoldButton.Contents(), in: Rect(size)), labels: HoldAction.quit.labels(Words()))
  }

  @Test(arguments: sizes + [Size(width: 160, height: 90), Size(width: 100, height: 60), Size(width: 1, height: 1)])
  func theButtonLiesInTheWindow(size: Size) {
    let button = Self.button(size)
    let plate = button.plate
    #expect(plate.x >= 0 && plate.y >= 0 && plate.maxX <= Double(size.width) && plate.maxY <= Double(size.height))
    #expect(plate.height <= 0.22 * Double(size.height))
    if size.height >= 400 {
      #expect(Double(size.height) - plate.maxY < 0.1 * size.shortSide && plate.height >= 35)
    }
    #expect(button.contains(plate.centre) && button.contains(Point(x: plate.x - 11.9, y: plate.midY)))
    #expect(!button.contains(Point(x: plate.x - 12.1, y: plate.midY)))
    #expect(!button.contains(Point(x: plate.midX, y: plate.maxY + 12.1)))
  }

  @Test func itsPlaceCountsFromTheNearerEdge() {
    let window = Rect(x: 0, y: 0, width: 1000, height: 2000)
    let middles = [0, 0.3, 0.5, 0.7, 1].map {
      HoldButton.plate(HoldButton.Contents(place: $0), in: window).midY
    }
    #expect(zip(middles, [1965, 1700, 1500, 300, 35]).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  /// At each step of the fill: ink under the label on its left, the label in ink on its right, both cut at one place,
  /// and nothing else on the button. The two inks are 21:1.
  @Test(arguments: [false, true], Ink.allCases) func theLabelIsKnockedOutOfTheFill(isRightToLeft: Bool, ink: Ink) throws
  {
    var button = Self.button(Self.sizes[1])
    button.isRightToLeft = isRightToLeft
    var hold = Hold()
    _ = hold.press(at: .zero)
    var last = 0.0
    for time in 1..<1600 {
      let items = button.items(hold, at: .milliseconds(time), opacity: 1, ink: ink)
      guard case .group(let fill) = try #require(items.last) else {
        #expect(hold.level(at: .milliseconds(time)) * button.fillArea.width < 0.5)
        continue
      }
      #expect(items.count == 4 && fill.opacity == 255 && fill.items.count == 2)
      #expect(fill.bounds.width >= last && fill.bounds.x.rounded() == fill.bounds.x)
      // It begins with a piece that is seen at once.
      let head = (0.35 * button.fillArea.height).rounded()
      let grown = fill.bounds.width - head
      #expect(abs(grown - hold.level(at: .milliseconds(time)) * (button.fillArea.width - head)) <= 0.5)
      #expect(abs((isRightToLeft ? button.fillArea.maxX - fill.bounds.maxX : fill.bounds.x - button.fillArea.x)) <= 1)
      last = fill.bounds.width
      let colours = (items.dropLast() + fill.items).map { item in
        switch item {
        case .fill(let fill): fill.colour
        case .text(let text): text.ink.colour
        case .group: Colour.black
        }
      }
      let (own, other) = (ink.colour, ink.opposite.colour)
      #expect(colours == [own, other, own, own, other])
    }
    #expect(last > 0.79 * button.fillArea.width)
    #expect(button.items(hold, at: .seconds(3), opacity: 1, ink: ink).count == 3)
  }

  /// On the wall the empty button has its colour, as much darker or lighter as small type needs; the fill has the label
  /// in that colour.
  @Test(arguments: ["#6a22b3", "#ca8015", "#60ae2b", "#6accb3"]) func theLabelHasTheWallsColour(wall: String) throws {
    let wall = try #require(Colour(hex: wall))
    let ink = Ink.best(on: wall)
    var hold = Hold()
    _ = hold.press(at: .zero)
    let items = Self.button(Self.sizes[1]).items(hold, at: .seconds(1), opacity: 1, ink: ink, wall: wall)
    let all = items.flatMap(\.parts)
    let fills = all.compactMap { if case .fill(let fill) = $0 { fill.colour } else { nil } }
    let labels = all.compactMap { if case .text(let text) = $0 { text.colour } else { nil } }
    #expect(fills.count == 3 && fills[0] == ink.colour && fills[2] == ink.colour && labels == [ink.colour, fills[1]])
    #expect(fills[1].contrast(with: ink.colour) >= Colour.leastContrast.small)
  }

  /// Red and green as in the seed.
  @Test func fixedColoursKeepTheirLabelLegible() {
    var button = Self.button(Self.sizes[1])
    button.colours = .seed
    var hold = Hold()
    _ = hold.press(at: .zero)
    let items = button.items(hold, at: .seconds(1), opacity: 1, ink: .white)
    let fills = items.flatMap(\.parts).compactMap {
      if case .fill(let fill) = $0 { fill.colour } else { nil }
    }
    #expect(fills == [.white, HoldButton.Colours.seed.base, HoldButton.Colours.seed.fill])
  }

  @Test func theButtonIsPaintedAsOne() throws {
    let button = Self.button(Self.sizes[1])
    var hold = Hold()
    func items(_ time: Int) -> [Item] {
      button.items(hold, at: .milliseconds(time), opacity: hold.opacity(at: .milliseconds(time)), ink: .white)
    }
    #expect(items(0).isEmpty)
    _ = hold.appear(at: .zero)
    guard case .group(let group) = try #require(items(100).first) else {
      Issue.record("the fading button is no group"); return
    }
    #expect(items(100).count == 1 && group.opacity == 149)
    #expect(Self.points(group.items).allSatisfy { group.bounds.contains($0) })
    #expect(Self.says(items(1000)) == ["Hold to quit"])
    _ = hold.confirm(at: .seconds(1))
    #expect(Self.says(items(1500)) == ["Press Enter again to quit"])
    // The text lies over the fill.
    if case .text = try #require(items(1500).last) {} else { Issue.record("the text is not on top") }
  }
}

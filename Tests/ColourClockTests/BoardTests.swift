import Testing

@testable import ColourClock

/// Boards of text: the size of the captions, the edges of the lines, and what stays beside a message.
@Suite struct BoardTests {
  static let sizes = RoomTests.named.filter { $0.shortSide >= 240 }
  static let news = ["Tram 12 to Central, platform 2", "Lunch today: lentil soup and rye bread", "Room 4B is free"]

  private func wall(_ size: Size, _ change: (inout Layout.Contents) -> Void = { _ in }) -> Layout {
    var contents = Layout.Contents(size: size, labels: Labels())
    change(&contents)
    return Layout(contents)
  }

  private func box(_ part: Layout.Part, in layout: Layout) -> Rect? { layout.slots.first { $0.part == part }?.box }

  // MARK: Captions

  /// The code has 1/30 of the shorter side, or the size of a feed's age if that is smaller. Beside a ring on a wide
  /// wall it has a size of its own, whatever the size of the ring.
  @Test(arguments: sizes) func theCodeHasOneSize(size: Size) throws {
    let walls = [
      wall(size), wall(size) { $0.labels.date = true }, wall(size) { ($0.ring, $0.number) = (.standard, "00:00") },
      wall(size) { $0.hasStopwatch = true }, wall(size) { $0.zones = RoomTests.zones[2] },
      wall(size) { $0.feed = Self.news },
    ]
    for layout in walls where !layout.hidden.contains(.code) {
      let code = try #require(box(.code, in: layout))
      let caption = min(layout.scale.third, max(8, 0.7 * layout.scale.third))
      let isBesideRing = layout.contents.hasOnlyRing && size.width > size.height
      let usual = isBesideRing ? 0.0245 * size.shortSide : min(caption, size.shortSide / 30)
      #expect(abs(code.height - min(layout.scale.third, max(8, usual))) < 1e-6)
      if let date = box(.date, in: layout) { #expect(code.height <= date.height) }
    }
  }

  /// The code is at least one and a half rows below the last row of a list.
  @Test(arguments: sizes, [3, 12]) func theCodeIsNoRow(size: Size, count: Int) throws {
    for isFeed in [false, true] {
      let layout = wall(size) {
        if isFeed { $0.feed = (1...count).map { "Line \($0)" } }
        if !isFeed { $0.zones = (1...count).map { Layout.ZoneTemplates(name: "City \($0)", time: "00:00") } }
      }
      guard let place = layout.slots.first(where: { $0.part == .code }) else { continue }
      let code = place.box
      let above = layout.slots.filter { $0.box.maxY < code.y && $0.ink.maxX > place.ink.x && !$0.part.isFeedStatus }
      let rows = Set(above.map(\.box.maxY)).sorted()
      let last = rows.suffix(2)
      guard last.count == 2, let end = last.last, layout.scale.third < 0.1 * size.shortSide else { continue }
      // Cells do not look like rows.
      if let name = box(.zoneName(0), in: layout), let time = box(.zone(0), in: layout), name.maxY < time.y { continue }
      // The distance from the digits of the time to a single row is no pitch.
      let isList = layout.slots.filter { last.contains($0.box.maxY) }.allSatisfy { $0.box.height < layout.scale.first }
      #expect(!isList || code.maxY - end >= 1.5 * (end - (last.first ?? 0)) - 0.01, "\(isFeed)")
    }
  }

  /// Digits, date and code are one group in the middle.
  @Test(arguments: sizes, [false, true]) func digitsAndCodeAreOneGroup(size: Size, hasDate: Bool) throws {
    let layout = wall(size) { $0.labels.date = hasDate }
    let digits = layout.slots.filter { $0.part != .code }.map(\.box)
    let (first, code) = (try #require(digits.first), try #require(box(.code, in: layout)))
    let tall = Double(size.height)
    #expect(abs(first.y + code.maxY - tall) < 0.02 * tall)
    #expect(digits.allSatisfy { $0.maxY < code.y } && abs(code.midX - Double(size.width) / 2) < 1)
    // In the seed the digits are in the middle, and the code is larger.
    let seed = wall(size) { $0.labels.hasLargeCode = true }
    let (top, bottom) = (try #require(seed.slots.first).box.y, seed.slots.dropLast().last?.box.maxY ?? 0)
    #expect(abs(top + bottom - tall) < 0.02 * tall)
    #expect(box(.code, in: seed)?.height == seed.scale.third)
  }

  @Test func theAgeOfAFeedIsSmaller() throws {
    for size in Self.sizes {
      let layout = wall(size) { $0.feed = Self.news }
      let age = try #require(box(.status, in: layout))
      #expect(abs(age.height - max(min(8, layout.scale.third), 0.7 * layout.scale.third)) < 1e-6)
    }
  }

  /// At night the wall does not have the colour of the code, and controls need its place.
  @Test func theCodeHidesAtNightAndBesideTheBar() throws {
    var play = Play { $0.night = .now }
    play.wait(.seconds(120))
    #expect(!play.texts.contains { $0.hasPrefix("#") })
    var day = Play()
    #expect(day.texts.contains { $0.hasPrefix("#") })
    day.send(.pointerMoved(Point(x: 300, y: 300)))
    day.wait(.seconds(1))
    #expect(!day.texts.contains { $0.hasPrefix("#") })
  }

  // MARK: Edges

  /// With an agenda and a feed the date is below the time, and begins where the time begins. The feed is beside both,
  /// and begins at the top of the time.
  @Test(arguments: [Size(width: 3840, height: 2160), Size(width: 1920, height: 1080), Size(width: 1280, height: 720)])
  func theDateIsBelowTheTime(size: Size) throws {
    let layout = wall(size) {
      ($0.labels.date, $0.feed, $0.agenda) = (true, Self.news, RoomTests.agendas[1])
    }
    let (date, time) = (try #require(box(.date, in: layout)), try #require(box(.time, in: layout)))
    let lines = layout.slots.filter { $0.part.feedItem != nil }
    #expect(date.x == time.x && date.y > time.maxY && lines.first?.box.y == time.y)
    #expect(lines.allSatisfy { $0.box.x > max(time.maxX, date.maxX) })
  }

  /// The time spans the wall, and the times of zones end at the right margin; beside a ring with a feed, too.
  @Test func timesOfZonesEndAtAnEdge() throws {
    let size = Size(width: 1920, height: 1080)
    let plain = wall(size) { ($0.zones, $0.labels.date) = ([Layout.ZoneTemplates(name: "Rome", time: "00:00")], true) }
    let (time, zone) = (try #require(box(.time, in: plain)), try #require(box(.zone(0), in: plain)))
    let margin = 0.04 * size.shortSide
    #expect(abs(time.x - margin) < 0.01 && abs(time.width - (1920 - 2 * margin)) < 0.01)
    #expect(Line.width(Labels().widestTime) * time.height > time.width)
    #expect(abs(zone.maxX - (1920 - margin)) < 0.01)
    let company = wall(size) {
      ($0.ring, $0.number, $0.feed, $0.zones) = (.standard, "00:00", Self.news, RoomTests.zones[2])
    }
    let last = try #require(box(.zone(2), in: company))
    // "+1" is at its left.
    let days = try #require(box(.zoneDays(2), in: company))
    #expect(days.maxX < last.x && abs(last.maxX - (1920 - 0.04 * 1080)) < 0.01)
  }

  /// Nothing is left out of a wide wall that has everything.
  @Test func aWideWallUsesItsRightHalf() {
    let layout = wall(Size(width: 1920, height: 1080)) {
      ($0.labels.date, $0.labels.twelveHour, $0.feed) = (true, true, Self.news)
      ($0.zones, $0.agenda) = (RoomTests.zones[2], RoomTests.agendas[1])
    }
    #expect(Set(layout.hidden).isSubset(of: [.code]))
  }

  /// What is on now comes before the feed: above it, or at its left.
  @Test(arguments: [(1920, 1080), (1080, 1920)]) func theAgendasTextsAreAboveTheFeed(width: Int, height: Int) throws {
    for hasRing in [false, true] {
      let layout = wall(Size(width: width, height: height)) {
        ($0.feed, $0.agenda) = (Self.news, RoomTests.agendas[1])
        if hasRing { ($0.ring, $0.number) = (.standard, "00:00") }
      }
      let now = try #require(layout.slots.first { $0.part.isPresentAgenda }).box
      let news = try #require(layout.slots.first { $0.part.feedItem != nil }).box
      #expect(now.maxY < news.y || now.maxX <= news.x)
    }
  }

  /// On an upright wall the texts of a short list begin and end where the ring does. The plates reach over them,
  /// equally far.
  @Test func theListOfCountdownsKeepsTheMargins() throws {
    let size = Size(width: 1080, height: 1920)
    let layout = wall(size) {
      ($0.ring, $0.number) = (.standard, "00:00")
      $0.countdowns = [Layout.CountdownTemplates(title: "Eggs", number: "00:00")]
    }
    let plate = try #require(layout.countdownLine(0))
    let square = try #require(layout.ring)
    let ring = Ring(style: .standard, in: square, ink: .white, background: .black)
    // One row has room between the edges of the ring's line.
    let margin = square.midX - ring.radius - ring.stroke / 2
    let title = try #require(layout.slots.first { $0.part == .countdownTitle(0) }).box
    let number = try #require(layout.slots.first { $0.part == .countdownNumber(0) }).box
    let right = Double(size.width) - margin
    #expect(abs(title.x - margin) < 0.01 && abs(number.maxX - right) < 0.01)
    #expect(title.x > plate.x && abs((title.x - plate.x) - (plate.maxX - number.maxX)) < 0.01)
  }

  /// Items are further apart than the lines of one item.
  @Test func itemsOfAWrappedFeedAreApart() throws {
    let long = String(repeating: "a line that goes on ", count: 8)
    let layout = wall(Size(width: 1920, height: 1080)) { $0.feed = ["first", long, "third"] }
    let lines = layout.slots.filter { $0.part.feedItem != nil }.map(\.box)
    let gaps = zip(lines, lines.dropFirst()).map { ($1.x > lines[0].x, $1.y - $0.maxY) }
    let (inner, outer) = (gaps.filter(\.0).map(\.1), gaps.filter { !$0.0 }.map(\.1))
    #expect(try #require(inner.max()) < (try #require(outer.min())))
  }

  // MARK: Messages

  /// A message leaves the lines of further countdowns where there is room for both; otherwise they are told.
  @Test(arguments: sizes, [1, 2]) func aMessageKeepsTheCountdowns(size: Size, count: Int) {
    for isNotice in [false, true] {
      let text = ["Parents' evening at seven"]
      let layout = wall(size) {
        ($0.ring, $0.number, $0.bar) = (.standard, "00:00", ControlBar.Contents([.toggle, .help]))
        $0.countdowns = (0..<count).map { Layout.CountdownTemplates(title: "Bread \($0)", number: "00:00") }
        $0.messages = isNotice ? Messages.Shown(notice: text) : Messages.Shown(info: text)
      }
      let shown = layout.slots.count { if case .countdownNumber = $0.part { true } else { false } }
      #expect(layout.hasRoom(forMessage: text))
      #expect(shown == count || layout.hidden.contains(.countdowns) && size.shortSide < 300)
    }
  }

  /// On a small screen two messages leave the time and the date on the wall, or the agenda's band and the number of the
  /// covered lines, and use the room below the time.
  @Test(arguments: [(320, 240), (480, 320)]) func messagesUseTheRoomOfASmallScreen(width: Int, height: Int) throws {
    let size = Size(width: width, height: height)
    let layout = wall(size) {
      ($0.labels.date, $0.feed, $0.agenda) = (true, Self.news, RoomTests.agendas[1])
      $0.bar = ControlBar.Contents([.toggle, .help])
      $0.messages = Messages.Shown(info: ["Room 204 is locked"], notice: ["Parents' evening at seven"])
    }
    let time = try #require(box(.time, in: layout))
    let (first, last) = (try #require(layout.cards.first).box, try #require(layout.cards.last).box)
    #expect(layout.cards.count == 2 && time.maxY < first.y)
    if let date = box(.date, in: layout) {
      // The code may stand below the messages.
      #expect(time.maxY < date.y && date.maxY < first.y && Double(height) - last.maxY < 0.12 * Double(height))
    } else {
      let band = try #require(layout.agendaBand)
      #expect(layout.slots.contains { if case .omitted = $0.part { true } else { false } })
      #expect(last.maxY < band.y && band.y - last.maxY < 0.1 * Double(height))
    }
    #expect(layout.cards.flatMap(\.slots).allSatisfy { $0.box.height >= layout.scale.third - 0.01 })
  }

  /// The bar does not cover the time of day under an urgent message. Where it has room beside the time, the time is on
  /// the lower margin; otherwise above the bar.
  @Test(arguments: sizes.filter { $0.shortSide >= 300 }, [false, true]) func theBarLeavesTheTime(
    size: Size, isLarge: Bool
  ) throws {
    let presets = [60, 300, 600, 1500].map { ControlBar.Command.preset(.seconds($0)) }
    let commands: [ControlBar.Command] =
      isLarge ? [.less, .toggle, .more, .reset] + presets + [.help] : [.toggle, .help]
    for isArabic in [false, true] {
      let layout = wall(size) {
        if isArabic { $0.words = Words.all.first { $0.isRightToLeft } ?? Words() }
        $0.bar = ControlBar.Contents(commands, $0.words)
        $0.bar?.caption = ControlBar.Caption(text: "Rice", commands: [])
        $0.messages = Messages.Shown(urgent: ["Speaker, please come to the desk"])
      }
      let time = try #require(box(.time, in: layout))
      #expect(layout.controls.caption.map { !$0.overlaps(time) } ?? true)
      #expect(layout.bar.allSatisfy { !$0.box.overlaps(time) })
      let margin = 0.04 * size.shortSide
      let isWide = size.width > size.height
      #expect(isLarge || !isWide || abs(time.maxY - (Double(size.height) - margin)) < 0.01)
      let words = layout.slots.filter { if case .words = $0.part { true } else { false } }
      #expect(words.allSatisfy { line in layout.bar.allSatisfy { !$0.box.overlaps(line.ink) } })
    }
  }

  /// A message stands beside a ring only in type as large as the time of day in it, or of 1/16 of the shorter side.
  /// Otherwise it is below a smaller ring, at the lower margin, or both are a group in the middle of the wall or just
  /// below the row of labels.
  @Test(arguments: sizes.filter { $0.shortSide >= 240 }, [false, true]) func aMessageBesideARingIsLarge(
    size: Size, isLong: Bool
  ) throws {
    let long = "Please note that room 3 is closed this afternoon; the lecture on contrast has been moved to the hall."
    let layout = wall(size) {
      ($0.ring, $0.number) = (.standard, "00:00")
      $0.bar = ControlBar.Contents([.toggle, .help])
      $0.messages = Messages.Shown(notice: [isLong ? long : "Quiet, please"])
    }
    let (card, ring) = (try #require(layout.cards.first), try #require(layout.ring))
    let least = min(layout.scale.second, 0.044 * 0.92 * size.shortSide)
    if card.box.x >= ring.maxX {
      #expect(card.slots.allSatisfy { $0.box.height >= least - 0.02 })
    } else {
      #expect(card.box.y >= ring.maxY)
      // The code may be below it.
      let floor = layout.slots.first { $0.part == .code }?.ink.y ?? 2 * Double(size.height)
      let drawn = Ring(style: .standard, in: ring, ink: .white, background: .black)
      let top = ring.midY - drawn.radius - drawn.stroke / 2
      #expect(
        abs(top + card.box.maxY - Double(size.height)) < 0.02 || abs(ring.y - 1.15 * layout.labelRow.maxY) < 0.02
          || abs(card.box.maxY - (floor - 2 * layout.scale.step)) < 0.02
          || abs(card.box.maxY - (Double(size.height) - 0.04 * size.shortSide)) < 0.01)
    }
  }

  /// The text is in the middle between the upper margin and the time of day, also if a bar would have room below it.
  @Test(arguments: sizes, [false, true]) func anUrgentTextIsInTheMiddle(size: Size, hasBar: Bool) throws {
    let layout = wall(size) {
      if hasBar { $0.bar = ControlBar.Contents([.toggle], $0.words) }
      $0.messages = Messages.Shown(urgent: ["Speaker, please come"])
    }
    let time = try #require(box(.time, in: layout))
    let lines = layout.slots.filter { if case .words = $0.part { true } else { false } }.map(\.box)
    let (first, last) = (try #require(lines.first), try #require(lines.last))
    let (above, below) = (first.y, time.y - last.maxY)
    let isClear = layout.bar.allSatisfy { $0.box.y > last.maxY + 0.6 * last.height }
    #expect(abs(above - below) < 0.09 * Double(size.height) || !isClear, "\(above) \(below)")
  }

  /// Four lines and more begin at one edge, on every screen.
  @Test func manyLinesOfAnUrgentMessageAreSetLeft() {
    let size = Size(width: 1080, height: 1920)
    for text in ["Fire drill", String(repeating: "leave the building by the stairs ", count: 6)] {
      let layout = wall(size) { $0.messages = Messages.Shown(urgent: [text]) }
      let lines = layout.slots.filter { if case .words = $0.part { true } else { false } }
      #expect(lines.allSatisfy { $0.alignment == (lines.count > 3 ? .left : .centre) })
    }
    #expect(Clause.all(of: "At 3 p.m., in room 3: tea.") == ["At 3 p.m.,", "in room 3:", "tea."])
    #expect(Clause.long(of: "Stop, please. Leave the house") == ["Stop, please.", "Leave the house"])
    let lines = Paragraph("Fire drill: leave the building by the stairs").wrapped(at: 12)
    #expect(lines == ["Fire drill:", "leave the building", "by the stairs"])
  }
}

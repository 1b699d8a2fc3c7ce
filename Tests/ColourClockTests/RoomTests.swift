import TestSupport
import Testing

@testable import ColourClock

/// Nothing on the wall covers anything else: sizes × all combinations of what can be on it.
@Suite struct RoomTests {
  static let named = [
    (640, 360), (1280, 720), (1920, 1080), (1080, 1920), (3840, 2160), (3440, 1440), (160, 90),
  ].map { Size(width: $0.0, height: $0.1) }

  /// 9 more, of 100 to 4200 pixels a side.
  static let random: [Size] = {
    var random = SeededRandom(seed: 10)
    return (0..<9).map { _ in
      Size(width: .random(in: 100...4200, using: &random), height: .random(in: 100...4200, using: &random))
    }
  }()

  static let titles = ["", "Tea", "Standup of the whole company on the second floor, coffee included"]
  static let feeds: [[String]?] = [
    nil, [], ["Arsenal 2 : 1 Chelsea"],
    (0..<3).map { String(repeating: "Wide as wide can be \($0) ", count: 6) }, [String(repeating: "W", count: 120)],
  ]

  static let zones: [[String]] = [
    [], ["Tokyo 00:00 +1"], ["Tokyo 00:00 pm +1", "New York 00:00 pm +1", "Chatham Islands 00:00 pm +1"],
    (0..<9).map { "City number \($0) 00:00 +1" },
  ]
  static let styles: [Feed.Style] = [
    .standard, Feed.Style(place: .below), Feed.Style(lines: 8, size: 0.068, place: .beside),
    Feed.Style(lines: 1, size: 0.03, place: .bottom), Feed.Style(lines: 20, size: 0.2, place: .bottom),
    Feed.Style(lines: 20, size: 0.2),
  ]

  static let messages: [Messages.Shown] = [
    Messages.Shown(), Messages.Shown(), Messages.Shown(info: ["Lunch"]),
    Messages.Shown(
      info: ["Please note that room 3 is closed this afternoon, please use the one on the second floor"],
      notice: ["Quiet!"]),
    Messages.Shown(notice: (0..<8).map { "Never mind: a long line of a long text that goes on \($0)" }),
    Messages.Shown(urgent: ["Leave the building"]), Messages.Shown(urgent: [String(repeating: "W", count: 120)]),
  ]
  static let agendas: [Layout.AgendaTemplates?] = ["", "Maths", String(repeating: "Wide ", count: 9)].map { title in
    guard !title.isEmpty else { return nil }
    let templates = AgendaDay.templates(title, Words(), Labels())
    return Layout.AgendaTemplates(now: templates.now, next: templates.next)
  }

  private static let dateNames = Words.all.map { DateNames(in: $0) }

  /// 1,920 walls of a size, in all languages by turns.
  static func walls(_ size: Size) -> [Layout.Contents] {
    var walls: [Layout.Contents] = []
    for bits in 0..<32 {
      var labels = Labels()
      (labels.time, labels.seconds, labels.twelveHour) = (bits & 1 == 0, bits & 2 == 0, bits & 4 != 0)
      (labels.hex, labels.date) = (bits & 8 == 0, bits & 16 != 0)
      for feed in feeds {
        for position in [nil, 0.08, 0.9] {
          for number in ["", "00", "00:00", "+0:00:00"] {
            var contents = Layout.Contents(size: size, labels: labels)
            let language = walls.count % Words.all.count
            (contents.words, contents.labels.names) = (Words.all[language], dateNames[language])
            contents.margin = bits % 3 == 0 ? Shift.roam.margin(in: size) : 0
            contents.feed = feed
            contents.hasStopwatch = (bits + walls.count) % 7 == 3
            contents.feedStyle = styles[(bits + number.count) % styles.count]
            contents.messages = messages[walls.count / 5 % messages.count]
            contents.agenda = agendas[walls.count % agendas.count]
            contents.zones = zones[(bits / 3 + number.count) % zones.count]
            contents.button = position.map { HoldButton.Contents(position: $0, action: .refresh) }
            contents.number = number
            contents.bar = [nil, .whole, .fine, .help][(bits + number.count) % 4]
            contents.bar?.words = contents.words
            if !number.isEmpty {
              contents.ring = bits % 5 == 4 ? .seed : .standard
              contents.ring?.title = titles[(bits + number.count) % 3]
            }
            walls.append(contents)
          }
        }
      }
    }
    return walls
  }

  /// What must not overlap, with a name each; what is in the ring is a layer of the ring.
  private func boxes(_ layout: Layout) -> (onWall: [(String, Rect)], inRing: [(String, Rect)]) {
    var onWall = layout.slots.map { ("\($0.part)", $0.reach) }
    if let ring = layout.ring { onWall.append(("ring", ring)) }
    if let band = layout.agendaBand { onWall.append(("agenda", band)) }
    onWall += layout.border.map { ("border", $0) }
    if let button = layout.button { onWall.append(("button", button)) }
    for place in layout.bar where hasOwnRoom(layout) { onWall.append(("\(place.command)", place.box)) }
    let words = layout.contents.words
    let signs = [layout.sign("000 fps", isLeft: true), layout.sign(words["clock not synchronised"], isLeft: false)]
    onWall += [("rate", signs[0]), ("badge", signs[1])]
    if let hint = layout.hint(words["Move or touch for controls · ? for help"], beside: signs) {
      onWall.append(("hint", hint))
    }
    return (onWall, layout.slotsInRing.map { ("\($0.part)", $0.reach) })
  }

  /// What letters cover, and all else that must be clear of them.
  private func inked(_ layout: Layout) -> [(String, Rect)] {
    let slots = layout.slots.map { ("\($0.part)", $0.ink) }
    let button = [layout.ring, layout.agendaBand, layout.button].compactMap(\.self).map { ("\($0)", $0) }
    return slots + button + (hasOwnRoom(layout) ? layout.bar : []).map { ("\($0.command)", $0.box) }
  }

  /// Larger targets than usual, and a bar above a hold button, lie over other items.
  private func hasOwnRoom(_ layout: Layout) -> Bool {
    let isUsual = layout.contents.bar.map { $0.target <= ControlBar.target(Monitor.usualResolution) } ?? true
    guard let button = layout.button, let first = layout.bar.first?.box, button.midY > first.midY else {
      return isUsual
    }
    return isUsual && first.maxY > button.y
  }

  private func overlaps(_ boxes: [(String, Rect)]) -> [String] {
    boxes.indices.flatMap { one in
      boxes.indices.dropFirst(one + 1).compactMap { two in
        let (a, b) = (boxes[one].1, boxes[two].1)
        let (width, height) = (min(a.maxX, b.maxX) - max(a.x, b.x), min(a.maxY, b.maxY) - max(a.y, b.y))
        return width > 1e-6 && height > 1e-6 ? "\(boxes[one].0) and \(boxes[two].0)" : nil
      }
    }
  }

  /// All walls of the named sizes, each seventh of the others.
  @Test(arguments: named + random) func nothingCoversOrIsCut(size: Size) throws {
    var faults: [String] = []
    let walls = Self.walls(size)
    for index in stride(from: 0, to: walls.count, by: Self.named.contains(size) ? 1 : 7) {
      let contents = walls[index]
      let layout = Layout(contents)
      let (onWall, inRing) = boxes(layout)
      var wrong = overlaps(onWall) + overlaps(inRing)
      let window = Rect(size).inset(by: contents.margin - 1e-6)
      for (name, box) in onWall
      where
        !(box.x >= window.x && box.y >= window.y && box.maxX <= window.maxX && box.maxY <= window.maxY
        && box.width >= 0 && box.height >= 0)
      {
        wrong.append("\(name) is not in the window: \(box)")
      }
      if let square = layout.ring, let style = contents.ring {
        let radius = Ring(style: style, in: square, ink: .white, background: .black).innerEdge
        for (name, box) in inRing where box.corners.contains(where: { ($0 - square.centre).length > radius }) {
          wrong.append("\(name) is not in the ring: \(box)")
        }
      }
      wrong += overlaps(inked(layout)).map { "letters of \($0)" }
      if !wrong.isEmpty { faults.append("\(wrong) on \(contents)") }
    }
    #expect(faults.prefix(3) == [])
  }

  /// The time, or the countdown's number, is as large as can be read across a room; in the smallest window it can be
  /// read.
  @Test(arguments: named) func theMainLineIsNeverLost(size: Size) throws {
    let least = size.shortSide > 100 ? 0.054 * size.shortSide : 5
    for contents in Self.walls(size)
    where contents.labels.time && contents.margin == 0 && contents.number != "+0:00:00"
      && contents.messages.urgent == nil
    {
      let layout = Layout(contents)
      let main = contents.ring?.place == .around ? layout.slotsInRing.first : layout.slots.first { $0.part != .half }
      let box = try #require(main).box
      #expect(box.height >= least, "\(contents)")
      // The smallest window has room for a ring or for two messages.
      for message in [contents.messages.info, contents.messages.notice] where message != nil && size.shortSide > 100 {
        let first = message?[0].prefix(1) ?? ""
        #expect(layout.slots.contains { if case .words(let text) = $0.part { text.hasPrefix(first) } else { false } })
      }
    }
  }

  /// Where half of the wall would be empty, nothing is left out for a ring.
  @Test(arguments: [(3440, 1440), (1920, 1080), (1280, 720)])
  func aWideWallLeavesNothingOut(width: Int, height: Int) throws {
    var contents = Layout.Contents(size: Size(width: width, height: height), labels: Labels())
    contents.labels.date = true
    (contents.ring, contents.number, contents.button) = (.standard, "00:00", HoldButton.Contents())
    (contents.feed, contents.agenda) = (["Arsenal 2 : 1 Chelsea", "Rain from four on"], Self.agendas[1])
    contents.zones = ["Tokyo 00:00 +1", "New York 00:00 +1"]
    let layout = Layout(contents)
    let parts = Set(layout.slots.map(\.part))
    #expect(layout.agendaBand != nil && parts.isSuperset(of: [.date, .code, .status, .words("Rain from four on")]))
    #expect(parts.contains(.agenda) || parts.isSuperset(of: [.agendaNow, .agendaNext]))
    #expect(width < 3000 || parts.isSuperset(of: [.zone(0), .zone(1)]))
    let ring = try #require(layout.ring)
    #expect(ring.height >= 0.45 * Double(height))
  }

  /// A feed that comes to captions does not make the ring larger than they could have it alone.
  @Test func captionsAloneMakeNoRingSmaller() throws {
    var contents = Layout.Contents(size: Size(width: 1920, height: 1080), labels: Labels())
    contents.labels.date = true
    (contents.ring, contents.number, contents.button) = (.standard, "00:00", HoldButton.Contents())
    let alone = try #require(Layout(contents).ring)
    contents.feed = ["Rain from four on"]
    #expect(try #require(Layout(contents).ring).height <= alone.height)
    // In the middle where that is hardly smaller, and on an upright wall.
    contents.feed = nil
    contents.labels.date = false
    #expect(try #require(Layout(contents).ring).midX == 960)
    contents.size = Size(width: 1080, height: 1920)
    contents.labels.date = true
    #expect(try #require(Layout(contents).ring).midX == 540)
    // Beside it on a small board's screen, of whose height controls for a finger take a third.
    contents.size = Size(width: 480, height: 320)
    contents.bar = ControlBar.Contents([.less, .toggle, .more, .reset])
    #expect(try #require(Layout(contents).ring).height >= 160)
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
    var (few, many) = (play(3), play(8))
    few.send(feed(3))
    many.send(feed(3))
    let before = try time(many)
    #expect(try time(few) == before)
    many.send(feed(8))
    let smaller = try time(many)
    #expect(smaller.height < before.height)
    many.send(feed(2))
    #expect(try time(many).height == smaller.height)
  }

  /// Before a line of it goes, the time is smaller.
  @Test(arguments: [(1920, 1080), (1280, 720), (1024, 768), (1080, 1920)])
  func aFeedKeepsItsLinesBesideAnAgenda(width: Int, height: Int) throws {
    var contents = Layout.Contents(size: Size(width: width, height: height), labels: Labels())
    (contents.button, contents.zones) = (HoldButton.Contents(), ["Tokyo 00:00 +1"])
    contents.agenda = Layout.AgendaTemplates(
      now: "now Weekly planning meeting with everyone in the big room until 11:30, 59 min",
      next: "21:00 Night shift meeting with everyone")
    let feed = ["First line of the feed", "second line, which is longer than the first one is", "third"]
    func time(_ feed: [String]) throws -> Rect {
      contents.feed = feed
      let slots = Layout(contents).slots
      let words = slots.compactMap { if case .words(let line) = $0.part { line } else { nil } }
      #expect(words.joined(separator: " ") == feed.joined(separator: " "))
      return try #require(slots.first { $0.part == .time || $0.part == .hour }).box
    }
    #expect(try time(feed).height <= time(["third"]).height)
  }

  @Test func itemsOfAFeedAreApart() throws {
    var contents = Layout.Contents(size: Size(width: 1920, height: 1080), labels: Labels())
    contents.feed = ["Arsenal 2 : 1 Chelsea", "Rain from four on"]
    let slots = Layout(contents).slots
    let (one, two) = (try #require(slots.dropFirst(2).first).box, try #require(slots.dropFirst(3).first).box)
    let age = try #require(slots.last { $0.part == .status }).box
    #expect(abs(two.y - one.y - 1.5 * Line.pitch * one.height) < 1e-6)
    #expect(age.y - two.maxY >= 2 * age.height)
  }

  @Test func theNumberFillsTwoThirdsOfTheRing() throws {
    var contents = Layout.Contents(size: Size(width: 1920, height: 1080), labels: Labels())
    (contents.ring, contents.number) = (.standard, "00:00")
    let layout = Layout(contents)
    let square = try #require(layout.ring)
    let inner = 2 * Ring(style: .standard, in: square, ink: .white, background: .black).innerEdge
    let number = try #require(layout.slotsInRing.first { $0.part == .number })
    let share = Line.width(number.template) * number.box.height / inner
    #expect((0.75...0.8).contains(share))
  }

  @Test func aStopwatchAmongCaptionsHasItsSign() throws {
    var (play, plain) = (Play(countdown: .seconds(300)), Play(countdown: .seconds(300)))
    play.tap(.character("s"))
    play.wait(.milliseconds(7900))
    plain.wait(.seconds(8))
    let before = try #require(plain.scene.frame(at: plain.moment)).items.count
    let layout = try #require(play.scene.layout)
    let slot = try #require(layout.slots.first { $0.part == .stopwatch })
    let frame = try #require(play.scene.frame(at: play.moment))
    #expect(slot.lead > 0 && frame.items.count == before + 4)
    // Without a ring it is the main line, and known by its hundredths and laps.
    var alone = Play()
    alone.tap(.character("s"))
    #expect(alone.scene.layout?.slots.first { $0.part == .stopwatch }?.lead == 0)
  }

  @Test func aDateLeavesTheColumn() throws {
    let size = Size(width: 1080, height: 1920)
    var contents = Layout.Contents(size: size, labels: Labels())
    contents.button = HoldButton.Contents()
    let without = Layout(contents).slots[0].box.height
    contents.labels.date = true
    let with = Layout(contents).slots
    #expect(with.map(\.part) == [.hour, .minute, .second, .code, .date])
    #expect(with[0].box.height >= 0.95 * without)
  }

  /// One that is set up from 5 to 20 minutes, and one that counts from a number of more digits to one of fewer.
  @Test(arguments: named) func nothingJumpsWhileANumberCounts(size: Size) throws {
    for overtime in [false, true] {
      var play = Play({ $0.hasOvertime = overtime }, countdown: .seconds(605))
      play.send(.resized(size))
      func boxes() throws -> [[Double]] {
        try #require(play.scene.frame(at: play.moment)).texts.map {
          [$0.box.x, $0.box.y, $0.box.width, $0.box.height, Line.width($0.template)]
        }
      }
      // The line above the number comes and goes with the phase.
      let number = { (boxes: [[Double]]) in Set(boxes.map { $0.map { ($0 * 1e6).rounded() } }) }
      let first = number(try boxes())
      for _ in 0..<640 {
        play.jump(.seconds(1))
        play.send(.ticked)
        #expect(first.isSubset(of: number(try boxes())))
      }
      var set = Play(countdown: .seconds(300))
      set.send(.resized(size))
      let before = try #require(set.scene.layout)
      for _ in 0..<15 { set.tap(.character("+")) }
      let after = try #require(set.scene.layout)
      #expect(after.slotsInRing == before.slotsInRing && after.slots == before.slots && after.ring == before.ring)
    }
  }

  /// What comes and goes does not move what is there: the button, the number of a feed's age, the signs.
  @Test(arguments: named) func whatAppearsMovesNothing(size: Size) throws {
    var play = Play({ $0.feed = Feed.Rules(every: .seconds(60)) }, countdown: .seconds(300))
    play.send(.resized(size), .fed(.text(Array("one line".utf8))))
    let before = try #require(play.scene.frame(at: play.moment)).texts
    play.send(.pointerMoved(Point(x: 5, y: 5)))
    play.jump(.seconds(1))
    play.send(.ticked)
    let after = try #require(play.scene.frame(at: play.moment))
    #expect(after.allTexts.contains("?") == (size.height > 100))
    #expect(before.map(\.box) == Array(after.texts.map(\.box).prefix(before.count)))
  }
}

extension ControlBar.Contents {
  fileprivate static let presets = [60, 300, 600, 1500].map { ControlBar.Command.preset(.seconds($0)) }
  fileprivate static let whole = ControlBar.Contents([.less, .toggle, .more, .reset] + presets + [.help])
  /// On a small screen of many pixels, such as a tablet's.
  fileprivate static let fine = ControlBar.Contents(whole.commands, resolution: 264 / 25.4)
  fileprivate static let help = ControlBar.Contents([.help])
}

extension Layout.Slot {
  /// With the sign before it.
  fileprivate var reach: Rect { Rect(x: box.x - lead, y: box.y, width: box.width + lead, height: box.height) }
}

extension Layout.Slot {
  /// Its letters with what hangs below digits and rises above them, at the size at which the line fits the box.
  fileprivate var ink: Rect {
    let size = min(box.height, box.width / max(1, Line.width(template) + Line.width(suffix) * Text.suffixScale))
    let isFigures = template.allSatisfy { "0:#".contains($0) }
    // Am or pm behind large digits is no higher than these.
    let above = isFigures ? 0 : Line.reach.above * size
    let below = Line.reach.below * size * (suffix.isEmpty ? isFigures ? 0 : 1 : Text.suffixScale(of: size))
    return Rect(x: box.x, y: box.midY - size / 2 - above, width: box.width, height: size + above + below)
  }
}

extension Rect {
  fileprivate var corners: [Point] {
    [Point(x: x, y: y), Point(x: maxX, y: y), Point(x: x, y: maxY), Point(x: maxX, y: maxY)]
  }
}

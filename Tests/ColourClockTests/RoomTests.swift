import TestSupport
import Testing

@testable import ColourClock

/// Nothing on the wall covers anything else: sizes × all combinations of what can be on it.
@Suite struct RoomTests {
  static let named = [
    (3840, 2160), (1920, 1080), (1280, 720), (1080, 1920), (800, 480), (480, 320), (320, 240), (3440, 1440), (160, 90),
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

  static let zones: [[Layout.ZoneTemplates]] = [
    [], ["Tokyo"], ["Tokyo", "New York", "Chatham Islands"], (0..<9).map { "City number \($0)" },
  ].map { $0.map { Layout.ZoneTemplates(name: $0, time: $0 == "Tokyo" ? "00:00 pm +1" : "00:00 +1") } }
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
            contents.hasLaps = bits % 2 == 1
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
              if bits % 7 == 5 {
                contents.headline = titles[(bits + 1) % 3].isEmpty ? "Time is up" : titles[(bits + 1) % 3]
              }
            }
            walls.append(contents)
          }
        }
      }
    }
    return walls
  }

  private func wall(_ change: (inout Layout.Contents) -> Void = { _ in }, _ width: Int = 1920, _ height: Int = 1080)
    -> Layout
  {
    var contents = Layout.Contents(size: Size(width: width, height: height), labels: Labels())
    change(&contents)
    return Layout(contents)
  }

  // MARK: Over all walls

  // In the smallest window a message may lie over anything.

  /// What must not overlap, with a name each; what is in the ring is a layer of the ring.
  private func boxes(_ layout: Layout) -> (onWall: [(String, Rect)], inRing: [(String, Rect)]) {
    var onWall = layout.slots.map { ("\($0.part)", $0.ink) }
    if let ring = layout.ring { onWall.append(("ring", ring)) }
    if let band = layout.agendaBand { onWall.append(("agenda", band)) }
    onWall += layout.cards.map { ("card", $0.box) }
    return (onWall, layout.slotsInRing.map { ("\($0.part)", $0.ink) })
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

  /// Each third wall of the named sizes, each eleventh of the others.
  private func eachWall(_ size: Size, _ check: (Layout) -> [String]) -> [String] {
    var faults: [String] = []
    let walls = Self.walls(size)
    for index in stride(from: 0, to: walls.count, by: Self.named.contains(size) ? 3 : 11) {
      let layout = Layout(walls[index])
      let wrong = check(layout)
      if !wrong.isEmpty { faults.append("\(wrong) on \(walls[index].brief)") }
    }
    return Array(faults.prefix(3))
  }

  @Test(arguments: named.filter { $0.shortSide > 100 } + random) func nothingCoversOrIsCut(size: Size) {
    let faults = eachWall(size) { layout in
      let (onWall, inRing) = boxes(layout)
      var wrong = overlaps(onWall) + overlaps(inRing)
      let window = Rect(size).inset(by: layout.contents.margin - 1e-6)
      for (name, box) in onWall
      where
        !(box.x >= window.x && box.y >= window.y && box.maxX <= window.maxX && box.maxY <= window.maxY
        && box.width >= 0 && box.height >= 0)
      {
        wrong.append("\(name) is not in the window: \(box)")
      }
      guard let square = layout.ring, let style = layout.contents.ring else { return wrong }
      let ring = Ring(style: style, in: square, ink: .white, background: .black)
      let radius = layout.contents.headline == nil ? ring.innerEdge : ring.radius - ring.stroke / 2
      for slot in layout.slotsInRing where slot.box.corners.contains(where: { ($0 - square.centre).length > radius }) {
        wrong.append("\(slot.part) is not in the ring: \(slot.box)")
      }
      return wrong
    }
    #expect(faults == [])
  }

  /// The sizes are those of the scale, in about the same proportion on every wall; the number of a ring is as wide as
  /// the ring asks for.
  @Test(arguments: named + random) func aWallHasThreeSizesOfType(size: Size) {
    let faults = eachWall(size) { layout in
      let scale = layout.scale
      let others = layout.slots + layout.slotsInRing.filter { $0.part != .number || layout.contents.headline != nil }
      let sizes = Set(
        others.map(\.box.height).filter { height in
          ![scale.first, scale.second, scale.third].contains { abs($0 - height) < 1e-6 }
        })
      // A headline of many words is forced into the ring.
      var wrong = sizes.count > (layout.contents.headline == nil ? 0 : 1) ? ["sizes \(sizes) beside \(scale)"] : []
      if scale.first < scale.second || scale.second < scale.third { wrong.append("order of \(scale)") }
      return wrong
    }
    #expect(faults == [])
  }

  /// The time of day is on every wall that has room for it, of level 1 or 2, and nothing but the subject is larger.
  @Test(arguments: named.filter { $0.shortSide >= 240 }) func theTimeIsAlwaysThere(size: Size) {
    let faults = eachWall(size) { layout in
      guard layout.contents.labels.time, layout.contents.ring?.place != .above else { return [] }
      let slots = layout.slots + layout.slotsInRing
      let times = slots.filter { [.time, .hour].contains($0.part) }
      guard times.count == 1, let time = times.first else { return ["\(times.count) times"] }
      let least = layout.contents.headline == nil ? layout.scale.second : layout.scale.third
      if !layout.isForced, !layout.isHeadlineForced, time.box.height < least - 1e-6 {
        return ["the time is of level 3"]
      }
      return []
    }
    #expect(faults == [])
  }

  /// What was asked for is on the wall, or told.
  @Test(arguments: named + random) func nothingVanishesSilently(size: Size) {
    let faults = eachWall(size) { layout in
      let contents = layout.contents
      guard contents.messages == Messages.Shown() else { return [] }
      let parts = Set((layout.slots + layout.slotsInRing).map(\.part))
      let isTold = { (extra: Layout.Extra) in layout.hidden.contains(extra) }
      var wrong: [String] = []
      if contents.labels.hex, !parts.contains(.code), !isTold(.code) { wrong.append("code") }
      if contents.labels.date, !parts.contains(.date), !isTold(.date) { wrong.append("date") }
      for index in contents.zones.indices where !parts.contains(.zone(index)) && !isTold(.zones) {
        wrong.append("zone \(index)")
      }
      if contents.agenda != nil, !parts.contains(.agendaNow), !isTold(.agenda) { wrong.append("agenda") }
      if contents.feed != nil, !parts.contains(.status), !isTold(.feed) { wrong.append("feed") }
      let words = layout.slots.reduce(0) {
        if case .words(let line) = $1.part { $0 + line.count { $0 != " " } } else { $0 }
      }
      let letters = (contents.feed ?? []).reduce(0) { $0 + $1.count { $0 != " " } }
      if words < letters, !isTold(.feed), layout.hiddenFeedLines == 0, parts.contains(.status) {
        wrong.append("\(letters - words) letters of the feed")
      }
      return wrong
    }
    #expect(faults == [])
  }

  /// A message lies over the wall: all that is still seen has the place it had. Only a ring makes room where there is
  /// none beside it or below it.
  @Test(arguments: named.filter { $0.shortSide > 100 } + random) func aMessageMovesNothing(size: Size) {
    let faults = eachWall(size) { layout in
      let messages = layout.contents.messages
      guard messages != Messages.Shown(), messages.urgent == nil else { return [] }
      var contents = layout.contents
      contents.messages = Messages.Shown()
      let plain = Layout(contents)
      if layout.ring != plain.ring || layout.scale != plain.scale {
        return layout.cards.isEmpty ? ["moved for nothing"] : []
      }
      let isKept = Set(layout.slots).isSubset(of: Set(plain.slots)) && layout.slotsInRing == plain.slotsInRing
      return isKept ? [] : ["something moved"]
    }
    #expect(faults == [])
  }

  /// A message that has no room is not accepted; one that has is whole.
  @Test(arguments: named + random) func aMessageIsWhole(size: Size) {
    let faults = eachWall(size) { layout in
      let messages = layout.contents.messages
      var wrong: [String] = []
      for lines in [messages.info, messages.notice].compactMap(\.self) where layout.hasRoom(forMessage: lines) {
        let words = layout.cards.flatMap(\.slots).reduce("") {
          if case .words(let line) = $1.part { $0 + line } else { $0 }
        }
        let (all, own) = (words.filter { $0 != " " }, lines.joined().filter { $0 != " " })
        if !all.contains(own) { wrong.append("'\(own)' is cut: '\(all)'") }
      }
      return wrong
    }
    #expect(faults == [])
  }

  /// Where the screen of a small board is the wall too, common messages are shown.
  @Test(arguments: [(320, 240), (480, 320), (800, 480), (1280, 720), (1080, 1920)])
  func acommonMessageHasRoom(width: Int, height: Int) {
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

  // MARK: Compositions

  /// Its diameter is 84 % of the shorter side alone, and 60 % at least in company; its number takes 60 to 65 % of the
  /// width within the stroke, for few figures and for many.
  @Test(arguments: ["00", "00:00", "0:00:00"]) func aRingIsLarge(number: String) throws {
    let alone = wall { ($0.ring, $0.number) = (.standard, number) }
    let square = try #require(alone.ring)
    #expect(abs(square.height - 0.84 * 1080) < 5 && abs(square.midX - 960) < 1 && abs(square.midY - 540) < 1)
    let ring = Ring(style: .standard, in: square, ink: .white, background: .black)
    let slot = try #require(alone.slotsInRing.first { $0.part == .number })
    let share = Line.width(number) * slot.box.height / (2 * ring.radius - ring.stroke)
    #expect((0.6...0.65).contains(share), "\(share)")
    let company = wall {
      ($0.ring, $0.number, $0.feed) = (.standard, number, ["Arsenal 2 : 1 Chelsea", "Rain from four on"])
      ($0.labels.date, $0.agenda) = (true, Self.agendas[1])
      $0.zones = Self.zones[2]
    }
    // Tall figures leave the time no room in the ring.
    #expect(try #require(company.ring).height >= 0.6 * 1080 && (number == "00" || company.hidden.isEmpty))
  }

  /// Beside a ring, one axis goes through the middles of ring and column, and all lines of the column begin at one place.
  @Test func aRingAndItsCompanyShareAnAxis() throws {
    let layout = wall {
      ($0.ring, $0.number, $0.feed) = (.standard, "00:00", ["Arsenal 2 : 1 Chelsea", "Rain from four on"])
      $0.labels.date = true
    }
    let ring = try #require(layout.ring)
    let column = layout.slots.filter { ![.code, .status].contains($0.part) }.map(\.box)
    let (top, bottom) = (try #require(column.first).y, try #require(column.last).maxY)
    #expect(abs((top + bottom) / 2 - ring.midY) <= layout.scale.groupGap)
    #expect(Set(column.map(\.x)).count == 1 && column.allSatisfy { $0.x > ring.maxX })
  }

  /// All distances in a column are multiples of one step.
  @Test func distancesAreMultiplesOfOneStep() throws {
    let layout = wall {
      ($0.feed, $0.zones) = (["Arsenal 2 : 1 Chelsea", "Rain from four on", "Third"], Self.zones[3])
      $0.agenda = Self.agendas[1]
    }
    let boxes = layout.slots.map(\.box).filter { $0.x < 80 }
    for (one, next) in zip(boxes.dropFirst(), boxes.dropFirst(2)) where next.y > one.maxY {
      let steps = (next.y - one.maxY) / layout.scale.step
      #expect(abs(steps - steps.rounded()) < 1e-6)
    }
  }

  /// A grid: each column of zones begins at one place, also in the last row.
  @Test(arguments: [5, 7, 12]) func zonesStandInAGrid(count: Int) {
    let layout = wall { contents in
      contents.zones = (0..<count).map { Layout.ZoneTemplates(name: "City \($0)", time: "00:00 +1") }
    }
    let names = layout.slots.filter { if case .zoneName = $0.part { true } else { false } }.map(\.box)
    let times = layout.slots.filter { if case .zone = $0.part { true } else { false } }.map(\.box)
    #expect(names.count == count && names.map(\.x) == times.map(\.x))
    let rows = Set(names.map(\.y)).count
    #expect(Set(names.map(\.x)).count == (count + rows - 1) / rows)
  }

  /// What goes on in a second line is indented, and lines take most of the width.
  @Test func aWrappedLineOfAFeedIsIndented() throws {
    let long = String(repeating: "a line that goes on ", count: 8)
    let layout = wall { $0.feed = ["first", long, "third"] }
    let lines = layout.slots.filter { if case .words = $0.part { true } else { false } }.map(\.box)
    #expect(lines.count > 3)
    let (first, second, third, last) = (lines[0], lines[1], lines[2], try #require(lines.last))
    #expect(first.x == second.x && third.x > second.x && last.x == first.x)
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
    #expect(running.alignment == .hanging && running.string == stopped.string)
    #expect(abs(running.box.midX - 960) < 1)
  }

  @Test func fourLapsAreSeen() throws {
    var play = Play()
    play.tap(.character("s"))
    for lap in 1...6 {
      play.wait(.seconds(lap))
      play.tap(.character("l"))
    }
    let laps = play.texts.filter { $0.hasPrefix("lap ") }
    #expect(laps.map { $0.prefix(5) } == ["lap 6", "lap 5", "lap 4", "lap 3"])
    #expect(laps[0].hasPrefix("lap 6   0:06.") && play.texts.contains { $0.hasPrefix("0:21.") })
  }

  /// The headline of what rings is the largest, and the time of day says when.
  @Test func whatRingsIsSaidFirst() throws {
    let layout = wall { ($0.ring, $0.number, $0.headline) = (.standard, "00:00", "Tea is ready") }
    let words = layout.slotsInRing.filter { if case .words = $0.part { true } else { false } }
    let others = layout.slotsInRing.filter { if case .words = $0.part { false } else { true } }
    #expect(words.count == 2 && others.map(\.part) == [.number, .time])
    #expect(words.allSatisfy { word in others.allSatisfy { $0.box.height < word.box.height } })
  }

  @Test func aStopwatchBesideARingHasItsSign() throws {
    var (play, plain) = (Play(countdown: .seconds(300)), Play(countdown: .seconds(300)))
    play.tap(.character("s"))
    play.wait(.milliseconds(7900))
    plain.wait(.seconds(8))
    let before = try #require(plain.scene.frame(at: plain.moment)).items.count
    let slot = try #require(play.scene.layout?.slots.first { $0.part == .stopwatch })
    let frame = try #require(play.scene.frame(at: play.moment))
    #expect(slot.lead > 0 && frame.items.count == before + 4)
    var alone = Play()
    alone.tap(.character("s"))
    #expect(alone.scene.layout?.slots.first { $0.part == .stopwatch }?.lead == 0)
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
      // The line above the number comes and goes with the phase. What rings is another composition.
      let number = { (boxes: [[Double]]) in Set(boxes.map { $0.map { ($0 * 1e6).rounded() } }) }
      let first = number(try boxes())
      for _ in 0..<600 {
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

extension Layout {
  /// A headline of many words has smaller letters.
  fileprivate var isHeadlineForced: Bool {
    contents.headline != nil && slotsInRing.contains { $0.box.height < scale.third - 1e-6 }
  }
}

extension Layout.Contents {
  /// To find a fault by.
  fileprivate var brief: String {
    let parts = [labels.time, labels.seconds, labels.twelveHour, labels.hex, labels.date].map { $0 ? "1" : "0" }
    return "\(size.width)x\(size.height) labels \(parts.joined()) \(words.runsLeft) number '\(number)' ring "
      + "\(ring.map { "\($0.place) '\($0.title)'" } ?? "-") headline \(headline ?? "-") stopwatch \(hasStopwatch) "
      + "zones \(zones.count) feed \(feed?.count ?? -1) \(feedStyle) agenda \(agenda?.now ?? "-") \(messages)"
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
  /// Its letters with what hangs below digits and rises above them, at the size at which the line fits the box.
  fileprivate var ink: Rect {
    let size = min(box.height, box.width / max(1, Line.width(template) + Line.width(suffix) * Text.suffixScale))
    let isFigures = template.allSatisfy { "0:#+ ".contains($0) }
    // Am or pm behind large digits is no higher than these.
    let above = isFigures ? 0 : Line.reach.above * size
    let below = Line.reach.below * size * (suffix.isEmpty ? isFigures ? 0 : 1 : Text.suffixScale(of: size))
    let width = min(box.width, (Line.width(template) + Line.width(suffix) * Text.suffixScale) * size)
    let left =
      switch alignment {
      case .left: box.x
      case .centre, .hanging: box.midX - width / 2
      case .right: box.maxX - width
      }
    return Rect(x: left - lead, y: box.midY - size / 2 - above, width: width + lead, height: size + above + below)
  }
}

extension Rect {
  fileprivate var corners: [Point] {
    [Point(x: x, y: y), Point(x: maxX, y: y), Point(x: x, y: maxY), Point(x: maxX, y: maxY)]
  }
}

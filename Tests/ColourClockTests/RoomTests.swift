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
    var onWall = layout.slots.map { ("\($0.part)", $0.box) }
    if let ring = layout.ring { onWall.append(("ring", ring)) }
    if let band = layout.agendaBand { onWall.append(("agenda", band)) }
    onWall += layout.border.map { ("border", $0) }
    if let button = layout.button { onWall.append(("button", button)) }
    for place in layout.bar { onWall.append(("\(place.command)", place.box)) }
    let words = layout.contents.words
    let signs = [layout.sign("000 fps", isLeft: true), layout.sign(words["clock not synchronised"], isLeft: false)]
    onWall += [("rate", signs[0]), ("badge", signs[1])]
    if let hint = layout.hint(words["Move or touch for controls · ? for help"], beside: signs) {
      onWall.append(("hint", hint))
    }
    return (onWall, layout.slotsInRing.map { ("\($0.part)", $0.box) })
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

  @Test(arguments: named + random) func nothingCoversOrIsCut(size: Size) throws {
    var faults: [String] = []
    for contents in Self.walls(size) {
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
      if !wrong.isEmpty { faults.append("\(wrong) on \(contents)") }
    }
    #expect(faults.prefix(3) == [])
  }

  /// The time, or the countdown's number, is as large as can be read across a room; in the smallest window it can be read.
  @Test(arguments: named) func theMainLineIsNeverLost(size: Size) throws {
    let least = size.shortSide > 100 ? 0.054 * size.shortSide : 5
    for contents in Self.walls(size)
    where contents.labels.time && contents.margin == 0 && contents.number != "+0:00:00"
      && contents.messages.urgent == nil
    {
      let layout = Layout(contents)
      let main = contents.ring?.place == .around ? layout.slotsInRing.first : layout.slots.first
      let box = try #require(main).box
      #expect(box.height >= least, "\(contents)")
      // The smallest window has room for a ring or for two messages.
      for message in [contents.messages.info, contents.messages.notice] where message != nil && size.shortSide > 100 {
        let first = message?[0].prefix(1) ?? ""
        #expect(layout.slots.contains { if case .words(let text) = $0.part { text.hasPrefix(first) } else { false } })
      }
    }
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
    #expect(after.allTexts.contains("Hold to quit"))
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

extension Rect {
  fileprivate var corners: [Point] {
    [Point(x: x, y: y), Point(x: maxX, y: y), Point(x: x, y: maxY), Point(x: maxX, y: maxY)]
  }
}

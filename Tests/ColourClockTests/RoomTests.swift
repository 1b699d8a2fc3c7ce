import Testing

@testable import ColourClock

/// Nothing on the wall covers anything else, nothing vanishes, nothing is cut: over all walls.
@Suite struct RoomTests {
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
        // Less than a twentieth of a pixel comes from rounding sizes, and is not seen.
        return width > 0.05 && height > 0.05 ? "\(boxes[one].0) and \(boxes[two].0)" : nil
      }
    }
  }

  /// A property of a wall's layout.
  private struct Promise {
    let name: String
    /// True for the sizes that hold it.
    var holds: (Size) -> Bool = { _ in true }
    /// What is wrong on a wall.
    let faults: (Layout) -> [String]
  }

  private var promises: [Promise] {
    let (isLarge, isNotTiny) = ({ (size: Size) in size.shortSide >= 240 }, { (size: Size) in size.shortSide > 100 })
    let isNamed = { (size: Size) in Self.named.contains(size) && isLarge(size) }
    return [
      Promise(name: "nothing covers or is cut", holds: isNotTiny, faults: coveredOrCut),
      Promise(name: "a wall has three sizes of type", faults: furtherSizes),
      Promise(name: "the time is always there", holds: isNamed, faults: missingTime),
      Promise(name: "nothing vanishes silently", faults: vanished),
      Promise(name: "what is left out is counted", holds: isNamed, faults: uncounted),
      Promise(name: "a message moves nothing", holds: isNotTiny, faults: movedByMessage),
      Promise(name: "a message is whole", faults: cutMessages),
    ]
  }

  /// Each third wall of the named sizes, each eleventh of the others.
  @Test(arguments: named + random) func everyWallHoldsItsPromises(size: Size) {
    let promises = promises.filter { $0.holds(size) }
    var faults: [String] = []
    let walls = Self.walls(size)
    for index in stride(from: 0, to: walls.count, by: Self.named.contains(size) ? 3 : 11) {
      let layout = Layout(walls[index])
      for promise in promises {
        let wrong = promise.faults(layout)
        if !wrong.isEmpty { faults.append("\(promise.name): \(wrong) on \(walls[index].brief)") }
      }
    }
    #expect(faults.prefix(3) == [])
  }

  private func coveredOrCut(_ layout: Layout) -> [String] {
    let (onWall, inRing) = boxes(layout)
    var wrong = overlaps(onWall) + overlaps(inRing)
    let window = Rect(layout.contents.size).inset(by: layout.contents.margin - 1e-6)
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

  /// The sizes are those of the scale, in about the same proportion on every wall; the number of a ring is as wide as
  /// the ring asks for, and the lines below a headline have shares of its size.
  private func furtherSizes(_ layout: Layout) -> [String] {
    let scale = layout.scale
    let shortSide = layout.contents.size.shortSide - 2 * layout.contents.margin
    // Code, age of the feed, and a sign such as "3 more" are captions. A list may have a sign in its own size.
    let caption = scale.caption(in: shortSide)
    let others =
      layout.slots.filter { slot in
        if case .omitted = slot.part { return abs(slot.box.height - caption) > 1e-6 }
        return slot.part != .code && !slot.part.isFeedStatus
      }
      + layout.slotsInRing.filter { $0.part != .number || layout.contents.headline != nil }
    let hasHeadline = layout.contents.headline != nil
    let below = RingPlan.sharesBelow
    let shares = hasHeadline ? [below.number, below.time, below.timeBelowNumber] : []
    let inRing = shares.map { $0 * scale.first }
    let least = hasHeadline ? [WallComposer.leastTime * shortSide] : []
    let sizes = Set(
      others.map(\.box.height).filter { height in
        !([scale.first, scale.second, scale.third] + inRing + least).contains { abs($0 - height) < 1e-6 }
      })
    // A headline of many words is forced into the ring.
    var wrong = sizes.count > (layout.contents.headline == nil ? 0 : 1) ? ["sizes \(sizes) beside \(scale)"] : []
    if scale.first < scale.second || scale.second < scale.third { wrong.append("order of \(scale)") }
    return wrong
  }

  /// The time of day is on every wall that has room for it, of level 1 or 2, and nothing but the subject is larger.
  private func missingTime(_ layout: Layout) -> [String] {
    guard layout.contents.labels.time, layout.contents.ring?.place != .above else { return [] }
    let slots = layout.slots + layout.slotsInRing
    let times = slots.filter { [.time, .hour].contains($0.part) }
    guard times.count == 1, let time = times.first else { return ["\(times.count) times"] }
    let least = layout.contents.headline == nil ? layout.scale.second : layout.scale.third
    if !layout.allowsAnySize, !layout.isHeadlineForced, time.box.height < least - 1e-6 {
      return ["the time is of level 3"]
    }
    return []
  }

  /// What was asked for is on the wall, or told.
  private func vanished(_ layout: Layout) -> [String] {
    let contents = layout.contents
    guard contents.messages == Messages.Shown() else { return [] }
    let parts = Set((layout.slots + layout.slotsInRing).map(\.part))
    let isTold = { (extra: Layout.Extra) in layout.hidden.contains(extra) }
    var wrong: [String] = []
    if contents.labels.hex, contents.headline == nil, !parts.contains(.code), !isTold(.code) { wrong.append("code") }
    if contents.labels.date, parts.isDisjoint(with: [.date, .dateLine(0)]), !isTold(.date) { wrong.append("date") }
    for index in contents.zones.indices where !parts.contains(.zone(index)) && !isTold(.zones) {
      wrong.append("zone \(index)")
    }
    if contents.agenda != nil, !parts.contains(where: \.isPresentAgenda), !isTold(.agenda) {
      wrong.append("agenda")
    }
    if contents.feed != nil, !parts.contains(where: \.isFeedStatus), !isTold(.feed) { wrong.append("feed") }
    let words = layout.slots.reduce(0) {
      if case .feedLine(let line, _) = $1.part { $0 + line.count { $0 != " " } } else { $0 }
    }
    let letters = (contents.feed ?? []).reduce(0) { $0 + $1.count { $0 != " " } }
    if words < letters, !isTold(.feed), parts.contains(where: \.isFeedStatus) {
      wrong.append("\(letters - words) letters of the feed")
    }
    return wrong
  }

  /// Further lines of feed and zones that are left out are counted on the wall, if it has room for more than the time
  /// or the ring, if each word of the feed has room, and if the feed may be below the time.
  private func uncounted(_ layout: Layout) -> [String] {
    let (contents, parts) = (layout.contents, layout.slots.map(\.part))
    guard contents.messages == Messages.Shown(), contents.headline == nil, !layout.allowsAnySize,
      contents.feed != Self.feeds.last, contents.feedStyle.place != .beside
    else { return [] }
    let zones = contents.zones.indices.count { !parts.contains(.zone($0)) }
    let hasFeed = parts.contains { $0.feedItem != nil }
    let lines = hasFeed ? 0 : contents.feed?.count ?? 0
    let counted = parts.reduce(0) { sum, part in
      switch part {
      case .omitted(let omitted), .statusWithOmitted(let omitted, _): sum + omitted.count
      default: sum
      }
    }
    return counted >= zones + lines ? [] : ["\(counted) of \(zones + lines) counted"]
  }

  /// A message lies over the wall: all that is still seen has the place it had. Only a ring makes room where there is
  /// none beside it or below it.
  private func movedByMessage(_ layout: Layout) -> [String] {
    let messages = layout.contents.messages
    guard messages != Messages.Shown(), messages.urgent == nil else { return [] }
    var contents = layout.contents
    contents.messages = Messages.Shown()
    let plain = Layout(contents)
    if layout.ring != plain.ring || layout.scale != plain.scale {
      return layout.cards.isEmpty ? ["moved for nothing"] : []
    }
    // A sign counts what the message covers.
    let lines = layout.slots.filter { slot in
      switch slot.part {
      case .omitted, .statusWithOmitted: false
      default: true
      }
    }
    let isKept = Set(lines).isSubset(of: Set(plain.slots)) && layout.slotsInRing == plain.slotsInRing
    return isKept ? [] : ["something moved"]
  }

  /// A message that has no room is not accepted; one that has is whole.
  private func cutMessages(_ layout: Layout) -> [String] {
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
    return "\(size.width)x\(size.height) labels \(parts.joined()) \(words.isRightToLeft) number '\(number)' ring "
      + "\(ring.map { "\($0.place) '\($0.title)'" } ?? "-") headline \(headline ?? "-") stopwatch \(hasStopwatch) "
      + "zones \(zones.count) feed \(feed?.count ?? -1) \(feedStyle) agenda \(agenda?.now ?? "-") \(messages)"
  }
}

extension Layout.Slot {
  /// Its letters with what hangs below digits and rises above them, at the size at which the line fits the box.
  fileprivate var ink: Rect {
    let size = min(box.height, box.width / max(1, Line.width(template) + Line.width(suffix) * Text.suffixScale))
    let isFigures = template.allSatisfy { "01:#+ ".contains($0) }
    // Am or pm behind large digits is no higher than these.
    let above = isFigures ? 0 : Line.reach.above * size
    let below = Line.reach.below * size * (suffix.isEmpty ? isFigures ? 0 : 1 : Text.suffixScale(of: size))
    let width = min(box.width, (Line.width(template) + Line.width(suffix) * Text.suffixScale) * size)
    let left =
      switch alignment {
      case .left: box.x
      case .centre: box.midX - width / 2
      case .right: box.maxX - width
      }
    return Rect(
      x: left - symbolRoom, y: box.midY - size / 2 - above, width: width + symbolRoom, height: size + above + below)
  }
}

extension Rect {
  fileprivate var corners: [Point] {
    [Point(x: x, y: y), Point(x: maxX, y: y), Point(x: x, y: maxY), Point(x: maxX, y: maxY)]
  }
}

/// Lines of text, placed in pixels from the upper left corner.
struct Block {
  private(set) var slots: [Layout.Slot] = []
  /// The estimated width of the widest line.
  private(set) var width = 0.0
  private(set) var height = 0.0

  init() {}

  init(_ row: Row, height: Double, room: Double, alignment: Text.Alignment = .left, indent: Double = 0) {
    add(row, height: height, gap: 0, room: room, alignment: alignment, indent: indent)
  }

  init(_ rows: some Sequence<Row>, height: Double, gap: Double, room: Double, alignment: Text.Alignment = .left) {
    for row in rows { add(row, height: height, gap: gap, room: room, alignment: alignment) }
  }

  var isEmpty: Bool { slots.isEmpty }
  var firstHeight: Double { slots.first?.box.height ?? 0 }
  var lastHeight: Double { slots.last?.box.height ?? 0 }

  var hasRightEdge: Bool { slots.contains { $0.alignment == .right } }

  var programBottom: Double? { slots.last { $0.part.isProgram }?.box.maxY }

  /// The lower edge of the list of countdowns, including a sign such as "+3".
  var listEnd: Double? {
    slots.last { slot in
      if case .omitted(let omitted) = slot.part { omitted.extra == .countdowns } else { slot.part.isCountdown }
    }?.box.maxY
  }

  /// The least distance from the last baseline to the colour code's baseline, in pixels. With a smaller distance, the
  /// code would look like another row.
  var codePitch: Double {
    guard !endsWithFeedStatus else { return 0 }
    let baselines = Set(slots.map(\.box.maxY)).sorted().suffix(2)
    guard baselines.count == 2, let upper = baselines.first, let lower = baselines.last else { return 0 }
    return Self.codePitchFactor * (lower - upper)
  }

  private static let codePitchFactor = 1.5

  var endsWithFeedStatus: Bool { slots.last?.part.isFeedStatus == true }

  /// The height of the feed's age ("updated 2 min ago") with the gap above it; 0 if the last line is no age.
  var feedStatusRoom: Double {
    guard endsWithFeedStatus, let age = slots.last, slots.count > 1 else { return 0 }
    return age.box.maxY - slots[slots.count - 2].box.maxY
  }

  /// Assumes that both blocks have the same left edge.
  func leavesRoom(for cornerCode: Block) -> Bool {
    guard let last = slots.last, let line = cornerCode.slots.first else { return true }
    return last.ink.maxX + Block.beside * line.box.height <= line.ink.x
  }

  /// The least gap between two texts on one line, in digit heights.
  static let beside = 2.0

  /// `room` includes the indent. The first line has no gap.
  mutating func add(
    _ row: Row, height: Double, gap: Double, room: Double, alignment: Text.Alignment = .left, indent: Double = 0
  ) {
    let y = isEmpty ? 0 : self.height + gap
    let box = Rect(x: indent, y: y, width: max(1, room - indent), height: height)
    slots.append(row.slot(in: box, alignment))
    self.height = y + height
    width = max(width, min(room, indent + row.width * height))
  }

  mutating func add(_ block: Block, gap: Double) {
    guard !block.isEmpty else { return }
    let y = isEmpty ? 0 : height + gap
    slots += block.placed(at: Point(x: 0, y: y))
    (width, height) = (max(width, block.width), y + block.height)
  }

  /// In a block without lines, a later `add` ignores this height.
  mutating func extend(toHeight height: Double) { self.height = max(self.height, height) }

  func lowered(by space: Double) -> Block {
    var block = Block()
    block.slots = placed(at: Point(x: 0, y: space))
    (block.width, block.height) = (width, height + space)
    return block
  }

  func moved(_ rows: [(lines: [Int], offset: Double)]) -> Block {
    var block = self
    for row in rows {
      for index in row.lines { block.slots[index] = slots[index].moved(by: Point(x: 0, y: row.offset)) }
    }
    block.height += rows.last?.offset ?? 0
    return block
  }

  mutating func extend(toWidth width: Double) { self.width = max(self.width, width) }

  mutating func add(_ block: Block, atRight x: Double) {
    guard !block.isEmpty else { return }
    slots += block.placed(at: Point(x: x, y: 0))
    (width, height) = (max(width, x + block.width), max(height, block.height))
  }

  func trimmed(to width: Double) -> Block {
    var block = self
    block.slots = slots.map { slot in
      var slot = slot
      let most = max(1, width - slot.box.x)
      slot.box = Rect(x: slot.box.x, y: slot.box.y, width: min(slot.box.width, most), height: slot.box.height)
      return slot
    }
    block.width = min(block.width, width)
    return block
  }

  func placed(at origin: Point) -> [Layout.Slot] { slots.map { $0.moved(by: origin) } }

  struct Row {
    let part: Layout.Part
    let template: String
    let suffix: String
    let figures: Text.Figures
    /// The space for a symbol, in digit heights; 0 if there is none.
    let symbolRoom: Double
    /// The width, in digit heights.
    let width: Double

    init(
      part: Layout.Part, template: String, suffix: String = "", figures: Text.Figures = .decimal,
      symbolRoom: Double = 0
    ) {
      (self.part, self.template, self.suffix) = (part, template, suffix)
      (self.figures, self.symbolRoom) = (figures, symbolRoom)
      let suffixWidth = suffix.isEmpty ? 0 : Line.width(suffix) * Text.suffixScale
      width = symbolRoom + Line.width(template) + suffixWidth
    }

    static func words(_ line: String) -> Row { Row(part: .words(line), template: line) }

    fileprivate func slot(in box: Rect, _ alignment: Text.Alignment) -> Layout.Slot {
      let symbolRoom = self.symbolRoom * box.height
      let rest = Rect(x: box.x + symbolRoom, y: box.y, width: max(1, box.width - symbolRoom), height: box.height)
      return Layout.Slot(
        part: part, template: template, suffix: suffix, figures: figures, alignment: alignment, symbolRoom: symbolRoom,
        box: rest)
    }
  }
}

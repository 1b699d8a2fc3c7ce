/// Lines of text with their places, from an origin at the upper left corner.
struct Block {
  private(set) var slots: [Layout.Slot] = []
  /// As wide as its widest line needs, by an estimate.
  private(set) var width = 0.0
  private(set) var height = 0.0

  var isEmpty: Bool { slots.isEmpty }

  /// Adds a line below.
  /// - Parameters:
  ///   - height: the digit height.
  ///   - room: the width of its box.
  ///   - indent: free space before it.
  mutating func add(
    _ row: Row, height: Double, gap: Double, room: Double, alignment: Text.Alignment = .left, indent: Double = 0
  ) {
    let y = isEmpty ? 0 : self.height + gap
    let box = Rect(x: indent, y: y, width: max(1, room - indent), height: height)
    slots.append(row.slot(in: box, alignment))
    self.height = y + height
    width = max(width, min(room, indent + row.width * height))
  }

  /// Adds another block below.
  mutating func add(_ block: Block, gap: Double) {
    guard !block.isEmpty else { return }
    let y = isEmpty ? 0 : height + gap
    slots += block.placed(at: Point(x: 0, y: y))
    (width, height) = (max(width, block.width), y + block.height)
  }

  /// Adds free space below, for what is no text.
  mutating func extend(toHeight height: Double) { self.height = max(self.height, height) }

  /// With free space above it.
  func lowered(by space: Double) -> Block {
    var block = Block()
    block.slots = placed(at: Point(x: 0, y: space))
    (block.width, block.height) = (width, height + space)
    return block
  }

  /// Adds free space at the right.
  mutating func extend(toWidth width: Double) { self.width = max(self.width, width) }

  /// Adds another block at the right, with the same upper edge.
  mutating func add(_ block: Block, atRight x: Double) {
    guard !block.isEmpty else { return }
    slots += block.placed(at: Point(x: x, y: 0))
    (width, height) = (max(width, x + block.width), max(height, block.height))
  }

  /// No box is wider than the block.
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

  /// One line before it has a place.
  struct Row {
    let part: Layout.Part
    let template: String
    var suffix = ""
    var figures = Text.Figures.decimal
    /// True with a sign before the text.
    var hasSign = false

    /// In digit heights.
    var width: Double {
      let lead = hasSign ? Layout.sign.size + Layout.sign.gap : 0
      return lead + Line.width(template) + Line.width(suffix) * Text.suffixScale
    }

    fileprivate func slot(in box: Rect, _ alignment: Text.Alignment) -> Layout.Slot {
      let lead = hasSign ? (Layout.sign.size + Layout.sign.gap) * box.height : 0
      let rest = Rect(x: box.x + lead, y: box.y, width: max(1, box.width - lead), height: box.height)
      return Layout.Slot(
        part: part, template: template, suffix: suffix, figures: figures, alignment: alignment, lead: lead, box: rest)
    }
  }
}

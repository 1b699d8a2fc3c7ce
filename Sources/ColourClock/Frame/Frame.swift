/// One picture, as plain data: a colour to fill the window with, and what lies upon it, in the order of painting.
package struct Frame: Hashable, Sendable {
  package let size: Size
  package let background: Colour
  package var items: [Item]

  package init(size: Size, background: Colour, items: [Item]) {
    self.size = size
    self.background = background
    self.items = items
  }

  package init(size: Size, background: Colour, texts: [Text]) {
    self.init(size: size, background: background, items: texts.map(Item.text))
  }
}

/// One thing on a frame.
package enum Item: Hashable, Sendable {
  case fill(Fill)
  case text(Text)
  case group(Group)

  package func moved(by offset: Point) -> Item {
    switch self {
    case .fill(var fill):
      fill.shape = fill.shape.moved(by: offset)
      return .fill(fill)
    case .text(var text):
      text.box = text.box.moved(by: offset)
      return .text(text)
    case .group(let group):
      return .group(
        Group(
          bounds: group.bounds.moved(by: offset), opacity: group.opacity,
          items: group.items.map { $0.moved(by: offset) }
        ))
    }
  }
}

/// A shape filled with a colour.
package struct Fill: Hashable, Sendable {
  package var shape: Shape
  package var colour: Colour
  /// 0 (nothing) to 255.
  package var opacity: UInt8

  package init(_ shape: Shape, _ colour: Colour, opacity: UInt8 = 255) {
    self.shape = shape
    self.colour = colour
    self.opacity = opacity
  }
}

/// Items that are painted together and then laid over the rest as one: what lies beneath shows through the whole, not
/// through each of its parts.
package struct Group: Hashable, Sendable {
  /// All outside it is cut off.
  package let bounds: Rect
  /// 0 (nothing) to 255.
  package let opacity: UInt8
  package let items: [Item]

  package init(bounds: Rect, opacity: UInt8, items: [Item]) {
    self.bounds = bounds
    self.opacity = opacity
    self.items = items
  }
}

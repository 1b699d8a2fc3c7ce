internal import ColourClock

/// What must be painted anew to turn one frame into another.
enum Damage: Equatable {
  case everything
  /// They may overlap.
  case boxes([PixelRect])

  /// `mark` works out an item.
  init(from old: Frame?, to new: Frame, mark: (Item) -> DisplayItem?) {
    guard let old, old.size == new.size, old.background == new.background else {
      self = .everything
      return
    }
    let (before, after) = Damage.different(old.items, new.items)
    let boxes = after.compactMap(mark).difference(from: before.compactMap(mark))
    self = .boxes(boxes.map { $0.intersection(PixelRect(new.size)) }.merged())
  }

  /// The items between those that both lists begin and end with.
  private static func different(_ old: [Item], _ new: [Item]) -> (ArraySlice<Item>, ArraySlice<Item>) {
    let head = zip(old, new).prefix { $0 == $1 }.count
    let shortest = min(old.count, new.count) - head
    let tail = zip(old.reversed(), new.reversed()).prefix(shortest).prefix { $0 == $1 }.count
    return (old[head..<old.count - tail], new[head..<new.count - tail])
  }
}

internal import ColourClock

/// What must be painted anew to turn one frame into another.
enum Damage: Equatable {
  case everything
  case boxes([PixelBox])

  /// `bounds` tells the pixels that a text can cover.
  init(from old: Frame?, to new: Frame, bounds: (Text) -> PixelBox?) {
    guard old != new else {
      self = .boxes([])
      return
    }
    guard let old, old.size == new.size, old.background == new.background else {
      self = .everything
      return
    }
    let changed = Set(old.texts).symmetricDifference(new.texts)
    self = .boxes(changed.compactMap(bounds).map { $0.intersection(PixelBox(new.size)) }.filter { !$0.isEmpty })
  }
}
